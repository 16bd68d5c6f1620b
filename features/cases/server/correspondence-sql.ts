import { sql } from 'kysely'
import { fullNameOf } from '#features/people/server/names-sql.ts'
import type { SignedIn } from '#tenancy/server/actor.ts'
import { ofActor } from '#tenancy/server/actor-sql.ts'

/** Longer threads are cut to their latest messages; no thread has been that long yet. */
const longestThread = 500

/** Oldest first, in the order of writing, even if clocks disagree. */
export const listMessages = async (actor: SignedIn, orderId: string) =>
  (await messagesOf(actor, orderId).orderBy('sequence', 'desc').limit(longestThread).execute()).toReversed()

export const findMessage = (actor: SignedIn, orderId: string, id: string) =>
  messagesOf(actor, orderId).where('order_messages.id', '=', id).executeTakeFirstOrThrow()

/** Row-level security hides the laboratory's people from a practice: the laboratory's name stands in for them. */
const messagesOf = (actor: SignedIn, orderId: string) =>
  actor.tx
    .selectFrom('order_messages')
    .innerJoin('brands', 'brands.id', 'order_messages.brand_id')
    .leftJoin('users', join =>
      join.onRef('users.brand_id', '=', 'order_messages.brand_id').onRef('users.id', '=', 'order_messages.author_id'),
    )
    .select(eb => [
      'order_messages.id',
      'order_messages.body',
      'order_messages.created_at as at',
      eb
        .case()
        .when('is_from_laboratory', '=', true)
        .then(eb.ref('brands.company_name'))
        .else(fullNameOf('users'))
        .end()
        .as('author'),
      'order_messages.is_from_laboratory as isFromLaboratory',
      sql<boolean>`order_messages.author_id is not distinct from ${actor.userId}`.as('isOwn'),
      sql<boolean>`order_messages.author_id is distinct from ${actor.userId} and exists (
        select from unread_cases u where u.brand_id = order_messages.brand_id and u.user_id = ${actor.userId}
          and u.order_id = order_messages.order_id and u.since <= order_messages.created_at)`.as('isUnread'),
    ])
    .where(ofActor(actor, 'order_messages'))
    .where('order_messages.order_id', '=', orderId)

/** The case to which something is attached, with its practice; undefined when this actor may not see it. */
export const findOrderOwner = (actor: SignedIn, id: string) =>
  actor.tx
    .selectFrom('orders')
    .select(['id', 'practice_id'])
    .where(ofActor(actor, 'orders'))
    .where('id', '=', id)
    .executeTakeFirst()
