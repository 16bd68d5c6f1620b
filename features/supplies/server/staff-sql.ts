import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Staff } from '#tenancy/server/actor.ts'
import type { StaffSupply } from '../staff-contract.ts'

type Said = Pick<StaffSupply, 'labelFr' | 'labelEn' | 'options'>

export const listStaffSupplies = ({ tx, brandId }: Staff) =>
  tx
    .selectFrom('supplies')
    .select([
      'name',
      'label_fr as labelFr',
      'label_en as labelEn',
      'options',
      'is_retired as isRetired',
      sql<string>`md5((to_jsonb(supplies) - 'position')::text)`.as('version'),
    ])
    .where('brand_id', '=', brandId)
    .orderBy('position')
    .orderBy('name')
    .execute()

/** Serialises changes of the list, because positions are computed from the existing rows. */
export const lockSupplies = ({ tx, brandId }: Staff) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`supplies/${brandId}`}, 0))`.execute(tx)

export async function insertSupply({ tx, brandId }: Staff, { labelFr, labelEn, options }: Said): Promise<string> {
  const name = `s${randomBytes(5).toString('hex')}`
  await tx
    .insertInto('supplies')
    .values({
      brand_id: brandId,
      name,
      position: sql<number>`(select coalesce(max(s.position) + 1, 0) from supplies s where s.brand_id = ${brandId})`,
      label_fr: labelFr,
      label_en: labelEn,
      options,
    })
    .execute()
  return name
}

export const setSupply = (
  { tx, brandId }: Staff,
  name: string,
  { labelFr, labelEn, options, isRetired }: Said & { isRetired: boolean },
) =>
  tx
    .updateTable('supplies')
    .set({ label_fr: labelFr, label_en: labelEn, options, is_retired: isRetired })
    .where('brand_id', '=', brandId)
    .where('name', '=', name)
    .execute()

export const placeSupplies = ({ tx, brandId }: Staff, names: readonly string[]) =>
  sql`update supplies s set position = placed.place
    from unnest(${names}::text[]) with ordinality as placed (name, place)
    where s.brand_id = ${brandId} and s.name = placed.name and s.position <> placed.place`.execute(tx)
