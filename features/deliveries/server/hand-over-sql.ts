import { type SqlBool, sql } from 'kysely'
import { beginsDelivery, isOfPracticeAlone } from '#features/cases/server/events-sql.ts'
import type { Staff } from '#tenancy/server/actor.ts'
import type { NewHandOver } from '../input.ts'
import { carriedStatuses } from '../rules.ts'

/**
 * Serialises two drivers at one stop, including both doors of merged practices: the second sees what the first has recorded.
 */
export async function lockStop({ tx, brandId }: Staff, practiceId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('stop/' || ${brandId}::text || '/' || ${practiceId}::text, 0))`.execute(
    tx,
  )
}

/** The hand-over recorded before under this id. */
export async function findHandOver({ tx, brandId }: Staff, id: string) {
  const known = await tx
    .selectFrom('hand_overs')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!known) return undefined
  const cases = await tx
    .selectFrom('handed_cases')
    .select('order_id as id')
    .where('brand_id', '=', brandId)
    .where('hand_over_id', '=', id)
    .orderBy('order_id')
    .execute()
  return { orderIds: cases.map(({ id }) => id) }
}

/** The practice confirmed the arrival first, without a signature. */
const isReceivedAlready = sql<SqlBool>`orders.status in ('delivered', 'invoiced') and exists (
  select from order_events e
  where e.brand_id = orders.brand_id and e.order_id = orders.id and e.sequence = (${beginsDelivery})
    and ${isOfPracticeAlone('e')})`

/** Locks those that can still be handed over at this practice. Finding nobody is recorded once per case and day. */
export const lockBrought = ({ tx, brandId }: Staff, { practiceId, day, outcome, orderIds }: NewHandOver) =>
  tx
    .selectFrom('orders')
    .select(['id', 'status'])
    .where('brand_id', '=', brandId)
    .where('practice_id', '=', practiceId)
    .where(sql<SqlBool>`id = any(${orderIds}::uuid[])`)
    .where(({ eb, or }) =>
      or([eb('status', 'in', carriedStatuses), ...(outcome === 'handed_over' ? [isReceivedAlready] : [])]),
    )
    .$if(outcome === 'nobody_there', all =>
      all.where(
        // Excludes cases recorded already: a case named at that door has a timeline line by that driver with the hand-over's
        // exact time.
        sql<SqlBool>`not exists (
          select from hand_overs h join order_events e on e.brand_id = h.brand_id and e.order_id = orders.id
            and e.at = h.told_at and e.author_id = h.done_by
          where h.brand_id = ${brandId} and h.practice_id = ${practiceId} and h.day = ${day}
            and h.outcome = 'nobody_there')`,
      ),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

const isNotAskedForAgain = sql<SqlBool>`not exists (select from rides again
  where again.brand_id = rides.brand_id and again.practice_id = rides.practice_id and again.day = rides.day
    and again.shift = rides.shift and again.status not in ('cancelled', 'nobody_there'))`

/**
 * Locks the pickups that nobody has made, also by an id from before the practices were merged. Where nobody was there and the
 * half day was asked for again, the new pickup is the one that is made.
 */
export const lockFetched = ({ tx, brandId }: Staff, { practiceId, outcome, rideIds }: NewHandOver) =>
  tx
    .selectFrom('rides')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('practice_id', '=', practiceId)
    .where(sql<SqlBool>`(id = any(${rideIds}::uuid[]) or stands_for && ${rideIds}::uuid[])`)
    .where(({ eb, or, and }) =>
      or([
        eb('status', 'in', ['requested', 'confirmed']),
        ...(outcome === 'nobody_there' ? [] : [and([eb('status', '=', 'nobody_there'), isNotAskedForAgain])]),
      ]),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

/**
 * Whether "nobody there" is already recorded and this is the other door of merged practices: merged on that day or since, or
 * since the driver's sheet was loaded.
 */
export async function isNobodyAtOtherDoor(staff: Staff, told: NewHandOver, toldOf: string): Promise<boolean> {
  if (told.outcome !== 'nobody_there') return false
  const { rows } = await sql`
    select from hand_overs h
    where h.brand_id = ${staff.brandId} and h.practice_id = ${told.practiceId} and h.day = ${told.day}
      and h.outcome = 'nobody_there'
      and (${told.practiceId}::uuid <> ${toldOf}::uuid or exists (
        select from merged_practices m
        where m.brand_id = h.brand_id and m.into_id = h.practice_id
          and (m.merged_at at time zone ${staff.timeZone})::date >= h.day))`.execute(staff.tx)
  return rows.length > 0
}

/** Clamps the phone's time: a clock that is ahead must not produce the future, and no phone waits longer than a month. */
export async function insertHandOver(
  staff: Staff,
  told: NewHandOver & { isAtOtherDoor: boolean },
  orderIds: readonly string[],
): Promise<void> {
  const ofPractice = { brand_id: staff.brandId, practice_id: told.practiceId }
  await staff.tx
    .insertInto('hand_overs')
    .values({
      ...ofPractice,
      id: told.id,
      day: told.day,
      outcome: told.outcome,
      is_at_other_door: told.isAtOtherDoor,
      received_by: told.receivedBy ?? null,
      signature: told.signature ?? null,
      done_by: staff.userId,
      done_at: sql<string>`least(greatest(${new Date(Math.max(Date.parse(told.at), 0)).toISOString()}::timestamptz,
        now() - interval '30 days'), now())`,
    })
    .execute()
  if (orderIds.length === 0) return
  await staff.tx
    .insertInto('handed_cases')
    .values(orderIds.map(order_id => ({ ...ofPractice, order_id, hand_over_id: told.id })))
    .execute()
}
