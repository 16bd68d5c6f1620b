import { defineText } from '#kit/web/text.tsx'

export const staffNoticesText = defineText({
  fr: () => import('../text/notices-fr.ts'),
  en: () => import('../text/notices-en.ts'),
})
