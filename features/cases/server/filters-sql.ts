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

/** What the list can be narrowed by, and which cases then stay. */
const conditions: Record<CaseFilter, ($: AskedSlots) => Expression<SqlBool>> = {
  // In a sub-select, so that the words are cut once and not for each row.
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

/** All that waits for a practice, each with the word that asks for it alone; questions have a filter of their own (`hold`). */
const waitingCases = ($: OfPractice): { asked: CaseQuery['waiting'] | 'question'; cases: Expression<unknown> }[] => [
  { asked: 'question', cases: sql`select held.id ${awaited($)}` },
  { asked: 'problem', cases: sql`select answered.order_id ${problemsAnswered($)}` },
  { asked: 'message', cases: sql`select unread.order_id ${withUnreadMessages($)}` },
  { asked: 'scan', cases: sql`select sent.id ${withoutScan($)}` },
  { asked: 'impression', cases: sql`select sent.id ${toHandOver($)}` },
]

/** Cases that wait for an answer of the practice; answered ones wait for the laboratory to read it. */
export const isAwaited = sql<SqlBool>`status = 'on_hold' and hold_answer is null`

const awaited = ($: OfPractice) => sql`from orders held
  where held.brand_id = ${$.brandId} and held.practice_id = ${$.practiceId} and ${isAwaited}`

/** Beside filters: the index by which they are counted does not hold the answers. */
export const countAwaited = ($: OfPractice) => sql<number>`(select count(*) ${awaited($)})`

/** Cases in which anything waits for the practice, each once: as many as the list of `waiting=any` holds. */
export const countWaiting = ($: OfPractice) => sql<number>`(select count(*) from (
  ${sql.join(
    waitingCases($).map(({ cases }) => cases),
    sql` union `,
  )}) waiting)`

/** Problems that the laboratory has answered, and the practice has still to look at. */
export const problemsAnswered = ($: OfPractice) => sql`from order_problems answered
  where answered.brand_id = ${$.brandId} and answered.practice_id = ${$.practiceId}
    and answered.answered_at is not null and answered.settled_at is null`

/** Cases in which the laboratory has written since this user has last read them. */
export const withUnreadMessages = ($: OfPractice) => sql`from unread_cases unread
  where unread.brand_id = ${$.brandId} and unread.practice_id = ${$.practiceId} and unread.user_id = ${$.userId}
    and exists (select from order_messages m where m.brand_id = unread.brand_id and m.order_id = unread.order_id
      and m.is_from_laboratory and m.created_at >= unread.since)`

/**
 * Ordered with a scan that nobody has sent, and which would begin with it. What shows a mouth in three dimensions is one: `hasRole` in
 * `features/attachments/rules.ts`; the laboratory's own as well, which designs nothing before it has a scan. For a remake it has that of
 * the first.
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

/** Impressions that are still at the practice, as far as anybody has said. */
export const toHandOver = ($: OfPractice) => sql`from orders sent
  where sent.brand_id = ${$.brandId} and sent.practice_id = ${$.practiceId}
    and ${isImpressionAwaited('sent')} and sent.print_type = 'physical'
    and not ${isFetchedSince('sent', sql`sent.created_at`, $)}`

const names = Object.keys(conditions) as CaseFilter[]

/** Which of them a query names: a statement is written for these, and their values come with each call. */
export const filtersOf = (query: CaseQuery): CaseFilter[] => names.filter(name => query[name]?.length)

export const fitting = (filters: readonly CaseFilter[], $: AskedSlots) => filters.map(name => conditions[name]($))

/** The list as it opens and the search, again and again; the thousand other combinations hardly ever. */
export const isOften = (filters: readonly CaseFilter[]) => filters.every(name => name === 'search')

/** An appointment at 23:30 in Paris belongs to that day, whatever the day is in UTC. */
const startOfDay = (day: Expression<Day>, { timeZone }: AskedSlots) =>
  sql<string>`(${day})::timestamp at time zone ${timeZone}`

/** Written out, as in the indexes: a value given later would not tell PostgreSQL which of them serves. */
const ended = sql`(${sql.join(statusesOfTab.history.map(status => sql.lit(status)))})`
export const isInTab = {
  in_progress: sql<SqlBool>`status not in ${ended}`,
  history: sql<SqlBool>`status in ${ended}`,
  all: sql<SqlBool>`true`,
} satisfies Record<CaseTab, Expression<SqlBool>>

export const isInProgress = isInTab.in_progress

/** What should have come in an earlier week, and of which nobody has said that it has, asks for this week's attention. */
const isOfThisWeek = (today: Expression<string>) => sql<SqlBool>`(
  delivery_on < date_trunc('week', ${today}::date)::date + 7
  and (delivery_on >= date_trunc('week', ${today}::date)::date or ${isInProgress})
)`

/** As `hasMissedItsDay` of rules.ts says it. */
export const hasMissedItsDay = (today: Expression<string>) =>
  sql<SqlBool>`(${isInProgress} and delivery_on < ${today}::date and status <> 'shipped')`

/** What `deliveryOf` of rules.ts calls delayed; a test compares them. */
export const isDelayed = (today: Expression<string>) => sql<SqlBool>`(
  ${isInProgress} and case
    when delivery_on > ${today}::date then coalesce(moved_from_on, delivery_on) > greatest(first_delivery_on, excused_on)
    else ${hasMissedItsDay(today)} end
)`
