import type { MailAnswer } from '../mail-answer.ts'

const answers: Record<MailAnswer, string> = {
  unreachable: 'The mail server cannot be reached. Tell whoever runs the portal.',
  insecure: 'No safe line to the mail server could be made. Tell whoever runs the portal.',
  login: 'The mail server does not let the portal in. Tell whoever runs the portal.',
  declined: 'The mail server refuses this e‑mail.',
  later: 'The mail server asks to come again later.',
  other: 'The mail server has not taken it.',
}

export const en = {
  title: 'E‑mails',
  description: 'How the e‑mails of your portal are signed, and where answers go.',
  noServer: {
    title: 'No e‑mail leaves',
    description:
      'This portal has no mail server: what it writes is kept here and not sent. Ask whoever runs the portal to set SMTP_URL and MAIL_FROM and to start it anew; until then, hand over the links of invitations yourself.',
  },
  signature: 'Sender and answers',
  name: 'Name of the sender',
  nameHint: (laboratory: string) => `Left empty: ${laboratory}`,
  sender: (address: string) => `They come from ${address}, which whoever runs the portal sets.`,
  replyTo: 'Address for answers',
  replyToHint: 'Left empty, answers go to the address above, which perhaps nobody reads.',
  shown: 'As practices see it:',
  optional: '(optional)',
  tooLong: 'At most 100 characters.',
  oneLine: 'On one line.',
  addressWrong: 'An address like contact@laboratory.fr.',
  submit: 'Save',
  saved: 'Saved: from the next e‑mail on',
  notSaved: 'The settings are not saved',
  failed: 'The settings could not be loaded',
  test: {
    title: 'Try it',
    description: (address: string) => `To ${address}, as practices receive theirs.`,
    submit: 'Send me a test e‑mail',
    failed: 'The test could not be sent',
    waiting: 'On its way…',
    sent: 'The mail server has taken it. Look into your mailbox, and among unwanted mail.',
    kept: 'No mail server is set up: it was kept here. Whoever runs the portal sets one up.',
    answers,
    said: (words: string) => `It says: ${words}`,
    again: 'It is tried again by itself.',
    list: 'All e‑mails',
  },
}
export type MailSettingsText = typeof en
