import { defineText } from '#kit/web/text.tsx'

/** Words of quick access in both applications. */
export const paletteText = defineText({
  fr: () => import('../text/fr.ts'),
  en: () => import('../text/en.ts'),
})
