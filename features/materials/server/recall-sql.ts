import { sql } from 'kysely'
import { arrivedOn } from '#features/cases/server/events-sql.ts'
import type { Staff } from '#tenancy/server/actor.ts'
import type { RecalledCase } from '../contract.ts'

const mostListed = 500

/**
 * Cases that are waiting to be signed again, and whose last signed sheet names the lot: it was taken off since, and until another
 * sheet is signed the practice holds a declaration that names it. By its number alone, since its material may be called
 * otherwise today: a lot of another maker with the same number is found too, and seen to be none.
 */
const signedWith = (brandId: string, lotId: string) => sql`
  select o.id from orders o join traceability_statements s on s.brand_id = o.brand_id and s.order_id = o.id
  where o.brand_id = ${brandId} and not o.is_signed and o.status <> 'cancelled'
    and s.version = (select max(last.version) from traceability_statements last
      where last.brand_id = s.brand_id and last.order_id = s.order_id)
    and s.content @> (
      select jsonb_build_object('products', jsonb_build_array(jsonb_build_object('materials',
        jsonb_build_array(jsonb_build_object('lot', l.number)))))
      from material_lots l where l.brand_id = ${brandId} and l.id = ${lotId})`

/** Cancelled cases are left out: nobody was treated with them. */
const casesWith = (brandId: string, lotId: string) => sql`orders join practices p
  on p.brand_id = orders.brand_id and p.id = orders.practice_id
  left join recall_notices n on n.brand_id = orders.brand_id and n.order_id = orders.id and n.lot_id = ${lotId}
  where orders.brand_id = ${brandId} and orders.status <> 'cancelled' and orders.id in (
    select u.order_id from order_product_materials u where u.brand_id = ${brandId} and u.lot_id = ${lotId}
    union ${signedWith(brandId, lotId)})`

/** Cases by practice, latest delivery first; the counts of cases and practices are not limited by the list's length. */
export async function listCasesWith({ tx, brandId, timeZone }: Staff, lotId: string) {
  const { rows } = await sql<RecalledCase>`
    select orders.id, orders.code, orders.patient_code as "patientCode", orders.status,
      orders.delivery_on as "deliveryOn", ${arrivedOn({ timeZone: sql`${timeZone}::text` })},
      json_build_object('id', p.id, 'name', p.name) as practice,
      case when n.told_at is not null then
        json_build_object('by', n.told_by_name, 'at', to_json(n.told_at at time zone 'UTC') #>> '{}' || 'Z') end as told
    from ${casesWith(brandId, lotId)}
    order by p.name, p.id, orders.delivery_on desc nulls last, orders.id limit ${mostListed}`.execute(tx)
  const { rows: counted } = await sql<{ cases: number; practices: number; told: number }>`
    select count(*) as cases, count(distinct orders.practice_id) as practices, count(n.told_at) as told
    from ${casesWith(brandId, lotId)}`.execute(tx)
  return { cases: rows, counts: counted[0] ?? { cases: 0, practices: 0, told: 0 } }
}

/** Locks the lot against its use in a case: earlier uses are found by the recall, later ones are refused. */
export const lockLot = ({ tx, brandId }: Staff, id: string) =>
  tx
    .selectFrom('material_lots')
    .select(['id', 'state'])
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** Cases whose practices have not been told of this lot yet. */
export async function listUntold({ tx, brandId }: Staff, lotId: string) {
  const { rows } = await sql<{ id: string; practice_id: string }>`
    select orders.id, orders.practice_id from ${casesWith(brandId, lotId)} and n.told_at is null order by orders.id`.execute(
    tx,
  )
  return rows
}

type Told = { order_id: string; practice_id: string; id: string }

export const insertNotices = ({ tx, brandId, userId }: Staff, lotId: string, told: readonly Told[], name: string) =>
  sql`insert into recall_notices (brand_id, practice_id, order_id, lot_id, message_id, told_by, told_by_name)
    select ${brandId}, practice_id, order_id, ${lotId}, id, ${userId}, ${name}
    from jsonb_to_recordset(${JSON.stringify(told)}) as told (practice_id uuid, order_id uuid, id uuid)`.execute(tx)
