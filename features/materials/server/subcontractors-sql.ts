import type * as v from 'valibot'
import type { Staff } from '#tenancy/server/actor.ts'
import type { NewSubcontractor } from '../input.ts'

type Entered = v.InferOutput<typeof NewSubcontractor>

export const listSubcontractors = ({ tx, brandId }: Staff) =>
  tx
    .selectFrom('subcontractors')
    .select(['id', 'name', 'address', 'postal_code as postalCode', 'city', 'work', 'is_retired as isRetired'])
    .where('brand_id', '=', brandId)
    .orderBy('is_retired')
    .orderBy('name')
    .execute()

const columnsOf = ({ name, address, postalCode, city, work, isRetired }: Entered) => ({
  name,
  address,
  postal_code: postalCode,
  city,
  work,
  is_retired: isRetired,
})

export const insertSubcontractor = ({ tx, brandId }: Staff, entered: Entered) =>
  tx
    .insertInto('subcontractors')
    .values({ brand_id: brandId, ...columnsOf(entered) })
    .returning('id')
    .executeTakeFirstOrThrow()

/** Returns whether the subcontractor exists. */
export async function setSubcontractor({ tx, brandId }: Staff, id: string, entered: Entered) {
  const { numUpdatedRows } = await tx
    .updateTable('subcontractors')
    .set(columnsOf(entered))
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
