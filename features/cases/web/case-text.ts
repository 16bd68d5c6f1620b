import { defineText } from '#kit/web/text.tsx'

/** Of one case and what is done with it; the list asks for it only when it is calm. */
export const caseText = defineText({
  fr: () => import('../text/case-fr.ts'),
  en: () => import('../text/case-en.ts'),
})
