import { sql } from 'kysely'
import type { PracticeUser } from '#tenancy/server/actor.ts'
import { type Slots, statement } from '#tenancy/server/statement.ts'
import { mostUnread, type UnreadCase } from '../contract.ts'

/** A few rows of one user, found by the key; `total` counts all of them. */
export const listUnread = statement(
  (_, $: Slots<PracticeUser>) => sql<UnreadCase & { total: number }>`
    select order_id as id, news, count(*) over () as total
    from unread_cases
    where brand_id = ${$.brandId} and practice_id = ${$.practiceId} and user_id = ${$.userId}
    order by news desc
    limit ${sql.lit(mostUnread)}`,
)

/** Later news stays unread. */
export const deleteUnread = ({ tx, brandId, practiceId, userId }: PracticeUser, orderId: string, news: number) =>
  tx
    .deleteFrom('unread_cases')
    .where('brand_id', '=', brandId)
    .where('practice_id', '=', practiceId)
    .where('user_id', '=', userId)
    .where('order_id', '=', orderId)
    .where('news', '<=', news)
    .execute()
