import type { RefusalOf } from '#kit/contract.ts'
import type { passkeyCalls } from '../passkey-contract.ts'

export const en = {
  signIn: {
    refusals: {
      passkey_refused: 'This passkey opens no account here. Sign in with your password.',
    } satisfies Record<RefusalOf<typeof passkeyCalls.signIn>, string>,
    left: 'No passkey was used. Try again, or sign in with your password.',
    unknown: 'This browser has no passkeys here. Sign in with your password.',
  },
  title: 'Passkeys',
  description:
    'Sign in with your fingerprint, your face or the code of your device, without a password. Each one is good at this address only.',
  none: 'No passkey yet',
  failed: 'The list of passkeys could not be loaded',
  passkey: 'Passkey',
  backedUp: 'Kept by your password manager',
  onDevice: 'Kept on one device',
  elsewhere: (host: string) => `For ${host}`,
  used: 'Last used',
  never: 'Never',
  added: 'Added',
  acts: 'Actions',
  add: 'Add a passkey',
  confirming: {
    title: 'Is it you?',
    description: 'You signed in a while ago: type your password before a passkey is added.',
    submit: 'Continue',
    failed: 'No passkey was added',
  },
  addDone: 'Your passkey is added',
  addLeft: 'No passkey was made. Try again.',
  addThere: 'This device has a passkey for your account already.',
  addUnknown: 'This browser cannot make passkeys here.',
  rename: 'Rename',
  renameNamed: (name: string) => `Rename: ${name}`,
  renameTitle: 'Rename the passkey',
  name: 'Name',
  nameRequired: 'A name is required',
  nameTooLong: 'At most 60 characters.',
  renameSubmit: 'Save the name',
  renameDone: 'The passkey is renamed',
  remove: 'Remove',
  removeNamed: (name: string) => `Remove: ${name}`,
  removeQuestion: (name: string) => `Remove the passkey “${name}”?`,
  removeDetails:
    'It no longer signs you in. Devices that are signed in stay so: sign them out in the list below. Take it out of your device or password manager, too.',
  removeAct: 'Remove the passkey',
  removeDone: 'The passkey is removed',
  refusals: {
    password_needed: 'Type your password.',
    password_wrong: 'Password is incorrect, please try again.',
    passkeys_full: 'You have 20 passkeys, which is the most. Remove one first.',
    passkey_unusable: 'This passkey cannot be used here. Try again.',
  } satisfies Record<RefusalOf<typeof passkeyCalls.prepare> | RefusalOf<typeof passkeyCalls.add>, string>,
}

export type PasskeyText = typeof en
