import { byDay, halvesAway, nobodyTakesIn } from '#features/absences/rules.ts'
import type { PrintType } from '#features/cases/contract.ts'
import type { CatalogueProduct, DeliveryCalendar } from '#features/catalogue/contract.ts'
import { horizonOf } from '#features/catalogue/rules.ts'
import type { Pickup } from '#features/rides/contract.ts'
import { addDays, type Day, daysBetween, weekday } from '#kit/day.ts'
import type { DeliveryPromise, PromiseStep } from './contract.ts'

export type PromiseInput = {
  /** In the laboratory's time zone, like every day here. */
  today: Day
  products: readonly Pick<CatalogueProduct, 'leadDays'>[]
  printType: PrintType
  /** The pickup of a physical impression; without one, the impression is assumed to leave today. */
  pickup?: Pickup | null | undefined
  wishedOn?: Day | undefined
  appointmentOn?: Day | undefined
  calendar: DeliveryCalendar
  /** Whether the laboratory has capacity for this work on a day; absent where capacity is not limited. */
  hasRoom?: (day: Day) => boolean
}

/** The first day, from this one on, with deliveries; null when there is none before the horizon. */
export const nextDeliveryDay = (from: Day, calendar: DeliveryCalendar): Day | null =>
  promiseOf({ today: from, products: [], printType: 'optical', calendar })?.deliveryDate ?? null

/**
 * When the work arrives, and why; runs both in the browser and on the server. The day of the order does not count; the last
 * day in the laboratory may be the day of delivery. Null when no day of the next 18 months will do.
 */
export function promiseOf(input: PromiseInput): DeliveryPromise | null {
  const { today, products, printType, wishedOn, appointmentOn, calendar, hasRoom } = input
  const isPhysical = printType === 'physical'
  const pickup = isPhysical && input.pickup
  const reasons = reasonsOf(calendar)
  const account = newAccount()
  const horizon = horizonOf(today)

  /** The day at whose end this many working days are done. */
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
  /** Nothing travels until the pickup. */
  const collectedOn = () => {
    let day = today
    while (pickup && day < pickup.date && day <= horizon) {
      day = addDays(day, 1)
      account.add({ step: 'pickup' }, day)
    }
    return day
  }
  /** Tells for how many days the laboratory is full, but not how full or with what. */
  const full = (day: Day) => (hasRoom && !hasRoom(day) ? ({ step: 'first_possible' } as const) : undefined)
  /** Each day without deliveries moves the delivery by one. */
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

/** Cached by calendar: declaring an absence computes a promise for each case that it moves. */
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
  /** The practice's own reasons come first: on a day without its round, a holiday of the laboratory is irrelevant. */
  const undeliverable = (day: Day): Reason | undefined => {
    // Naming the laboratory's reasons would reveal, by elimination, which days are the practice's absences.
    if (withoutRounds) return !hasRound(day) || closed(day) || withoutRounds.has(day) ? { step: 'no_round' } : undefined
    if (nobodyTakesIn(absencesOn(day, calendar), day, calendar.oneRounds)) return { step: 'absent' }
    return hasRound(day) ? closed(day) : { step: 'no_round' }
  }
  return { closed, undeliverable }
}

/** The order of explanation: the work, the days without work, the days without delivery. */
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

/** Adds up days by reason: the weekends of a long work are one step, each holiday and each absence its own. */
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

/**
 * A day of full absence has no patients, even if deliveries are accepted. For users who may not see absences, days without
 * rounds are excluded too, so that no absence can be inferred.
 */
function firstOpen(from: Day, { openingDays, absences = [], withoutRounds = [] }: DeliveryCalendar): Day {
  const isClosed = (day: Day) =>
    !openingDays.includes(weekday(day)) || withoutRounds.includes(day) || halvesAway(absences, day).length > 1
  let day = from
  while (isClosed(day)) day = addDays(day, 1)
  return day
}
