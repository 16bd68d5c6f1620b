import { addDays, type Day, weekday } from '#kit/day.ts'

const friday = 5
const onWorkingDay = (day: Day, by: 1 | -1): Day => (weekday(day) > friday ? onWorkingDay(addDays(day, by), by) : day)

/**
 * For when a case can still be asked for: on the last working day before its patient, or else on the first one to come. Null
 * where that is after the patient, or no sooner than it is promised; a promise that has gone by promises nothing.
 */
export function neededBy(patientOn: Day | null, promisedOn: Day | null, today: Day): Day | null {
  const before = patientOn && onWorkingDay(addDays(patientOn, -1), -1)
  const wanted = before && before > today ? before : onWorkingDay(addDays(today, 1), 1)
  const isPromised = promisedOn !== null && promisedOn >= today && promisedOn <= wanted
  const sooner = isPromised ? onWorkingDay(addDays(promisedOn, -1), -1) : wanted
  return sooner > today && (!patientOn || sooner <= patientOn) ? sooner : null
}
