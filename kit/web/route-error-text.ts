import { defineText } from './text.tsx'

export const routeErrorText = defineText({
  fr: () => import('./text/route-error-fr.ts').then(module => module.fr),
  en: () => import('./text/route-error-en.ts').then(module => module.en),
})
