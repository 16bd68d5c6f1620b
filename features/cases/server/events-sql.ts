import { sql } from 'kysely'

/** Of a line of the timeline, by the name it has in the statement: no later one has taken it back. */
export const stands = (event: string) => sql`not exists (
  select from order_events void where void.brand_id = ${sql.ref(event)}.brand_id and void.order_id = ${sql.ref(event)}.order_id
    and void.takes_back <= ${sql.ref(event)}.sequence and void.sequence > ${sql.ref(event)}.sequence)`
