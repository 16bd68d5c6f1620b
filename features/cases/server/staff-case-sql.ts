import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { fullNameOf } from '#features/people/server/names-sql.ts'
import { placeOfCase } from '#features/stations/server/place-sql.ts'
import type { Day } from '#kit/day.ts'
import type { Staff } from '#tenancy/server/actor.ts'
import { instant } from '#tenancy/server/instant-sql.ts'
import { type Slots, statement } from '#tenancy/server/statement.ts'
import type { Meanwhile, StaffCase } from '../staff-contract.ts'
import { noteFor } from './events-sql.ts'
import { isInProgress } from './filters-sql.ts'
import { shownToStaff } from './staff-list-sql.ts'

const remakeReason = sql<StaffCase['remakeReason']>`case when orders.remake_of is not null then (
  select json_build_object('kind', p.kind, 'words', p.description, 'teeth', p.teeth) from order_problems p
  where p.brand_id = orders.brand_id and p.order_id = orders.remake_of and p.remake_id = orders.id
  order by p.reported_at limit 1) end`

/** Same condition as `put_entry_right` (migration 0427). */
const entry = sql<StaffCase['entry'] | null>`case
  when orders.ordered_by is null and orders.remake_of is null
    and orders.status not in ('shipped', 'delivered', 'invoiced', 'cancelled')
  then json_build_object('prescriberId', orders.prescriber_id) end`

/** What the laboratory sees of a case beyond its practice's view: each line of the timeline with who wrote it. */
export const findOfStaff = statement((db, $: Slots<Staff, { id: string }>) =>
  db
    .selectFrom('orders')
    .select(eb => [
      ...shownToStaff(eb, $),
      remakeReason.as('remakeReason'),
      entry.as('entry'),
      placeOfCase($).as('place'),
      jsonArrayFrom(
        eb
          .selectFrom('order_events')
          .leftJoin('users as authors', join =>
            join
              .onRef('authors.brand_id', '=', 'order_events.brand_id')
              .onRef('authors.id', '=', 'order_events.author_id'),
          )
          .select([
            'order_events.status',
            'order_events.kind',
            instant('order_events.at').as('at'),
            sql<string | null>`coalesce(order_events.absence_note, ${noteFor($.language)})`.as('note'),
            'authors.kind as authorKind',
            'authors.id as authorId',
            fullNameOf('authors').as('author'),
          ])
          .whereRef('order_events.brand_id', '=', 'orders.brand_id')
          .whereRef('order_events.order_id', '=', 'orders.id')
          .orderBy('order_events.sequence'),
      ).as('lines'),
    ])
    .where('orders.brand_id', '=', $.brandId)
    .where('orders.id', '=', $.id),
)

/** The case's current status, with when and by whom it was set. */
export const findMeanwhile = async ({ tx, brandId }: Staff, id: string): Promise<Meanwhile | undefined> => {
  const { rows } = await sql<Meanwhile>`
    select o.status, e.at, nullif(${fullNameOf('u')}, '') as by from orders o
    join order_events e on e.brand_id = o.brand_id and e.order_id = o.id
    left join users u on u.brand_id = e.brand_id and u.id = e.author_id
    where o.brand_id = ${brandId} and o.id = ${id} and e.kind = 'step'
    order by e.sequence desc limit 1`.execute(tx)
  return rows[0]
}

/** The number of cases in progress promised for each of these days. */
export const countPromised = ({ tx, brandId }: Staff, { from, to }: { from: Day; to: Day }) =>
  tx
    .selectFrom('orders')
    .select(eb => [sql<Day>`delivery_on`.as('day'), eb.fn.countAll<number>().as('cases')])
    .where('brand_id', '=', brandId)
    .where(isInProgress)
    .where('delivery_on', '>=', from)
    .where('delivery_on', '<=', to)
    .groupBy('delivery_on')
    .orderBy('delivery_on')
    .execute()

/** Whether this user may work on cases and is active; the row stays locked until the transaction ends. */
export const lockTechnician = async ({ tx, brandId }: Staff, id: string): Promise<boolean> => {
  const found = await tx
    .selectFrom('users')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .where('kind', '=', 'staff')
    .where('role', 'in', ['production', 'administrator'])
    .where('disabled_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  return found !== undefined
}

/** The cases must be locked. */
export const setTechnician = ({ tx, brandId }: Staff, ids: readonly string[], technicianId: string | null) =>
  tx
    .updateTable('orders')
    .set({ technician_id: technicianId })
    .where('brand_id', '=', brandId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()

/** Cases in progress assigned to this user, locked by id as everywhere. */
export async function lockCasesOf({ tx, brandId }: Staff, technicianId: string): Promise<string[]> {
  const locked = await tx
    .selectFrom('orders')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('technician_id', '=', technicianId)
    .where(isInProgress)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return locked.map(({ id }) => id)
}
