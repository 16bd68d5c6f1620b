import { defineText } from '#kit/web/text.tsx'

/** Of the calendars that say what stands against a day. */
export const daysText = defineText({
  fr: () => import('../text/days-fr.ts').then(module => module.fr),
  en: () => import('../text/days-en.ts').then(module => module.en),
})
