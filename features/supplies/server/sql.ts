import { sql } from 'kysely'
import { fullNameOf } from '#features/people/server/names-sql.ts'
import type { PracticeUser, SignedIn, Staff } from '#tenancy/server/actor.ts'
import { inLanguage } from '#tenancy/server/words-sql.ts'
import type { StaffSupplyOrder, SupplyOrder, SupplyOrderStatus } from '../contract.ts'
import type { SupplyTab } from '../input.ts'
import type { SupplyLine } from '../rules.ts'

const mostListed = 100
const mostOpen = 500

export const listSupplies = (user: PracticeUser) =>
  user.tx
    .selectFrom('supplies')
    .select(['name', inLanguage(user.language, 'supplies.label').as('label'), 'options'])
    .where('brand_id', '=', user.brandId)
    .where('is_retired', '=', false)
    .orderBy('position')
    .orderBy('name')
    .execute()

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

/** With today's labels, in the order of the current list. */
const ordersFor = ({ tx, brandId, language }: SignedIn) =>
  tx
    .selectFrom('supply_orders as o')
    .innerJoin('users as u', join => join.onRef('u.brand_id', '=', 'o.brand_id').onRef('u.id', '=', 'o.created_by'))
    .select([
      'o.id',
      'o.created_at as createdAt',
      'o.status',
      fullNameOf('u').as('createdBy'),
      sql<SupplyOrder['supplies']>`(
        select jsonb_agg(jsonb_build_object('name', supplies.name, 'quantity', l.quantity,
          'label', ${inLanguage(language, 'supplies.label')}) order by supplies.position, supplies.name)
        from supply_order_lines l join supplies on supplies.brand_id = l.brand_id and supplies.name = l.name
        where l.brand_id = o.brand_id and l.supply_order_id = o.id)`.as('supplies'),
    ])
    .where('o.brand_id', '=', brandId)

/** Latest first; with `id`, only that one. */
export const listSupplyOrders = (user: PracticeUser, id?: string) =>
  ordersFor(user)
    .where('o.practice_id', '=', user.practiceId)
    .$if(id !== undefined, orders => orders.where('o.id', '=', id ?? ''))
    .orderBy('o.created_at', 'desc')
    .orderBy('o.id')
    .limit(mostListed)
    .execute()

/** Whether it could still be cancelled, because it was not prepared yet. */
export const setRequestCancelled = async (user: PracticeUser, id: string): Promise<boolean> =>
  (await user.tx
    .updateTable('supply_orders')
    .set({ status: 'cancelled' })
    .where('brand_id', '=', user.brandId)
    .where('practice_id', '=', user.practiceId)
    .where('id', '=', id)
    .where('status', '=', 'requested')
    .returning('id')
    .executeTakeFirst()) !== undefined

const staffOrders = (staff: Staff) =>
  ordersFor(staff)
    .innerJoin('practices as p', join =>
      join.onRef('p.brand_id', '=', 'o.brand_id').onRef('p.id', '=', 'o.practice_id'),
    )
    .leftJoin('users as movers', join =>
      join.onRef('movers.brand_id', '=', 'o.brand_id').onRef('movers.id', '=', 'o.status_by'),
    )
    .select(eb => [
      sql<StaffSupplyOrder['practice']>`jsonb_build_object('id', p.id, 'name', p.name)`.as('practice'),
      eb.case().when('movers.id', 'is not', null).then(fullNameOf('movers')).end().as('movedBy'),
      'o.status_at as movedAt',
      sql<boolean>`o.status = 'cancelled' and movers.kind is not distinct from 'practice'`.as('isCancelledByPractice'),
    ])

/** One row or none. */
export const findStaffSupplyOrder = (staff: Staff, id: string) => staffOrders(staff).where('o.id', '=', id).execute()

/** Open requests oldest first, done ones latest first. */
export const listStaffSupplyOrders = (staff: Staff, tab: SupplyTab) =>
  staffOrders(staff)
    .where('o.status', 'in', tab === 'open' ? ['requested', 'prepared'] : ['sent', 'cancelled'])
    .$if(tab === 'open', open => open.orderBy('o.created_at'))
    .$if(tab === 'done', done => done.orderBy('o.status_at', by => by.desc().nullsLast()))
    .orderBy('o.id')
    .limit(tab === 'open' ? mostOpen : mostListed)
    .execute()

export const lockSupplyOrder = (staff: Staff, id: string) =>
  staff.tx
    .selectFrom('supply_orders')
    .select([
      'id',
      'status',
      sql<boolean>`status = 'cancelled' and exists (select from users movers
        where movers.brand_id = supply_orders.brand_id and movers.id = status_by and movers.kind = 'practice')`.as(
        'isCancelledByPractice',
      ),
    ])
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
