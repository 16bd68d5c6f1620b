import { defineText } from '#kit/web/text.tsx'

/** What it finds for a practice. */
export const portalPaletteText = defineText({
  fr: () => import('../text/portal-fr.ts').then(module => module.fr),
  en: () => import('../text/portal-en.ts').then(module => module.en),
})
