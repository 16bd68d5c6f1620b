import { sql } from 'kysely'
import type { Staff } from '#tenancy/server/actor.ts'

type Delivery = {
  sequence: number
  isByPractice: boolean
  isOfToday: boolean
  isBilled: boolean
  /** Handed over before anybody had said that it left: both were said at once. */
  isFromBench: boolean
}

/** The last time that a case was said to be delivered, by the clock of the database. */
export async function findDelivery({ tx, brandId, timeZone }: Staff, orderId: string): Promise<Delivery | undefined> {
  const { rows } = await sql<Delivery>`
    select e.sequence, is_billed(e.brand_id, e.order_id) as "isBilled",
      (e.at at time zone ${timeZone})::date = today_of(e.brand_id) as "isOfToday",
      exists (select from users u
        where u.brand_id = e.brand_id and u.id = e.author_id and u.kind = 'practice') as "isByPractice",
      exists (select from order_events before
        where before.brand_id = e.brand_id and before.order_id = e.order_id and before.sequence = e.sequence - 1
          and before.status = 'shipped' and before.at = e.at) as "isFromBench"
    from order_events e
    where e.brand_id = ${brandId} and e.order_id = ${orderId} and e.status = 'delivered'
    order by e.sequence desc limit 1`.execute(tx)
  return rows[0]
}
