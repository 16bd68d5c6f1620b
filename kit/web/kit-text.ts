import { defineText } from './text.tsx'

export const kitText = defineText({
  fr: () => import('./text/fr.ts'),
  en: () => import('./text/en.ts'),
})
