import { defineText } from '#kit/web/text.tsx'

/** Of the page of one payment alone. */
export const paymentText = defineText({
  fr: () => import('../text/payment-fr.ts').then(module => module.fr),
  en: () => import('../text/payment-en.ts').then(module => module.en),
})

export const paymentsText = defineText({
  fr: () => import('../text/fr.ts').then(module => module.fr),
  en: () => import('../text/en.ts').then(module => module.en),
})
