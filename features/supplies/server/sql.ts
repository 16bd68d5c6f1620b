import { sql } from 'kysely'
import { fullNameOf } from '#features/account/server/sql.ts'
import type { PracticeUser, Staff } from '#tenancy/server/actor.ts'
import { inLanguage } from '#tenancy/server/words-sql.ts'
import type { SupplyOrder, SupplyOrderStatus } from '../contract.ts'
import type { SupplyLine } from '../rules.ts'

const mostListed = 100

export const listSupplies = (user: PracticeUser) =>
  user.tx
    .selectFrom('supplies')
    .select(['name', inLanguage(user.language, 'supplies.label').as('label'), 'options'])
    .where('brand_id', '=', user.brandId)
    .where('is_retired', '=', false)
    .orderBy('position')
    .orderBy('name')
    .execute()

/** A request and its lines. */
export async function insertSupplyOrder(user: PracticeUser, lines: readonly SupplyLine[]): Promise<{ id: string }> {
  const { brandId: brand_id, practiceId: practice_id } = user
  const order = await user.tx
    .insertInto('supply_orders')
    .values({ brand_id, practice_id, created_by: user.userId })
    .returning('id')
    .executeTakeFirstOrThrow()
  await user.tx
    .insertInto('supply_order_lines')
    .values(lines.map(line => ({ brand_id, practice_id, supply_order_id: order.id, ...line })))
    .execute()
  return order
}

/** Latest first, or only this one; labels as they are today, in the order of the list that was chosen from. */
export const listSupplyOrders = (user: PracticeUser, id?: string) =>
  user.tx
    .selectFrom('supply_orders as o')
    .innerJoin('users as u', join => join.onRef('u.brand_id', '=', 'o.brand_id').onRef('u.id', '=', 'o.created_by'))
    .select([
      'o.id',
      'o.created_at as createdAt',
      'o.status',
      fullNameOf('u').as('createdBy'),
      sql<SupplyOrder['supplies']>`(
        select jsonb_agg(jsonb_build_object('name', supplies.name, 'quantity', l.quantity,
          'label', ${inLanguage(user.language, 'supplies.label')}) order by supplies.position, supplies.name)
        from supply_order_lines l join supplies on supplies.brand_id = l.brand_id and supplies.name = l.name
        where l.brand_id = o.brand_id and l.supply_order_id = o.id)`.as('supplies'),
    ])
    .where('o.brand_id', '=', user.brandId)
    .where('o.practice_id', '=', user.practiceId)
    .$if(id !== undefined, orders => orders.where('o.id', '=', id ?? ''))
    .orderBy('o.created_at', 'desc')
    .orderBy('o.id')
    .limit(mostListed)
    .execute()

export const lockSupplyOrder = (staff: Staff, id: string) =>
  staff.tx
    .selectFrom('supply_orders')
    .select(['id', 'status'])
    .where('brand_id', '=', staff.brandId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()

export const setSupplyOrderStatus = (staff: Staff, id: string, status: SupplyOrderStatus) =>
  staff.tx
    .updateTable('supply_orders')
    .set({ status })
    .where('brand_id', '=', staff.brandId)
    .where('id', '=', id)
    .execute()
