import { defineText } from '#kit/web/text.tsx'

export const staffRequestsText = defineText({
  fr: () => import('../text/staff-requests-fr.ts').then(module => module.fr),
  en: () => import('../text/staff-requests-en.ts').then(module => module.en),
})
