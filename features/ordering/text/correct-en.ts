import type { correctionCalls } from '../correction-contract.ts'

export const en = {
  title: (code: string) => `Correct the entry of ${code}`,
  description: 'What was read wrongly on the slip. The day of delivery stays; the practice sees what has changed.',
  save: 'Save the correction',
  failed: 'The correction is not saved',
  done: (code: string) => `${code} is corrected`,
  nothing: (code: string) => `${code} is as it was: nothing was corrected`,
  noCatalogue: 'Prescribers and work could not be loaded',
  refusals: {
    ordered_by_practice: 'The practice has ordered this case itself: what it wants otherwise, it says.',
    order_over: 'The case has left or was cancelled meanwhile.',
    sheet_signed: 'Its sheet is signed: what it says does not change any more.',
  } satisfies Record<keyof typeof correctionCalls.correct.refusals, string>,
}
export type CorrectText = typeof en
