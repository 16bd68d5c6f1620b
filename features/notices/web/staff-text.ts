import { defineText } from '#kit/web/text.tsx'

export const staffMailsText = defineText({
  fr: () => import('../text/staff-fr.ts'),
  en: () => import('../text/staff-en.ts'),
})

export const mailSettingsText = defineText({
  fr: () => import('../text/mail-settings-fr.ts'),
  en: () => import('../text/mail-settings-en.ts'),
})
