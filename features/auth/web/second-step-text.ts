import { defineText } from '#kit/web/text.tsx'

export const secondStepText = defineText({
  fr: () => import('../text/second-step-fr.ts'),
  en: () => import('../text/second-step-en.ts'),
})
