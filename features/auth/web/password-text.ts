import { defineText } from '#kit/web/text.tsx'

export const passwordText = defineText({
  fr: () => import('../text/password-fr.ts').then(module => module.fr),
  en: () => import('../text/password-en.ts').then(module => module.en),
})
