import { defineText } from '#kit/web/text.tsx'

export const staffRidesText = defineText({
  fr: () => import('../text/staff-fr.ts').then(module => module.fr),
  en: () => import('../text/staff-en.ts').then(module => module.en),
})
