import { defineText } from '#kit/web/text.tsx'

/** Only for the page of one piece. */
export const invoiceText = defineText({
  fr: () => import('../text/invoice-fr.ts'),
  en: () => import('../text/invoice-en.ts'),
})

export const invoicesText = defineText({
  fr: () => import('../text/fr.ts'),
  en: () => import('../text/en.ts'),
})
