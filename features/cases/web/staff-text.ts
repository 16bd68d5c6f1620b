import { defineText } from '#kit/web/text.tsx'

export const staffCasesText = defineText({
  fr: () => import('../text/staff-fr.ts'),
  en: () => import('../text/staff-en.ts'),
})

/** The screen of one case and its actions. */
export const staffCaseText = defineText({
  fr: () => import('../text/staff-case-fr.ts'),
  en: () => import('../text/staff-case-en.ts'),
})

export const staffIntakeText = defineText({
  fr: () => import('../text/staff-intake-fr.ts'),
  en: () => import('../text/staff-intake-en.ts'),
})

export const staffIntakeLaterText = defineText({
  fr: () => import('../text/staff-intake-later-fr.ts'),
  en: () => import('../text/staff-intake-later-en.ts'),
})

export const staffBoardText = defineText({
  fr: () => import('../text/staff-board-fr.ts'),
  en: () => import('../text/staff-board-en.ts'),
})
