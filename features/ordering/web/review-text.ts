import { defineText } from '#kit/web/text.tsx'

/** Of what comes with an order and what is missing from it: with the parts that come later. */
export const reviewText = defineText({
  fr: () => import('../text/review-fr.ts'),
  en: () => import('../text/review-en.ts'),
})
