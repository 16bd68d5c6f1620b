import { sql } from 'kysely'
import type { PracticeUser } from '#tenancy/server/actor.ts'
import { type Slots, statement } from '#tenancy/server/statement.ts'
import { inLanguage } from '#tenancy/server/words-sql.ts'
import { arrivedOn } from './events-sql.ts'
import { shownInList, summary } from './sql.ts'

const mostCases = 100
const mostShades = 20

/** Whether the order has the same patient code as the given case of the practice, ignoring case. */
const isSamePatient = (
  $: Pick<Slots<PracticeUser, { id: string }>, 'brandId' | 'practiceId' | 'id'>,
) => sql<boolean>`lower(orders.patient_code) = (
  select lower(known.patient_code) from orders known
  where known.brand_id = ${$.brandId} and known.practice_id = ${$.practiceId} and known.id = ${$.id})`

/** Newest first. */
export const listOrdersOfPatient = statement((db, $: Slots<PracticeUser, { id: string }>) =>
  db
    .selectFrom('orders')
    .select([...shownInList, summary($), arrivedOn($)])
    .where('orders.brand_id', '=', $.brandId)
    .where('orders.practice_id', '=', $.practiceId)
    .where(isSamePatient($))
    .orderBy('orders.created_at', 'desc')
    .orderBy('orders.code', 'desc')
    .limit(mostCases),
)

/** Newest first, without duplicates of shade and teeth. */
export const listShadesOfPatient = statement((db, $: Slots<PracticeUser, { id: string }>) =>
  db
    .selectFrom(
      db
        .selectFrom('orders')
        .innerJoin('order_products', join =>
          join
            .onRef('order_products.brand_id', '=', 'orders.brand_id')
            .onRef('order_products.order_id', '=', 'orders.id'),
        )
        .distinctOn(['order_products.shade', 'order_products.complementary_shade', 'order_products.teeth'])
        .select([
          'order_products.shade',
          'order_products.complementary_shade as complementaryShade',
          sql<number[]>`order_products.teeth::smallint[]`.as('teeth'),
          inLanguage($.language, 'order_products.label').as('label'),
          'orders.id as orderId',
          'orders.code as orderCode',
          'orders.created_at as orderedAt',
        ])
        .where('orders.brand_id', '=', $.brandId)
        .where('orders.practice_id', '=', $.practiceId)
        .where('orders.status', '<>', 'cancelled')
        .where(isSamePatient($))
        .where(sql<boolean>`coalesce(order_products.shade, order_products.complementary_shade) is not null`)
        .orderBy('order_products.shade')
        .orderBy('order_products.complementary_shade')
        .orderBy('order_products.teeth')
        .orderBy('orders.created_at', 'desc')
        .as('used'),
    )
    .selectAll()
    .orderBy('orderedAt', 'desc')
    .orderBy('orderCode', 'desc')
    .limit(mostShades),
)
