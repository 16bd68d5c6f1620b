import { expect, it } from 'vitest'
import { reminderMail } from './reminder-mail.ts'

it('a reminder leads to the invoice, whatever its number is made of', () => {
  const piece = { invoiceId: 'a', dueOn: '2026-11-02', dueCents: 30_000, inFavourCents: 0, readers: [] }
  const paths = ['FA-2026-000012', 'F#12/3'].map(pieceCode =>
    JSON.stringify(reminderMail('fr', [{ ...piece, pieceCode }] as unknown as Parameters<typeof reminderMail>[1])),
  )
  expect(paths[0]).toContain('/invoices?search=FA-2026-000012"')
  expect(paths[1]).toContain('/invoices?search=F%2312%2F3"')
})
