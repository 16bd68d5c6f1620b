import { byDay, halvesAway, nobodyTakesIn } from '#features/absences/rules.ts'
import type { Shift } from '#features/rides/contract.ts'
import { addDays, type Day, weekday } from '#kit/day.ts'
import type { DeliveryCalendar } from './contract.ts'

/** How far ahead anything can be promised: 18 months, for which the calendars are known. */
export const horizonDays = 548
export const horizonOf = (today: Day): Day => addDays(today, horizonDays)

type Known = DeliveryCalendar & { absences: NonNullable<DeliveryCalendar['absences']> }

/**
 * The calendar for users who may not see absences. It does not distinguish absences from the laboratory's holidays, and
 * omits days whose weekday never has a round. Drivers also fetch on weekdays on which they bring nothing.
 */
export function withoutReasons({ absences, ...calendar }: Known, today: Day): DeliveryCalendar {
  const away = absences.filter(({ deliveryPossible }) => !deliveryPossible)
  const days = new Set(calendar.holidays.map(({ day }) => day))
  const halves = new Map<Day, Shift[]>()
  const awayOn = byDay(away)
  for (const { from, to } of away)
    for (let day = from < today ? today : from; day <= to && day <= horizonOf(today); day = addDays(day, 1)) {
      if (nobodyTakesIn(awayOn(day), day, calendar.oneRounds)) days.add(day)
      halves.set(day, halvesAway(awayOn(day), day))
    }
  const isWorked = (day: Day) => calendar.workingDays.includes(weekday(day))
  const isUsual = (day: Day) => isWorked(day) && calendar.deliveryDays.includes(weekday(day))
  const withoutRounds = new Set([...days].filter(isUsual).sort())
  const halvesWithoutRounds = [...halves]
    .filter(([day]) => isWorked(day) && !withoutRounds.has(day))
    .flatMap(([day, away]) => away.map(shift => ({ day, shift })))
  return { ...calendar, withoutRounds: [...withoutRounds], halvesWithoutRounds }
}

/** Why nothing can be delivered on a day; undefined where deliveries are possible. */
export function againstDelivery(day: Day, calendar: DeliveryCalendar): 'closed' | 'no_round' | undefined {
  const { workingDays, holidays, deliveryDays, withoutRounds = [], absences = [], oneRounds } = calendar
  if (!workingDays.includes(weekday(day)) || holidays.some(holiday => holiday.day === day)) return 'closed'
  const hasRound = deliveryDays.includes(weekday(day)) && !withoutRounds.includes(day)
  return hasRound && !nobodyTakesIn(absences, day, oneRounds) ? undefined : 'no_round'
}

/** Whether the product has these values already. */
export function isSameProduct(now: object, facts: object): boolean {
  const before: Record<string, unknown> = { ...now }
  return Object.entries(facts).every(([name, value]) => before[name] === value)
}
