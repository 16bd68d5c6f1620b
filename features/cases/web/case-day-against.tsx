import { later } from '#kit/web/later.tsx'
import { loadText } from '#kit/web/text.tsx'
import { staffIntakeLaterText } from './staff-text.ts'

/** Below the field of a day that is promised for a case. */
export const CaseDayAgainst = later(() =>
  Promise.all([import('./staff-day-words.tsx'), loadText(staffIntakeLaterText)]).then(
    ([{ CaseDayAgainst }]) => CaseDayAgainst,
  ),
)
