import { defineText } from '#kit/web/text.tsx'

export const roundText = defineText({
  fr: () => import('../text/round-fr.ts').then(module => module.fr),
  en: () => import('../text/round-en.ts').then(module => module.en),
})
