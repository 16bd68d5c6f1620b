import { asTold, inOne, type OrderMove } from '#features/absences/rules.ts'
import { listPatients, lockAbsences, undoing } from '#features/absences/server/sql.ts'
import { findWeek, listClosed, listPracticeDays } from '#features/calendar/server/staff-sql.ts'
import { lockMovedOrders, lockOrdersDue, moveDeliveries } from '#features/cases/server/moved-deliveries-sql.ts'
import { horizonOf } from '#features/catalogue/rules.ts'
import { nextDeliveryDay } from '#features/ordering/promise.ts'
import { addDays, asSentence, type Day, dayInZone, formatDay, weekday } from '#kit/day.ts'
import type { Language } from '#kit/language.ts'
import type { Staff } from '#tenancy/server/actor.ts'

/**
 * Sets a practice's delivery days. Deliveries promised for a weekday that it gives up move to the next suitable day; those that
 * had avoided a weekday that it now accepts come back. From tomorrow on, since today's are under way. As with an absence the
 * practice causes the move, so it does not count as the laboratory's delay.
 */
export async function setDays(staff: Staff, practiceId: string, write: () => Promise<unknown>): Promise<OrderMove[]> {
  const practice = { tx: staff.tx, brandId: staff.brandId, practiceId }
  // Prevents promises by the old weekdays, and moves of the same cases for an absence.
  await lockAbsences(practice)
  const today = dayInZone(new Date(), staff.timeZone)
  const before = await findDays(staff, practiceId, today)
  await write()
  const after = await findDays(staff, practiceId, today)
  if (!before || !after) return []
  const [had, has] = [before.deliveryDays, after.deliveryDays]
  const lost = had.filter(day => !has.includes(day))
  const isGained = has.some(day => !had.includes(day))
  if (lost.length === 0 && !isGained) return []

  const [{ language, ...week }, closed] = await Promise.all([findWeek(staff), listClosed(staff, today)])
  const calendar = { ...week, ...after, holidays: closed.map(({ day }) => ({ day, name: '' })) }
  const tomorrow = addDays(today, 1)
  const moved = isGained ? await lockMovedOrders(practice, tomorrow) : []
  const back = await moveDeliveries(practice, moved, ({ delivery_on: day, moved_from_on: former }) => {
    const from = former ?? day
    const to = nextDeliveryDay(from > today ? from : tomorrow, calendar)
    if (!to || to >= day) return
    return { deliveryOn: to, movedFromOn: to > from ? from : null, note: notes[language].back(to), absenceNote: null }
  })
  const toCome = [{ from: tomorrow, to: horizonOf(today) }]
  const due = lost.length > 0 ? await lockOrdersDue(practice, toCome, tomorrow) : []
  const away = await moveDeliveries(practice, due, ({ delivery_on: day, moved_from_on: former }) => {
    const to = lost.includes(weekday(day)) ? nextDeliveryDay(day, calendar) : null
    if (!to || to <= day) return
    return { deliveryOn: to, movedFromOn: former ?? day, note: notes[language].away(to), absenceNote: null }
  })
  return inOne([...back, ...away])
}

/** Runs the change and rolls it back, so that the preview matches exactly what would happen. */
export async function lookAtDays(staff: Staff, practiceId: string, write: () => Promise<unknown>) {
  const moves = await undoing(staff, () => setDays(staff, practiceId, write))
  if (moves.length === 0) return []
  const ids = moves.map(({ id }) => id)
  const practice = { tx: staff.tx, brandId: staff.brandId, practiceId }
  return asTold(moves, await listPatients(practice, ids), staff.timeZone)
}

const findDays = async (staff: Staff, practiceId: string, today: Day) => {
  const [days] = await listPracticeDays(staff, [practiceId], today)
  return days
}

/** Timeline entries, in the laboratory's language. */
const notes: Record<Language, Record<'away' | 'back', (to: Day) => string>> = {
  fr: {
    away: to =>
      asSentence(
        `Le cabinet a changé ses jours de livraison\u00a0: livraison déplacée au ${formatDay(to, 'fr', 'date')}`,
      ),
    back: to =>
      asSentence(
        `Le cabinet a changé ses jours de livraison\u00a0: livraison avancée au ${formatDay(to, 'fr', 'date')}`,
      ),
  },
  en: {
    away: to =>
      asSentence(`The practice has changed its delivery days: delivery moved to ${formatDay(to, 'en', 'date')}`),
    back: to =>
      asSentence(
        `The practice has changed its delivery days: delivery brought forward to ${formatDay(to, 'en', 'date')}`,
      ),
  },
}
