import { defineText } from '#kit/web/text.tsx'

export const requestsText = defineText({
  fr: () => import('../text/requests-fr.ts').then(module => module.fr),
  en: () => import('../text/requests-en.ts').then(module => module.en),
})
