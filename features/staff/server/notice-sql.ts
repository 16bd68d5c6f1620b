import { sql } from 'kysely'
import type { Staff } from '#tenancy/server/actor.ts'
import type { StaffNotices } from '../contract.ts'
import { StaffNoticeKind } from '../input.ts'

/** All kinds are on unless declined. */
export async function findStaffNotices({ tx, brandId, userId }: Staff): Promise<StaffNotices> {
  const { rows } = await sql<StaffNotices>`
    select u.email, (
      select jsonb_object_agg(k.kind, d.kind is null) from unnest(${StaffNoticeKind.options}::staff_notice_kind[]) as k (kind)
      left join staff_notices_declined d on d.brand_id = u.brand_id and d.user_id = u.id and d.kind = k.kind) as mailed
    from users u where u.brand_id = ${brandId} and u.id = ${userId}`.execute(tx)
  const [notices] = rows
  if (!notices) throw new Error('Whoever is signed in is not there.')
  return notices
}

export async function setStaffNotices(
  { tx, brandId, userId }: Staff,
  chosen: { readonly [K in StaffNoticeKind]?: boolean | undefined },
): Promise<void> {
  for (const kind of StaffNoticeKind.options) {
    if (chosen[kind] === undefined) continue
    const declined = { brand_id: brandId, user_id: userId, kind }
    if (chosen[kind])
      await tx
        .deleteFrom('staff_notices_declined')
        .where('brand_id', '=', brandId)
        .where('user_id', '=', userId)
        .where('kind', '=', kind)
        .execute()
    else
      await tx
        .insertInto('staff_notices_declined')
        .values(declined)
        .onConflict(conflict => conflict.doNothing())
        .execute()
  }
}
