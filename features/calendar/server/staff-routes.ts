import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { recordDeed } from '#features/audit/server/sql.ts'
import { followLeadTimes } from '#features/brand/server/follow-lead-times.ts'
import { findCutOffs, setCutOffs } from '#features/rides/server/sql.ts'
import { addDays, dayInZone, isDay } from '#kit/day.ts'
import { problem } from '#kit/problem.ts'
import { type Api, on } from '#kit/server/serve.ts'
import type { Staff } from '#tenancy/server/actor.ts'
import { asStaff } from '#tenancy/server/guards.ts'
import { frenchHolidays } from '../french-holidays.ts'
import { staffCalendarCalls } from '../staff-contract.ts'
import { deleteClosed, findWeek, insertClosed, listClosed, lockCalendar, setWeek } from './staff-sql.ts'
import { closedBy, effectOf, moveOutOfTakenDays } from './taken-days.ts'

/** The laboratory's working days and rounds, and what changes do to promised deliveries. */
export function staffCalendarRoutes(api: Api) {
  on(api, staffCalendarCalls.show, asStaff, async ({ actor: staff }) => {
    const lastMonth = addDays(dayInZone(new Date(), staff.timeZone), -31)
    const [{ week, rounds, version }, closed] = await Promise.all([readCalendar(staff), listClosed(staff, lastMonth)])
    return { data: { week, rounds, closed, version } }
  })

  on(api, staffCalendarCalls.look, asStaff, async ({ actor: staff, body }) => ({
    data: await effectOf(staff, body.change),
  }))

  on(api, staffCalendarCalls.setWeek, asStaff, async ({ actor: staff, body, requestId }) => {
    const { version, moves, early, ...week } = body
    await lockCalendar(staff)
    const there = await readCalendar(staff)
    // A retry after a lost answer succeeds too.
    if (isDeepStrictEqual({ ...there.week, ...week }, there.week)) return { data: { moved: 0 } }
    if (there.version !== version) throw problem('conflict')
    const change = { what: 'week', workingDays: week.workingDays } as const
    const moved = moves ? await moveOutOfTakenDays(staff, change, { early }) : 0
    const follow = await followLeadTimes(staff, requestId)
    await setWeek(staff, week)
    await follow()
    await recordDeed(staff, 'calendar_changed', requestId)
    return { data: { moved } }
  })

  on(api, staffCalendarCalls.setRounds, asStaff, async ({ actor: staff, body, requestId }) => {
    const { version, moves, early, ...rounds } = body
    await lockCalendar(staff)
    const there = await readCalendar(staff)
    if (isDeepStrictEqual(there.rounds, rounds)) return undefined
    if (there.version !== version) throw problem('conflict')
    const dropped = rounds.byWeekday.filter(({ cutOff }) => cutOff === null)
    if (moves) await moveOutOfTakenDays(staff, { what: 'rounds', dropped }, { early })
    await setCutOffs(staff, rounds)
    await recordDeed(staff, 'calendar_changed', requestId)
    return undefined
  })

  on(api, staffCalendarCalls.close, asStaff, async ({ actor: staff, body, requestId }) => {
    const { from, to, nameFr, nameEn, moves, early } = body
    const change = { what: 'closure', from, to } as const
    await lockCalendar(staff)
    const moved = moves ? await moveOutOfTakenDays(staff, change, { early }) : 0
    await insertClosed(
      staff,
      closedBy(change).map(day => ({ day, nameFr, nameEn })),
    )
    await recordDeed(staff, 'calendar_changed', requestId)
    return { data: { moved } }
  })

  on(api, staffCalendarCalls.fill, asStaff, async ({ actor: staff, body, requestId }) => {
    const { year, moves, early } = body
    await lockCalendar(staff)
    const moved = moves ? await moveOutOfTakenDays(staff, { what: 'year', year }, { early }) : 0
    await insertClosed(
      staff,
      frenchHolidays(year).map(({ day, fr, en }) => ({ day, nameFr: fr, nameEn: en })),
    )
    await recordDeed(staff, 'calendar_changed', requestId)
    return { data: { moved } }
  })

  on(api, staffCalendarCalls.open, asStaff, async ({ actor: staff, params, requestId }) => {
    if (!isDay(params.day)) throw problem('not_found')
    await lockCalendar(staff)
    if (!(await deleteClosed(staff, params.day))) throw problem('not_found')
    await recordDeed(staff, 'calendar_changed', requestId)
    return undefined
  })
}

async function readCalendar(staff: Staff) {
  const [{ language: _language, ...week }, rounds] = await Promise.all([findWeek(staff), findCutOffs(staff)])
  const version = createHash('sha256')
    .update(JSON.stringify([week, rounds]))
    .digest('hex')
    .slice(0, 16)
  return { week, rounds, version }
}
