import { defineText } from '#kit/web/text.tsx'

export const orderingText = defineText({
  fr: () => import('../text/new-case-fr.ts'),
  en: () => import('../text/new-case-en.ts'),
})
