import { sql } from 'kysely'
import type { Laboratory } from '#tenancy/server/actor.ts'
import type { StaffNoticeKind } from '../input.ts'

/** The kind of the waiting item; undefined where it no longer waits. */
export async function findWaitingKind({ tx, brandId }: Laboratory, id: string): Promise<StaffNoticeKind | undefined> {
  const { rows } = await sql<{ kind: StaffNoticeKind }>`
    select 'signup' as kind from signup_requests where brand_id = ${brandId} and id = ${id} and state = 'waiting'
    union all
    select 'change' from account_changes where brand_id = ${brandId} and id = ${id} and state = 'pending'
    union all
    select 'erasure' from erasure_requests where brand_id = ${brandId} and id = ${id} and state = 'waiting'`.execute(tx)
  return rows[0]?.kind
}

/** Notes that the laboratory is mailed now; false if it was in the last hour. Of two jobs at once only one is told true. */
export async function noteTold({ tx, brandId }: Laboratory, kind: StaffNoticeKind): Promise<boolean> {
  const noted = await tx
    .insertInto('staff_notices_told')
    .values({ brand_id: brandId, kind })
    .onConflict(conflict =>
      conflict
        .columns(['brand_id', 'kind'])
        .doUpdateSet({ told_at: sql<string>`now()` })
        .where('staff_notices_told.told_at', '<=', sql<string>`now() - interval '1 hour'`),
    )
    .returning('kind')
    .executeTakeFirst()
  return noted !== undefined
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
