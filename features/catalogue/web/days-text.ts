import { defineText } from '#kit/web/text.tsx'

/** Of the calendars that say what stands against a day. */
export const daysText = defineText({
  fr: () => import('../text/days-fr.ts'),
  en: () => import('../text/days-en.ts'),
})
