import { byDay, halvesAway, nobodyTakesIn } from '#features/absences/rules.ts'
import type { PrintType } from '#features/cases/contract.ts'
import type { CatalogueProduct, DeliveryCalendar } from '#features/catalogue/contract.ts'
import { horizonOf } from '#features/catalogue/rules.ts'
import type { Pickup } from '#features/rides/contract.ts'
import { addDays, type Day, daysBetween, weekday } from '#kit/day.ts'
import type { DeliveryPromise, PromiseStep } from './contract.ts'

export type PromiseInput = {
  /** In the laboratory's time zone, as all days here. */
  today: Day
  products: readonly Pick<CatalogueProduct, 'leadDays'>[]
  printType: PrintType
  /** What takes a physical impression; it leaves today where no driver can come. */
  pickup?: Pickup | null | undefined
  wishedOn?: Day | undefined
  appointmentOn?: Day | undefined
  calendar: DeliveryCalendar
  /** Whether the laboratory can finish this much more on a day; any day where it counts no capacity. */
  hasRoom?: (day: Day) => boolean
}

/** The first day from this one on on which something can be delivered; null where no day within reach will do. */
export const nextDeliveryDay = (from: Day, calendar: DeliveryCalendar): Day | null =>
  promiseOf({ today: from, products: [], printType: 'optical', calendar })?.deliveryDate ?? null

/**
 * When the work arrives, and why: the same function answers on the screen and on the server. The day of the order does not
 * count, the last day in the laboratory may be the day of delivery. `null` where no day of the next 18 months will do.
 */
export function promiseOf(input: PromiseInput): DeliveryPromise | null {
  const { today, products, printType, wishedOn, appointmentOn, calendar, hasRoom } = input
  const isPhysical = printType === 'physical'
  const pickup = isPhysical && input.pickup
  const reasons = reasonsOf(calendar)
  const account = newAccount()
  const horizon = horizonOf(today)

  /** The day at whose end this much work is done. */
  const workFrom = (from: Day, step: 'transport' | 'lab', workingDays: number): Day => {
    let day = from
    for (let left = workingDays; left > 0 && day <= horizon; ) {
      day = addDays(day, 1)
      const closed = reasons.closed(day)
      if (!closed) left--
      account.add(closed ?? { step }, day)
    }
    return day
  }
  /** Until somebody comes to take it, nothing travels. */
  const collectedOn = () => {
    let day = today
    while (pickup && day < pickup.date && day <= horizon) {
      day = addDays(day, 1)
      account.add({ step: 'pickup' }, day)
    }
    return day
  }
  /** For how many days the laboratory is full is told; how full, and of what, is not. */
  const full = (day: Day) => (hasRoom && !hasRoom(day) ? ({ step: 'first_possible' } as const) : undefined)
  /** Each day on which nothing can be delivered puts the delivery off by one. */
  const waitFrom = (from: Day, until: Day | undefined): Day => {
    let day = from
    for (; day <= horizon; day = addDays(day, 1)) {
      const reason =
        until !== undefined && day < until ? ({ step: 'wished' } as const) : (reasons.undeliverable(day) ?? full(day))
      if (!reason) break
      account.add(reason, day)
    }
    return day
  }

  const arrivedOn = workFrom(collectedOn(), 'transport', isPhysical ? calendar.physicalTransportDays : 0)
  const readyOn = workFrom(arrivedOn, 'lab', Math.max(0, ...products.map(({ leadDays }) => leadDays)))
  const possibleOn = waitFrom(readyOn, undefined)
  const deliveryDate = waitFrom(possibleOn, wishedOn)
  if (deliveryDate > horizon) return null
  const verdict = verdictOf(deliveryDate, calendar.appointmentBufferDays, wishedOn, appointmentOn)
  const isLateByWish = appointmentOn !== undefined && verdict.verdict === 'late' && deliveryDate > possibleOn
  return {
    deliveryDate,
    ...(appointmentOn && { appointmentDate: appointmentOn }),
    ...verdict,
    ...(isLateByWish && { lateByWish: true as const }),
    earliest: firstOpen(addDays(deliveryDate, calendar.appointmentBufferDays), calendar),
    because: account.steps(),
    ...(pickup && { pickup }),
  }
}

/** Read once: whoever declares an absence asks for each case that it moves. */
const absencesOf = new WeakMap<DeliveryCalendar, ReturnType<typeof readAbsences>>()
const readAbsences = ({ absences = [] }: DeliveryCalendar) => byDay(absences)
function absencesOn(day: Day, calendar: DeliveryCalendar) {
  const read = absencesOf.get(calendar) ?? readAbsences(calendar)
  absencesOf.set(calendar, read)
  return read(day)
}

type Reason = Pick<PromiseStep, 'step' | 'name'>

function reasonsOf(calendar: DeliveryCalendar) {
  const holidays = new Map(calendar.holidays.map(({ day, name }) => [day, name]))
  const withoutRounds = calendar.withoutRounds && new Set(calendar.withoutRounds)

  const closed = (day: Day): Reason | undefined => {
    const name = holidays.get(day)
    if (name !== undefined) return { step: 'closed', name }
    if (!calendar.workingDays.includes(weekday(day))) return { step: 'closed' }
  }
  const hasRound = (day: Day) => calendar.deliveryDays.includes(weekday(day))
  /** What the practice knows of itself comes first: on a day without its round, the laboratory's holiday is no news. */
  const undeliverable = (day: Day): Reason | undefined => {
    // Told apart, the laboratory's reasons would show which ones are the practice's.
    if (withoutRounds) return !hasRound(day) || closed(day) || withoutRounds.has(day) ? { step: 'no_round' } : undefined
    if (nobodyTakesIn(absencesOn(day, calendar), day, calendar.oneRounds)) return { step: 'absent' }
    return hasRound(day) ? closed(day) : { step: 'no_round' }
  }
  return { closed, undeliverable }
}

/** In the order in which one would tell it: the work, when nobody works, when nobody can bring it. */
const ranks: Record<PromiseStep['step'], number> = {
  pickup: 0,
  transport: 0,
  lab: 1,
  closed: 2,
  no_round: 3,
  absent: 3,
  first_possible: 3,
  wished: 3,
}

/** Adds up days by their reason: weekends of a long work are one step, each holiday and each absence its own. */
function newAccount() {
  const steps: PromiseStep[] = []
  return {
    add(reason: Reason, day: Day) {
      const { step, name } = reason
      const isRoutine = name === undefined && step !== 'absent'
      const last = steps.findLast(
        before => before.step === step && before.name === name && (isRoutine || daysBetween(before.to, day) === 1),
      )
      if (!last) steps.push({ ...reason, days: 1, from: day, to: day })
      else {
        last.days++
        last.to = day
      }
    },
    steps: () =>
      steps.toSorted((a, b) => ranks[a.step] - ranks[b.step] || (a.from < b.from ? -1 : a.from > b.from ? 1 : 0)),
  }
}

function verdictOf(deliveryDate: Day, bufferDays: number, wishedOn: Day | undefined, appointmentOn: Day | undefined) {
  const neededOn = appointmentOn ? addDays(appointmentOn, -bufferDays) : wishedOn
  if (!neededOn) return { verdict: 'ahead', days: 0 } as const
  const left = daysBetween(deliveryDate, neededOn)
  return { verdict: left > 0 ? 'ahead' : left < 0 ? 'late' : 'same_day', days: Math.abs(left) } as const
}

/** Nobody sees patients on a day that is all absence, whether deliveries are taken or not; who may not see absences is kept clear of those that can be guessed. */
function firstOpen(from: Day, { openingDays, absences = [], withoutRounds = [] }: DeliveryCalendar): Day {
  const isClosed = (day: Day) =>
    !openingDays.includes(weekday(day)) || withoutRounds.includes(day) || halvesAway(absences, day).length > 1
  let day = from
  while (isClosed(day)) day = addDays(day, 1)
  return day
}
