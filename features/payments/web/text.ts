import { defineText } from '#kit/web/text.tsx'

/** Only for the page of one payment. */
export const paymentText = defineText({
  fr: () => import('../text/payment-fr.ts'),
  en: () => import('../text/payment-en.ts'),
})

export const paymentsText = defineText({
  fr: () => import('../text/fr.ts'),
  en: () => import('../text/en.ts'),
})
