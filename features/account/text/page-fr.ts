import type { AccountPageText } from './page-en.ts'

export const fr: AccountPageText = {
  title: 'Mon compte',
  description: 'Ce que le laboratoire sait de vous et de votre cabinet.',
}
