import { later } from '#kit/web/later.tsx'
import { loadText } from '#kit/web/text.tsx'
import { staffIntakeLaterText } from './staff-text.ts'

/** Shown below the field for a promised day. */
export const CaseDayAgainst = later(() =>
  Promise.all([import('./staff-day-words.tsx'), loadText(staffIntakeLaterText)]).then(
    ([{ CaseDayAgainst }]) => CaseDayAgainst,
  ),
)
