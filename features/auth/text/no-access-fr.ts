import type { NoAccessText } from './no-access-en.ts'

export const fr: NoAccessText = {
  practice: 'Votre compte n’y donne pas accès. C’est le gestionnaire de votre cabinet qui donne les accès.',
  staff: 'Votre compte n’y donne pas accès. C’est un administrateur du laboratoire qui donne les accès.',
}
