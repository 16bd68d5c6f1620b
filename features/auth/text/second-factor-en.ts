import type { RefusalOf } from '#kit/contract.ts'
import type { secondFactorCalls } from '../second-factor-contract.ts'

export const en = {
  title: 'Two-step verification',
  description: 'After your password, a code from an app on your phone: whoever knows the password alone stays outside.',
  off: 'Off',
  on: 'On',
  since: (moment: string) => `Turned on: ${moment}.`,
  codesLeft: (count: number) =>
    count === 0
      ? 'No recovery code is left: make new ones.'
      : count === 1
        ? 'One recovery code is left: make new ones.'
        : `${count} recovery codes are left.`,
  turnOn: 'Turn on',
  turnOff: 'Turn off',
  renewCodes: 'New recovery codes',
  failed: 'The state of two-step verification could not be loaded',
  password: 'Current password',
  passwordRequired: 'Enter your password',
  show: 'Show the password',
  hide: 'Hide the password',
  next: 'Next',
  adding: {
    title: 'Turn two-step verification on',
    description: 'First your password, then the app. Your other devices will be signed out.',
    scanTitle: 'Scan this with the app',
    scan: 'Any authenticator app will do: Google Authenticator, Microsoft Authenticator, 2FAS, 1Password …',
    qr: 'QR code for the authenticator app; the same key stands below in letters',
    secret: 'Or type this key into the app',
    code: 'Code that the app shows',
    hint: '6 digits, new every 30 seconds',
    submit: 'Turn on',
    done: 'Two-step verification is on',
    failed: 'It was not turned on',
  },
  codes: {
    title: 'Keep these recovery codes',
    description:
      'They are shown this once. Each opens your account once, on the day you do not have the app: print them, or put them where you keep your passwords.',
    of: (company: string) => `Recovery codes · ${company}`,
    copy: 'Copy',
    copied: 'Copied',
    copyByHand: 'The codes are selected: copy them by hand.',
    print: 'Print',
    download: 'Download',
    file: 'recovery-codes.txt',
    close: 'I have kept them',
  },
  removing: {
    title: 'Turn two-step verification off?',
    description: 'Your password will be enough to sign in. The recovery codes stop working.',
    submit: 'Turn verification off',
    done: 'Two-step verification is off',
    failed: 'It was not turned off',
  },
  renewing: {
    title: 'Make new recovery codes',
    description: 'Those you have stop working.',
    submit: 'Make new codes',
    failed: 'No codes were made',
  },
  faults: { required: 'Enter the code', code_expected: 'Enter the 6 digits that the app shows.' },
  refusals: {
    password_wrong: 'Current password is incorrect, please try again.',
    code_wrong: 'This code is not right. Take the one that the app shows now.',
    not_begun: 'The app has to be set up anew: close this and begin again.',
    second_factor_on: 'It is on already. Close this and look again.',
    second_factor_off: 'It is off. Close this and look again.',
  } satisfies Record<
    | RefusalOf<typeof secondFactorCalls.begin>
    | RefusalOf<typeof secondFactorCalls.confirm>
    | RefusalOf<typeof secondFactorCalls.renewCodes>,
    string
  >,
  gate: {
    title: 'One more step',
    description: 'Your laboratory asks its team for two-step verification. Turn it on to go on.',
    lost: 'You have it already? Sign out, and sign in with it.',
  },
}

export type SecondFactorText = typeof en
