import { sql } from 'kysely'
import type { Staff } from '#tenancy/server/actor.ts'
import { mayShipUnsigned, type UnsignedShipping } from '../unsigned-rules.ts'

export const findUnsignedShipping = async ({ tx, brandId }: Staff): Promise<UnsignedShipping> =>
  (
    await tx
      .selectFrom('brands')
      .select(sql<UnsignedShipping>`unsigned_shipping`.as('setting'))
      .where('id', '=', brandId)
      .executeTakeFirstOrThrow()
  ).setting

/**
 * The given cases that would leave without a signed sheet: those in production, and those of the laboratory's software that
 * have no known status and may leave from there.
 */
const listUnsigned = ({ tx, brandId }: Staff, ids: readonly string[]) =>
  tx
    .selectFrom('orders')
    .select(['id', 'code'])
    .where('brand_id', '=', brandId)
    .where('id', 'in', ids)
    .where('status', 'in', ['in_production', 'unknown'])
    .where('is_signed', '=', false)
    .orderBy('code')
    .execute()

/** No cases where the laboratory's setting is `not_asked`. */
export async function findUnsigned(staff: Staff, ids: readonly string[]) {
  const setting = await findUnsignedShipping(staff)
  const mayShip = mayShipUnsigned(staff, setting)
  return { cases: setting === 'not_asked' ? [] : await listUnsigned(staff, ids), mayShip }
}

/** The cases that this user may not ship. */
export async function heldBack(staff: Staff, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { cases, mayShip } = await findUnsigned(staff, ids)
  return new Set(mayShip ? [] : cases.map(({ id }) => id))
}
