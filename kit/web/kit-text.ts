import { defineText } from './text.tsx'

export const kitText = defineText({
  fr: () => import('./text/fr.ts').then(module => module.fr),
  en: () => import('./text/en.ts').then(module => module.en),
})
