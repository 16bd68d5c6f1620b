import { defineText } from '#kit/web/text.tsx'

export const ownPrivacyText = defineText({
  fr: () => import('../text/own-fr.ts').then(module => module.fr),
  en: () => import('../text/own-en.ts').then(module => module.en),
})
