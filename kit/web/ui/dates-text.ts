import { defineText } from '../text.tsx'

/** Of the calendar behind a field for a day. */
export const datesText = defineText({
  fr: () => import('../text/dates-fr.ts'),
  en: () => import('../text/dates-en.ts'),
})
