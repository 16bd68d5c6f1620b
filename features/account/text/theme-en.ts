import type { ThemeChoice } from '#kit/theme-choice.ts'

const choices: Record<ThemeChoice, string> = { light: 'Light', dark: 'Dark', system: 'As the device' }

export const en = { title: 'Appearance', choices }

export type ThemeText = typeof en
