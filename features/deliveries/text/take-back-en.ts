export const en = {
  title: 'Take the hand-over back',
  description: 'On the same day only. The practice reads your reason on the page of the case.',
  which: 'Which cases were not handed over?',
  chooseOne: 'Tick at least one case.',
  reason: 'What happened?',
  reasonMissing: 'Write what happened, in words that the practice understands.',
  tooLong: 'Shorten it to 500 characters.',
  keep: 'Keep the hand-over',
  submit: 'Take the hand-over back',
  done: (codes: string) => `Not handed over after all: ${codes}`,
  failed: 'The hand-over was not taken back',
  refusals: {
    not_delivered: 'This case is not delivered any more: a colleague has taken it back already.',
    received_by_practice: 'The practice itself has said that it has received this case. Ask it to write to you.',
    billed_already: 'This case is on an invoice or a pro forma. Its hand-over stands.',
    day_is_over: 'A hand-over can be taken back on its day only. Write to the practice.',
  },
}
export type TakeBackText = typeof en
