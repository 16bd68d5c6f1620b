import { defineText } from '#kit/web/text.tsx'

/** Apart from the words of the list: they come with what is drawn with them. */
export const prescriptionText = defineText({
  fr: () => import('../text/fr.ts'),
  en: () => import('../text/en.ts'),
})
