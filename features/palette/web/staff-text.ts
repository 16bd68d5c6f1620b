import { defineText } from '#kit/web/text.tsx'

/** What it finds for the laboratory's people. */
export const staffPaletteText = defineText({
  fr: () => import('../text/staff-fr.ts'),
  en: () => import('../text/staff-en.ts'),
})
