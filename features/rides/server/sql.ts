import { type Expression, sql } from 'kysely'
import { setBrand } from '#features/brand/server/settings-sql.ts'
import type { Day } from '#kit/day.ts'
import type { ForPractice, PracticeUser, SignedIn, Staff } from '#tenancy/server/actor.ts'
import { ofActor } from '#tenancy/server/actor-sql.ts'
import type { CutOffs, RideStatus, Shift } from '../contract.ts'
import type { NewRide } from '../input.ts'
import { over } from '../rules.ts'
import { isComing, isOnClosedDay } from './to-come-sql.ts'

/** Two per day for every day that can be requested, and as many cancelled ones. */
const mostToCome = 250
const mostOver = 50

const shown = ['id', 'day as date', 'shift', 'complementary_information as complementaryInformation', 'status'] as const

export type RideRow = Awaited<ReturnType<typeof insertRide>> & { isClosed?: boolean }

const ridesOf = (user: PracticeUser) =>
  user.tx
    .selectFrom('rides')
    .select(shown)
    .select(isOnClosedDay('rides').as('isClosed'))
    .where('brand_id', '=', user.brandId)
    .where('practice_id', '=', user.practiceId)

/** Soonest first. A pickup made today is past. */
export const listRidesToCome = (user: PracticeUser, today: Day): Promise<RideRow[]> =>
  ridesOf(user)
    .where('day', '>=', today)
    .where('status', 'not in', over)
    .orderBy('day')
    .orderBy('shift')
    .orderBy('created_at')
    .limit(mostToCome)
    .execute()

/** Soonest first, in any status. */
export const listRidesFrom = ({ tx, brandId, practiceId }: ForPractice, today: Day) =>
  tx
    .selectFrom('rides')
    .select(['day as date', 'shift', 'status', isOnClosedDay('rides').as('isClosed')])
    .where('brand_id', '=', brandId)
    .where('practice_id', '=', practiceId)
    .where('day', '>=', today)
    .orderBy('day')
    .orderBy('shift')
    .limit(mostToCome)
    .execute()

/** Latest first. */
export const listRidesOver = (user: PracticeUser, today: Day): Promise<RideRow[]> =>
  ridesOf(user)
    .where(eb => eb.or([eb('day', '<', today), eb('status', 'in', over)]))
    .orderBy('day', 'desc')
    .orderBy('shift', 'desc')
    .orderBy('created_at', 'desc')
    .limit(mostOver)
    .execute()

export async function findCutOffs({ tx, brandId }: Pick<PracticeUser, 'tx' | 'brandId'>): Promise<CutOffs> {
  const [row, rounds] = await Promise.all([
    tx
      .selectFrom('brands')
      .select([
        'pickup_am_cutoff_days as amDays',
        'pickup_pm_cutoff_days as pmDays',
        sql<string>`to_char(pickup_am_cutoff, 'HH24:MI')`.as('amTime'),
        sql<string>`to_char(pickup_pm_cutoff, 'HH24:MI')`.as('pmTime'),
      ])
      .where('id', '=', brandId)
      .executeTakeFirstOrThrow(),
    tx
      .selectFrom('rounds')
      .select(['weekday', 'shift', 'cutoff_days as days', sql<string | null>`to_char(cutoff, 'HH24:MI')`.as('time')])
      .where('brand_id', '=', brandId)
      .orderBy('weekday')
      .orderBy('shift')
      .execute(),
  ])
  return {
    AM: { days: row.amDays, time: row.amTime },
    PM: { days: row.pmDays, time: row.pmTime },
    byWeekday: rounds.map(({ weekday, shift, days, time }) => ({
      weekday,
      shift,
      cutOff: days === null || time === null ? null : { days, time },
    })),
  }
}

/** The shift of the only round on this day's weekday; null when there are two, or none. */
export const oneRoundOn = (brandId: Expression<unknown>, day: Expression<unknown>) => sql<Shift | null>`(
  select case when count(*) = 1 then case min(r.shift) when 'AM' then 'PM' else 'AM' end end
  from rounds r where r.brand_id = ${brandId} and r.weekday = extract(isodow from ${day})::int and r.cutoff is null)`

/** Replaces all weekday exceptions with the given ones. */
export async function setCutOffs(staff: Staff, { AM, PM, byWeekday = [] }: CutOffs): Promise<void> {
  const { tx, brandId } = staff
  await setBrand(staff, {
    pickup_am_cutoff_days: AM.days,
    pickup_am_cutoff: AM.time,
    pickup_pm_cutoff_days: PM.days,
    pickup_pm_cutoff: PM.time,
  })
  await tx.deleteFrom('rounds').where('brand_id', '=', brandId).execute()
  if (byWeekday.length === 0) return
  await tx
    .insertInto('rounds')
    .values(
      byWeekday.map(({ weekday, shift, cutOff }) => ({
        brand_id: brandId,
        weekday,
        shift,
        cutoff_days: cutOff?.days ?? null,
        cutoff: cutOff?.time ?? null,
      })),
    )
    .execute()
}

export const insertRide = (user: PracticeUser, ride: NewRide) =>
  user.tx
    .insertInto('rides')
    .values({
      brand_id: user.brandId,
      practice_id: user.practiceId,
      day: ride.date,
      shift: ride.shift,
      complementary_information: ride.complementaryInformation ?? null,
      created_by: user.userId,
    })
    .returning(shown)
    .executeTakeFirstOrThrow()

export const findRide = (user: PracticeUser, id: string): Promise<RideRow | undefined> =>
  ridesOf(user).where('id', '=', id).executeTakeFirst()

/** Planned for that slot, and a driver is still expected. */
export const findOpenRide = (user: PracticeUser, { date, shift }: Pick<NewRide, 'date' | 'shift'>) =>
  ridesOf(user)
    .where('day', '=', date)
    .where('shift', '=', shift)
    // A past pickup that no driver has marked is still open, but nobody will come for it.
    .where(
      isComing('rides', { now: sql`${new Date().toISOString()}::timestamptz`, timeZone: sql`${user.timeZone}::text` }),
    )
    .executeTakeFirst()

/** Locks the pickup, so that of driver and practice the second sees what the first has done. */
export const lockRide = (actor: SignedIn, id: string): Promise<RideRow | undefined> =>
  actor.tx
    .selectFrom('rides')
    .select(shown)
    .where(ofActor(actor, 'rides'))
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** Locks the pickups that may still be made, by id to avoid deadlocks. */
export const lockOpenRides = (user: PracticeUser, today: Day): Promise<RideRow[]> =>
  ridesOf(user)
    .where('day', '>=', today)
    .where('status', 'in', ['requested', 'confirmed'])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

/** `at`, for what a driver tells later: when it was done. */
export const setRideStatus = (actor: SignedIn, id: string, status: RideStatus, at?: string) =>
  actor.tx
    .updateTable('rides')
    .set({ status, ...(at && { status_at: new Date(Math.max(Date.parse(at), 0)).toISOString() }) })
    .where(ofActor(actor, 'rides'))
    .where('id', '=', id)
    .execute()
