import { defineText } from '#kit/web/text.tsx'

/** Words for changing a case that was sent; words shared with an order are in its own texts. */
export const changeText = defineText({
  fr: () => import('../text/change-fr.ts'),
  en: () => import('../text/change-en.ts'),
})
