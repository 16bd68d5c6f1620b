import type { feedbackCalls } from '#features/feedback/contract.ts'
import type { RefusalOf } from '#kit/contract.ts'

export const en = {
  /** Menu texts of the portal besides the screens' names. */
  menu: {
    request: 'New',
    supplies: 'Request supplies',
    placeOrder: 'Place an order',
    palette: 'Quick access',
    shortcuts: 'Keyboard shortcuts',
  },
  feedback: {
    open: 'Give feedback',
    title: 'Your feedback',
    close: 'Close the feedback panel',
    refusals: {
      feedback_too_often: 'Try again tomorrow, or call the laboratory.',
    } satisfies Record<RefusalOf<typeof feedbackCalls.send>, string>,
  },
}

export type AccountText = typeof en
