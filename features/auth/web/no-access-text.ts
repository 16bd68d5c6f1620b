import { defineText } from '#kit/web/text.tsx'

export const noAccessText = defineText({
  fr: () => import('../text/no-access-fr.ts'),
  en: () => import('../text/no-access-en.ts'),
})
