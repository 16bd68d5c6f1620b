import { sql } from 'kysely'
import type { Language } from '#kit/language.ts'
import type { Laboratory } from '#tenancy/server/actor.ts'

export type WaitingKind = 'signup' | 'change'

/** What this is that waits; nothing where it waits no more, or where something of its kind has come in the hour before it. */
export async function findFirstWaiting({ tx, brandId }: Laboratory, id: string): Promise<WaitingKind | undefined> {
  const { rows } = await sql<{ kind: WaitingKind }>`
    with waiting as (
      select 'signup' as kind, id, created_at as at from signup_requests where brand_id = ${brandId} and state = 'waiting'
      union all
      select 'change', id, requested_at from account_changes where brand_id = ${brandId} and state = 'pending')
    select one.kind from waiting one where one.id = ${id} and not exists (
      select from waiting other
      where other.kind = one.kind and (other.at, other.id) < (one.at, one.id) and other.at > one.at - interval '1 hour')`.execute(
    tx,
  )
  return rows[0]?.kind
}

/** Whoever decides it and comes in. */
export const listAdministrators = ({ tx, brandId }: Laboratory) =>
  tx
    .selectFrom('users')
    .select(['email', sql<Language>`language`.as('language')])
    .where('brand_id', '=', brandId)
    .where('kind', '=', 'staff')
    .where('role', '=', 'administrator')
    .where('disabled_at', 'is', null)
    .where('password_hash', 'is not', null)
    .execute()
