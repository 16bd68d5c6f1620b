import { defineText } from '#kit/web/text.tsx'

/** The screen of one case and its actions; the list preloads it when idle. */
export const caseText = defineText({
  fr: () => import('../text/case-fr.ts'),
  en: () => import('../text/case-en.ts'),
})
