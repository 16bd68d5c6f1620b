import { defineText } from '#kit/web/text.tsx'

export const accessText = defineText({
  fr: () => import('../text/access-fr.ts').then(module => module.fr),
  en: () => import('../text/access-en.ts').then(module => module.en),
})
