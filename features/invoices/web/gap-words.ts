import type { PracticeGap } from '../rules.ts'

export const gapWords = (words: Record<PracticeGap, string>, gaps: readonly PracticeGap[]): string =>
  gaps.map(gap => words[gap]).join(', ')
