import { defineText } from '#kit/web/text.tsx'

export const staffMailsText = defineText({
  fr: () => import('../text/staff-fr.ts').then(module => module.staffFr),
  en: () => import('../text/staff-en.ts').then(module => module.staffEn),
})

export const mailSettingsText = defineText({
  fr: () => import('../text/mail-settings-fr.ts').then(module => module.fr),
  en: () => import('../text/mail-settings-en.ts').then(module => module.en),
})
