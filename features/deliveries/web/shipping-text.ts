import { defineText } from '#kit/web/text.tsx'

export const shippingText = defineText({
  fr: () => import('../text/shipping-fr.ts'),
  en: () => import('../text/shipping-en.ts'),
})
