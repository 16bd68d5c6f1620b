import { defineText } from '#kit/web/text.tsx'

/** Of changing a case that was sent; what it shares with an order stands in the words of that. */
export const changeText = defineText({
  fr: () => import('../text/change-fr.ts'),
  en: () => import('../text/change-en.ts'),
})
