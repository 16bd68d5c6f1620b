import { defineText } from '#kit/web/text.tsx'

export const supplySettingsText = defineText({
  fr: () => import('../text/settings-fr.ts'),
  en: () => import('../text/settings-en.ts'),
})
