export const en = {
  title: 'Create an account',
  description: (company: string) => `${company} opens the account of your practice over the phone.`,
  prepare: 'Have at hand:',
  needed: [
    'your RPPS, SIRET or SIREN number;',
    'the name and address of the practice;',
    'the e-mail address that will receive your identifier.',
  ],
  afterwards: 'You can then sign in here and follow your cases.',
  hasAccount: 'Already a client?',
  signIn: 'Sign in',
}

export type SignupText = typeof en
