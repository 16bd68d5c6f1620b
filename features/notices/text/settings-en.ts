export const en = {
  title: 'Notifications',
  description: (email: string) =>
    `What happens is always shown in the portal. Choose what also comes by e‑mail to ${email}. No e‑mail names a patient.`,
  noMails: 'This portal sends no e‑mails for now. What you choose will hold once it does.',
  kinds: {
    on_hold: { label: 'A case waits for your answer', hint: 'The laboratory cannot go on without you.' },
    message: { label: 'A message from the laboratory', hint: undefined },
    new_date: { label: 'A new delivery date', hint: undefined },
    request_decided: {
      label: 'A request for a change is decided',
      hint: 'What concerns signing in always comes at once.',
    },
    shipped: { label: 'A case is shipped', hint: undefined },
    invoice: { label: 'An invoice or a credit note is issued', hint: 'A pro forma to approve, too.' },
    delivered: { label: 'A case is delivered', hint: undefined },
    registered: { label: 'A case is registered', hint: 'By a colleague or by the laboratory.' },
  },
  ways: { at_once: 'At once', digest: 'In the daily summary', never: 'Never' },
  atOnceHint: 'At once: what happens within ten minutes comes in one e‑mail.',
  hour: 'Daily summary at',
  hourHint: 'By the clock of the laboratory. On days without news there is none.',
  saved: 'Saved',
  notSaved: 'Your choice was not saved',
  retry: 'Try again',
  failed: 'Your notifications could not be loaded',
}
export type SettingsText = typeof en
