import { defineText } from '#kit/web/text.tsx'

/** What it finds for a practice. */
export const portalPaletteText = defineText({
  fr: () => import('../text/portal-fr.ts'),
  en: () => import('../text/portal-en.ts'),
})
