import { defineText } from '#kit/web/text.tsx'

export const seldomText = defineText({
  fr: () => import('../text/seldom-fr.ts').then(module => module.fr),
  en: () => import('../text/seldom-en.ts').then(module => module.en),
})
