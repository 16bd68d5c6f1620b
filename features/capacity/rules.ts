import { type Day, weekday } from '#kit/day.ts'

/** Of a family, or of all together (null), from Monday to Sunday: null where nothing limits the day. */
export type Week = { family: string | null; elements: (number | null)[] }
export type Exception = { family: string | null; day: Day; elements: number }
export type Capacity = { weeks: readonly Week[]; days: readonly Exception[] }
/** Of no product of the catalogue where no family is known: it counts among all. */
export type Promised = { day: Day; family: string | null; elements: number }

/** How much can be finished on a day; null where nothing limits it. */
export function mostOn(day: Day, family: string | null, { weeks, days }: Capacity): number | null {
  const exception = days.find(one => one.family === family && one.day === day)
  return exception?.elements ?? weeks.find(one => one.family === family)?.elements[weekday(day) - 1] ?? null
}

/** What is promised for a day, of a family or of all. */
export const elementsOn = (day: Day, family: string | null, promised: readonly Promised[]): number =>
  promised.reduce(
    (sum, one) => (one.day === day && (family === null || one.family === family) ? sum + one.elements : sum),
    0,
  )

export type Work = readonly { family: string | null; elements: number }[]

/** How full each of these days is with this work beside what is promised: of its families and of all, where a limit is. */
export function fillsWith(work: Work, days: readonly Day[], capacity: Capacity, promised: readonly Promised[]) {
  const scopes = [...new Set([...work.map(({ family }) => family), null])]
  const of = (family: string | null) =>
    work.reduce((sum, one) => (family === null || one.family === family ? sum + one.elements : sum), 0)
  return days.flatMap(day =>
    scopes.flatMap(family => {
      const most = mostOn(day, family, capacity)
      return most === null ? [] : [{ day, family, elements: elementsOn(day, family, promised) + of(family), most }]
    }),
  )
}

/** Of whom anything limits a day: families, and all together. */
export const limitedScopes = ({ weeks, days }: Capacity): (string | null)[] => [
  ...new Set([...weeks, ...days].map(({ family }) => family)),
]
