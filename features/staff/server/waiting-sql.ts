import { sql } from 'kysely'
import type { Laboratory } from '#tenancy/server/actor.ts'
import type { StaffNoticeKind } from '../input.ts'

/** The kind of the waiting item; undefined where it no longer waits, or another of its kind arrived in the hour before it. */
export async function findFirstWaiting({ tx, brandId }: Laboratory, id: string): Promise<StaffNoticeKind | undefined> {
  const { rows } = await sql<{ kind: StaffNoticeKind }>`
    with waiting as (
      select 'signup' as kind, id, created_at as at from signup_requests where brand_id = ${brandId} and state = 'waiting'
      union all
      select 'change', id, requested_at from account_changes where brand_id = ${brandId} and state = 'pending'
      union all
      select 'erasure', id, requested_at from erasure_requests where brand_id = ${brandId} and state = 'waiting')
    select one.kind from waiting one where one.id = ${id} and not exists (
      select from waiting other
      where other.kind = one.kind and (other.at, other.id) < (one.at, one.id) and other.at > one.at - interval '1 hour')`.execute(
    tx,
  )
  return rows[0]?.kind
}

/** Staff who may decide it, have access, and have not declined these mails. */
export const listTold = ({ tx, brandId }: Laboratory, kind: StaffNoticeKind) =>
  tx
    .selectFrom('users as u')
    .select(['u.email', 'u.language'])
    .where('u.brand_id', '=', brandId)
    .where('u.kind', '=', 'staff')
    .where('u.role', '=', 'administrator')
    .where('u.disabled_at', 'is', null)
    .where('u.password_hash', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('staff_notices_declined as d')
            .select('d.kind')
            .whereRef('d.brand_id', '=', 'u.brand_id')
            .whereRef('d.user_id', '=', 'u.id')
            .where('d.kind', '=', kind),
        ),
      ),
    )
    .execute()
