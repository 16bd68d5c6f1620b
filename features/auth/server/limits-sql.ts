import { sql } from 'kysely'
import type { Writer } from '#tenancy/server/outbox-sql.ts'
import { type Counter, forgivable, hasRoom, type Limit, type LimitKind, signInLimits } from './limits.ts'

/** Longer than a password check takes; attempts in flight of a killed process are then released. */
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
 * Disables synchronous commit: a database crash may lose the counts in flight, but nobody waits for the disk while others wait
 * for the row of a shared address.
 */
export const commitUnwritten = ({ tx }: Writer) => sql`select set_config('synchronous_commit', 'off', true)`.execute(tx)

/** Counts one more in flight and returns the counters from before; in the order of `limits`, so that attempts cannot deadlock. */
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

/** Counts one more request; refused ones are not counted, and so extend nothing. */
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
 * After the password check: a wrong one stays counted, a right one is removed. Locks in the same order. Pipelined, so that others
 * waiting for the row of a shared address do not wait for our round trips as well.
 */
export const settle = (laboratory: Writer, limits: readonly Limit[], isRight: boolean): Promise<unknown> =>
  Promise.all([
    countLook(laboratory, limits, { failures: isRight ? 0 : 1, forgives: isRight }),
    isRight ? deleteEmpty(laboratory, limits) : deleteForgotten(laboratory),
  ])

/** For an attempt whose subject is gone: counts as neither right nor wrong, and forgives nothing. */
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
        // The period starts with the first wrong attempt.
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

/** Each new row deletes more expired ones than it adds: an attack fills the table no longer than it lasts. */
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
