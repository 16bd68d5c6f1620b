import { defineText } from '#kit/web/text.tsx'

export const noAccessText = defineText({
  fr: () => import('../text/no-access-fr.ts').then(module => module.fr),
  en: () => import('../text/no-access-en.ts').then(module => module.en),
})
