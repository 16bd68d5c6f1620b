import * as v from 'valibot'
import { recordEvent } from '#features/audit/server/sql.ts'
import { dayInZone } from '#kit/day.ts'
import { EnvelopeAddress } from '#kit/mail.ts'
import type { Laboratory } from '#tenancy/server/actor.ts'
import type { Outbox } from '#tenancy/server/outbox.ts'
import { isReminderTime } from '../reminder-pace.ts'
import { reminderMail } from './reminder-mail.ts'
import { type Reminded, takeDueReminders, tryLockReminders } from './reminders-sql.ts'

/**
 * Runs hourly: turns what is overdue into mails, in one transaction with the record of them, so that each is sent once
 * and never lost.
 */
export const reminderChore =
  (outbox: Outbox, areMailsSent: boolean) =>
  async (laboratory: Laboratory, now: Date): Promise<void> => {
    // An unsent reminder must not be recorded: otherwise the first one would be missing once there is a mail server.
    if (!areMailsSent) return
    if (!isReminderTime(now, laboratory.timeZone)) return
    if (!(await tryLockReminders(laboratory))) return
    const pieces = await takeDueReminders(laboratory, dayInZone(now, laboratory.timeZone))
    await outbox.putAll(laboratory, lettersOf(pieces))
    for (const { invoiceId } of pieces)
      await recordEvent(laboratory, { kind: 'invoice_reminded', requestId: 'chore', subjectId: invoiceId })
  }

/** One mail per reader, with all of their reminders. */
export function lettersOf(pieces: readonly Reminded[]) {
  const told = pieces.flatMap(piece => piece.readers.map(reader => ({ reader, piece })))
  return [...Map.groupBy(told, ({ reader }) => reader.userId).values()].flatMap(ofReader => {
    const [first] = ofReader
    // An invalid address must not delay the other readers' mails.
    if (!first || !v.is(EnvelopeAddress, first.reader.email)) return []
    const { email, language } = first.reader
    const text = reminderMail(
      language,
      ofReader.map(({ piece }) => piece),
    )
    return [{ to: { address: email.trim(), language }, text }]
  })
}
