import { defineText } from '#kit/web/text.tsx'

export const accessText = defineText({
  fr: () => import('../text/access-fr.ts'),
  en: () => import('../text/access-en.ts'),
})
