import { defineText } from '#kit/web/text.tsx'

/** Texts of the calendars that mark unsuitable days. */
export const daysText = defineText({
  fr: () => import('../text/days-fr.ts'),
  en: () => import('../text/days-en.ts'),
})
