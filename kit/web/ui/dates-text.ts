import { defineText } from '../text.tsx'

/** Texts of the calendar behind a date field. */
export const datesText = defineText({
  fr: () => import('../text/dates-fr.ts'),
  en: () => import('../text/dates-en.ts'),
})
