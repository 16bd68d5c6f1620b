import { addDays, type Day, weekday } from '#kit/day.ts'

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

/** What is promised, day by day: of each family, and of all together. */
export function sumsOf(promised: readonly Promised[]): (day: Day, family: string | null) => number {
  const sums = new Map<string, number>()
  const add = (key: string, elements: number) => sums.set(key, (sums.get(key) ?? 0) + elements)
  for (const { day, family, elements } of promised) {
    add(day, elements)
    if (family !== null) add(`${day} ${family}`, elements)
  }
  return (day, family) => sums.get(family === null ? day : `${day} ${family}`) ?? 0
}

type Looked = { from: Day; until: Day; worksOn: (day: Day) => boolean }

/** The first day with room for one element of a family; undefined where there is none. */
export function firstWithRoom(
  family: string,
  { from, until, worksOn }: Looked,
  capacity: Capacity,
  promisedOn: ReturnType<typeof sumsOf>,
): Day | undefined {
  const hasRoom = (day: Day) =>
    [family, null].every(scope => {
      const most = mostOn(day, scope, capacity)
      return most === null || promisedOn(day, scope) < most
    })
  for (let day = from; day <= until; day = addDays(day, 1)) if (worksOn(day) && hasRoom(day)) return day
  return undefined
}

/** The day at whose end so many days of work are done. */
export function readyOn(today: Day, leadDays: number, { until, worksOn }: Omit<Looked, 'from'>): Day {
  let day = today
  for (let left = leadDays; left > 0 && day <= until; ) {
    day = addDays(day, 1)
    if (worksOn(day)) left--
  }
  return day
}

/** Of these days those on which more is promised than can be finished. */
export const overfilled = (
  days: readonly Day[],
  capacity: Capacity,
  promisedOn: ReturnType<typeof sumsOf>,
): readonly Day[] =>
  days.filter(day =>
    limitedScopes(capacity).some(family => promisedOn(day, family) > (mostOn(day, family, capacity) ?? Infinity)),
  )
