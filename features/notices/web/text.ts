import { defineText } from '#kit/web/text.tsx'

/** Of the marks: every screen of a practice has them. */
export const noticesText = defineText({
  fr: () => import('../text/fr.ts'),
  en: () => import('../text/en.ts'),
})
export const settingsText = defineText({
  fr: () => import('../text/settings-fr.ts'),
  en: () => import('../text/settings-en.ts'),
})
