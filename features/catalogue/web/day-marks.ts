import { halvesAway, nobodyTakesIn } from '#features/absences/rules.ts'
import { type Day, weekday } from '#kit/day.ts'
import type { DayMark } from '#kit/web/ui/day-mark.ts'
import type { DeliveryCalendar } from '../contract.ts'
import type { DaysText } from '../text/days-en.ts'

type Known = Pick<
  DeliveryCalendar,
  'workingDays' | 'deliveryDays' | 'openingDays' | 'holidays' | 'absences' | 'withoutRounds' | 'oneRounds'
>

/** The reason against a delivery on this day. */
export function deliveryMark(day: Day, calendar: Known, t: DaysText): DayMark | undefined {
  const { workingDays, deliveryDays, holidays, absences = [], withoutRounds = [], oneRounds } = calendar
  const holiday = holidays.find(one => one.day === day)
  if (holiday) return { words: t.closed(holiday.name), look: 'warn' }
  if (!workingDays.includes(weekday(day))) return { words: t.laboratoryClosed, look: 'off' }
  if (!deliveryDays.includes(weekday(day))) return { words: t.noRound, look: 'off' }
  if (nobodyTakesIn(ofDay(absences, day), day, oneRounds)) return { words: t.away, look: 'warn' }
  return withoutRounds.includes(day) ? { words: t.noRound, look: 'warn' } : undefined
}

/** The reason against an appointment on this day. */
export function appointmentMark(day: Day, { openingDays, absences = [] }: Known, t: DaysText): DayMark | undefined {
  if (halvesAway(absences, day).length > 1) return { words: t.away, look: 'warn' }
  return openingDays.includes(weekday(day)) ? undefined : { words: t.practiceClosed, look: 'off' }
}

const ofDay = <Period extends { from: Day; to: Day }>(absences: readonly Period[], day: Day) =>
  absences.filter(({ from, to }) => from <= day && day <= to)
