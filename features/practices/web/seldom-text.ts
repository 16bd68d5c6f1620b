import { defineText } from '#kit/web/text.tsx'

export const seldomText = defineText({
  fr: () => import('../text/seldom-fr.ts'),
  en: () => import('../text/seldom-en.ts'),
})
