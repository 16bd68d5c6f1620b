import { defineText } from '#kit/web/text.tsx'

export const viewsText = defineText({
  fr: () => import('../text/views-fr.ts').then(module => module.fr),
  en: () => import('../text/views-en.ts').then(module => module.en),
})
