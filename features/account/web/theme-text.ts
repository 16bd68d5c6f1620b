import { defineText } from '#kit/web/text.tsx'

export const themeText = defineText({
  fr: () => import('../text/theme-fr.ts'),
  en: () => import('../text/theme-en.ts'),
})
