import type { correctionCalls } from '../correction-contract.ts'

export const en = {
  title: (code: string) => `Correct the entry of ${code}`,
  description:
    'What was read wrongly on the slip. The day of delivery stays; the practice sees what has changed, and a signed sheet is to be signed again. Another practice or other work: refuse this case, which loses its patient then, and enter it anew.',
  delivery: (day: string) => `Delivery ${day}`,
  save: 'Save the correction',
  failed: 'The correction is not saved',
  done: (code: string) => `${code} is corrected`,
  nothing: (code: string) => `${code} is as it was: nothing was corrected`,
  comment: 'Comment of the practice',
  practiceReference: 'Reference of the practice',
  noCatalogue: 'Prescribers and work could not be loaded',
  refusals: {
    ordered_by_practice: 'The practice has ordered this case itself: what it wants otherwise, it says.',
    order_over: 'The case has left or was cancelled meanwhile.',
    request_open: 'The practice has asked for a change of this case: answer that first.',
    offered: 'This work is offered: more of it is for whoever sets prices to say.',
  } satisfies Record<keyof typeof correctionCalls.correct.refusals, string>,
}
export type CorrectText = typeof en
