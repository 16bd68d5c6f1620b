import { sql } from 'kysely'
import type { PracticeUser, Staff } from '#tenancy/server/actor.ts'
import { type Slots, statement } from '#tenancy/server/statement.ts'

/** The case of which this one is a remake, its own remake, how much hangs on it and what has been signed for it. */
export const findOrderLinks = statement(
  (_, $: Slots<PracticeUser, { id: string }>) => sql<{
    remake_of_id: string | null
    remake_of_code: string | null
    remake_id: string | null
    remake_code: string | null
    attachments: number
    messages: number
    statement_number: string | null
    statement_version: number | null
    statement_signed_at: string | null
  }>`
    select first.id as remake_of_id, first.code as remake_of_code, again.id as remake_id, again.code as remake_code,
      (select count(*) from attachments
        where brand_id = ${$.brandId} and order_id = ${$.id} and state = 'ready') as attachments,
      (select count(*) from order_messages where brand_id = ${$.brandId} and order_id = ${$.id}) as messages,
      signed.number as statement_number, signed.version as statement_version, signed.signed_at as statement_signed_at
    from orders o
    left join orders first on first.brand_id = o.brand_id and first.id = o.remake_of
    left join orders again on again.brand_id = o.brand_id and again.remake_of = o.id
    left join lateral (
      select number, version, signed_at from traceability_statements
      where brand_id = ${$.brandId} and order_id = ${$.id} order by version desc limit 1
    ) signed on true
    where o.brand_id = ${$.brandId} and o.practice_id = ${$.practiceId} and o.id = ${$.id}`,
)

export type ProblemRow = Awaited<ReturnType<typeof listOrderProblems>>[number]

/** Newest first. */
export const listOrderProblems = statement((db, $: Slots<PracticeUser, { id: string }>) =>
  db
    .selectFrom('order_problems')
    .innerJoin('users', join =>
      join.onRef('users.brand_id', '=', 'order_problems.brand_id').onRef('users.id', '=', 'order_problems.reported_by'),
    )
    .leftJoin('orders', join =>
      join.onRef('orders.brand_id', '=', 'order_problems.brand_id').onRef('orders.id', '=', 'order_problems.remake_id'),
    )
    .select([
      'order_problems.id',
      'order_problems.kind',
      'order_problems.description',
      'order_problems.reported_at',
      'users.title',
      'users.first_name',
      'users.last_name',
      'orders.id as remake_id',
      'orders.code as remake_code',
    ])
    .where('order_problems.brand_id', '=', $.brandId)
    .where('order_problems.practice_id', '=', $.practiceId)
    .where('order_problems.order_id', '=', $.id)
    .orderBy('order_problems.reported_at', 'desc'),
)

/** Longer threads are read from here on back; nobody has written one yet. */
const longestThread = 500

/** Oldest first; in the order of writing, whatever the clocks say. */
export const listMessages = async (user: PracticeUser, orderId: string) =>
  (await messagesOf(user, orderId).orderBy('sequence', 'desc').limit(longestThread).execute()).toReversed()

export const findMessage = (actor: PracticeUser | Staff, orderId: string, id: string) =>
  messagesOf(actor, orderId).where('order_messages.id', '=', id).executeTakeFirstOrThrow()

export type MessageRow = Awaited<ReturnType<typeof findMessage>>

/** To a practice the people of the laboratory are the laboratory: their rows are not there for it. */
const messagesOf = ({ tx, brandId }: PracticeUser | Staff, orderId: string) =>
  tx
    .selectFrom('order_messages')
    .innerJoin('brands', 'brands.id', 'order_messages.brand_id')
    .leftJoin('users', join =>
      join.onRef('users.brand_id', '=', 'order_messages.brand_id').onRef('users.id', '=', 'order_messages.author_id'),
    )
    .select([
      'order_messages.id',
      'order_messages.body',
      'order_messages.created_at',
      'order_messages.author_id',
      'order_messages.is_from_laboratory',
      'brands.company_name',
      'users.title',
      'users.first_name',
      'users.last_name',
    ])
    .where('order_messages.brand_id', '=', brandId)
    .where('order_messages.order_id', '=', orderId)

/** The case on which something is to be hung: whose it is, if it is there for this actor. */
export const findOrderOwner = (actor: PracticeUser | Staff, id: string) =>
  actor.tx
    .selectFrom('orders')
    .select(['id', 'practice_id'])
    .where('brand_id', '=', actor.brandId)
    .where('id', '=', id)
    .$if(actor.kind === 'practice', orders =>
      orders.where('practice_id', '=', actor.kind === 'practice' ? actor.practiceId : ''),
    )
    .executeTakeFirst()
