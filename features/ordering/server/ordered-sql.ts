import { sql } from 'kysely'
import type { TakenBy } from '#features/rides/contract.ts'
import { takenBy } from '#features/rides/server/taken-sql.ts'
import type { ForPractice, PracticeUser } from '#tenancy/server/actor.ts'

export type OrderedProduct = Awaited<ReturnType<typeof listOrdered>>[number]

/** The ordered products, each with its catalogue version; imported products have none. */
export const listOrdered = (user: ForPractice, orderId: string) =>
  user.tx
    .selectFrom('order_products as p')
    .leftJoin('products', join =>
      join
        .onRef('products.brand_id', '=', 'p.brand_id')
        .onRef('products.reference', '=', 'p.reference')
        .onRef('products.version', '=', 'p.product_version'),
    )
    .select([
      'p.case_sequence',
      'p.quantity',
      'p.shade',
      'p.complementary_shade',
      sql<number[]>`p.teeth::smallint[]`.as('teeth'),
      sql<number[]>`p.pontics::smallint[]`.as('pontics'),
      'p.sector',
      'p.implant_brand',
      'p.implant_platform',
      'p.note',
      'p.reference',
      'p.label_fr',
      'p.label_en',
      'products.name_one_fr',
      'products.name_many_fr',
      'products.name_one_en',
      'products.name_many_en',
      'products.family',
      'products.lead_days',
      'products.tooth_need',
      'products.minimum_teeth',
      'products.has_pontics',
      'products.sector_need',
      'products.shade_need',
      'products.implant_need',
      'p.own_price_cents as ownPriceCents',
    ])
    .where('p.brand_id', '=', user.brandId)
    .where('p.practice_id', '=', user.practiceId)
    .where('p.order_id', '=', orderId)
    .orderBy('p.case_sequence')
    .execute()

/** The pickup, past or planned, of a case's impression; null where none is requested. */
export async function findPickupOf(user: PracticeUser, orderId: string): Promise<TakenBy | null> {
  const found = await user.tx
    .selectFrom('orders')
    .select(takenBy('orders', sql`orders.created_at`, { timeZone: sql<string>`${user.timeZone}::text` }).as('pickup'))
    .where('brand_id', '=', user.brandId)
    .where('practice_id', '=', user.practiceId)
    .where('id', '=', orderId)
    .executeTakeFirst()
  return found?.pickup ?? null
}
