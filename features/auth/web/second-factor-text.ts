import { defineText } from '#kit/web/text.tsx'

export const secondFactorText = defineText({
  fr: () => import('../text/second-factor-fr.ts'),
  en: () => import('../text/second-factor-en.ts'),
})
