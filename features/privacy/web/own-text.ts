import { defineText } from '#kit/web/text.tsx'

export const ownPrivacyText = defineText({
  fr: () => import('../text/own-fr.ts'),
  en: () => import('../text/own-en.ts'),
})
