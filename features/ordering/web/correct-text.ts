import { defineText } from '#kit/web/text.tsx'

/** What it shares with a change by the practice stands in the words of that. */
export const correctText = defineText({
  fr: () => import('../text/correct-fr.ts'),
  en: () => import('../text/correct-en.ts'),
})
