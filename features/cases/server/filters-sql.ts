import { type Expression, type SqlBool, sql } from 'kysely'
import { isFetchedSince, isImpressionAwaited } from '#features/rides/server/taken-sql.ts'
import type { Day } from '#kit/day.ts'
import type { PracticeUser } from '#tenancy/server/actor.ts'
import type { Slots } from '#tenancy/server/statement.ts'
import type { CaseTab } from '../contract.ts'
import type { CaseFilter, CaseQuery } from '../list-contract.ts'
import { statusesOfTab } from '../rules.ts'

/** `today` is the laboratory's. */
export type Asked = CaseQuery & { today: Day }
type AskedSlots = Slots<PracticeUser, Asked>
type OfPractice = Pick<Slots<PracticeUser>, 'brandId' | 'practiceId' | 'userId' | 'timeZone'>

/** The condition of each list filter. */
const conditions: Record<CaseFilter, ($: AskedSlots) => Expression<SqlBool>> = {
  // In a sub-select, so that the words are split once and not per row.
  search: $ => sql`search_text like all ((select search_patterns(${$.search}))::text[])`,
  statuses: $ => sql`status = any (${$.statuses}::order_status[])`,
  deliveryDateFrom: $ => sql`delivery_on >= ${$.deliveryDateFrom}`,
  deliveryDateTo: $ => sql`delivery_on <= ${$.deliveryDateTo}`,
  appointmentDateFrom: $ => sql`appointment_at >= ${startOfDay(sql`${$.appointmentDateFrom}::date`, $)}`,
  appointmentDateTo: $ => sql`appointment_at < ${startOfDay(sql`${$.appointmentDateTo}::date + 1`, $)}`,
  delivery: $ =>
    sql`case when ${$.delivery}::text = 'delayed' then ${isDelayed($.today)} else ${isOfThisWeek($.today)} end`,
  hold: $ => sql`orders.id in (select held.id ${awaited($)})`,
  prescriber: $ => sql`orders.prescriber = ${$.prescriber}`,
  family: $ => sql`exists (select from order_products made
    where made.brand_id = orders.brand_id and made.order_id = orders.id and made.reference = any (array(
      select known.reference from products known where known.brand_id = ${$.brandId} and known.family = ${$.family})))`,
  waiting: $ =>
    sql`orders.id in (${sql.join(
      waitingCases($).map(({ asked, cases }) => sql`${cases} and ${$.waiting}::text in ('any', ${sql.lit(asked)})`),
      sql` union all `,
    )})`,
}

/** What waits for a practice, each with the filter value that asks for it alone; questions have their own filter (`hold`). */
const waitingCases = ($: OfPractice): { asked: CaseQuery['waiting'] | 'question'; cases: Expression<unknown> }[] => [
  { asked: 'question', cases: sql`select held.id ${awaited($)}` },
  { asked: 'problem', cases: sql`select answered.order_id ${problemsAnswered($)}` },
  { asked: 'message', cases: sql`select unread.order_id ${withUnreadMessages($)}` },
  { asked: 'scan', cases: sql`select sent.id ${withoutScan($)}` },
  { asked: 'impression', cases: sql`select sent.id ${toHandOver($)}` },
]

/** Cases that wait for the practice's answer; answered ones wait for the laboratory to read it. */
export const isAwaited = sql<SqlBool>`status = 'on_hold' and hold_answer is null`

const awaited = ($: OfPractice) => sql`from orders held
  where held.brand_id = ${$.brandId} and held.practice_id = ${$.practiceId} and ${isAwaited}`

/** Counted apart from the filtered counts: the index that serves those does not hold the answers. */
export const countAwaited = ($: OfPractice) => sql<number>`(select count(*) ${awaited($)})`

/** Cases in which anything waits for the practice, each counted once: the total of the list with `waiting=any`. */
export const countWaiting = ($: OfPractice) => sql<number>`(select count(*) from (
  ${sql.join(
    waitingCases($).map(({ cases }) => cases),
    sql` union `,
  )}) waiting)`

/** Problems that the laboratory has answered and the practice has not settled. */
export const problemsAnswered = ($: OfPractice) => sql`from order_problems answered
  where answered.brand_id = ${$.brandId} and answered.practice_id = ${$.practiceId}
    and answered.answered_at is not null and answered.settled_at is null`

/** Cases in which the laboratory has written since this user last read them. */
export const withUnreadMessages = ($: OfPractice) => sql`from unread_cases unread
  where unread.brand_id = ${$.brandId} and unread.practice_id = ${$.practiceId} and unread.user_id = ${$.userId}
    and exists (select from order_messages m where m.brand_id = unread.brand_id and m.order_id = unread.order_id
      and m.is_from_laboratory and m.created_at >= unread.since)`

/**
 * An optical case, not begun, whose scan has not come: neither through a platform nor as a 3D file (as `hasRole` in
 * `features/attachments/rules.ts`). The laboratory's own 3D files count too, since it designs nothing without a scan. A
 * remake reuses the first case's scan.
 */
export const isScanAwaited = (order: 'orders' | 'sent') => {
  const of = (column: string) => sql.ref(`${order}.${column}`)
  return sql<boolean>`case
    when ${of('print_type')} = 'optical' and ${of('scan_case')} is null and ${of('status')} = 'registered' and ${of('remake_of')} is null
      then not exists (
        select from attachments a where a.brand_id = ${of('brand_id')} and a.order_id = ${of('id')} and a.state = 'ready'
          and a.type in ('stl', 'ply', 'obj', '3mf'))
    else false end`
}

export const withoutScan = ($: OfPractice) => sql`from orders sent
  where sent.brand_id = ${$.brandId} and sent.practice_id = ${$.practiceId}
    and sent.status = 'registered' and ${isScanAwaited('sent')}`

/** Impressions that are still at the practice as far as the data tells. */
export const toHandOver = ($: OfPractice) => sql`from orders sent
  where sent.brand_id = ${$.brandId} and sent.practice_id = ${$.practiceId}
    and ${isImpressionAwaited('sent')} and sent.print_type = 'physical'
    and not ${isFetchedSince('sent', sql`sent.created_at`, $)}`

const names = Object.keys(conditions) as CaseFilter[]

/** The filters that a query uses: the statement is built for these, and their values are bound on each call. */
export const filtersOf = (query: CaseQuery): CaseFilter[] => names.filter(name => query[name]?.length)

export const fitting = (filters: readonly CaseFilter[], $: AskedSlots) => filters.map(name => conditions[name]($))

/** The default list and the search are frequent enough to prepare; the thousand other combinations are not. */
export const isOften = (filters: readonly CaseFilter[]) => filters.every(name => name === 'search')

/**
 * Start of the day in the laboratory's time zone: an appointment at 23:30 in Paris belongs to that day, whatever the day is
 * in UTC.
 */
const startOfDay = (day: Expression<Day>, { timeZone }: AskedSlots) =>
  sql<string>`(${day})::timestamp at time zone ${timeZone}`

/** Literals, as in the indexes: with a bound value PostgreSQL could not tell which partial index applies. */
const ended = sql`(${sql.join(statusesOfTab.history.map(status => sql.lit(status)))})`
export const isInTab = {
  in_progress: sql<SqlBool>`status not in ${ended}`,
  history: sql<SqlBool>`status in ${ended}`,
  all: sql<SqlBool>`true`,
} satisfies Record<CaseTab, Expression<SqlBool>>

export const isInProgress = isInTab.in_progress

/** Deliveries of this week, plus earlier ones in progress, which nobody has confirmed as arrived. */
const isOfThisWeek = (today: Expression<string>) => sql<SqlBool>`(
  delivery_on < date_trunc('week', ${today}::date)::date + 7
  and (delivery_on >= date_trunc('week', ${today}::date)::date or ${isInProgress})
)`

/** Same rule as `hasMissedItsDay` in rules.ts. */
export const hasMissedItsDay = (today: Expression<string>) =>
  sql<SqlBool>`(${isInProgress} and delivery_on < ${today}::date and status <> 'shipped')`

/** Same rule as "delayed" in `deliveryOf` (rules.ts); a test compares them. */
export const isDelayed = (today: Expression<string>) => sql<SqlBool>`(
  ${isInProgress} and case
    when delivery_on > ${today}::date then coalesce(moved_from_on, delivery_on) > greatest(first_delivery_on, excused_on)
    else ${hasMissedItsDay(today)} end
)`
