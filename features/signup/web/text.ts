import { defineText } from '#kit/web/text.tsx'

export const signupText = defineText({
  fr: () => import('../text/fr.ts'),
  en: () => import('../text/en.ts'),
})
