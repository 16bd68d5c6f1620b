import { expect, it } from 'vitest'
import { reminderMail } from './reminder-mail.ts'

it('a reminder leads to the invoice, whatever its number is made of', () => {
  const piece = { invoiceId: 'a', dueOn: '2026-11-02', dueCents: 30_000, inFavourCents: 0, readers: [] }
  const mailOf = (pieceCode: string) => JSON.stringify(reminderMail('fr', [{ ...piece, pieceCode }]))
  expect(mailOf('FA-2026-000012')).toContain('/invoices?search=FA-2026-000012"')
  expect(mailOf('F#12/3')).toContain('/invoices?search=F%2312%2F3"')
})
