import { defineText } from '#kit/web/text.tsx'

/** Of the page of one piece alone. */
export const invoiceText = defineText({
  fr: () => import('../text/invoice-fr.ts').then(module => module.fr),
  en: () => import('../text/invoice-en.ts').then(module => module.en),
})

export const invoicesText = defineText({
  fr: () => import('../text/fr.ts').then(module => module.fr),
  en: () => import('../text/en.ts').then(module => module.en),
})
