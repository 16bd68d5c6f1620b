import { defineText } from '#kit/web/text.tsx'

/** Of the page of one piece alone. */
export const invoiceText = defineText({
  fr: () => import('../text/invoice-fr.ts'),
  en: () => import('../text/invoice-en.ts'),
})

export const invoicesText = defineText({
  fr: () => import('../text/fr.ts'),
  en: () => import('../text/en.ts'),
})
