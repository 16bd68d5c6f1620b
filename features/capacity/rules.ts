import { addDays, type Day, weekday } from '#kit/day.ts'

/** Limits of a family, or of all together (null), from Monday to Sunday; null where the day is not limited. */
export type Week = { family: string | null; elements: (number | null)[] }
export type Exception = { family: string | null; day: Day; elements: number }
export type Capacity = { weeks: readonly Week[]; days: readonly Exception[] }
/** `family` is null for products missing in the catalogue: they count only in the total. */
export type Promised = { day: Day; family: string | null; elements: number }

type OfDay<T> = (day: Day, family: string | null) => T

/** Builds its maps once, for any number of days. */
export function limitsOf({ weeks, days }: Capacity) {
  const weekOf = new Map(weeks.map(({ family, elements }) => [family, elements]))
  const exceptionsOf = new Map<string | null, Map<Day, number>>()
  for (const { family, day, elements } of days) {
    const ofFamily = exceptionsOf.get(family) ?? new Map<Day, number>()
    exceptionsOf.set(family, ofFamily.set(day, elements))
  }
  /** Elements that can be finished on a day; null where it is not limited. */
  const mostOn: OfDay<number | null> = (day, family) =>
    exceptionsOf.get(family)?.get(day) ?? weekOf.get(family)?.[weekday(day) - 1] ?? null
  /** Families with a limit on any day; null for all together. */
  const scopes = [...new Set([...weekOf.keys(), ...exceptionsOf.keys()])]
  return { mostOn, scopes }
}

/** Promised elements per day, by family and in total. */
export function sumsOf(promised: readonly Promised[]): OfDay<number> {
  const sums = new Map<string | null, Map<Day, number>>([[null, new Map()]])
  const add = (family: string | null, day: Day, elements: number) => {
    const ofFamily = sums.get(family) ?? new Map<Day, number>()
    sums.set(family, ofFamily.set(day, (ofFamily.get(day) ?? 0) + elements))
  }
  for (const { day, family, elements } of promised) {
    add(null, day, elements)
    if (family !== null) add(family, day, elements)
  }
  return (day, family) => sums.get(family)?.get(day) ?? 0
}

export type Work = readonly { family: string | null; elements: number }[]

/** How full each day is with this work beside what is promised, for its families and the total, where limits exist. */
export function fillsWith(work: Work, days: readonly Day[], capacity: Capacity, promised: readonly Promised[]) {
  const { mostOn } = limitsOf(capacity)
  const promisedOn = sumsOf(promised)
  const scopes = [...new Set([...work.map(({ family }) => family), null])].map(family => ({
    family,
    more: work.reduce((sum, one) => (family === null || one.family === family ? sum + one.elements : sum), 0),
  }))
  return days.flatMap(day =>
    scopes.flatMap(({ family, more }) => {
      const most = mostOn(day, family)
      return most === null ? [] : [{ day, family, elements: promisedOn(day, family) + more, most }]
    }),
  )
}

type Laboratory = {
  today: Day
  /** Working days from today to the last day that can be promised. */
  days: readonly Day[]
  /** With the shortest lead time of the family's products. */
  families: readonly { id: string; leadDays: number }[]
  promised: readonly Promised[]
}

/** The effect of changed limits: per family the first day with room for one element, and the days that are overfilled. */
export function effectOf({ today, days, families, promised }: Laboratory, before: Capacity, after: Capacity) {
  const promisedOn = sumsOf(promised)
  const most = limitsOf(after).mostOn
  const firstBy = (mostOn: OfDay<number | null>) => {
    const hasRoom = (day: Day, family: string | null) => promisedOn(day, family) < (mostOn(day, family) ?? Infinity)
    const open = days.filter(day => hasRoom(day, null))
    return (family: string, from: Day) => open.find(day => day >= from && hasRoom(day, family)) ?? null
  }
  const [firstBefore, firstAfter] = [firstBy(limitsOf(before).mostOn), firstBy(most)]
  const promises = families.map(({ id, leadDays }) => {
    const from = readyOn(today, leadDays, days)
    if (from === undefined) return { family: id, before: null, after: null }
    return { family: id, before: firstBefore(id, from), after: firstAfter(id, from) }
  })
  return { promises, over: overfilled(promised, promisedOn, most) }
}

/** The day at whose end that many days of work are done; today does not count. */
const readyOn = (today: Day, leadDays: number, days: readonly Day[]): Day | undefined =>
  leadDays === 0 ? today : days[leadDays - (days[0] === today ? 0 : 1)]

/** Days on which more is promised than can be finished. */
function overfilled(promised: readonly Promised[], promisedOn: OfDay<number>, mostOn: OfDay<number | null>): Day[] {
  const isOver: OfDay<boolean> = (day, family) => promisedOn(day, family) > (mostOn(day, family) ?? Infinity)
  const over = new Set<Day>()
  for (const { day, family } of promised) if (isOver(day, family) || isOver(day, null)) over.add(day)
  return [...over].toSorted()
}

export type SpanGap = { path: 'from' | 'to'; code: 'past' | 'too_far' }

/** Past days cannot be changed, nor days beyond the last one that can be promised. */
export function spanGaps({ from, to }: { from: Day; to: Day }, { today, last }: { today: Day; last: Day }): SpanGap[] {
  if (from < today) return [{ path: 'from', code: 'past' }]
  if (from > last) return [{ path: 'from', code: 'too_far' }]
  return to > last ? [{ path: 'to', code: 'too_far' }] : []
}

export function daysFrom(from: Day, to: Day, isOne: (day: Day) => boolean): Day[] {
  const days: Day[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) if (isOne(day)) days.push(day)
  return days
}
