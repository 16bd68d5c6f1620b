import { defineText } from '#kit/web/text.tsx'

/** Words of the parts that load later: attachments, omissions, and what an order can start from. */
export const reviewText = defineText({
  fr: () => import('../text/review-fr.ts'),
  en: () => import('../text/review-en.ts'),
})
