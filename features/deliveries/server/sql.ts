import { type SqlBool, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { periodOfAbsence } from '#features/absences/server/period-sql.ts'
import { fullNameOf } from '#features/people/server/names-sql.ts'
import { oneRoundOn } from '#features/rides/server/sql.ts'
import { visitedPractice } from '#features/rides/server/staff-sql.ts'
import { addDays, type Day } from '#kit/day.ts'
import type { Staff } from '#tenancy/server/actor.ts'
import { inLanguage } from '#tenancy/server/words-sql.ts'
import { carriedStatuses } from '../rules.ts'

/** Days after which an unconfirmed case is no longer in a van. */
const longestOnTheWay = 14
/** Days by which work may leave late. */
const longestLate = 60

/**
 * Deliveries by the laboratory's own drivers: cases promised for the day; once the day has come, also cases shipped by then,
 * before or after their day; and cases handed over on the day, whenever they were promised for.
 */
export function listBrought({ tx, brandId, language, timeZone }: Staff, { day, today }: { day: Day; today: Day }) {
  const toBring = tx
    .selectFrom('orders')
    .select('orders.id')
    .where('orders.brand_id', '=', brandId)
    .where('orders.carrier', 'is', null)
  const shown = toBring
    .where('orders.status', 'in', carriedStatuses)
    .where('orders.delivery_on', '=', day)
    .union(
      tx
        .selectFrom('handed_cases')
        .innerJoin('hand_overs', join =>
          join
            .onRef('hand_overs.brand_id', '=', 'handed_cases.brand_id')
            .onRef('hand_overs.id', '=', 'handed_cases.hand_over_id'),
        )
        .select('handed_cases.order_id as id')
        .where('hand_overs.brand_id', '=', brandId)
        .where('hand_overs.day', '=', day)
        .where('handed_cases.taken_back_at', 'is', null),
    )
    .$if(day <= today, all =>
      all.union(
        toBring
          .where('orders.status', '=', 'shipped')
          .where(({ eb, or }) =>
            or([eb('orders.delivery_on', 'is', null), eb('orders.delivery_on', '>=', addDays(day, -longestLate))]),
          )
          .where(({ exists, selectFrom }) =>
            exists(
              selectFrom('order_events as e')
                .select('e.order_id')
                .whereRef('e.brand_id', '=', 'orders.brand_id')
                .whereRef('e.order_id', '=', 'orders.id')
                .where('e.status', '=', 'shipped')
                .where(sql<SqlBool>`(e.at at time zone ${timeZone})::date
                  between ${addDays(day, -longestOnTheWay)}::date and ${day}::date`),
            ),
          ),
      ),
    )
    .$if(day === today, all =>
      all.union(
        toBring
          .where('orders.status', '=', 'shipped')
          .where('orders.delivery_on', '<', day)
          .where('orders.delivery_on', '>=', addDays(day, -longestOnTheWay)),
      ),
    )
  return tx
    .selectFrom('orders')
    .innerJoin(shown.as('shown'), 'shown.id', 'orders.id')
    .select([
      'orders.id',
      'orders.practice_id as practiceId',
      'orders.code',
      inLanguage(language, 'orders.summary').as('summary'),
      'orders.status',
      sql<Day>`coalesce(orders.delivery_on, ${day}::date)`.as('deliveryDate'),
      sql<boolean>`(select unsigned_shipping from brands where id = ${brandId}) <> 'not_asked' and not exists (
        select from traceability_statements s where s.brand_id = orders.brand_id and s.order_id = orders.id)`.as(
        'isUnsigned',
      ),
    ])
    .where('orders.brand_id', '=', brandId)
    .orderBy('orders.code')
    .execute()
}

/** In the order of the day; cancelled pickups are omitted. */
export const listPickups = ({ tx, brandId }: Staff, day: Day) =>
  tx
    .selectFrom('rides')
    .select([
      'id',
      'practice_id as practiceId',
      'shift',
      'status',
      'complementary_information as complementaryInformation',
    ])
    .where('brand_id', '=', brandId)
    .where('day', '=', day)
    .where('status', '<>', 'cancelled')
    .orderBy('shift')
    .orderBy('created_at')
    .execute()

/** A hand-over of which every case was taken back does not count. */
const isNotTakenBack = sql<SqlBool>`(select count(*) = 0 or bool_or(h.taken_back_at is null) from handed_cases h
  where h.brand_id = hand_overs.brand_id and h.hand_over_id = hand_overs.id)`

/** "Nobody there" is listed once, whichever door it was at. */
export const listHandOvers = ({ tx, brandId }: Staff, day: Day) =>
  tx
    .selectFrom('hand_overs')
    .innerJoin('users', join =>
      join.onRef('users.brand_id', '=', 'hand_overs.brand_id').onRef('users.id', '=', 'hand_overs.done_by'),
    )
    .select([
      'hand_overs.id',
      'hand_overs.practice_id as practiceId',
      'hand_overs.outcome',
      'hand_overs.received_by as receivedBy',
      'hand_overs.signature',
      'hand_overs.done_at as at',
      fullNameOf('users').as('by'),
    ])
    .where('hand_overs.brand_id', '=', brandId)
    .where('hand_overs.day', '=', day)
    .where('hand_overs.is_at_other_door', '=', false)
    .where(isNotTakenBack)
    .orderBy('hand_overs.done_at')
    .execute()

/** By round, in the driver's order; practices without a round come last, by name. */
export const listVisited = ({ tx, brandId }: Staff, ids: readonly string[], day: Day) =>
  tx
    .selectFrom('practices')
    .leftJoin('round_stops', join =>
      join
        .onRef('round_stops.brand_id', '=', 'practices.brand_id')
        .onRef('round_stops.practice_id', '=', 'practices.id'),
    )
    .select(eb => [
      visitedPractice.as('practice'),
      eb.fn.coalesce('round_stops.round', sql.val('')).as('round'),
      eb
        .selectFrom('hand_overs')
        .select('received_by')
        .whereRef('hand_overs.brand_id', '=', 'practices.brand_id')
        .whereRef('hand_overs.practice_id', '=', 'practices.id')
        .where('received_by', 'is not', null)
        .orderBy('done_at', 'desc')
        .limit(1)
        .as('lastReceivedBy'),
      jsonArrayFrom(
        eb
          .selectFrom('absences')
          .select(periodOfAbsence)
          .whereRef('absences.brand_id', '=', 'practices.brand_id')
          .whereRef('absences.practice_id', '=', 'practices.id')
          .where('from_on', '<=', day)
          .where('to_on', '>=', day)
          .where('is_delivery_possible', '=', false)
          .orderBy('from_on'),
      ).as('absences'),
      // pg cannot parse arrays of a domain type.
      sql<number[]>`practices.delivery_days::smallint[]`.as('deliveryDays'),
      sql<number[]>`practices.opening_days::smallint[]`.as('openingDays'),
      oneRoundOn(sql`${brandId}`, sql`${day}::date`).as('oneRound'),
    ])
    .where('practices.brand_id', '=', brandId)
    .where('practices.id', 'in', ids)
    .orderBy(eb => eb.fn.coalesce('round_stops.round', sql.val('')))
    .orderBy('round_stops.position', by => by.asc().nullsLast())
    .orderBy('practices.name')
    .orderBy('practices.id')
    .execute()

/** The practice's round; null when the round has no name. */
export async function findRoundOf({ tx, brandId }: Staff, practiceId: string): Promise<string | null> {
  const stop = await tx
    .selectFrom('round_stops')
    .select('round')
    .where('brand_id', '=', brandId)
    .where('practice_id', '=', practiceId)
    .executeTakeFirst()
  return stop?.round || null
}

/** Serialises changes of rounds in a laboratory: the second driver to reorder sees what the first has done. */
export async function lockRounds({ tx, brandId }: Staff): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('rounds/' || ${brandId}::text, 0))`.execute(tx)
}

export async function listRound({ tx, brandId }: Staff, round: string): Promise<string[]> {
  const stops = await tx
    .selectFrom('round_stops')
    .select('practice_id as id')
    .where('brand_id', '=', brandId)
    .where('round', '=', round)
    .orderBy('position')
    .orderBy('practice_id')
    .execute()
  return stops.map(({ id }) => id)
}

export const countPractices = ({ tx, brandId }: Staff, ids: readonly string[]) =>
  tx
    .selectFrom('practices')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('brand_id', '=', brandId)
    .where('id', 'in', ids)
    .executeTakeFirstOrThrow()

export const placeStops = ({ tx, brandId }: Staff, round: string, practiceIds: readonly string[]) =>
  tx
    .insertInto('round_stops')
    .values(practiceIds.map((practice_id, index) => ({ brand_id: brandId, practice_id, round, position: index + 1 })))
    .onConflict(known =>
      known.columns(['brand_id', 'practice_id']).doUpdateSet(({ ref }) => ({
        round: ref('excluded.round'),
        position: ref('excluded.position'),
      })),
    )
    .execute()
