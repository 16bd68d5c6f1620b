import { defineText } from '#kit/web/text.tsx'

export const secondFactorText = defineText({
  fr: () => import('../text/second-factor-fr.ts').then(module => module.fr),
  en: () => import('../text/second-factor-en.ts').then(module => module.en),
})
