import { nobodyTakesIn } from '#features/absences/rules.ts'
import { addDays, type Day, weekday } from '#kit/day.ts'
import type { DeliveryCalendar } from './contract.ts'

type NoDelivery =
  | { because: 'holiday'; name: string }
  | { because: 'laboratory_closed' | 'practice_closed' | 'no_round'; name?: undefined }
  | ({ because: 'away' } & NonNullable<DeliveryCalendar['absences']>[number])

/** Why nothing can be delivered on a day, for users who may know; undefined where deliveries are possible. */
export function whyNoDelivery(day: Day, calendar: DeliveryCalendar): NoDelivery | undefined {
  const { workingDays, holidays, deliveryDays, withoutRounds = [], absences = [], oneRounds } = calendar
  const holiday = holidays.find(one => one.day === day)
  if (holiday) return { because: 'holiday', name: holiday.name }
  if (!workingDays.includes(weekday(day))) return { because: 'laboratory_closed' }
  const away = absences.filter(({ from, to, deliveryPossible }) => from <= day && day <= to && !deliveryPossible)
  if (away[0] && nobodyTakesIn(away, day, oneRounds)) return { because: 'away', ...away[0] }
  if (isPracticeClosed(day, calendar)) return { because: 'practice_closed' }
  return deliveryDays.includes(weekday(day)) && !withoutRounds.includes(day) ? undefined : { because: 'no_round' }
}

type PracticeWeek = Pick<DeliveryCalendar, 'openingDays' | 'deliveryDays'>

/** The weekdays on which the practice neither sees patients nor accepts deliveries. */
export const closedWeekdays = ({ openingDays, deliveryDays }: PracticeWeek): number[] =>
  [1, 2, 3, 4, 5, 6, 7].filter(day => !openingDays.includes(day) && !deliveryDays.includes(day))

export const isPracticeClosed = (day: Day, week: PracticeWeek): boolean => closedWeekdays(week).includes(weekday(day))

/** The first day after this one with deliveries, within a year. */
export function dayThatWillDo(after: Day, calendar: DeliveryCalendar): Day | undefined {
  const days = Array.from({ length: 366 }, (_, index) => addDays(after, index + 1))
  return days.find(day => !whyNoDelivery(day, calendar))
}
