import { recordDeed } from '#features/audit/server/sql.ts'
import type { Slot } from '#features/rides/rules.ts'
import { type Day, dayInZone } from '#kit/day.ts'
import { problem } from '#kit/problem.ts'
import { violates } from '#kit/server/database-problem.ts'
import { type Api, on } from '#kit/server/serve.ts'
import type { PracticeUser } from '#tenancy/server/actor.ts'
import { asPracticeUser } from '#tenancy/server/guards.ts'
import { type Absence, absenceCalls, type Parcel } from '../contract.ts'
import type { AbsenceDays, ChangedAbsence, NewAbsence, Scope } from '../input.ts'
import {
  type AbsenceGap,
  absenceGaps,
  changedTimes,
  changeGaps,
  inOne,
  lastUntil,
  type OrderMove,
  timesOf,
} from '../rules.ts'
import { type AwayPickups, callOffPickups, listCalledOff } from './away-pickups.ts'
import { findCalendars, findParcels, moveBackAfter, moveOutOf, withPatients } from './moved-orders.ts'
import {
  deleteAbsence,
  deleteSeries,
  deleteWithin,
  findAbsence,
  findOverlapped,
  hasTimesLeft,
  insertAbsence,
  insertSeries,
  listAbsences,
  lockAbsences,
  undoing,
  updateAbsence,
} from './sql.ts'

export function absenceRoutes(api: Api) {
  on(api, absenceCalls.list, asPracticeUser, async ({ actor: user, query }) => ({
    data: await listAbsences(user, query.tab, dayInZone(new Date(), user.timeZone)),
  }))

  const todayOf = (user: PracticeUser) => dayInZone(new Date(), user.timeZone)

  /** Moves cases back from the ended absences before moving others out of the declared ones. */
  const follow = async (
    user: PracticeUser,
    ended: readonly Absence[],
    declared: readonly Absence[],
    keptRides?: readonly string[],
  ) => {
    const calendars = await findCalendars(user, ended, declared)
    const back = await moveBackAfter(user, ended, calendars)
    const away = await moveOutOf(user, declared, calendars)
    const parcels = await findParcels(user, declared)
    const pickups = await callOffPickups(user, declared, calendars, keptRides)
    const cancelledPickups = await listCalledOff(user, ended, calendars)
    return { moves: inOne([...back, ...away]), parcels, ...pickups, cancelledPickups }
  }
  const declare = async (user: PracticeUser, days: NewAbsence): Promise<Done> => {
    if (days.every) {
      const wanted = timesOf(days)
      const times = await insertSeries(user, { ...days, every: days.every }, wanted)
      const [first] = times.toSorted((a, b) => (a.from < b.from ? -1 : 1))
      if (!first) throw new NoneLeft()
      return { ...series(first, times, wanted), ...(await follow(user, [], times, days.keptRides)) }
    }
    const replaced = await deleteWithin(user, days, todayOf(user))
    const absence = await insertAbsence(user, days)
    return { absence, ...once(replaced), ...(await follow(user, replaced, [absence], days.keptRides)) }
  }
  const change = async (user: PracticeUser, id: string, body: ChangedAbsence): Promise<Done> => {
    const { scope = 'one', until, keptRides, ...days } = body
    const edited = await findAbsence(user, id, todayOf(user))
    if (!edited) throw problem('not_found')
    refuseGaps(changeGaps(body, edited.every, todayOf(user)))
    const { every, seriesId } = edited
    if (scope !== 'one' && every && seriesId && until)
      return changeSeries(user, { ...edited, every, seriesId }, { ...days, scope, until, keptRides })
    const replaced = await deleteWithin(user, days, todayOf(user), id)
    const changed = await updateAbsence(user, id, days, todayOf(user))
    if (!changed) throw problem('not_found')
    const { before, after } = changed
    return { absence: after, ...once(replaced), ...(await follow(user, [before, ...replaced], [after], keptRides)) }
  }
  /** Recreates the dates in scope; earlier dates stay as they were. */
  const changeSeries = async (
    user: PracticeUser,
    edited: Absence & { every: NonNullable<Absence['every']>; seriesId: string },
    { scope, until, keptRides, ...days }: ChangedAbsence & { until: Day },
  ): Promise<Done> => {
    const { every, seriesId } = edited
    const today = todayOf(user)
    const ended = await deleteSeries(user, seriesId, today, scope === 'following' ? edited.from : undefined)
    // Limited like a newly declared recurrence, however often it is changed.
    const begin = ended.map(({ from }) => from).toSorted()[0] ?? edited.from
    refuseGaps(until > lastUntil(begin, every) ? [{ path: 'until', code: 'too_far' }] : [])
    const wanted = changedTimes(edited, ended, { ...days, until }).filter(({ to }) => to >= today)
    const isSplit = await hasTimesLeft(user, seriesId, today)
    const times = await insertSeries(user, { ...days, every }, wanted, isSplit ? undefined : seriesId)
    const [first] = times.toSorted((a, b) => (a.from < b.from ? -1 : 1))
    if (!first) throw new NoneLeft()
    return { ...series(first, times, wanted), ...(await follow(user, ended, times, keptRides)) }
  }
  /** Deletes the dates in scope of an absence. */
  const remove = async (user: PracticeUser, id: string, scope: Scope) => {
    const today = todayOf(user)
    const absence = await findAbsence(user, id, today)
    if (!absence) throw problem('not_found')
    const { seriesId, from } = absence
    const removed =
      scope !== 'one' && seriesId
        ? await deleteSeries(user, seriesId, today, scope === 'following' ? from : undefined)
        : [await deleteAbsence(user, id, today)].filter(one => one !== undefined)
    const { moves, cancelledPickups } = await follow(user, removed, [])
    return { removed, moves, cancelledPickups }
  }
  /** The conflicting absence. A single absence replaces recurring dates within it; a recurring one does not. */
  const overlappedBy = async (user: PracticeUser, days: AbsenceDays, absenceId: string | undefined) => {
    const today = todayOf(user)
    const except = absenceId ? await findAbsence(user, absenceId, today) : undefined
    const isOnce = !days.every && (days.scope ?? 'one') === 'one'
    return (await findOverlapped(user, days, { except, replacedFrom: isOnce ? today : undefined })) ?? null
  }
  const refuseGaps = (errors: AbsenceGap[]) => {
    if (errors.length > 0) throw problem('input_invalid', { errors })
  }
  const isOverlap = (error: unknown) => error instanceof NoneLeft || violates(error, 'absences__overlap')
  const told = async (user: PracticeUser, { absence, moves, ...rest }: Done) => ({
    data: { ...absence, ...counted(rest), movedOrders: await withPatients(user, moves) },
  })
  const recordCalledOff = async (user: PracticeUser, { pickups }: Done, requestId: string) => {
    for (const { isCancelled } of pickups) if (isCancelled) await recordDeed(user, 'ride_cancelled', requestId)
  }

  on(api, absenceCalls.preview, asPracticeUser, async ({ actor: user, body: { absenceId, ...days } }) => {
    const { scope, ...declared } = days
    if (!absenceId) refuseGaps([...(scope ? [notOfOne] : []), ...absenceGaps(declared, todayOf(user))])
    await lockAbsences(user)
    // The change is made and rolled back, so that the preview cannot differ from what will happen.
    const done = await undoing(user, () => (absenceId ? change(user, absenceId, days) : declare(user, declared))).catch(
      error => {
        if (isOverlap(error)) return undefined
        throw error
      },
    )
    const overlapped = done ? null : await overlappedBy(user, days, absenceId)
    const { absence: _, moves, ...rest } = done ?? nothing
    const movedOrders = await withPatients(user, moves)
    return { data: { overlaps: done === undefined, overlapped, ...counted(rest), movedOrders } }
  })

  on(api, absenceCalls.declare, asPracticeUser, async ({ actor: user, body, requestId, refuse }) => {
    refuseGaps(absenceGaps(body, todayOf(user)))
    await lockAbsences(user)
    const done = await declare(user, body).catch(error => {
      if (isOverlap(error)) return refuse('absence_overlaps')
      throw error
    })
    await recordDeed(user, 'absence_declared', requestId)
    await recordCalledOff(user, done, requestId)
    return told(user, done)
  })

  on(api, absenceCalls.change, asPracticeUser, async ({ actor: user, params, body, requestId, refuse }) => {
    await lockAbsences(user)
    const done = await change(user, params.id, body).catch(error => {
      if (isOverlap(error)) return refuse('absence_overlaps')
      throw error
    })
    await recordDeed(user, 'absence_changed', requestId)
    await recordCalledOff(user, done, requestId)
    return told(user, done)
  })

  on(api, absenceCalls.previewRemoval, asPracticeUser, async ({ actor: user, params, body }) => {
    await lockAbsences(user)
    const { removed, moves, cancelledPickups } = await undoing(user, () => remove(user, params.id, body.scope))
    return { data: { times: removed.length, movedOrders: await withPatients(user, moves), cancelledPickups } }
  })

  on(api, absenceCalls.remove, asPracticeUser, async ({ actor: user, params, requestId }) => {
    await lockAbsences(user)
    await remove(user, params.id, 'one')
    await recordDeed(user, 'absence_deleted', requestId)
    return undefined
  })

  on(api, absenceCalls.removeSeries, asPracticeUser, async ({ actor: user, params, query, requestId }) => {
    await lockAbsences(user)
    const removed = await deleteSeries(user, params.id, todayOf(user), query.from)
    if (removed.length === 0) throw problem('not_found')
    await follow(user, removed, [])
    await recordDeed(user, 'absence_deleted', requestId)
    return undefined
  })
}

type Counts = { times: number; leftOutTimes: { from: Day; to: Day }[]; replaced: number }
type Rest = Counts & AwayPickups & { parcels: Parcel[]; cancelledPickups: Slot[] }
type Done = Rest & { absence: Absence; moves: OrderMove[] }

const counted = (rest: Rest) => ({ ...rest, leftOut: rest.leftOutTimes.length })

const nothing: Omit<Done, 'absence'> & { absence?: undefined } = {
  times: 0,
  leftOutTimes: [],
  replaced: 0,
  moves: [],
  parcels: [],
  pickups: [],
  pickupInstead: null,
  cancelledPickups: [],
}

const series = (first: Absence, times: readonly Absence[], wanted: Counts['leftOutTimes']) => ({
  absence: first,
  times: times.length,
  leftOutTimes: notAmong(times, wanted),
  replaced: 0,
})

/** The wanted dates that were not inserted, because another absence is on them. */
function notAmong(declared: readonly Absence[], wanted: Counts['leftOutTimes']) {
  const days = new Set(declared.map(({ from }) => from))
  return wanted.filter(({ from }) => !days.has(from))
}

const notOfOne = { path: 'scope', code: 'not_allowed' } as const

const once = (replaced: readonly Absence[]) => ({ times: 1, leftOutTimes: [], replaced: replaced.length })

/** Every date of the recurrence is taken by another absence. */
class NoneLeft extends Error {}
