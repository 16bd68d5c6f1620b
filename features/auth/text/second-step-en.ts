export const en = {
  title: 'Enter your code',
  submit: 'Continue',
  back: 'Back to sign-in',
  over: 'This sign-in is over: enter your password once more.',
  authenticator: {
    label: 'Code of your authenticator app',
    hint: '6 digits, new every 30 seconds',
    required: 'Enter the code',
    expected: 'Enter the 6 digits that the app shows.',
    wrong: 'This code is not right, or was used already. Wait for the next one.',
    other: 'Use a recovery code',
  },
  recovery: {
    label: 'Recovery code',
    hint: 'One of those you kept, like ABCDE-FGHIJ-KLMNO',
    required: 'Enter a recovery code',
    expected: 'A recovery code has 15 letters and digits.',
    wrong: 'This recovery code is not right, or was used already. Take another one.',
    other: 'Use the app',
  },
}

export type SecondStepText = typeof en
