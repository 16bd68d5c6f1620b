import type { feedbackCalls } from '#features/feedback/contract.ts'
import type { RefusalOf } from '#kit/contract.ts'

export const en = {
  notConfigured: {
    title: 'Client portal not configured',
    description: 'No laboratory answers at this address. Check the address that your laboratory gave you.',
  },
  wronglyConfigured: {
    title: 'Client portal wrongly configured',
    description: 'The settings of this portal are not right. Your laboratory can correct them: let it know.',
  },
  phone: {
    question: 'A question?',
    call: (company: string) => `Call ${company}`,
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

export type BrandText = typeof en
