import { defineText } from '#kit/web/text.tsx'

export const orderingText = defineText({
  fr: () => import('../text/new-case-fr.ts').then(module => module.fr),
  en: () => import('../text/new-case-en.ts').then(module => module.en),
})
