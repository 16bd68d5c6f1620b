import { defineText } from '#kit/web/text.tsx'

export const stationsText = defineText({
  fr: () => import('../text/fr.ts').then(module => module.fr),
  en: () => import('../text/en.ts').then(module => module.en),
})
