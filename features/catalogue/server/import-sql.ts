import { sql } from 'kysely'
import * as v from 'valibot'
import { inputErrors } from '#kit/input.ts'
import type { InputError } from '#kit/problem.ts'
import type { Staff } from '#tenancy/server/actor.ts'
import { Family, NewProduct, type ProductFacts } from '../input.ts'
import { productGaps } from '../product-rules.ts'
import { rowOf, versionsOf } from './staff-sql.ts'

export type ProductNow = ProductFacts & { isRetired: boolean; version: number; position: number }
export type ImportedProduct = { reference: string; facts: ProductFacts } & Pick<
  ProductNow,
  'isRetired' | 'version' | 'position'
>

type Judged<T> = { value: T } | { errors: InputError[] }

/** Validates an imported product by the same schema and rules as the administrator's form. */
export function judgeProduct(asked: unknown): Judged<v.InferOutput<typeof NewProduct>> {
  const judged = v.safeParse(NewProduct, asked)
  const errors = judged.success ? productGaps(judged.output) : inputErrors(judged.issues)
  return judged.success && errors.length === 0 ? { value: judged.output } : { errors }
}

export function judgeFamily(asked: unknown): Judged<v.InferOutput<typeof Family>> {
  const judged = v.safeParse(Family, asked)
  return judged.success ? { value: judged.output } : { errors: inputErrors(judged.issues) }
}

/** The current versions by reference; unknown references are absent. */
export async function findProductsNow(staff: Staff, references: readonly string[]): Promise<Map<string, ProductNow>> {
  const rows = await versionsOf(staff)
    .select('p.position')
    .where('p.reference', '=', sql<string>`any(${references}::text[])`)
    .orderBy('p.version')
    .execute()
  return new Map(
    rows.map(({ reference, changedAt: _at, changedBy: _by, ...product }): [string, ProductNow] => [reference, product]),
  )
}

/** The names of the offered products. */
export async function listProductNames({ tx, brandId }: Staff) {
  type Named = { reference: string; labelFr: string; labelEn: string; oneFr: string; oneEn: string }
  const { rows } = await sql<Named>`
    select p.reference, p.label_fr as "labelFr", p.label_en as "labelEn", p.name_one_fr as "oneFr", p.name_one_en as "oneEn"
    from products p where p.brand_id = ${brandId} and not p.is_retired and not exists (select from products later
      where later.brand_id = p.brand_id and later.reference = p.reference and later.version > p.version)
    order by p.reference`.execute(tx)
  return rows
}

export type FamilyNeeds = Pick<ProductFacts, 'teeth' | 'minimumTeeth' | 'hasPontics' | 'sector' | 'shade' | 'implant'>

/**
 * Each family with its number of products (including those no longer offered), its last position, and the needs most common
 * among its offered products.
 */
export async function listFamilyPlaces({ tx, brandId }: Staff) {
  type Place = { id: string; nameFr: string; nameEn: string; products: number; lastPlace: number }
  const { rows } = await sql<Place & { needs: FamilyNeeds | null }>`
    select f.id, f.name_fr as "nameFr", f.name_en as "nameEn", count(distinct p.reference)::int as products,
      coalesce(max(p.position), -1)::int as "lastPlace", mode() within group (order by asked.needs) as needs
    from product_families f left join products p on p.brand_id = f.brand_id and p.family = f.id
    left join lateral (select jsonb_build_object('teeth', p.tooth_need, 'minimumTeeth', p.minimum_teeth,
        'hasPontics', p.has_pontics, 'sector', p.sector_need, 'shade', p.shade_need, 'implant', p.implant_need) as needs
      where not p.is_retired and not exists (select from products later where later.brand_id = p.brand_id
        and later.reference = p.reference and later.version > p.version)) as asked on true
    where f.brand_id = ${brandId} group by f.brand_id, f.id order by f.position, f.id`.execute(tx)
  return rows.map(({ needs, ...place }) => ({ ...place, needs: needs ?? undefined }))
}

export const insertImportedProducts = (staff: Staff, importId: string, products: readonly ImportedProduct[]) =>
  staff.tx
    .insertInto('products')
    .values(
      products.map(({ reference, version, position, isRetired, facts }) => ({
        brand_id: staff.brandId,
        reference,
        version,
        position,
        is_retired: isRetired,
        created_by: staff.userId,
        import_id: importId,
        ...rowOf(facts),
      })),
    )
    .execute()

/** Batch size, so that no statement takes as long as a whole catalogue does. */
const mostAtOnce = 2_000

/** Locks the import's products: an order in progress is waited for and then found as using one; later orders wait for the end. */
export async function lockImportedProducts({ tx, brandId }: Staff, importId: string): Promise<void> {
  for (let last: string | undefined = ''; last !== undefined; ) {
    const { rows }: { rows: { reference: string }[] } = await sql<{ reference: string }>`
      select reference from products where brand_id = ${brandId} and import_id = ${importId} and reference > ${last}
      order by reference limit ${mostAtOnce} for update`.execute(tx)
    last = rows.length === mostAtOnce ? rows.at(-1)?.reference : undefined
  }
}

export type StandingOn = { reference: string; because: 'ordered' | 'changed_since' }

/** What depends on an import's products: cases that use them, and later versions. */
export async function listStandingOnProducts({ tx, brandId }: Staff, importId: string, most: number) {
  const { rows } = await sql<StandingOn>`
    select p.reference, case when ordered.is_so then 'ordered' else 'changed_since' end as because
    from products p
    cross join lateral (select exists (select from order_products o where o.brand_id = p.brand_id
      and o.reference = p.reference and o.product_version = p.version) as is_so) as ordered
    where p.brand_id = ${brandId} and p.import_id = ${importId} and (ordered.is_so or exists (
      select from products later where later.brand_id = p.brand_id and later.reference = p.reference
        and later.version > p.version))
    order by p.reference limit ${most}`.execute(tx)
  return rows
}

/** Deletes the import's products. A family that has other products by now stays. */
export async function deleteImportedProducts({ tx, brandId }: Staff, importId: string): Promise<void> {
  for (let deleted = mostAtOnce; deleted === mostAtOnce; ) {
    const { numAffectedRows } = await sql`
      delete from products p using (select reference, version from products
        where brand_id = ${brandId} and import_id = ${importId} limit ${mostAtOnce}) as few
      where p.brand_id = ${brandId} and p.reference = few.reference and p.version = few.version`.execute(tx)
    deleted = Number(numAffectedRows ?? 0)
  }
  await tx
    .deleteFrom('product_families as f')
    .where('f.brand_id', '=', brandId)
    .where('f.import_id', '=', importId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('products as p')
            .select('p.reference')
            .where('p.brand_id', '=', brandId)
            .whereRef('p.family', '=', 'f.id'),
        ),
      ),
    )
    .execute()
}
