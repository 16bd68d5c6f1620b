import { sql } from 'kysely'
import type { SignedIn, Staff } from '#tenancy/server/actor.ts'
import { ofActor } from '#tenancy/server/actor-sql.ts'
import { type Slots, statement } from '#tenancy/server/statement.ts'
import { type StatementContent, statementVersion } from './stored-statement.ts'

/** The parties and fields of the sheet besides the products. Never the patient's name. */
export const findOrderParties = statement((db, $: Slots<SignedIn, { id: string }>) =>
  db
    .selectFrom('orders')
    .innerJoin('brands', 'brands.id', 'orders.brand_id')
    .innerJoin('practices', join =>
      join.onRef('practices.brand_id', '=', 'orders.brand_id').onRef('practices.id', '=', 'orders.practice_id'),
    )
    .select([
      'orders.practice_id',
      'orders.code',
      'orders.patient_code',
      'orders.practice_reference',
      'orders.status',
      'orders.print_type',
      'orders.created_at',
      'orders.delivery_on',
      'orders.is_signed',
      'orders.prescriber',
      'practices.name as practice_name',
      'practices.address',
      'practices.postal_code',
      'practices.city',
      'brands.company_name',
      'brands.client_service_phone',
      'brands.primary_color',
      'brands.address as brand_address',
      'brands.postal_code as brand_postal_code',
      'brands.city as brand_city',
    ])
    .where(ofActor($, 'orders'))
    .where('orders.id', '=', $.id),
)

export type TracedProductRow = Awaited<ReturnType<typeof listTracedProducts>>[number]

/** Products in the order of the case. */
export const listTracedProducts = statement((db, $: Slots<SignedIn, { id: string }>) =>
  db
    .selectFrom('order_products')
    .leftJoin('products', join =>
      join
        .onRef('products.brand_id', '=', 'order_products.brand_id')
        .onRef('products.reference', '=', 'order_products.reference')
        .onRef('products.version', '=', 'order_products.product_version'),
    )
    .select([
      'order_products.case_sequence',
      'order_products.reference',
      'order_products.label_fr',
      'order_products.label_en',
      'order_products.quantity',
      'order_products.traceability',
      'order_products.shade',
      'order_products.complementary_shade',
      'order_products.sector',
      'order_products.implant_brand',
      'order_products.implant_platform',
      'order_products.note',
      'products.is_implantable',
      // pg does not parse arrays of a domain type.
      sql<number[]>`order_products.teeth::smallint[]`.as('teeth'),
      sql<number[]>`order_products.pontics::smallint[]`.as('pontics'),
    ])
    .where(ofActor($, 'order_products'))
    .where('order_products.order_id', '=', $.id)
    .orderBy('order_products.case_sequence'),
)

export type MaterialRow = Awaited<ReturnType<typeof listMaterials>>[number]

export const listMaterials = statement((db, $: Slots<SignedIn, { id: string }>) =>
  db
    .selectFrom('order_product_materials')
    .select([
      'case_sequence',
      'name',
      'maker',
      'lot',
      'expires_on',
      'standard',
      'certificate',
      'certificate_ends_on',
      'is_implantable',
      'lot_id',
    ])
    .where(ofActor($, 'order_product_materials'))
    .where('order_id', '=', $.id)
    .orderBy('case_sequence')
    .orderBy('position'),
)

export type Of = { orderId: string; practiceId: string }

/** The last version. */
export const findStatement = statement((db, $: Slots<SignedIn, { id: string }>) =>
  db
    .selectFrom('traceability_statements')
    .select(['number', 'version', 'content', 'content_version', 'signed_by_name', 'signed_at', 'kept_until'])
    .where(ofActor($, 'traceability_statements'))
    .where('order_id', '=', $.id)
    .orderBy('version', 'desc')
    .limit(1),
)

/** "FT-26-0042": numbered across all practices of a laboratory, restarting each year. */
export async function nextStatementNumber({ tx, brandId }: Staff, year: number): Promise<string> {
  const { rows } = await sql<{ last_number: number }>`
    insert into statement_number_counters as counter (brand_id, year, last_number) values (${brandId}, ${year}, 1)
    on conflict (brand_id, year) do update set last_number = counter.last_number + 1
    returning last_number`.execute(tx)
  return `FT-${String(year).slice(-2)}-${String(rows[0]?.last_number).padStart(4, '0')}`
}

export async function insertStatement(
  { tx, brandId, userId }: Staff,
  { orderId, practiceId }: Of,
  signed: { number: string; version: number; content: StatementContent; signedByName: string; keptUntil: string },
): Promise<{ signedAt: string }> {
  const { signed_at } = await tx
    .insertInto('traceability_statements')
    .values({
      brand_id: brandId,
      practice_id: practiceId,
      order_id: orderId,
      version: signed.version,
      number: signed.number,
      content: JSON.stringify(signed.content),
      content_version: statementVersion,
      signed_by: userId,
      signed_by_name: signed.signedByName,
      kept_until: signed.keptUntil,
    })
    .returning('signed_at')
    .executeTakeFirstOrThrow()
  return { signedAt: signed_at }
}
