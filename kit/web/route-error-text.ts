import { defineText } from './text.tsx'

export const routeErrorText = defineText({
  fr: () => import('./text/route-error-fr.ts'),
  en: () => import('./text/route-error-en.ts'),
})
