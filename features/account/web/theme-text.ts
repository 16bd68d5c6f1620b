import { defineText } from '#kit/web/text.tsx'

export const themeText = defineText({
  fr: () => import('../text/theme-fr.ts').then(module => module.fr),
  en: () => import('../text/theme-en.ts').then(module => module.en),
})
