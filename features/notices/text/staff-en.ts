export const en = {
  title: 'E‑mails',
  description:
    'What the portal has written in the last thirty days, latest first. A text is kept until it is sent; links that open an account are taken out.',
  columns: { subject: 'Subject', recipient: 'To', state: 'State', at: 'Written' },
  states: { waiting: 'Waiting', kept: 'Kept', sent: 'Sent', failed: 'Failed' },
  keptHint: 'No e‑mail server is set up.',
  tries: (count: number) => (count === 1 ? '1 try' : `${count} tries`),
  read: (subject: string) => `Read “${subject}”`,
  empty: 'No e‑mail yet',
  emptyDescription: 'What the portal writes to practices appears here.',
  failed: 'The e‑mails could not be loaded',
}
export type StaffMailsText = typeof en
