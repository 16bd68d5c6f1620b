import { defineText } from '#kit/web/text.tsx'

export const attachmentsText = defineText({
  fr: () => import('../text/fr.ts'),
  en: () => import('../text/en.ts'),
})
