import { defineText } from '#kit/web/text.tsx'

/** Of the marks: every screen of a practice has them. */
export const noticesText = defineText({
  fr: () => import('../text/fr.ts').then(module => module.fr),
  en: () => import('../text/en.ts').then(module => module.en),
})
export const settingsText = defineText({
  fr: () => import('../text/settings-fr.ts').then(module => module.settingsFr),
  en: () => import('../text/settings-en.ts').then(module => module.settingsEn),
})
