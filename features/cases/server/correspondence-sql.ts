import { sql } from 'kysely'
import type { PracticeUser } from '#kit/server/actor.ts'
import { type Given, statement } from '#kit/server/statement.ts'

type AskedById = { user: PracticeUser; id: string }

/** The case of which this one is a remake, its own remake, and how much hangs on it. */
export const findOrderLinks = async (user: PracticeUser, id: string) => (await linksOfOrder(user.tx, { user, id }))[0]

const linksOfOrder = statement((_db, given: Given<AskedById>) => {
  const brandId = given(asked => asked.user.brandId)
  const practiceId = given(asked => asked.user.practiceId)
  const orderId = given(asked => asked.id)
  return sql<{
    remake_of_id: string | null
    remake_of_code: string | null
    remake_id: string | null
    remake_code: string | null
    attachments: number
    messages: number
  }>`
    select first.id as remake_of_id, first.code as remake_of_code, again.id as remake_id, again.code as remake_code,
      (select count(*) from attachments
        where brand_id = ${brandId} and order_id = ${orderId} and state = 'ready') as attachments,
      (select count(*) from order_messages where brand_id = ${brandId} and order_id = ${orderId}) as messages
    from orders o
    left join orders first on first.brand_id = o.brand_id and first.id = o.remake_of
    left join orders again on again.brand_id = o.brand_id and again.remake_of = o.id
    where o.brand_id = ${brandId} and o.practice_id = ${practiceId} and o.id = ${orderId}`
})

export type ProblemRow = Awaited<ReturnType<typeof listOrderProblems>>[number]

/** Newest first. */
export const listOrderProblems = (user: PracticeUser, id: string) => problemsOfOrder(user.tx, { user, id })

const problemsOfOrder = statement((db, given: Given<AskedById>) =>
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
    .where(
      'order_problems.brand_id',
      '=',
      given(asked => asked.user.brandId),
    )
    .where(
      'order_problems.practice_id',
      '=',
      given(asked => asked.user.practiceId),
    )
    .where(
      'order_problems.order_id',
      '=',
      given(asked => asked.id),
    )
    .orderBy('order_problems.reported_at', 'desc'),
)
