import { defineText } from '#kit/web/text.tsx'

export const accountPageText = defineText({
  fr: () => import('../text/page-fr.ts'),
  en: () => import('../text/page-en.ts'),
})
