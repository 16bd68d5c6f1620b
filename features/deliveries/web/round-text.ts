import { defineText } from '#kit/web/text.tsx'

export const roundText = defineText({
  fr: () => import('../text/round-fr.ts'),
  en: () => import('../text/round-en.ts'),
})
