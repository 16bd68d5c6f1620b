import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import type { DB } from '#db/schema.ts'
import { fullNameOf } from '#features/account/server/sql.ts'
import { oneRoundOn } from '#features/rides/server/sql.ts'
import { takenBy } from '#features/rides/server/taken-sql.ts'
import type { Day } from '#kit/day.ts'
import type { SignedIn } from '#tenancy/server/actor.ts'
import { ofActor } from '#tenancy/server/actor-sql.ts'
import { type Slots, statement } from '#tenancy/server/statement.ts'
import { inLanguage } from '#tenancy/server/words-sql.ts'
import type { Case, CaseLink, CaseProblem, CaseRequest } from '../contract.ts'
import type { Making } from '../expected-days.ts'
import { arrivedOn, beginsDelivery, noteFor } from './events-sql.ts'
import { shownInList, summary } from './sql.ts'

type OfOrder = ExpressionBuilder<DB, 'orders'>
type Reader = Slots<SignedIn>

/**
 * A case with all that hangs on it, in one statement: each further one costs more than what it reads. The parts are those of
 * the order that was found, whoever asks.
 */
export const findOrder = statement((db, $: Slots<SignedIn, { id: string }>) =>
  db
    .selectFrom('orders')
    .innerJoin('practices', join =>
      join.onRef('practices.brand_id', '=', 'orders.brand_id').onRef('practices.id', '=', 'orders.practice_id'),
    )
    .leftJoin('users as entering', join =>
      join.onRef('entering.brand_id', '=', 'orders.brand_id').onRef('entering.id', '=', 'orders.ordered_by'),
    )
    .leftJoin('users as prescribing', join =>
      join
        .onRef('prescribing.brand_id', '=', 'orders.brand_id')
        .onRef('prescribing.practice_id', '=', 'orders.practice_id')
        .onRef('prescribing.id', '=', 'orders.prescriber_id'),
    )
    .select(eb => [
      ...shownInList,
      summary($),
      arrivedOn($),
      receivedAt.as('receivedAt'),
      'orders.total_cents as totalCents',
      'orders.comment',
      'orders.practice_reference as practiceReference',
      scan.as('scan'),
      pickup($).as('pickup'),
      'orders.ordered_by as orderedBy',
      'orders.prescriber_id as prescriberId',
      eb.case().when('orders.ordered_by', 'is not', null).then(fullNameOf('entering')).end().as('enteredBy'),
      // With whom to call about it.
      'entering.email as enteringEmail',
      'entering.phone as enteringPhone',
      'prescribing.email as prescribingEmail',
      'prescribing.phone as prescribingPhone',
      'practices.phone as practicePhone',
      jsonArrayFrom(productsOf(eb, $)).as('products'),
      jsonArrayFrom(eventsOf(eb, $)).as('events'),
      jsonArrayFrom(problemsOf(eb, $)).as('problems'),
      requestsIfAny(eb).as('requests'),
      linked(sql`linked.id = orders.remake_of`).as('remakeOf'),
      linked(sql`linked.remake_of = orders.id and linked.status <> 'cancelled'`).as('remake'),
      jsonObjectFrom(statementOf(eb, $)).as('statement'),
      making.as('making'),
      oneRoundOn(sql`orders.brand_id`, sql`orders.delivery_on`).as('deliveryHalf'),
      attachmentsCount.as('attachmentsCount'),
      messagesCount.as('messagesCount'),
      invoiceId.as('invoiceId'),
    ])
    .where(ofActor($, 'orders'))
    .where('orders.id', '=', $.id),
)

type Found = Awaited<ReturnType<typeof findOrder>>[number]
export type ProductRow = Found['products'][number]
export type EventRow = Found['events'][number]

/** In JSON PostgreSQL writes instants in another way than elsewhere; on the wire there is one. */
type InstantColumn =
  | 'order_events.at'
  | 'order_problems.reported_at'
  | 'order_problems.answered_at'
  | 'order_requests.asked_at'
  | 'order_requests.decided_at'
const instant = <At extends string | null = string>(column: InstantColumn) =>
  sql<At>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const productsOf = (eb: OfOrder, $: Reader) =>
  eb
    .selectFrom('order_products')
    .select([
      'order_products.id',
      'reference',
      inLanguage($.language, 'order_products.label').as('label'),
      'quantity',
      'case_sequence as caseSequence',
      'traceability',
      'shade',
      'complementary_shade as complementaryShade',
      'sector',
      'implant_brand',
      'implant_platform',
      'note',
      sql<number[]>`pontics::smallint[]`.as('pontics'),
      sql<number[]>`teeth::smallint[]`.as('teeth'),
    ])
    .whereRef('order_products.brand_id', '=', 'orders.brand_id')
    .whereRef('order_products.order_id', '=', 'orders.id')
    .orderBy('case_sequence')

const eventsOf = (eb: OfOrder, $: Reader) =>
  eb
    .selectFrom('order_events')
    .select([
      'order_events.status',
      instant('order_events.at').as('at'),
      noteFor($.language).as('note'),
      'absence_note',
    ])
    .whereRef('order_events.brand_id', '=', 'orders.brand_id')
    .whereRef('order_events.order_id', '=', 'orders.id')
    .orderBy('sequence')

/** By itself, so that only a case with such a problem looks for it: joined, who asks is checked for each case. */
const companyName = sql<string>`(select b.company_name from brands b where b.id = order_problems.brand_id)`

/** What is settled waits for no driver any more. */
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
      // To a practice the people of the laboratory are the laboratory: their rows are not there for it.
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

/** Hardly any case has some, and each table that is looked into asks anew who is asking. */
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
    .orderBy('asked_at', 'desc')

const linked = (condition: Expression<SqlBool>) => sql<CaseLink | null>`(
  select json_build_object('id', linked.id, 'code', linked.code) from orders linked
  where linked.brand_id = orders.brand_id and ${condition})`

const scan = sql<Case['scan']>`case when orders.scan_case is not null then json_build_object(
  'platform', orders.scan_platform, 'caseNumber', orders.scan_case, 'url', orders.scan_url) end`

/** What a driver has fetched since it was ordered, or else fetches next. */
const pickup = ($: Reader) => sql<Case['pickup']>`case
  when orders.print_type = 'physical' and orders.status = 'registered' then ${takenBy('orders', sql`orders.created_at`, $)} end`

/**
 * Four look-ups, which a case that is not being made towards a day is spared: it has no steps to be expected. The products in the
 * version that was ordered, since a later one may take longer.
 */
const making = sql<Making | null>`case
  when orders.status in ('registered', 'in_preparation', 'in_production') and orders.delivery_on >= current_date - 1 then (
    select json_build_object(
      'workingDays', b.working_days,
      'impressionDays', case orders.print_type when 'physical' then b.physical_transport_days else 0 end,
      'leadDays', coalesce((
        select max(p.lead_days) from order_products ordered
        join products p on p.brand_id = ordered.brand_id and p.reference = ordered.reference
          and p.version = ordered.product_version
        where ordered.brand_id = orders.brand_id and ordered.order_id = orders.id), 0),
      'holidays', array(
        select h.day from holidays h
        where h.brand_id = orders.brand_id and h.day between orders.created_at::date and orders.delivery_on))
    from brands b where b.id = orders.brand_id) end`

/** What has been signed for it last. */
const statementOf = (eb: OfOrder, $: Reader) =>
  eb
    .selectFrom('traceability_statements as signed')
    .select(['signed.number', 'signed.version', sql<Day>`(signed_at at time zone ${$.timeZone})::date`.as('signedOn')])
    .whereRef('signed.brand_id', '=', 'orders.brand_id')
    .whereRef('signed.order_id', '=', 'orders.id')
    .orderBy('signed.version', 'desc')
    .limit(1)

const attachmentsCount = sql<number>`(
  select count(*) from attachments a where a.brand_id = orders.brand_id and a.order_id = orders.id and a.state = 'ready')`

const messagesCount = sql<number>`(
  select count(*) from order_messages m where m.brand_id = orders.brand_id and m.order_id = orders.id)`

/** The line that began the delivery; the laboratory's notes to it change nothing. Only of what has come: see `requestsIfAny`. */
const receivedAt = sql<string | null>`case when orders.status in ('delivered', 'invoiced') then (
  select to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from order_events e
  join users u on u.brand_id = e.brand_id and u.id = e.author_id and u.kind = 'practice'
  where e.brand_id = orders.brand_id and e.order_id = orders.id and e.sequence = (${beginsDelivery})) end`

/** Of a practice doctor, for whom there are no invoices, none (0027). */
const invoiceId = sql<string | null>`(
  select i.id from invoice_orders l join invoices i on i.brand_id = l.brand_id and i.id = l.invoice_id
  where l.brand_id = orders.brand_id and l.order_id = orders.id and l.type = 'invoice'
  order by l.is_current desc, i.issued_on desc, i.number desc limit 1)`
