import { sql } from 'kysely'
import type { Day } from '#kit/day.ts'
import type { PracticeUser, SignedIn } from '#tenancy/server/actor.ts'
import { ofActor } from '#tenancy/server/actor-sql.ts'
import type { CutOff, RideStatus, Shift } from '../contract.ts'
import type { NewRide } from '../input.ts'

/** Two a day for all the days that can be asked for, and as many again that were called off. */
const mostToCome = 250
const mostOver = 50

const shown = ['id', 'day as date', 'shift', 'complementary_information as complementaryInformation', 'status'] as const

export type RideRow = Awaited<ReturnType<typeof insertRide>>

const ridesOf = (user: PracticeUser) =>
  user.tx
    .selectFrom('rides')
    .select(shown)
    .where('brand_id', '=', user.brandId)
    .where('practice_id', '=', user.practiceId)

/** Soonest first. What has been picked up today is over. */
export const listRidesToCome = (user: PracticeUser, today: Day): Promise<RideRow[]> =>
  ridesOf(user)
    .where('day', '>=', today)
    .where('status', '<>', 'picked_up')
    .orderBy('day')
    .orderBy('shift')
    .orderBy('created_at')
    .limit(mostToCome)
    .execute()

/** Latest first. */
export const listRidesOver = (user: PracticeUser, today: Day): Promise<RideRow[]> =>
  ridesOf(user)
    .where(eb => eb.or([eb('day', '<', today), eb('status', '=', 'picked_up')]))
    .orderBy('day', 'desc')
    .orderBy('shift', 'desc')
    .orderBy('created_at', 'desc')
    .limit(mostOver)
    .execute()

export async function findCutOffs({ tx, brandId }: PracticeUser): Promise<Record<Shift, CutOff>> {
  const row = await tx
    .selectFrom('brands')
    .select([
      'pickup_am_cutoff_days as amDays',
      'pickup_pm_cutoff_days as pmDays',
      sql<string>`to_char(pickup_am_cutoff, 'HH24:MI')`.as('amTime'),
      sql<string>`to_char(pickup_pm_cutoff, 'HH24:MI')`.as('pmTime'),
    ])
    .where('id', '=', brandId)
    .executeTakeFirstOrThrow()
  return { AM: { days: row.amDays, time: row.amTime }, PM: { days: row.pmDays, time: row.pmTime } }
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

/** Of driver and practice at once the second sees what the first has done. */
export const lockRide = (actor: SignedIn, id: string): Promise<RideRow | undefined> =>
  actor.tx
    .selectFrom('rides')
    .select(shown)
    .where(ofActor(actor, 'rides'))
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()

export const setRideStatus = (actor: SignedIn, id: string, status: RideStatus) =>
  actor.tx.updateTable('rides').set({ status }).where(ofActor(actor, 'rides')).where('id', '=', id).execute()
