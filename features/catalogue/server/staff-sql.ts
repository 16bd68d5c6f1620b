import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { fullNameOf } from '#features/people/server/names-sql.ts'
import type { Staff } from '#tenancy/server/actor.ts'
import type { ProductFacts } from '../input.ts'
import type { StaffProduct } from '../staff-contract.ts'

/** Every version of every product, in the console's shape. */
export const versionsOf = ({ tx, brandId }: Staff) =>
  tx
    .selectFrom('products as p')
    .leftJoin('users as u', join => join.onRef('u.brand_id', '=', 'p.brand_id').onRef('u.id', '=', 'p.created_by'))
    .select([
      'p.reference',
      'p.version',
      'p.family',
      'p.label_fr as labelFr',
      'p.label_en as labelEn',
      'p.name_one_fr as oneFr',
      'p.name_many_fr as manyFr',
      'p.name_one_en as oneEn',
      'p.name_many_en as manyEn',
      'p.lead_days as leadDays',
      'p.tooth_need as teeth',
      'p.minimum_teeth as minimumTeeth',
      'p.has_pontics as hasPontics',
      'p.sector_need as sector',
      'p.shade_need as shade',
      'p.implant_need as implant',
      'p.vat',
      'p.price_cents as priceCents',
      'p.is_implantable as isImplantable',
      sql<string>`coalesce(p.material, '')`.as('material'),
      'p.is_retired as isRetired',
      'p.created_at as changedAt',
      sql<string | null>`case when u.id is not null then ${fullNameOf('u')} end`.as('changedBy'),
    ])
    .where('p.brand_id', '=', brandId)

/** The current versions, in the order of the catalogue. */
export const listStaffProducts = (staff: Staff): Promise<StaffProduct[]> =>
  versionsOf(staff)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('products as later')
            .select('later.version')
            .whereRef('later.brand_id', '=', 'p.brand_id')
            .whereRef('later.reference', '=', 'p.reference')
            .whereRef('later.version', '>', 'p.version'),
        ),
      ),
    )
    .orderBy('p.position')
    .orderBy('p.reference')
    .execute()

/** Products of the starting catalogue that are still offered unchanged, on no price list, and in no case. */
export async function listUntouched({ tx, brandId }: Staff) {
  const { rows } = await sql<{ reference: string; family: string }>`
    select now.reference, now.family
    from products first
    join products now on now.brand_id = first.brand_id and now.reference = first.reference
    where first.brand_id = ${brandId} and first.version = 1 and first.created_by is null and first.import_id is null
      and not now.is_retired and now.price_cents is not distinct from first.price_cents
      and now.lead_days = first.lead_days and now.label_fr = first.label_fr and now.label_en = first.label_en
      and not exists (select from products later where later.brand_id = now.brand_id
        and later.reference = now.reference and later.version > now.version)
      and not exists (select from order_products o where o.brand_id = first.brand_id and o.reference = first.reference)
      and not exists (select from price_list_prices l where l.brand_id = first.brand_id and l.reference = first.reference)
    order by now.position, now.reference`.execute(tx)
  return rows
}

/** Inserts a version of each that only changes whether it is offered. */
export async function setOffered(staff: Staff, references: readonly string[], isOffered: boolean): Promise<void> {
  const products = await listStaffProducts(staff)
  for (const { changedAt: _at, changedBy: _by, reference, version, ...facts } of products)
    if (references.includes(reference) && facts.isRetired === isOffered)
      await insertVersion(
        staff,
        { reference, version: version + 1, isMoved: false },
        { ...facts, isRetired: !isOffered },
      )
}

export const listVersions = (staff: Staff, reference: string) =>
  versionsOf(staff).where('p.reference', '=', reference).orderBy('p.version', 'desc').execute()

export const listFamilies = ({ tx, brandId }: Staff) =>
  tx
    .selectFrom('product_families')
    .select(['id', 'name_fr as nameFr', 'name_en as nameEn'])
    .where('brand_id', '=', brandId)
    .orderBy('position')
    .orderBy('id')
    .execute()

export const rowOf = (facts: ProductFacts) => ({
  family: facts.family,
  label_fr: facts.labelFr,
  label_en: facts.labelEn,
  name_one_fr: facts.oneFr,
  name_many_fr: facts.manyFr,
  name_one_en: facts.oneEn,
  name_many_en: facts.manyEn,
  lead_days: facts.leadDays,
  tooth_need: facts.teeth,
  minimum_teeth: facts.minimumTeeth,
  has_pontics: facts.hasPontics,
  sector_need: facts.sector,
  shade_need: facts.shade,
  implant_need: facts.implant,
  vat: facts.vat,
  price_cents: facts.priceCents,
  is_implantable: facts.isImplantable,
  material: facts.material || null,
})

/** The position after all others; 0 in an empty family. */
const lastPlace = ({ brandId }: Staff, family: string) =>
  sql<number>`(select coalesce(max(p.position) + 1, 0) from products p
    where p.brand_id = ${brandId} and p.family = ${family})`

export const insertProduct = (staff: Staff, reference: string, facts: ProductFacts) =>
  staff.tx
    .insertInto('products')
    .values({
      brand_id: staff.brandId,
      reference,
      version: 1,
      position: lastPlace(staff, facts.family),
      created_by: staff.userId,
      ...rowOf(facts),
    })
    .execute()

/** Serialises changes of the catalogue, because positions and versions are computed from existing rows. */
export const lockCatalogue = ({ tx, brandId }: Staff) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`catalogue/${brandId}`}, 0))`.execute(tx)

/** Keeps the position, unless the family changes. */
export const insertVersion = (
  staff: Staff,
  { reference, version, isMoved }: { reference: string; version: number; isMoved: boolean },
  facts: ProductFacts & { isRetired: boolean },
) =>
  staff.tx
    .insertInto('products')
    .values({
      brand_id: staff.brandId,
      reference,
      version,
      position: isMoved
        ? lastPlace(staff, facts.family)
        : sql<number>`(select p.position from products p where p.brand_id = ${staff.brandId}
            and p.reference = ${reference} order by p.version desc limit 1)`,
      created_by: staff.userId,
      is_retired: facts.isRetired,
      ...rowOf(facts),
    })
    .execute()

export async function insertFamily(
  { tx, brandId }: Staff,
  names: { nameFr: string; nameEn: string },
  importId: string | null = null,
) {
  const id = `f${randomBytes(5).toString('hex')}`
  await tx
    .insertInto('product_families')
    .values({
      brand_id: brandId,
      id,
      position: sql<number>`(select coalesce(max(f.position) + 1, 0) from product_families f where f.brand_id = ${brandId})`,
      name_fr: names.nameFr,
      name_en: names.nameEn,
      import_id: importId,
    })
    .execute()
  return id
}

export const renameFamily = async (
  { tx, brandId }: Staff,
  id: string,
  { nameFr, nameEn }: { nameFr: string; nameEn: string },
): Promise<boolean> =>
  (
    await tx
      .updateTable('product_families')
      .set({ name_fr: nameFr, name_en: nameEn })
      .where('brand_id', '=', brandId)
      .where('id', '=', id)
      .executeTakeFirst()
  ).numUpdatedRows === 1n

export const placeFamilies = ({ tx, brandId }: Staff, ids: readonly string[]) =>
  sql`update product_families f set position = placed.place
    from unnest(${ids}::text[]) with ordinality as placed (id, place)
    where f.brand_id = ${brandId} and f.id = placed.id and f.position <> placed.place`.execute(tx)

/** Updates every version, so that the latest never depends on another. */
export const placeProducts = ({ tx, brandId }: Staff, references: readonly string[]) =>
  sql`update products p set position = placed.place
    from unnest(${references}::text[]) with ordinality as placed (reference, place)
    where p.brand_id = ${brandId} and p.reference = placed.reference and p.position <> placed.place`.execute(tx)
