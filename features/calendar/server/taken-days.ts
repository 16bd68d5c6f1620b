import { asTold, nobodyTakesIn, type OneRound } from '#features/absences/rules.ts'
import { listPatients } from '#features/absences/server/sql.ts'
import {
  listOrdersPromised,
  lockOrdersPromised,
  moveByLaboratory,
} from '#features/cases/server/laboratory-moves-sql.ts'
import type { DeliveryCalendar } from '#features/catalogue/contract.ts'
import { horizonOf } from '#features/catalogue/rules.ts'
import { nextDeliveryDay } from '#features/ordering/promise.ts'
import type { Shift } from '#features/rides/contract.ts'
import { addDays, asSentence, type Day, dayInZone, formatDay, weekday } from '#kit/day.ts'
import type { Language } from '#kit/language.ts'
import type { Staff } from '#tenancy/server/actor.ts'
import { frenchHolidays } from '../french-holidays.ts'
import type { Change } from '../input.ts'
import type { Effect } from '../staff-contract.ts'
import { findWeek, listClosed, listPickupsOn, listPracticeDays } from './staff-sql.ts'

const mostShown = 50

/** The promised deliveries a change would affect, and where they would go: those that would come after their patient first. */
export async function effectOf(staff: Staff, change: Change): Promise<Effect> {
  const taken = await takenBy(staff, change)
  if (taken.days.length === 0) return { deliveries: 0, late: 0, early: 0, shown: [], pickups: [] }
  const [promised, pickups] = await Promise.all([
    listOrdersPromised(staff, taken.days),
    listPickupsOn(staff, taken.days),
  ])
  const orders = await takenOf(staff, promised, taken)
  const moves = await findMoves(staff, orders, taken)
  // A case that came after its patient before is not late because of this.
  const late = moves.filter(({ isTooLate, wasTooLate }) => isTooLate && !wasTooLate).length
  const early = moves.filter(one => one.early !== null).length
  return {
    deliveries: orders.length,
    late,
    early,
    shown: moves.slice(0, mostShown),
    pickups: pickups.filter(taken.takesPickup),
  }
}

/**
 * Must be called before the change is written, in its transaction. With `early`, a delivery that would come after its
 * patient moves to an earlier day if there is one. Returns the number of moved deliveries.
 */
export async function moveOutOfTakenDays(staff: Staff, change: Change, { early }: { early: boolean }): Promise<number> {
  const taken = await takenBy(staff, change)
  if (taken.days.length === 0) return 0
  const promised = await lockOrdersPromised(staff, taken.days)
  const found = await findMoves(staff, await takenOf(staff, promised, taken), taken)
  const moves = found.flatMap(({ id, from, ...days }) => {
    const to = (early && days.early) || days.to
    return to
      ? [{ id, to, note: notesOf[change.what === 'rounds' ? 'round' : 'closed'][taken.language](to, from) }]
      : []
  })
  await moveByLaboratory(staff, moves)
  return moves.length
}

type Promised = Awaited<ReturnType<typeof listOrdersPromised>>[number]

/** Those that would come after their patient first. */
async function findMoves(staff: Staff, orders: readonly Promised[], taken: Taken): Promise<Effect['shown']> {
  const daysOf = await newDays(staff, orders, taken)
  const patients = await listPatients(
    staff,
    orders.map(({ id }) => id),
  )
  const moves = orders.map(({ id, code, practice, from, practiceId }) => {
    const days = daysOf({ practiceId, from })
    const to = days.to()
    return { id, code, practice, from, to: to ?? from, days, stays: to === null }
  })
  return asTold(moves, patients, staff.timeZone).map(({ stays, days, ...one }) => {
    const isTooLate = one.isTooLate && !stays
    // A case promised for after its patient was late already, at the practice's own wish.
    const early = isTooLate && !one.wasTooLate ? days.before() : null
    return { ...one, isTooLate, early, ...(stays && { to: null }) }
  })
}

/** On a day of which a round is left, only what is promised to practices that are away in its half. */
async function takenOf<One extends { practiceId: string; from: Day }>(
  staff: Staff,
  orders: readonly One[],
  { before, laboratory, today }: Taken,
): Promise<readonly One[]> {
  if (!before) return orders
  const ids = [...new Set(orders.map(({ practiceId }) => practiceId))]
  const absences = new Map((await listPracticeDays(staff, ids, today)).map(one => [one.id, one.absences]))
  return orders.filter(({ practiceId, from }) => {
    const away = absences.get(practiceId) ?? []
    return nobodyTakesIn(away, from, laboratory.oneRounds) && !nobodyTakesIn(away, from, before)
  })
}

type Taken = {
  /** Future days on which the laboratory works now, but not after the change; or with a round less. */
  days: Day[]
  /** Where rounds are dropped, the weekdays with a single one until now. */
  before?: readonly OneRound[]
  takesPickup: (ride: { date: Day; shift: Shift }) => boolean
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
  if (change.what === 'rounds') {
    const oneRounds = oneRoundsWithout(change.dropped)
    const isSame = (one: OneRound) => (other: OneRound) => one.weekday === other.weekday && one.shift === other.shift
    const isNew = (day: Day) => oneRounds.some(one => one.weekday === weekday(day) && !week.oneRounds.some(isSame(one)))
    const holidays = closed.map(({ day }) => ({ day, name: '' }))
    const days: Day[] = []
    for (let day = today; day <= horizonOf(today); day = addDays(day, 1)) if (isNew(day)) days.push(day)
    const takesPickup = ({ date, shift }: { date: Day; shift: Shift }) =>
      change.dropped.some(one => one.weekday === weekday(date) && one.shift === shift)
    return {
      days,
      before: week.oneRounds,
      takesPickup,
      laboratory: { ...week, holidays, oneRounds },
      language,
      today,
    }
  }
  const before = new Set(closed.map(({ day }) => day))
  const after = new Set([...before, ...closedBy(change)])
  const workingDays = change.what === 'week' ? change.workingDays : week.workingDays
  const days: Day[] = []
  for (let day = today; day <= horizonOf(today); day = addDays(day, 1)) {
    const works = !before.has(day) && week.workingDays.includes(weekday(day))
    if (works && (after.has(day) || !workingDays.includes(weekday(day)))) days.push(day)
  }
  const holidays = [...after].map(day => ({ day, name: '' }))
  return { days, takesPickup: () => true, laboratory: { ...week, workingDays, holidays }, language, today }
}

/** The weekdays that keep one of their two rounds. */
const oneRoundsWithout = (dropped: readonly OneRound[]): OneRound[] =>
  dropped
    .filter(one => !dropped.some(other => other.weekday === one.weekday && other.shift !== one.shift))
    .map(({ weekday, shift }) => ({ weekday, shift: shift === 'AM' ? 'PM' : 'AM' }))

export function closedBy(change: Change): Day[] {
  if (change.what === 'week' || change.what === 'rounds') return []
  if (change.what === 'year') return frenchHolidays(change.year).map(({ day }) => day)
  const days: Day[] = []
  for (let day = change.from; day <= change.to; day = addDays(day, 1)) days.push(day)
  return days
}

/** Computed lazily, once per practice and day: a long closure affects thousands of cases. */
type NewDays = { to: () => Day | null; before: () => Day | null }

async function newDays(staff: Staff, orders: readonly { practiceId: string }[], { laboratory, today }: Taken) {
  const practices = await listPracticeDays(staff, [...new Set(orders.map(({ practiceId }) => practiceId))], today)
  const byId = new Map(practices.map(({ id, ...days }) => [id, { ...laboratory, ...days }]))
  const closed = new Set(laboratory.holidays.map(({ day }) => day))
  const works = (day: Day) => laboratory.workingDays.includes(weekday(day)) && !closed.has(day)
  /** The last day after today and before this one on which a delivery is possible. */
  function lastDayBefore(from: Day, calendar: DeliveryCalendar): Day | null {
    for (let day = addDays(from, -1); day > today && day >= addDays(from, -mostEarlier); day = addDays(day, -1))
      // The cheap check first: the practice's days are found by walking from day to day.
      if (works(day) && nextDeliveryDay(day, calendar) === day) return day
    return null
  }
  const known = new Map<string, NewDays>()
  return ({ practiceId, from }: { practiceId: string; from: Day }): NewDays => {
    const key = `${practiceId}/${from}`
    const calendar = byId.get(practiceId)
    const found = known.get(key) ?? {
      to: once(() => (calendar ? laterOnly(nextDeliveryDay(from, calendar), from) : null)),
      before: once(() => (calendar ? lastDayBefore(from, calendar) : null)),
    }
    known.set(key, found)
    return found
  }
}

function once(find: () => Day | null): () => Day | null {
  let found: Day | null | undefined
  return () => {
    if (found === undefined) found = find()
    return found
  }
}

const laterOnly = (day: Day | null, from: Day) => (day !== null && day > from ? day : null)

/** Work due a week later is rarely ready earlier than that. */
const mostEarlier = 7

/** Timeline note, in the laboratory's language. */
const noteOf = (because: Record<Language, string>): Record<Language, (to: Day, from: Day) => string> => ({
  fr: (to, from) =>
    `Livraison ${to < from ? 'avancée' : 'déplacée'} au ${formatDay(to, 'fr', 'date')}\u00a0: ${because.fr} le ${asSentence(formatDay(from, 'fr', 'date'))}`,
  en: (to, from) =>
    `Delivery ${to < from ? 'brought forward' : 'moved'} to ${formatDay(to, 'en', 'date')}: ${because.en} on ${asSentence(formatDay(from, 'en', 'date'))}`,
})

const notesOf = {
  closed: noteOf({ fr: 'laboratoire fermé', en: 'laboratory closed' }),
  round: noteOf({ fr: 'une tournée de moins', en: 'one round less' }),
}
