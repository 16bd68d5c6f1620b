import { sql } from 'kysely'
import { arrivedOn } from '#features/cases/server/events-sql.ts'
import { hasMissedItsDay } from '#features/cases/server/filters-sql.ts'
import { shownOfPromise } from '#features/cases/server/promised-sql.ts'
import type { Day } from '#kit/day.ts'
import type { FeedReader, PracticeUser } from '#tenancy/server/actor.ts'

/** `first` and `last` are inclusive. */
export type Window = { today: Day; first: Day; last: Day }

/** More than a large practice has in a year; beyond it, the cases furthest from today are left out. */
const mostCases = 2_000

export const findFeed = (user: PracticeUser) =>
  user.tx
    .selectFrom('calendar_feeds')
    .select('created_at as createdAt')
    .where('brand_id', '=', user.brandId)
    .where('user_id', '=', user.userId)
    .executeTakeFirst()

/** Replaces the user's former feed. */
export const setFeed = (user: PracticeUser, secretHash: Buffer) =>
  user.tx
    .insertInto('calendar_feeds')
    .values({ brand_id: user.brandId, user_id: user.userId, secret_hash: secretHash })
    .onConflict(conflict =>
      conflict.columns(['brand_id', 'user_id']).doUpdateSet({ secret_hash: secretHash, created_at: sql`now()` }),
    )
    .returning('created_at as createdAt')
    .executeTakeFirstOrThrow()

export const deleteFeed = (user: PracticeUser) =>
  user.tx
    .deleteFrom('calendar_feeds')
    .where('brand_id', '=', user.brandId)
    .where('user_id', '=', user.userId)
    .returning('user_id')
    .executeTakeFirst()

export const findCompanyName = async (reader: FeedReader) =>
  (
    await reader.tx
      .selectFrom('brands')
      .select('company_name')
      .where('id', '=', reader.brandId)
      .executeTakeFirstOrThrow()
  ).company_name

export type FeedCase = Awaited<ReturnType<typeof listFeedCases>>[number]

/**
 * Cases delivered, overdue or due within the window. The last line of the timeline gives the revision and time of the last
 * change.
 */
export function listFeedCases(reader: FeedReader, { today, first, last }: Window) {
  const appointmentOn = sql<Day | null>`(orders.appointment_at at time zone ${reader.timeZone})::date`
  const shown = reader.tx
    .selectFrom('orders')
    .select([...shownOfPromise, 'id', 'code', 'patient_code', 'appointment_at', 'created_at'])
    .select([appointmentOn.as('appointment_on'), arrivedOn({ timeZone: sql.val(reader.timeZone) })])
    .where('brand_id', '=', reader.brandId)
    .where('practice_id', '=', reader.practiceId)
    .where('status', '<>', 'cancelled')
    .where(({ or, between }) =>
      or([
        between('delivery_on', first, last),
        between(appointmentOn, first, last),
        hasMissedItsDay(sql.val(today)),
        // However late it arrived, it stays on the day of arrival.
        sql<boolean>`orders.id in (
          select e.order_id from order_events e
          where e.brand_id = ${reader.brandId} and e.practice_id = ${reader.practiceId} and e.status = 'delivered'
            and e.at >= ${first}::date::timestamp at time zone ${reader.timeZone})`,
      ]),
    )
    .orderBy(sql`least(abs(delivery_on - ${today}::date), abs(${appointmentOn} - ${today}::date))`)
    .orderBy('id')
    .limit(mostCases)
  return reader.tx
    .selectFrom(shown.as('shown'))
    .leftJoinLateral(
      db =>
        db
          .selectFrom('order_events')
          .select(['at', 'sequence'])
          .where('order_events.brand_id', '=', reader.brandId)
          .whereRef('order_events.order_id', '=', 'shown.id')
          .orderBy('sequence', 'desc')
          .limit(1)
          .as('changed'),
      join => join.onTrue(),
    )
    .selectAll('shown')
    .select(['changed.at as changed_at', 'changed.sequence as changes'])
    .orderBy('shown.id')
    .execute()
}

export type FeedRide = Awaited<ReturnType<typeof listFeedRides>>[number]

export const listFeedRides = (reader: FeedReader, { first, last }: Window) =>
  reader.tx
    .selectFrom('rides')
    .select(['id', 'day', 'shift', 'status', 'created_at'])
    .where('brand_id', '=', reader.brandId)
    .where('practice_id', '=', reader.practiceId)
    .where('status', '<>', 'cancelled')
    .where('day', '>=', first)
    .where('day', '<=', last)
    .orderBy('id')
    .execute()

export type FeedAbsence = Awaited<ReturnType<typeof listFeedAbsences>>[number]

export const listFeedAbsences = (reader: FeedReader, { first, last }: Window) =>
  reader.tx
    .selectFrom('absences')
    .select(['id', 'from_on', 'to_on', 'from_shift', 'to_shift', 'is_delivery_possible', 'created_at'])
    .where('brand_id', '=', reader.brandId)
    .where('practice_id', '=', reader.practiceId)
    .where('to_on', '>=', first)
    .where('from_on', '<=', last)
    .orderBy('id')
    .execute()
