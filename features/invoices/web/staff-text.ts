import { defineText } from '#kit/web/text.tsx'

/** What all that who does the books sees says. */
export const booksText = defineText({
  fr: () => import('../text/books-fr.ts').then(module => module.fr),
  en: () => import('../text/books-en.ts').then(module => module.en),
})

export const billingText = defineText({
  fr: () => import('../text/billing-fr.ts').then(module => module.fr),
  en: () => import('../text/billing-en.ts').then(module => module.en),
})

export const piecesText = defineText({
  fr: () => import('../text/pieces-fr.ts').then(module => module.fr),
  en: () => import('../text/pieces-en.ts').then(module => module.en),
})

/** Of the dialogs, which bring it. */
export const actsText = defineText({
  fr: () => import('../text/acts-fr.ts').then(module => module.fr),
  en: () => import('../text/acts-en.ts').then(module => module.en),
})

export const billingSettingsText = defineText({
  fr: () => import('../text/settings-fr.ts').then(module => module.fr),
  en: () => import('../text/settings-en.ts').then(module => module.en),
})
