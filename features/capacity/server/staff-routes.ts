import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { byDay, halvesAway } from '#features/absences/rules.ts'
import { recordDeed } from '#features/audit/server/sql.ts'
import { findWeek, listClosed, lockCalendar } from '#features/calendar/server/staff-sql.ts'
import { horizonOf } from '#features/catalogue/rules.ts'
import { listStaffProducts } from '#features/catalogue/server/staff-sql.ts'
import { addDays, type Day, dayInZone, weekday } from '#kit/day.ts'
import { problem } from '#kit/problem.ts'
import { violates } from '#kit/server/database-problem.ts'
import { type Api, on } from '#kit/server/serve.ts'
import type { Staff } from '#tenancy/server/actor.ts'
import { asStaff } from '#tenancy/server/guards.ts'
import { type CapacityTried, mostDays } from '../input.ts'
import { type Capacity, daysFrom, effectOf, limitsOf, spanGaps, sumsOf, type Week } from '../rules.ts'
import { staffCapacityCalls } from '../staff-contract.ts'
import {
  countExceptions,
  findCounts,
  listAway,
  listExceptions,
  listFamilies,
  listPromised,
  listWeeks,
  setCounts,
  setExceptions,
  setWeeks,
} from './sql.ts'

const daysAhead = 28
/** Practices named per day at most. */
const mostNamed = 5

/** The laboratory's own capacity per day. */
export function staffCapacityRoutes(api: Api) {
  on(api, staffCapacityCalls.show, asStaff, async ({ actor: staff }) => {
    const span = spanOf(staff)
    const [read, families, days, { workingDays }] = await Promise.all([
      readWeeks(staff),
      listFamilies(staff),
      listExceptions(staff, span),
      findWeek(staff),
    ])
    const ahead = await fillsAhead(staff, { weeks: read.weeks, days }, span.from)
    return { data: { ...read, families, workingDays, days, ahead } }
  })

  on(api, staffCapacityCalls.setWeeks, asStaff, async ({ actor: staff, body, requestId }) => {
    const { isCounted, weeks, version } = body
    await lockCalendar(staff)
    const there = await readWeeks(staff)
    // A retry after a lost answer succeeds too.
    if (there.isCounted === isCounted && isDeepStrictEqual(limitsIn(there.weeks), limitsIn(weeks))) return undefined
    if (there.version !== version) throw problem('conflict')
    await setCounts(staff, isCounted)
    await setWeeks(staff, weeks).catch(unknownFamily('weeks'))
    await recordDeed(staff, 'calendar_changed', requestId)
    return undefined
  })

  on(api, staffCapacityCalls.tryWeeks, asStaff, async ({ actor: staff, body }) => {
    await api.services.countMade(staff, 'questions')
    return { data: await tried(staff, body) }
  })

  on(api, staffCapacityCalls.setDays, asStaff, async ({ actor: staff, body, requestId }) => {
    const span = spanOf(staff)
    const errors = spanGaps(body, { today: span.from, last: span.to })
    if (errors.length > 0) throw problem('input_invalid', { errors })
    await lockCalendar(staff)
    await setExceptions(staff, body).catch(unknownFamily('family'))
    if (body.elements !== null && (await countExceptions(staff, span)) > mostDays)
      throw problem('input_invalid', { errors: [{ path: 'to', code: 'too_many' }] })
    await recordDeed(staff, 'calendar_changed', requestId)
    return undefined
  })
}

const unknownFamily = (path: string) => (error: unknown) => {
  if (violates(error, 'capacity_weekdays__family') || violates(error, 'capacity_days__family'))
    throw problem('input_invalid', { errors: [{ path, code: 'not_listed' }] })
  throw error
}

/** Compares regardless of order; a week without limits equals none. */
const limitsIn = (weeks: readonly Week[]) =>
  new Map(weeks.flatMap(({ family, elements }) => (elements.some(one => one !== null) ? [[family, elements]] : [])))

async function readWeeks(staff: Staff) {
  const [isCounted, weeks] = await Promise.all([findCounts(staff), listWeeks(staff)])
  const version = createHash('sha256')
    .update(JSON.stringify([isCounted, weeks]))
    .digest('hex')
    .slice(0, 16)
  return { isCounted, weeks, version }
}

/** From today to the last day that can be promised. */
function spanOf({ timeZone }: Staff) {
  const from = dayInZone(new Date(), timeZone)
  return { from, to: horizonOf(from) }
}

/** Uses the exact current load; promises to practices use rounded steps, and their own rounds and absences. */
async function tried(staff: Staff, { isCounted, weeks }: CapacityTried) {
  const span = spanOf(staff)
  const [{ workingDays }, closed, families, products, days, isCountedNow, weeksNow, promised] = await Promise.all([
    findWeek(staff),
    listClosed(staff, span.from),
    listFamilies(staff),
    listStaffProducts(staff),
    listExceptions(staff, span),
    findCounts(staff),
    listWeeks(staff),
    listPromised(staff, span),
  ])
  const known = new Set<string | null>([null, ...families.map(({ id }) => id)])
  if (weeks.some(({ family }) => !known.has(family)))
    throw problem('input_invalid', { errors: [{ path: 'weeks', code: 'not_listed' }] })
  const shortest = new Map<string, number>()
  for (const { family, leadDays, isRetired } of products)
    if (!isRetired) shortest.set(family, Math.min(leadDays, shortest.get(family) ?? leadDays))
  const laboratory = {
    today: span.from,
    days: daysFrom(span.from, span.to, worksOn(workingDays, closed)),
    families: families.flatMap(({ id }) => {
      const leadDays = shortest.get(id)
      return leadDays === undefined ? [] : [{ id, leadDays }]
    }),
    promised,
  }
  const nothing: Capacity = { weeks: [], days: [] }
  return effectOf(laboratory, isCountedNow ? { weeks: weeksNow, days } : nothing, isCounted ? { weeks, days } : nothing)
}

function worksOn(workingDays: readonly number[], closed: readonly { day: Day }[]) {
  const free = new Set(closed.map(({ day }) => day))
  return (day: Day) => workingDays.includes(weekday(day)) && !free.has(day)
}

/** For working days: every limited scope and its promised elements; the total alone when there are no limits. */
async function fillsAhead(staff: Staff, capacity: Capacity, today: Day) {
  const last = addDays(today, daysAhead - 1)
  const { scopes, mostOn } = limitsOf(capacity)
  const [{ workingDays }, closed, promised, absences] = await Promise.all([
    findWeek(staff),
    listClosed(staff, today),
    listPromised(staff, { from: today, to: last }),
    listAway(staff, { from: today, to: last }),
  ])
  const promisedOn = sumsOf(promised)
  const absencesOn = byDay(absences)
  const shown = scopes.length > 0 ? scopes : [null]
  return daysFrom(today, last, worksOn(workingDays, closed)).map(day => ({
    day,
    fills: shown.map(family => ({ family, elements: promisedOn(day, family), most: mostOn(day, family) })),
    away: awayOn(day, absencesOn(day)),
  }))
}

/** Each practice once, by name; two half-day absences on one day count as the whole day. */
function awayOn(day: Day, absences: readonly Awaited<ReturnType<typeof listAway>>[number][]) {
  const ofPractices = [...Map.groupBy(absences, ({ practiceId }) => practiceId)]
  return {
    count: ofPractices.length,
    practices: ofPractices.slice(0, mostNamed).map(([id, own]) => {
      const halves = halvesAway(own, day)
      return { id, name: own[0]?.name ?? '', half: (halves.length === 1 && halves[0]) || null }
    }),
  }
}
