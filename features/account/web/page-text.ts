import { defineText } from '#kit/web/text.tsx'

export const accountPageText = defineText({
  fr: () => import('../text/page-fr.ts').then(module => module.fr),
  en: () => import('../text/page-en.ts').then(module => module.en),
})
