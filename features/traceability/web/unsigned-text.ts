import { defineText } from '#kit/web/text.tsx'

export const unsignedText = defineText({
  fr: () => import('../text/unsigned-fr.ts'),
  en: () => import('../text/unsigned-en.ts'),
})
