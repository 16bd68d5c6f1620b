import { addDays, type Day, weekday } from '#kit/day.ts'

const friday = 5
const onWorkingDay = (day: Day, by: 1 | -1): Day => (weekday(day) > friday ? onWorkingDay(addDays(day, by), by) : day)

/**
 * The day for which a case can still be requested: the last working day before its patient comes, or else the next working
 * day. Null when that is after the patient, or no sooner than promised; a promised day that has passed does not count.
 */
export function neededBy(patientOn: Day | null, promisedOn: Day | null, today: Day): Day | null {
  const before = patientOn && onWorkingDay(addDays(patientOn, -1), -1)
  const wanted = before && before > today ? before : onWorkingDay(addDays(today, 1), 1)
  const isPromised = promisedOn !== null && promisedOn >= today && promisedOn <= wanted
  const sooner = isPromised ? onWorkingDay(addDays(promisedOn, -1), -1) : wanted
  return sooner > today && (!patientOn || sooner <= patientOn) ? sooner : null
}
