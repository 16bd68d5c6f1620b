import { defineText } from '#kit/web/text.tsx'

export const staffOrderingText = defineText({
  fr: () => import('../text/staff-new-case-fr.ts'),
  en: () => import('../text/staff-new-case-en.ts'),
})
