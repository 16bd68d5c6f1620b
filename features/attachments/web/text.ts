import { defineText } from '#kit/web/text.tsx'

export const attachmentsText = defineText({
  fr: () => import('../text/fr.ts'),
  en: () => import('../text/en.ts'),
})

/** What only the laboratory's people are told. */
export const staffAttachmentsText = defineText({
  fr: () => import('../text/staff-fr.ts'),
  en: () => import('../text/staff-en.ts'),
})
