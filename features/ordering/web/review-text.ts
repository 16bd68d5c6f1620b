import { defineText } from '#kit/web/text.tsx'

/** What the parts that come later say: what comes with an order, what is missing from it, what it can start from. */
export const reviewText = defineText({
  fr: () => import('../text/review-fr.ts'),
  en: () => import('../text/review-en.ts'),
})
