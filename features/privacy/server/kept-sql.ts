import { type RawBuilder, sql } from 'kysely'
import type { DB } from '#db/schema.ts'
import { deleteForgottenImports } from '#features/imports/server/sql.ts'
import { deleteOldDrafts } from '#features/ordering/server/sql.ts'
import { deleteOldVisits } from '#features/stations/server/sql.ts'
import type { Laboratory } from '#tenancy/server/actor.ts'
import type { RemovalKind } from '../removal-kinds.ts'

/** Removes at most `most` rows and returns how many it removed. */
type Remove = (laboratory: Laboratory, most: number) => Promise<number>

type Kept = {
  kind: RemovalKind
  remove: Remove
  /** Everything older is gone; omitted when each row has its own expiry. */
  until?: RawBuilder<string>
}

/**
 * The complete list of retention periods and their reasons. New kinds are added here: with `rowsOlderThan` where the runtime role
 * may delete, with `byFunction` where it may not and a database function checks the age (migration 0026_privacy.sql).
 */
export const kept: readonly Kept[] = [
  // Who did and saw what: CNIL 2021-122, six to twelve months.
  { kind: 'audit', ...byFunction('remove_old_audit', '12 months') },
  // Statements of custom-made devices: ten years, fifteen for implants (MDR 2017/745, Annex XIII, 4), as each says.
  { kind: 'statements', ...byFunction('remove_old_statements') },
  // Patients' names on finished cases: for as long as the laboratory has set (brands.patient_names_kept_months).
  { kind: 'patient_names', ...byFunction('remove_old_patient_names') },
  // Where a case was worked on and for how long: as long as the patients' names.
  { kind: 'station_visits', remove: deleteOldVisits },
  { kind: 'sessions', ...byFunction('remove_old_sessions', '90 days') },
  // Twice what the draft of the Idempotency-Key header asks for (security.md S54).
  { kind: 'answers', ...rowsOlderThan('idempotency_keys', 'created_at', '48 hours') },
  { kind: 'links', ...rowsOlderThan('password_links', 'expires_at', '0 hours') },
  { kind: 'mails', ...rowsOlderThan('mails', 'settled_at', '30 days') },
  // Refused requests, and those that have become a practice.
  { kind: 'signups', ...rowsOlderThan('signup_requests', 'decided_at', '12 months') },
  // A prescription that was begun and never sent, with its files.
  { kind: 'drafts', remove: deleteOldDrafts, until: ago('12 months') },
  // For users who have not looked for two months, unread marks have lost their meaning.
  { kind: 'unread', ...rowsOlderThan('unread_cases', 'since', '60 days') },
  // Payments of the demonstration, which are queried for half a year. Their ledger entries stay.
  { kind: 'sandbox_checkouts', ...rowsOlderThan('sandbox_checkouts', 'created_at', '12 months') },
  // Import files of practices and products that were opened and never imported.
  { kind: 'imports', remove: deleteForgottenImports, until: ago('24 hours') },
  // No entry for invoices, payments and their documents: books and vouchers are kept for at least ten years (C. com. L123-22),
  // the runtime role cannot delete them, and a person decides what is deleted later (docs/operations.md).
]

function ago(time: string): RawBuilder<string> {
  return sql<string>`now() - ${time}::interval`
}

function rowsOlderThan<T extends keyof DB & string>(table: T, column: keyof DB[T] & string, time: string) {
  const until = ago(time)
  const remove: Remove = async ({ tx, brandId }, most) => {
    const over = sql`brand_id = ${brandId} and ${sql.ref(column)} < ${until}`
    // Deletes the oldest, up to the age of the last of the batch: the runtime role cannot select the ids of some of these tables.
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where ${over} and ${sql.ref(column)} <= coalesce(
        (select ${sql.ref(column)} from ${sql.table(table)} where ${over} order by 1 offset ${most - 1} limit 1),
        'infinity')`.execute(tx)
    return Number(numAffectedRows ?? 0)
  }
  return { remove, until }
}

function byFunction(name: string, time?: string) {
  const remove: Remove = async ({ tx }, most) => {
    const { rows } = await sql<{ removed: number }>`
      select ${sql.id('tenant', name)}(${most}::integer) as removed`.execute(tx)
    return rows[0]?.removed ?? 0
  }
  return { remove, ...(time && { until: ago(time) }) }
}

/** Lets one process at a time remove in this laboratory; held until the transaction ends. */
export async function tryLockRemovals({ tx, brandId }: Laboratory): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`retention/${brandId}`}, 0)) as locked`.execute(tx)
  return rows[0]?.locked === true
}

/** Records how many were removed. */
export const recordRemoval = ({ tx, brandId }: Laboratory, { kind, until }: Kept, count: number) =>
  sql`
    insert into removals as earlier (brand_id, kind, count, until)
    values (${brandId}, ${kind}, ${count}, ${until ?? sql`null`})
    on conflict (brand_id, kind, removed_on) do update
      set count = earlier.count + excluded.count, until = excluded.until, last_at = now()`.execute(tx)
