import { defineText } from '#kit/web/text.tsx'

export const passwordText = defineText({
  fr: () => import('../text/password-fr.ts'),
  en: () => import('../text/password-en.ts'),
})
