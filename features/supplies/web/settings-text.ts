import { defineText } from '#kit/web/text.tsx'

export const supplySettingsText = defineText({
  fr: () => import('../text/settings-fr.ts').then(module => module.fr),
  en: () => import('../text/settings-en.ts').then(module => module.en),
})
