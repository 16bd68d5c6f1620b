import { defineText } from '#kit/web/text.tsx'

/** What quick access says wherever it stands. */
export const paletteText = defineText({
  fr: () => import('../text/fr.ts'),
  en: () => import('../text/en.ts'),
})
