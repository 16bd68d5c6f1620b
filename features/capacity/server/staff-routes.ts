import { createHash } from 'node:crypto'
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
import type { CapacityTried } from '../input.ts'
import {
  type Capacity,
  elementsOn,
  firstWithRoom,
  limitedScopes,
  mostOn,
  overfilled,
  readyOn,
  sumsOf,
} from '../rules.ts'
import { staffCapacityCalls } from '../staff-contract.ts'
import {
  findCounts,
  listExceptions,
  listFamilies,
  listPromised,
  listWeeks,
  setCounts,
  setExceptions,
  setWeeks,
} from './sql.ts'

const daysAhead = 28

/** How much can be finished in a day, as the laboratory says itself. */
export function staffCapacityRoutes(api: Api) {
  on(api, staffCapacityCalls.show, asStaff, async ({ actor: staff }) => {
    const today = dayInZone(new Date(), staff.timeZone)
    const [read, families, days, { workingDays }] = await Promise.all([
      readWeeks(staff),
      listFamilies(staff),
      listExceptions(staff, today),
      findWeek(staff),
    ])
    const ahead = await fillsAhead(staff, { weeks: read.weeks, days }, today)
    return { data: { ...read, families, workingDays, days, ahead } }
  })

  on(api, staffCapacityCalls.setWeeks, asStaff, async ({ actor: staff, body, requestId }) => {
    const { isCounted, weeks, version } = body
    await lockCalendar(staff)
    if ((await readWeeks(staff)).version !== version) throw problem('conflict')
    await setCounts(staff, isCounted)
    await setWeeks(staff, weeks).catch(unknownFamily('weeks'))
    await recordDeed(staff, 'calendar_changed', requestId)
    return undefined
  })

  on(api, staffCapacityCalls.tryWeeks, asStaff, async ({ actor: staff, body }) => ({
    data: await effectOf(staff, body),
  }))

  on(api, staffCapacityCalls.setDays, asStaff, async ({ actor: staff, body, requestId }) => {
    await lockCalendar(staff)
    await setExceptions(staff, body).catch(unknownFamily('family'))
    await recordDeed(staff, 'calendar_changed', requestId)
    return undefined
  })
}

const unknownFamily = (path: string) => (error: unknown) => {
  if (violates(error, 'capacity_weekdays__family') || violates(error, 'capacity_days__family'))
    throw problem('input_invalid', { errors: [{ path, code: 'not_listed' }] })
  throw error
}

async function readWeeks(staff: Staff) {
  const [isCounted, weeks] = await Promise.all([findCounts(staff), listWeeks(staff)])
  const version = createHash('sha256')
    .update(JSON.stringify([isCounted, weeks]))
    .digest('hex')
    .slice(0, 16)
  return { isCounted, weeks, version }
}

/** By the exact load, as it is now: what a practice is promised goes by steps, and by its own rounds and absences. */
async function effectOf(staff: Staff, { isCounted, weeks }: CapacityTried) {
  const today = dayInZone(new Date(), staff.timeZone)
  const until = horizonOf(today)
  const [{ workingDays }, closed, families, products, days, isCountedNow, weeksNow, promised] = await Promise.all([
    findWeek(staff),
    listClosed(staff, today),
    listFamilies(staff),
    listStaffProducts(staff),
    listExceptions(staff, today),
    findCounts(staff),
    listWeeks(staff),
    listPromised(staff, { from: today, to: until }),
  ])
  const unknown = weeks.some(({ family }) => family !== null && !families.some(({ id }) => id === family))
  if (unknown) throw problem('input_invalid', { errors: [{ path: 'weeks', code: 'not_listed' }] })
  const free = new Set(closed.map(({ day }) => day))
  const worksOn = (day: Day) => workingDays.includes(weekday(day)) && !free.has(day)
  const promisedOn = sumsOf(promised)
  const nothing: Capacity = { weeks: [], days: [] }
  const [before, after] = [isCountedNow ? { weeks: weeksNow, days } : nothing, isCounted ? { weeks, days } : nothing]
  const promises = families.flatMap(({ id }) => {
    const leads = products.flatMap(one => (one.family === id && !one.isRetired ? [one.leadDays] : []))
    if (leads.length === 0) return []
    const from = readyOn(today, Math.min(...leads), { until, worksOn })
    const first = (capacity: Capacity) => firstWithRoom(id, { from, until, worksOn }, capacity, promisedOn) ?? null
    return [{ family: id, before: first(before), after: first(after) }]
  })
  const over = [...overfilled([...new Set(promised.map(({ day }) => day))].toSorted(), after, promisedOn)]
  return { promises, over }
}

/** On the days on which it works: what has a limit, and how much of it is promised. */
async function fillsAhead(staff: Staff, capacity: Capacity, today: Day) {
  const last = addDays(today, daysAhead - 1)
  const scopes = limitedScopes(capacity)
  const [{ workingDays }, closed, promised] = await Promise.all([
    findWeek(staff),
    listClosed(staff, today),
    listPromised(staff, { from: today, to: last }),
  ])
  const days: Day[] = []
  for (let day = today; day <= last; day = addDays(day, 1))
    if (workingDays.includes(weekday(day)) && !closed.some(one => one.day === day)) days.push(day)
  return days.map(day => ({
    day,
    fills: scopes.map(family => ({
      family,
      elements: elementsOn(day, family, promised),
      most: mostOn(day, family, capacity),
    })),
  }))
}
