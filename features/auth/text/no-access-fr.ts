import type { NoAccessText } from './no-access-en.ts'

export const fr: NoAccessText = {
  practice: 'Votre compte n’y donne pas accès. C’est le gestionnaire de votre cabinet qui donne les accès.',
  dlcpm: 'Votre compte n’y donne pas accès. C’est le laboratoire qui en décide.',
  staff: 'Votre compte n’y donne pas accès. C’est un administrateur du laboratoire qui donne les accès.',
}
