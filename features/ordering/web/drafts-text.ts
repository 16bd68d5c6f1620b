import { defineText } from '#kit/web/text.tsx'

export const draftsText = defineText({
  fr: () => import('../text/drafts-fr.ts'),
  en: () => import('../text/drafts-en.ts'),
})
