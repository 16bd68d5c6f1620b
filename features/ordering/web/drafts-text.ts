import { defineText } from '#kit/web/text.tsx'

export const draftsText = defineText({
  fr: () => import('../text/drafts-fr.ts').then(module => module.fr),
  en: () => import('../text/drafts-en.ts').then(module => module.en),
})
