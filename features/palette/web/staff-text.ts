import { defineText } from '#kit/web/text.tsx'

/** Words of quick access for the laboratory. */
export const staffPaletteText = defineText({
  fr: () => import('../text/staff-fr.ts'),
  en: () => import('../text/staff-en.ts'),
})
