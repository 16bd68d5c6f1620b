import { defineText } from '#kit/web/text.tsx'

export const staffAuditText = defineText({
  fr: () => import('../text/staff-fr.ts').then(module => module.staffFr),
  en: () => import('../text/staff-en.ts').then(module => module.staffEn),
})
