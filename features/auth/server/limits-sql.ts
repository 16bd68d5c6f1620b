import { sql } from 'kysely'
import type { Writer } from '#tenancy/server/outbox-sql.ts'
import { type Counter, forgivable, hasRoom, type Limit, type LimitKind, signInLimits } from './limits.ts'

/** Longer than a look at a password takes; what a process that was killed had in flight is let go then. */
const longestLookSeconds = 30
const sweptAtOnce = 20

const row = (laboratory: Writer, { kind, key }: Limit) => ({
  brand_id: laboratory.brandId,
  kind,
  key,
  forgotten_at: sql<string>`now() + make_interval(secs => ${signInLimits[kind].seconds})`,
})

const lookedAtUntil = sql<string>`now() + make_interval(secs => ${longestLookSeconds})`

const isOneOf = (limits: readonly Limit[]) =>
  sql<boolean>`(kind, key) in (${sql.join(limits.map(({ kind, key }) => sql`(${kind}, ${key})`))})`

/**
 * A crash of the database may lose what this transaction counts in flight: nobody waits for the disk while others wait for
 * the row of their common address.
 */
export const commitUnwritten = ({ tx }: Writer) => sql`select set_config('synchronous_commit', 'off', true)`.execute(tx)

/**
 * Counts one more in flight and answers the counters as they were before; in the order of `limits`, so that no two attempts
 * wait for each other.
 */
export const addInFlight = (laboratory: Writer, limits: readonly Limit[]): Promise<Counter[]> =>
  laboratory.tx
    .insertInto('sign_in_limits')
    .values(limits.map(limit => ({ ...row(laboratory, limit), in_flight: 1, in_flight_until: lookedAtUntil })))
    .onConflict(conflict =>
      conflict.columns(['brand_id', 'kind', 'key']).doUpdateSet({
        failures: sql`case when sign_in_limits.forgotten_at <= now() then 0 else sign_in_limits.failures end`,
        forgotten_at: sql`case when sign_in_limits.forgotten_at <= now() then excluded.forgotten_at
          else sign_in_limits.forgotten_at end`,
        in_flight: sql`1 + case when sign_in_limits.in_flight_until <= now() then 0 else sign_in_limits.in_flight end`,
        in_flight_until: lookedAtUntil,
      }),
    )
    .returning([
      sql<LimitKind>`kind`.as('kind'),
      'failures',
      sql<number>`in_flight - 1`.as('in_flight'),
      sql<number>`extract(epoch from forgotten_at - now())::float8`.as('seconds_left'),
    ])
    .execute()

/** One more that is asked for; what is refused is not counted, and prolongs nothing. */
export async function countAsking(laboratory: Writer, limits: readonly Limit[]): Promise<void> {
  const counters = await laboratory.tx
    .insertInto('sign_in_limits')
    .values(limits.map(limit => ({ ...row(laboratory, limit), failures: 1 })))
    .onConflict(conflict =>
      conflict.columns(['brand_id', 'kind', 'key']).doUpdateSet({
        failures: sql`case when sign_in_limits.forgotten_at <= now() then 1 else sign_in_limits.failures + 1 end`,
        forgotten_at: sql`case when sign_in_limits.forgotten_at <= now() then excluded.forgotten_at
          else sign_in_limits.forgotten_at end`,
      }),
    )
    .returning([
      sql<LimitKind>`kind`.as('kind'),
      sql<number>`failures - 1`.as('failures'),
      sql<number>`0`.as('in_flight'),
      sql<number>`extract(epoch from forgotten_at - now())::float8`.as('seconds_left'),
    ])
    .execute()
  hasRoom(counters)
  await deleteForgotten(laboratory)
}

/**
 * The password has been looked at: a wrong one stays counted, a right one leaves nothing. Locks in the same order. Sent
 * together, so that whoever waits for the row of a common address does not wait for our way there and back as well.
 */
export const settle = (laboratory: Writer, limits: readonly Limit[], isRight: boolean): Promise<unknown> =>
  Promise.all([
    countLook(laboratory, limits, { failures: isRight ? 0 : 1, forgives: isRight }),
    isRight ? deleteEmpty(laboratory, limits) : deleteForgotten(laboratory),
  ])

/** What was to be looked at is gone: neither right nor wrong, and nothing is forgiven. */
export const release = (laboratory: Writer, limits: readonly Limit[]): Promise<unknown> =>
  countLook(laboratory, limits, { failures: 0, forgives: false })

const countLook = (
  laboratory: Writer,
  limits: readonly Limit[],
  { failures, forgives }: { failures: 0 | 1; forgives: boolean },
) =>
  laboratory.tx
    .insertInto('sign_in_limits')
    .values(limits.map(limit => ({ ...row(laboratory, limit), failures })))
    .onConflict(conflict =>
      conflict.columns(['brand_id', 'kind', 'key']).doUpdateSet({
        failures: sql`case when ${forgives} and sign_in_limits.kind in (${sql.join(forgivable)}) then 0
          when sign_in_limits.forgotten_at <= now() then excluded.failures
          else sign_in_limits.failures + excluded.failures end`,
        // The time runs from the first wrong one.
        forgotten_at: sql`case when sign_in_limits.failures = 0 or sign_in_limits.forgotten_at <= now()
          then excluded.forgotten_at else sign_in_limits.forgotten_at end`,
        in_flight: sql`greatest(sign_in_limits.in_flight - 1, 0)`,
      }),
    )
    .execute()

const deleteEmpty = (laboratory: Writer, limits: readonly Limit[]) =>
  laboratory.tx
    .deleteFrom('sign_in_limits')
    .where('brand_id', '=', laboratory.brandId)
    .where(isOneOf(limits))
    .where('failures', '=', 0)
    .where('in_flight', '=', 0)
    .execute()

/** Whoever leaves rows behind takes more away than that: no attack fills the table for longer than it lasts. */
const deleteForgotten = (laboratory: Writer) =>
  laboratory.tx
    .deleteFrom('sign_in_limits')
    .where('brand_id', '=', laboratory.brandId)
    .where(
      ({ refTuple, selectFrom }) =>
        sql<boolean>`${refTuple('kind', 'key')} in ${selectFrom('sign_in_limits as old')
          .select(['old.kind', 'old.key'])
          .where('old.brand_id', '=', laboratory.brandId)
          .where('old.forgotten_at', '<', sql<string>`now()`)
          .where('old.in_flight_until', '<', sql<string>`now()`)
          .limit(sweptAtOnce)
          .forUpdate()
          .skipLocked()}`,
    )
    .execute()
