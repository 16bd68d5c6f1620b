import { asTold } from '#features/absences/rules.ts'
import {
  listOrdersPromised,
  lockOrdersPromised,
  moveByLaboratory,
} from '#features/cases/server/laboratory-moves-sql.ts'
import type { DeliveryCalendar } from '#features/catalogue/contract.ts'
import { horizonOf } from '#features/catalogue/rules.ts'
import { nextDeliveryDay } from '#features/ordering/promise.ts'
import { addDays, asSentence, type Day, dayInZone, formatDay, weekday } from '#kit/day.ts'
import type { Language } from '#kit/language.ts'
import type { Staff } from '#tenancy/server/actor.ts'
import { frenchHolidays } from '../french-holidays.ts'
import type { Change } from '../input.ts'
import type { Effect } from '../staff-contract.ts'
import { findWeek, listClosed, listPatients, listPickupsOn, listPracticeDays } from './staff-sql.ts'

const mostShown = 50

/** What would be taken away that has been promised, and where it would go: what would come after its patient first. */
export async function effectOf(staff: Staff, change: Change): Promise<Effect> {
  const taken = await takenBy(staff, change)
  if (taken.days.length === 0) return { deliveries: 0, late: 0, shown: [], pickups: [] }
  const [orders, pickups] = await Promise.all([listOrdersPromised(staff, taken.days), listPickupsOn(staff, taken.days)])
  const whereTo = await newDays(staff, orders, taken)
  const patients = await listPatients(
    staff,
    orders.map(({ id }) => id),
  )
  const moves = orders.map(({ id, code, practice, from, practiceId }) => {
    const to = whereTo({ practiceId, from })
    return { id, code, practice, from, to: to ?? from, stays: to === null }
  })
  const told = asTold(moves, patients, staff.timeZone).map(({ stays, ...one }) => ({
    ...one,
    ...(stays && { to: null, isTooLate: false }),
  }))
  const late = told.filter(({ isTooLate }) => isTooLate).length
  return { deliveries: orders.length, late, shown: told.slice(0, mostShown), pickups }
}

/** To be called before the change is written, in its transaction. Returns how many have been moved. */
export async function moveOutOfTakenDays(staff: Staff, change: Change): Promise<number> {
  const taken = await takenBy(staff, change)
  if (taken.days.length === 0) return 0
  const orders = await lockOrdersPromised(staff, taken.days)
  const whereTo = await newDays(staff, orders, taken)
  const moves = orders.flatMap(order => {
    const to = whereTo(order)
    return to && to > order.from ? [{ id: order.id, to, note: noteOf[taken.language](to, order.from) }] : []
  })
  await moveByLaboratory(staff, moves)
  return moves.length
}

type Taken = {
  /** Days to come on which it works now and would not then. */
  days: Day[]
  laboratory: Pick<
    DeliveryCalendar,
    'workingDays' | 'holidays' | 'physicalTransportDays' | 'appointmentBufferDays' | 'oneRounds'
  >
  language: Language
  today: Day
}

async function takenBy(staff: Staff, change: Change): Promise<Taken> {
  const today = dayInZone(new Date(), staff.timeZone)
  const [{ language, ...week }, closed] = await Promise.all([findWeek(staff), listClosed(staff, today)])
  const before = new Set(closed.map(({ day }) => day))
  const after = new Set([...before, ...closedBy(change)])
  const workingDays = change.what === 'week' ? change.workingDays : week.workingDays
  const days: Day[] = []
  for (let day = today; day <= horizonOf(today); day = addDays(day, 1)) {
    const works = !before.has(day) && week.workingDays.includes(weekday(day))
    if (works && (after.has(day) || !workingDays.includes(weekday(day)))) days.push(day)
  }
  const holidays = [...after].map(day => ({ day, name: '' }))
  return { days, laboratory: { ...week, workingDays, holidays }, language, today }
}

export function closedBy(change: Change): Day[] {
  if (change.what === 'week') return []
  if (change.what === 'year') return frenchHolidays(change.year).map(({ day }) => day)
  const days: Day[] = []
  for (let day = change.from; day <= change.to; day = addDays(day, 1)) days.push(day)
  return days
}

async function newDays(staff: Staff, orders: readonly { practiceId: string }[], { laboratory, today }: Taken) {
  const practices = await listPracticeDays(staff, [...new Set(orders.map(({ practiceId }) => practiceId))], today)
  const byId = new Map(practices.map(({ id, ...days }) => [id, { ...laboratory, ...days }]))
  const known = new Map<string, Day | null>()
  return ({ practiceId, from }: { practiceId: string; from: Day }): Day | null => {
    const key = `${practiceId}/${from}`
    const calendar = byId.get(practiceId)
    if (!known.has(key)) known.set(key, calendar ? nextDeliveryDay(from, calendar) : null)
    return known.get(key) ?? null
  }
}

/** On the timeline, in the laboratory's language. */
const noteOf: Record<Language, (to: Day, from: Day) => string> = {
  fr: (to, from) =>
    `Livraison déplacée au ${formatDay(to, 'fr', 'date')}\u00a0: laboratoire fermé le ${asSentence(formatDay(from, 'fr', 'date'))}`,
  en: (to, from) =>
    `Delivery moved to ${formatDay(to, 'en', 'date')}: laboratory closed on ${asSentence(formatDay(from, 'en', 'date'))}`,
}
