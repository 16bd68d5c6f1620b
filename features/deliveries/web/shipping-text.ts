import { defineText } from '#kit/web/text.tsx'

export const shippingText = defineText({
  fr: () => import('../text/shipping-fr.ts').then(module => module.fr),
  en: () => import('../text/shipping-en.ts').then(module => module.en),
})
