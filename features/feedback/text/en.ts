export const en = {
  widget: {
    label: 'What works well, what is missing?',
    hint: 'The laboratory reads it. About a case, write to it in the case itself.',
    send: 'Send my feedback',
    sent: 'Thank you! The laboratory has your feedback.',
    empty: 'Write your feedback first.',
    failed: 'Your feedback has not been sent.',
  },
  staff: {
    title: 'Feedback from practices',
    description: 'What practices say through the feedback button, latest first.',
    empty: 'No feedback yet',
    emptyDescription: 'What practices send with the feedback button of the portal appears here.',
    failed: 'The feedback could not be loaded',
    columns: { at: 'Received', author: 'From', body: 'Feedback' },
  },
}

export type FeedbackText = typeof en
