import { defineText } from '#kit/web/text.tsx'

export const passkeyText = defineText({
  fr: () => import('../text/passkey-fr.ts').then(module => module.fr),
  en: () => import('../text/passkey-en.ts').then(module => module.en),
})
