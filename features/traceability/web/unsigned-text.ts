import { defineText } from '#kit/web/text.tsx'

export const unsignedText = defineText({
  fr: () => import('../text/unsigned-fr.ts').then(module => module.fr),
  en: () => import('../text/unsigned-en.ts').then(module => module.en),
})
