import { defineText } from '#kit/web/text.tsx'

export const patientText = defineText({
  fr: () => import('../text/patient-fr.ts').then(module => module.fr),
  en: () => import('../text/patient-en.ts').then(module => module.en),
})
