import { sql } from 'kysely'
import { fullNameOf } from '#features/account/server/sql.ts'
import type { SignedIn } from '#tenancy/server/actor.ts'
import { ofActor } from '#tenancy/server/actor-sql.ts'
import { type Slots, statement } from '#tenancy/server/statement.ts'
import type { Case, CaseLink } from '../contract.ts'

const link = (order: string) =>
  sql<CaseLink | null>`case when ${sql.ref(`${order}.id`)} is not null
    then jsonb_build_object('id', ${sql.ref(`${order}.id`)}, 'code', ${sql.ref(`${order}.code`)}) end`

/** The case of which this one is a remake, its own remake, how much hangs on it and what has been signed for it. */
export const findOrderLinks = statement(
  (_, $: Slots<SignedIn, { id: string }>) => sql<
    Pick<Case, 'remakeOf' | 'remake' | 'attachmentsCount' | 'messagesCount' | 'statement'>
  >`
    select ${link('first')} as "remakeOf", ${link('again')} as remake,
      (select count(*) from attachments
        where brand_id = ${$.brandId} and order_id = ${$.id} and state = 'ready') as "attachmentsCount",
      (select count(*) from order_messages where brand_id = ${$.brandId} and order_id = ${$.id}) as "messagesCount",
      signed.statement
    from orders
    left join orders first on first.brand_id = orders.brand_id and first.id = orders.remake_of
    left join orders again on again.brand_id = orders.brand_id and again.remake_of = orders.id
    left join lateral (
      select jsonb_build_object('number', number, 'version', version,
        'signedOn', (signed_at at time zone ${$.timeZone})::date) as statement
      from traceability_statements
      where brand_id = ${$.brandId} and order_id = ${$.id} order by version desc limit 1
    ) signed on true
    where ${ofActor($, 'orders')} and orders.id = ${$.id}`,
)

/** Newest first. */
export const listOrderProblems = statement((db, $: Slots<SignedIn, { id: string }>) =>
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
      'order_problems.reported_at as reportedAt',
      fullNameOf('users').as('reportedBy'),
      link('orders').as('remake'),
    ])
    .where(ofActor($, 'order_problems'))
    .where('order_problems.order_id', '=', $.id)
    .orderBy('order_problems.reported_at', 'desc'),
)

/** Longer threads are read from here on back; nobody has written one yet. */
const longestThread = 500

/** Oldest first; in the order of writing, whatever the clocks say. */
export const listMessages = async (actor: SignedIn, orderId: string) =>
  (await messagesOf(actor, orderId).orderBy('sequence', 'desc').limit(longestThread).execute()).toReversed()

export const findMessage = (actor: SignedIn, orderId: string, id: string) =>
  messagesOf(actor, orderId).where('order_messages.id', '=', id).executeTakeFirstOrThrow()

/** To a practice the people of the laboratory are the laboratory: their rows are not there for it. */
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
    ])
    .where(ofActor(actor, 'order_messages'))
    .where('order_messages.order_id', '=', orderId)

/** The case on which something is to be hung: whose it is, if it is there for this actor. */
export const findOrderOwner = (actor: SignedIn, id: string) =>
  actor.tx
    .selectFrom('orders')
    .select(['id', 'practice_id'])
    .where(ofActor(actor, 'orders'))
    .where('id', '=', id)
    .executeTakeFirst()
