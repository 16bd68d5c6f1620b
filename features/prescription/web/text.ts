import { defineText } from '#kit/web/text.tsx'

/** Separate from the texts of lists: loaded with the choosers that use them. */
export const prescriptionText = defineText({
  fr: () => import('../text/fr.ts'),
  en: () => import('../text/en.ts'),
})
