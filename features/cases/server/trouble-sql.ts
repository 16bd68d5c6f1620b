import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { DB } from '#db/schema.ts'
import { fullNameOf } from '#features/people/server/names-sql.ts'
import { takenBy } from '#features/rides/server/taken-sql.ts'
import type { SignedIn } from '#tenancy/server/actor.ts'
import { ofActor } from '#tenancy/server/actor-sql.ts'
import { instant } from '#tenancy/server/instant-sql.ts'
import { type Slots, statement } from '#tenancy/server/statement.ts'
import type { CaseLink, CaseProblem, CaseRequest, CaseStatus } from '../contract.ts'
import { statusesOfTab } from '../rules.ts'

type OfOrder = ExpressionBuilder<DB, 'orders'>
type Reader = Slots<SignedIn>

export const noTrouble = { problems: [], requests: [], remakeOf: null }

/** Id and code of the related case that fits `condition`. */
export const linked = (condition: Expression<SqlBool>) => sql<CaseLink | null>`(
  select json_build_object('id', linked.id, 'code', linked.code) from orders linked
  where linked.brand_id = orders.brand_id and ${condition})`

/** The problems and requests of a case since it was ordered, and the case it remakes. */
export const findTrouble = statement((db, $: Slots<SignedIn, { id: string }>) =>
  db
    .selectFrom('orders')
    .select(eb => [
      jsonArrayFrom(problemsOf(eb, $)).as('problems'),
      requestsIfAny(eb).as('requests'),
      linked(sql`linked.id = orders.remake_of`).as('remakeOf'),
    ])
    .where(ofActor($, 'orders'))
    .where('orders.id', '=', $.id),
)

/** A sub-select, so that only a case with such a problem evaluates it: joined, the row-level check would run for each case. */
const companyName = sql<string>`(select b.company_name from brands b where b.id = order_problems.brand_id)`

/** A settled problem waits for no pickup. */
export const adjustment = (of: 'order_problems' | 'r', $: Pick<Reader, 'timeZone'>) => sql<
  CaseProblem['adjustment']
>`case
  when ${sql.table(of)}.is_adjustment then json_build_object('pickup', case
    when ${sql.table(of)}.settled_at is null then ${takenBy(of, sql`${sql.table(of)}.reported_at`, $)} end) end`

/** Newest first. */
const problemsOf = (eb: OfOrder, $: Reader) =>
  eb
    .selectFrom('order_problems')
    .leftJoin('users', join =>
      join.onRef('users.brand_id', '=', 'order_problems.brand_id').onRef('users.id', '=', 'order_problems.reported_by'),
    )
    .select([
      'order_problems.id',
      'order_problems.kind',
      'description',
      instant('order_problems.reported_at').as('reportedAt'),
      // Row-level security hides the laboratory's people from a practice: the laboratory's name stands in for them.
      sql<string>`case when users.practice_id is null then ${companyName} else ${fullNameOf('users')} end`.as(
        'reportedBy',
      ),
      linked(sql`linked.id = order_problems.remake_id`).as('remake'),
      sql<number[]>`order_problems.teeth::smallint[]`.as('teeth'),
      adjustment('order_problems', $).as('adjustment'),
      sql<CaseProblem['state']>`case when settled_at is not null then 'settled'
        when answered_at is not null then 'answered' else 'open' end`.as('state'),
      sql<CaseProblem['answer']>`case when answered_at is not null then
        json_build_object('words', answer, 'at', ${instant('order_problems.answered_at')}, 'putRightOn', put_right_on) end`.as(
        'answer',
      ),
    ])
    .whereRef('order_problems.brand_id', '=', 'orders.brand_id')
    .whereRef('order_problems.order_id', '=', 'orders.id')
    .orderBy('reported_at', 'desc')

/** Guarded by `asked_at`, since each table read evaluates its row-level policy anew. */
const requestsIfAny = (eb: OfOrder) => {
  const requests = jsonArrayFrom(requestsOf(eb))
  return sql<CaseRequest[]>`case when orders.asked_at is not null then ${requests} else '[]'::json end`
}

/** Newest first. */
const requestsOf = (eb: OfOrder) =>
  eb
    .selectFrom('order_requests')
    .innerJoin('users', join =>
      join.onRef('users.brand_id', '=', 'order_requests.brand_id').onRef('users.id', '=', 'order_requests.asked_by'),
    )
    .select([
      'order_requests.id',
      'order_requests.kind',
      'order_requests.wished_on as wishedDate',
      'order_requests.words',
      instant('order_requests.asked_at').as('askedAt'),
      fullNameOf('users').as('askedBy'),
      sql<CaseRequest['state']>`order_requests.state`.as('state'),
      'order_requests.granted_on as grantedDate',
      'order_requests.answer',
      instant<string | null>('order_requests.decided_at').as('decidedAt'),
    ])
    .whereRef('order_requests.brand_id', '=', 'orders.brand_id')
    .whereRef('order_requests.order_id', '=', 'orders.id')
    .where('order_requests.state', '<>', 'withdrawn')
    // Nobody decides what is asked of a case that has arrived, or that the laboratory has cancelled.
    .where(eb =>
      eb.or([
        eb('order_requests.state', '<>', 'open'),
        eb(sql<CaseStatus>`orders.status`, 'in', statusesOfTab.in_progress),
      ]),
    )
    .orderBy('asked_at', 'desc')
