import { listTimes } from '#features/stations/server/times-sql.ts'
import { pageSize } from '#kit/pages.ts'
import type { Period } from '#kit/period.ts'
import { problem } from '#kit/problem.ts'
import { newTurns } from '#kit/server/turns.ts'
import { type SignedIn, type Staff, shareOf, type Waiting } from '#tenancy/server/actor.ts'
import { type CountedQuery, type Counts, type Figures, mostShown } from '../contract.ts'
import { monthsOf } from '../rules.ts'
import { listMonths } from './months-sql.ts'
import {
  type Counted,
  countAhead,
  countAnswers,
  countDeliveredIn,
  listCountedIn,
  listNames,
  type OfMonth,
} from './sql.ts'

/** A year takes many statements: one request per laboratory runs at a time, and waiting ones hold no connection. */
const { inTurn } = newTurns({
  name: 'figures',
  atOnce: 2,
  atOnceOfOne: [1, 1, 1],
  longestQueue: 32,
  longestWait: 10_000,
  retryAfter: 10,
})

/** Milliseconds, checked between the parts; each part has a statement's limit of five seconds. */
const longest = 20_000

/** Runs each part in its own transaction, so that others get the connection in between. */
type Read = <T>(part: (staff: Staff) => Promise<T>) => Promise<T>

async function inFiguresTurn<T>({ within }: Waiting<Staff>, work: (read: Read) => Promise<T>): Promise<T> {
  const share = await within('read', async (staff: SignedIn) => shareOf(staff))
  return inTurn(share, () => {
    const endsAt = Date.now() + longest
    return work(part => {
      if (Date.now() > endsAt) throw problem('unavailable', { retryAfter: 60 })
      return within('read', part)
    })
  })
}

export const figuresOf = (waiting: Waiting<Staff>, period: Period, most = mostShown): Promise<Figures> =>
  inFiguresTurn(waiting, async read => ({
    ...(await countDelivered(read, period, most)),
    answers: await read(staff => countAnswers(staff, period)),
    stations: (await read(staff => listTimes(staff, period))).slice(0, most),
    ahead: await read(countAhead),
  }))

type Delivered = Pick<Figures, 'all' | 'months' | 'practices' | 'technicians' | 'products' | 'late'>

/**
 * Counts by month: a case belongs to the month of its first delivery, so that months add up, and no statement exceeds its
 * time limit in a busy year. Practices and products are cut to those with most cases.
 */
async function countDelivered(read: Read, period: Period, most: number): Promise<Delivered> {
  const { language, known } = await read(async staff => ({
    language: staff.language,
    known: await listMonths(staff, period),
  }))
  const months: (OfMonth & { month: string })[] = []
  for (const part of monthsOf(period)) {
    const counts = known.get(part.from) ?? (await read(staff => countDeliveredIn(staff, part)))
    months.push({ ...counts, month: part.from.slice(0, 7) })
  }
  const practices = added(months, 'practices', 'id')
  const technicians = added(months, 'technicians', 'id')
  const names = await read(staff =>
    listNames(staff, {
      practices: practices.map(({ id }) => id),
      technicians: technicians.flatMap(({ id }) => id ?? []),
    }),
  )
  const { compare } = new Intl.Collator(language)
  const byCases = <T extends Counts & { id: string | null; name: string | null }>(rows: T[]) =>
    rows.toSorted(
      (a, b) =>
        Number(a.id === null) - Number(b.id === null) ||
        b.delivered - a.delivered ||
        compare(a.name ?? '', b.name ?? '') ||
        compare(a.id ?? '', b.id ?? ''),
    )
  const nothing: Counts = { delivered: 0, promised: 0, onTime: 0, remade: 0 }
  return {
    all: months.flatMap(one => one.all).reduce(summedUp, nothing),
    months: months.flatMap(({ month, all }) => all.filter(one => one.delivered > 0).map(one => ({ month, ...one }))),
    practices: byCases(practices.map(one => ({ ...one, name: names.get(one.id) ?? '' }))).slice(0, most),
    technicians: byCases(technicians.map(one => ({ ...one, name: one.id && (names.get(one.id) ?? '') }))),
    products: byCases(
      added(months, 'products', 'id').map(({ fr, en, ...one }) => ({ ...one, name: language === 'fr' ? fr : en })),
    ).slice(0, most),
    late: added(months, 'late', 'cause').toSorted((a, b) => b.cases - a.cases || compare(a.cause, b.cause)),
  }
}

/** Merges rows by key: sums the numbers, keeps the first name. */
function added<L extends 'practices' | 'technicians' | 'products' | 'late'>(
  months: readonly OfMonth[],
  list: L,
  key: keyof OfMonth[L][number],
): OfMonth[L][number][] {
  const sums = new Map<unknown, OfMonth[L][number]>()
  for (const month of months) {
    for (const row of month[list] as OfMonth[L][number][]) {
      const sum = sums.get(row[key])
      sums.set(row[key], sum ? summedUp(sum, row) : row)
    }
  }
  return [...sums.values()]
}

function summedUp<T extends object>(sum: T, row: T): T {
  const sums: T = { ...sum }
  for (const [name, value] of Object.entries(row)) {
    if (typeof value === 'number') Reflect.set(sums, name, value + Number(Reflect.get(sum, name)))
  }
  return sums
}

/**
 * The cases behind a number and their count, by month as they are counted, latest first. Months that are counted and not
 * on the page are not read.
 */
export const listCounted = (waiting: Waiting<Staff>, query: CountedQuery): Promise<Counted> =>
  inFiguresTurn(waiting, async read => {
    const known = await read(staff => listMonths(staff, query))
    const before = (query.page - 1) * pageSize
    const all: Counted = { cases: [], total: 0 }
    for (const month of monthsOf(query).toReversed()) {
      const offset = Math.max(0, before - all.total)
      const left = pageSize - all.cases.length
      const counted = totalOf(known.get(month.from), query)
      const isOnPage = left > 0 && (counted === undefined || counted > offset)
      const { cases, total } =
        counted === undefined || isOnPage
          ? await read(staff => listCountedIn(staff, { ...query, ...month }, offset, left))
          : { cases: [], total: counted }
      all.cases.push(...cases)
      all.total += total
    }
    return all
  })

/** Undefined where the month has not been counted, or not by this combination of filters. */
function totalOf(month: OfMonth | undefined, { list, practiceId, technician, product, cause }: CountedQuery) {
  const narrowed = [practiceId, technician, product, cause].filter(Boolean)
  if (!month || narrowed.length > 1) return
  if (cause) return list === 'late' ? (month.late.find(one => one.cause === cause)?.cases ?? 0) : undefined
  const worker = technician === 'nobody' ? null : technician
  const [counts] = practiceId
    ? month.practices.filter(({ id }) => id === practiceId)
    : technician
      ? month.technicians.filter(({ id }) => id === worker)
      : product
        ? month.products.filter(({ id }) => id === product)
        : month.all
  if (!counts) return 0
  return {
    delivered: counts.delivered,
    on_time: counts.onTime,
    late: counts.promised - counts.onTime,
    remade: counts.remade,
  }[list]
}
