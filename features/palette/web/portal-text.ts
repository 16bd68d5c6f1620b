import { defineText } from '#kit/web/text.tsx'

/** Words of quick access for practices. */
export const portalPaletteText = defineText({
  fr: () => import('../text/portal-fr.ts'),
  en: () => import('../text/portal-en.ts'),
})
