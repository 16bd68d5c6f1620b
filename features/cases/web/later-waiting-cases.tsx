import { DraftRoom } from '#features/ordering/web/draft-room.tsx'
import { later } from '#kit/web/later.tsx'
import { loadText } from '#kit/web/text.tsx'
import { caseText } from './case-text.ts'
import { casesText } from './text.ts'

/** Shown on the dashboard after its first render. */
export const WaitingCases = later(
  () =>
    Promise.all([import('./waiting-cases.tsx'), loadText(caseText), loadText(casesText)]).then(
      ([{ WaitingCases }]) => WaitingCases,
    ),
  { when: 'drawn', meanwhile: DraftRoom },
)
