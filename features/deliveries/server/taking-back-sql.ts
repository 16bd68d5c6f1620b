import { sql } from 'kysely'
import { beginsDelivery, isOfPracticeAlone } from '#features/cases/server/events-sql.ts'
import type { Day } from '#kit/day.ts'
import type { SignedIn, Staff } from '#tenancy/server/actor.ts'

type Delivery = {
  sequence: number
  /** Confirmed only by the practice: what a driver has also handed over is the laboratory's to change. */
  isByPractice: boolean
  isOfToday: boolean
  promisedOn: Day | null
  /** Handed over before it was marked as shipped: both were recorded at once. */
  isFromBench: boolean
}

/** The line that marked the case delivered, judged by the database's clock. */
export async function findDelivery(
  { tx, brandId, timeZone }: SignedIn,
  orderId: string,
): Promise<Delivery | undefined> {
  const { rows } = await sql<Delivery>`
    select e.sequence, orders.delivery_on as "promisedOn",
      (e.at at time zone ${timeZone})::date = today_of(e.brand_id) as "isOfToday",
      ${isOfPracticeAlone('e')} as "isByPractice",
      exists (select from order_events before
        where before.brand_id = e.brand_id and before.order_id = e.order_id and before.sequence = e.sequence - 1
          and before.status = 'shipped' and before.at = e.at) as "isFromBench"
    from order_events e join orders on orders.brand_id = e.brand_id and orders.id = e.order_id
    where e.brand_id = ${brandId} and e.order_id = ${orderId} and e.sequence = (${beginsDelivery})`.execute(tx)
  return rows[0]
}

export async function isBilled({ tx, brandId }: Staff, orderId: string): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select is_billed(${brandId}, ${orderId}) as is`.execute(tx)
  return rows[0]?.is ?? false
}
