import { defineText } from '#kit/web/text.tsx'

/** Words shared with a change by the practice are in that change's texts. */
export const correctText = defineText({
  fr: () => import('../text/correct-fr.ts'),
  en: () => import('../text/correct-en.ts'),
})
