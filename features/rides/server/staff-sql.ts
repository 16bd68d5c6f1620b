import { sql } from 'kysely'
import { fullNameOf } from '#features/people/server/names-sql.ts'
import type { Day } from '#kit/day.ts'
import type { Staff } from '#tenancy/server/actor.ts'
import type { VisitedPractice } from '../contract.ts'

/** Refers to the table `practices` of the statement. */
export const visitedPractice = sql<VisitedPractice>`jsonb_build_object('id', practices.id, 'name', practices.name,
  'address', practices.address, 'postalCode', practices.postal_code, 'city', practices.city, 'phone', practices.phone,
  'instruction', practices.delivery_instruction)`

/** Also true when the author is unknown: before authors were recorded, only practices cancelled. */
const isPracticesDoing = sql<boolean>`(rides.status = 'cancelled' and coalesce(movers.kind, 'practice') = 'practice')`

const ridesOf = ({ tx, brandId }: Staff) =>
  tx
    .selectFrom('rides')
    .leftJoin('users as movers', join =>
      join.onRef('movers.brand_id', '=', 'rides.brand_id').onRef('movers.id', '=', 'rides.status_by'),
    )
    .where('rides.brand_id', '=', brandId)

/** By shift and round, then in the driver's order. */
export const listRidesOfDay = (staff: Staff, day: Day) =>
  ridesOf(staff)
    .innerJoin('practices', join =>
      join.onRef('practices.brand_id', '=', 'rides.brand_id').onRef('practices.id', '=', 'rides.practice_id'),
    )
    .leftJoin('round_stops', join =>
      join
        .onRef('round_stops.brand_id', '=', 'rides.brand_id')
        .onRef('round_stops.practice_id', '=', 'rides.practice_id'),
    )
    .select(eb => [
      'rides.id',
      'rides.day as date',
      'rides.shift',
      'rides.complementary_information as complementaryInformation',
      'rides.status',
      eb.fn.coalesce('round_stops.round', sql.val('')).as('round'),
      eb.case().when('movers.id', 'is not', null).then(fullNameOf('movers')).end().as('movedBy'),
      'rides.status_at as movedAt',
      isPracticesDoing.as('isCancelledByPractice'),
      visitedPractice.as('practice'),
    ])
    .where('rides.day', '=', day)
    .orderBy('rides.shift')
    .orderBy('round_stops.round', by => by.asc().nullsLast())
    .orderBy('round_stops.position')
    .orderBy('practices.name')
    .orderBy('rides.created_at')
    .execute()

const shownToPrograms = (staff: Staff) =>
  ridesOf(staff).select([
    'rides.id',
    'rides.day as date',
    'rides.shift',
    'rides.complementary_information as complementaryInformation',
    'rides.status',
    'rides.practice_id as practiceId',
    isPracticesDoing.as('isCancelledByPractice'),
  ])

/** From this day on, in any status, paged by id. */
export const listRidesSince = (
  staff: Staff,
  { since, after, most }: { since: Day; after: string | undefined; most: number },
) =>
  shownToPrograms(staff)
    .where('rides.day', '>=', since)
    .$if(after !== undefined, rides => rides.where('rides.id', '>', after ?? ''))
    .orderBy('rides.id')
    .limit(most)
    .execute()

/** One row or none. */
export const findRideOfLaboratory = (staff: Staff, id: string) =>
  shownToPrograms(staff).where('rides.id', '=', id).execute()

export const countToPlan = ({ tx, brandId }: Staff, today: Day) =>
  tx
    .selectFrom('rides')
    .select(({ fn }) => ['day', fn.countAll<number>().as('count')])
    .where('brand_id', '=', brandId)
    .where('day', '>=', today)
    .where('status', '=', 'requested')
    .groupBy('day')
    .orderBy('day')
    .execute()

export async function isCancelledByPractice(staff: Staff, id: string): Promise<boolean> {
  const found = await ridesOf(staff)
    .select(isPracticesDoing.as('isPractices'))
    .where('rides.id', '=', id)
    .executeTakeFirst()
  return found?.isPractices === true
}
