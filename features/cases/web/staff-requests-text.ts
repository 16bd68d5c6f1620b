import { defineText } from '#kit/web/text.tsx'

export const staffRequestsText = defineText({
  fr: () => import('../text/staff-requests-fr.ts'),
  en: () => import('../text/staff-requests-en.ts'),
})
