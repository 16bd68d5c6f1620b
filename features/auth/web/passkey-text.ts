import { defineText } from '#kit/web/text.tsx'

export const passkeyText = defineText({
  fr: () => import('../text/passkey-fr.ts'),
  en: () => import('../text/passkey-en.ts'),
})
