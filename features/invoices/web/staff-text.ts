import { defineText } from '#kit/web/text.tsx'

/** Words used on every page of the books. */
export const booksText = defineText({
  fr: () => import('../text/books-fr.ts'),
  en: () => import('../text/books-en.ts'),
})

export const billingText = defineText({
  fr: () => import('../text/billing-fr.ts'),
  en: () => import('../text/billing-en.ts'),
})

export const piecesText = defineText({
  fr: () => import('../text/pieces-fr.ts'),
  en: () => import('../text/pieces-en.ts'),
})

/** Loaded with the dialogs. */
export const actsText = defineText({
  fr: () => import('../text/acts-fr.ts'),
  en: () => import('../text/acts-en.ts'),
})

export const billingSettingsText = defineText({
  fr: () => import('../text/settings-fr.ts'),
  en: () => import('../text/settings-en.ts'),
})
