import { defineText } from '#kit/web/text.tsx'

/** Texts of the unread marks, which every screen of a practice has. */
export const noticesText = defineText({
  fr: () => import('../text/fr.ts'),
  en: () => import('../text/en.ts'),
})
export const settingsText = defineText({
  fr: () => import('../text/settings-fr.ts'),
  en: () => import('../text/settings-en.ts'),
})
