import { addDays, type Day, weekday } from '#kit/day.ts'

/** Of a family, or of all together (null), from Monday to Sunday: null where nothing limits the day. */
export type Week = { family: string | null; elements: (number | null)[] }
export type Exception = { family: string | null; day: Day; elements: number }
export type Capacity = { weeks: readonly Week[]; days: readonly Exception[] }
/** Of no product of the catalogue where no family is known: it counts among all. */
export type Promised = { day: Day; family: string | null; elements: number }

type OfDay<T> = (day: Day, family: string | null) => T

/** Read once, however many days are asked for. */
export function limitsOf({ weeks, days }: Capacity) {
  const weekOf = new Map(weeks.map(({ family, elements }) => [family, elements]))
  const exceptionsOf = new Map<string | null, Map<Day, number>>()
  for (const { family, day, elements } of days) {
    const ofFamily = exceptionsOf.get(family) ?? new Map<Day, number>()
    exceptionsOf.set(family, ofFamily.set(day, elements))
  }
  /** How much can be finished on a day; null where nothing limits it. */
  const mostOn: OfDay<number | null> = (day, family) =>
    exceptionsOf.get(family)?.get(day) ?? weekOf.get(family)?.[weekday(day) - 1] ?? null
  /** Of whom anything limits a day: families, and all together. */
  const scopes = [...new Set([...weekOf.keys(), ...exceptionsOf.keys()])]
  return { mostOn, scopes }
}

/** What is promised, day by day: of each family, and of all together. */
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

/** How full each of these days is with this work beside what is promised: of its families and of all, where a limit is. */
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
  /** On which it works, from today to the last day that can be promised. */
  days: readonly Day[]
  /** With the shortest lead time of what is made of each. */
  families: readonly { id: string; leadDays: number }[]
  promised: readonly Promised[]
}

/** What it moves to count in another way: the first day with room for one element of each family, and what is too much then. */
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

/** The day at whose end so many days of work are done; today does not count. */
const readyOn = (today: Day, leadDays: number, days: readonly Day[]): Day | undefined =>
  leadDays === 0 ? today : days[leadDays - (days[0] === today ? 0 : 1)]

/** On which more is promised than can be finished. */
function overfilled(promised: readonly Promised[], promisedOn: OfDay<number>, mostOn: OfDay<number | null>): Day[] {
  const isOver: OfDay<boolean> = (day, family) => promisedOn(day, family) > (mostOn(day, family) ?? Infinity)
  const over = new Set<Day>()
  for (const { day, family } of promised) if (isOver(day, family) || isOver(day, null)) over.add(day)
  return [...over].toSorted()
}

export type SpanGap = { path: 'from' | 'to'; code: 'past' | 'too_far' }

/** Of what is over nothing can be said any more, nor beyond the last day that can be promised. */
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
