import { defineText } from '#kit/web/text.tsx'

export const feedbackText = defineText({
  fr: () => import('../text/fr.ts'),
  en: () => import('../text/en.ts'),
})
