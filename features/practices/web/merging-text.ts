import { defineText } from '#kit/web/text.tsx'

export const mergingText = defineText({
  fr: () => import('../text/merging-fr.ts'),
  en: () => import('../text/merging-en.ts'),
})
