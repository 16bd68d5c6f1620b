import { defineText } from '#kit/web/text.tsx'

export const staffCasesText = defineText({
  fr: () => import('../text/staff-fr.ts').then(module => module.fr),
  en: () => import('../text/staff-en.ts').then(module => module.en),
})

/** Of one case and what is done with it. */
export const staffCaseText = defineText({
  fr: () => import('../text/staff-case-fr.ts').then(module => module.fr),
  en: () => import('../text/staff-case-en.ts').then(module => module.en),
})

export const staffIntakeText = defineText({
  fr: () => import('../text/staff-intake-fr.ts').then(module => module.fr),
  en: () => import('../text/staff-intake-en.ts').then(module => module.en),
})

export const staffIntakeLaterText = defineText({
  fr: () => import('../text/staff-intake-later-fr.ts').then(module => module.fr),
  en: () => import('../text/staff-intake-later-en.ts').then(module => module.en),
})

export const staffBoardText = defineText({
  fr: () => import('../text/staff-board-fr.ts').then(module => module.fr),
  en: () => import('../text/staff-board-en.ts').then(module => module.en),
})
