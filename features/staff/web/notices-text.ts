import { defineText } from '#kit/web/text.tsx'

export const staffNoticesText = defineText({
  fr: () => import('../text/notices-fr.ts').then(module => module.fr),
  en: () => import('../text/notices-en.ts').then(module => module.en),
})
