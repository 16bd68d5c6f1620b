import { defineText } from '#kit/web/text.tsx'

export const mergingText = defineText({
  fr: () => import('../text/merging-fr.ts').then(module => module.fr),
  en: () => import('../text/merging-en.ts').then(module => module.en),
})
