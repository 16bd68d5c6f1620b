import { defineText } from '#kit/web/text.tsx'

export const programsText = defineText({
  fr: () => import('../text/staff-fr.ts'),
  en: () => import('../text/staff-en.ts'),
})
