import * as v from 'valibot'
import { recordEvent } from '#features/audit/server/sql.ts'
import { dayInZone } from '#kit/day.ts'
import { EnvelopeAddress } from '#kit/mail.ts'
import type { Laboratory } from '#tenancy/server/actor.ts'
import type { Outbox } from '#tenancy/server/outbox.ts'
import { isReminderTime } from '../reminder-pace.ts'
import { reminderMail } from './reminder-mail.ts'
import { type Reminded, takeDueReminders, tryLockReminders } from './reminders-sql.ts'

/** Every hour of the day: what is overdue becomes mails, in one transaction with the note of it, so that it is sent once and never lost. */
export const reminderChore =
  (outbox: Outbox, areMailsSent: boolean) =>
  async (laboratory: Laboratory, now: Date): Promise<void> => {
    // What nobody gets is not noted as said: with a mail server nobody would be reminded a first time.
    if (!areMailsSent) return
    if (!isReminderTime(now, laboratory.timeZone)) return
    if (!(await tryLockReminders(laboratory))) return
    const pieces = await takeDueReminders(laboratory, dayInZone(now, laboratory.timeZone))
    await outbox.putAll(laboratory, lettersOf(pieces))
    for (const { invoiceId } of pieces)
      await recordEvent(laboratory, { kind: 'invoice_reminded', requestId: 'chore', subjectId: invoiceId })
  }

/** One to each reader, with all that they are reminded of. */
export function lettersOf(pieces: readonly Reminded[]) {
  const told = pieces.flatMap(piece => piece.readers.map(reader => ({ reader, piece })))
  return [...Map.groupBy(told, ({ reader }) => reader.userId).values()].flatMap(ofReader => {
    const [first] = ofReader
    // An address that no mail can be sent to keeps nobody else's mail waiting.
    if (!first || !v.is(EnvelopeAddress, first.reader.email)) return []
    const { email, language } = first.reader
    const text = reminderMail(
      language,
      ofReader.map(({ piece }) => piece),
    )
    return [{ to: { address: email.trim(), language }, text }]
  })
}
