import { type Expression, type SqlBool, sql } from 'kysely'
import type { Day } from '#kit/day.ts'
import type { Staff } from '#tenancy/server/actor.ts'
import { anyOne, type Slots } from '#tenancy/server/statement.ts'
import { answerableDays, mostCounted } from '../rules.ts'
import type { StaffCaseQuery } from '../staff-contract.ts'
import { boardStatuses, latestSearched } from '../staff-rules.ts'
import { isInProgress, isInTab } from './filters-sql.ts'

type Values = {
  search: string
  /** The beginning of codes, as typed. */
  start: string
  statuses: readonly string[]
  /** Not `practiceId`: on an actor that is their own practice, and the laboratory's people have none. */
  ofPractice: string
  family: string
  technicianId: string
  deliveryDateFrom: Day
  deliveryDateTo: Day
  /** In the laboratory's time zone. */
  today: Day
}
/** Statuses that have a partial index each. */
const indexed = [...boardStatuses, 'cancelled'] as const
type Indexed = (typeof indexed)[number]

/** The conditions that can narrow a list: some take a value, some apply by their name alone. */
export type Narrowing =
  | Exclude<keyof Values, 'today'>
  | Indexed
  | 'reach'
  | 'familyOfMany'
  | 'fewOfFamily'
  | 'unassigned'
  | 'late'
  | 'dueToday'
  | 'answer'
  | 'message'
  | 'problem'
  | 'request'
  | 'unaccepted'
  | 'awaited'
export type Asked = { [Name in keyof Values]?: Values[Name] | undefined } & {
  today: Day
  narrowings: readonly Narrowing[]
}
export type AskedSlots = Slots<Staff, Values>

/** Still at the laboratory: neither arrived nor shipped. */
const isHere = sql<SqlBool>`(${isInProgress} and orders.status <> 'shipped')`
const recent = sql`now() - make_interval(days => ${answerableDays})`

/**
 * Keeps PostgreSQL from turning an `exists` into a join: checked per row by key, where a join would read the laboratory's
 * whole history.
 */
export const ofEach = sql`offset 0`

/**
 * Whether the message under this alias came with the answer to the laboratory's question, in one transaction with the
 * timeline line and therefore with its timestamp. Such a message asks for no answer itself.
 */
export const isAnswer = (message: string) => sql<SqlBool>`exists (
  select from order_events said where said.brand_id = ${sql.ref(message)}.brand_id
    and said.order_id = ${sql.ref(message)}.order_id and said.status = 'on_hold'
    and said.author_id = ${sql.ref(message)}.author_id and said.at = ${sql.ref(message)}.created_at)`

/**
 * Cases whose thread ends with a message of the practice that is not an answer to a question. One row per case, at that last
 * message, so reading can stop at the first.
 */
export const unansweredMessages = (brandId: Expression<string>) => sql<{ order_id: string; at: string }>`
  select asked.order_id, asked.created_at as at from order_messages asked
  where asked.brand_id = ${brandId} and not asked.is_from_laboratory and asked.created_at > ${recent}
    and not ${isAnswer('asked')}
    and not exists (select from order_messages later
      where later.brand_id = asked.brand_id and later.order_id = asked.order_id and later.sequence > asked.sequence
        and (later.is_from_laboratory or not ${isAnswer('later')}) ${ofEach})`

/**
 * Whether a practice has reported the problem. The laboratory's own people, who have no practice, are few, so they are read
 * once.
 */
export const isOfPractice = (reportedBy: string, brandId: Expression<string>) => sql<SqlBool>`
  ${sql.ref(reportedBy)} <> all (array(select u.id from users u where u.brand_id = ${brandId} and u.practice_id is null))`

/** Problems reported by a practice, neither answered nor settled. */
export const unansweredProblems = (brandId: Expression<string>) => sql<{ at: string }>`
  select asked.reported_at as at from order_problems asked
  where asked.brand_id = ${brandId} and asked.answered_at is null and asked.settled_at is null
    and ${isOfPractice('asked.reported_by', brandId)}`

/** Only the latest of very many matches: a search that finds more is too short. */
const mostStarting = sql.lit(300)
/** Sorts after everything that begins with the text before it (collation "C"). */
const last = '\u{10ffff}'

/** Read from the index of codes, so that a million cases are not scanned for one. */
export const startingWith = (brandId: Expression<string>, start: Expression<string>) => sql<string>`
  select found.id from (select distinct way from unnest(array[${start}::text, upper(${start}), lower(${start})]) as way) ways
  cross join lateral (
    select o.id from orders o
    where o.brand_id = ${brandId} and o.code collate "C" >= way and o.code collate "C" < way || ${last}::text
    order by o.code collate "C" desc limit ${mostStarting}) found`

/** Sorts after everything that begins with the text before it, in the ICU collation. */
const lastLetter = '\u{ffff}'

/** As many as a list counts; pages beyond that are not told apart. */
const mostNamed = sql.lit(mostCounted)

/**
 * Search among finished cases: patients' names and surnames that begin with the words are found in every year, from their
 * indexes; words elsewhere in the searchable text only among the latest ones, since that is read case by case. Folded words sort before every accented and capitalised spelling.
 * Other conditions apply before the limit on names.
 */
const inReach = ($: AskedSlots, others: Expression<SqlBool>[]) => {
  const words = sql`(select searchable(${$.search}))`
  const narrowed = sql.join([sql`orders.brand_id = ${anyOne($.brandId)}`, isInTab.history, ...others], sql` and `)
  const beginning = (column: 'patient' | 'patient_surname') => {
    const name = sql`orders.${sql.ref(column)} collate "fr-x-icu"`
    return sql<string>`
      (select orders.id from orders
        where ${narrowed} and ${name} >= ${words} and ${name} < ${words} || ${lastLetter}::text
        order by ${name} limit ${mostNamed})`
  }
  return sql<string>`
    ${beginning('patient')} union all ${beginning('patient_surname')}
    union all
    (select latest.id from (
        select o.id, o.search_text from orders o
        where o.brand_id = ${$.brandId} and ${isInTab.history}
        order by o.delivery_on desc nulls last, o.code desc limit ${sql.lit(latestSearched)}) latest
      where latest.search_text like all ((select search_patterns(${$.search}))::text[]))`
}

/** Only a case on hold has an answer (`orders__answer_while_on_hold`), and an index covers those. */
const isAnswered = sql<SqlBool>`orders.hold_answer is not null`

/** The conditions of the first screen's queues, shared by its counts and the lists they link to. */
export const queues = {
  late: (today: Expression<Day>) => sql<SqlBool>`(${isHere} and orders.delivery_on < ${today}::date)`,
  dueToday: (today: Expression<Day>) => sql<SqlBool>`(${isHere} and orders.delivery_on = ${today}::date)`,
  answer: isAnswered,
  /** Maintained by a trigger whenever a problem changes; a partial index covers these alone. */
  problem: sql<SqlBool>`orders.has_unanswered_problem`,
  /** Few of the registered cases are accepted, so the index of the registered ones serves. */
  unaccepted: sql<SqlBool>`(orders.status = 'registered' and orders.accepted_at is null)`,
}

/**
 * Literals, as in each partial index: enum comparison is not leakproof and the row-level policies come first, so a bound
 * status would use no index.
 */
const ofStatus = {
  registered: () => sql<SqlBool>`orders.status = 'registered'`,
  in_preparation: () => sql<SqlBool>`orders.status = 'in_preparation'`,
  in_production: () => sql<SqlBool>`orders.status = 'in_production'`,
  on_hold: () => sql<SqlBool>`orders.status = 'on_hold'`,
  shipped: () => sql<SqlBool>`orders.status = 'shipped'`,
  cancelled: () => sql<SqlBool>`orders.status = 'cancelled'`,
} satisfies Record<Indexed, () => Expression<SqlBool>>

const referencesOf = ($: AskedSlots) => sql`array(
  select c.reference from products c where c.brand_id = ${$.brandId} and c.family = ${$.family})`

const hasFamily = ($: AskedSlots) => sql<SqlBool>`exists (
  select from order_products p where p.brand_id = orders.brand_id and p.order_id = orders.id
    and p.reference = any (${referencesOf($)}) ${ofEach})`

/** Each case with a product of the family once, from the index of ordered products, so that counting can stop early. */
export const casesOfFamily = ($: AskedSlots) => sql`(
  select p.order_id from order_products p where p.brand_id = ${$.brandId} and p.reference = any (${referencesOf($)})
    and not exists (select from order_products earlier where earlier.brand_id = p.brand_id
      and earlier.order_id = p.order_id and earlier.case_sequence < p.case_sequence
      and earlier.reference = any (${referencesOf($)}) ${ofEach}))`

const conditions: Record<Exclude<Narrowing, 'reach'>, ($: AskedSlots) => Expression<SqlBool>> = {
  // In a sub-select, so that the words are split once and not per row.
  search: $ => sql`orders.search_text like all ((select search_patterns(${$.search}))::text[])`,
  start: $ => sql`orders.id in (${startingWith($.brandId, $.start)})`,
  statuses: $ => sql`orders.status = any (${$.statuses}::order_status[])`,
  ...ofStatus,
  ofPractice: $ => sql`orders.practice_id = ${anyOne($.ofPractice)}`,
  family: $ => hasFamily($),
  familyOfMany: $ => hasFamily($),
  // As an array: a join would be read from the side of the cases, which are many.
  fewOfFamily: $ => sql`orders.id = any (array(
    select p.order_id from order_products p where p.brand_id = ${$.brandId} and p.reference = any (${referencesOf($)})))`,
  technicianId: $ => sql`orders.technician_id = (select ${$.technicianId}::uuid)`,
  unassigned: () => sql`orders.technician_id is null`,
  late: $ => queues.late($.today),
  dueToday: $ => queues.dueToday($.today),
  answer: () => queues.answer,
  message: $ => sql`orders.id in (select order_id from (${unansweredMessages($.brandId)}) unanswered)`,
  problem: () => queues.problem,
  request: $ => sql`(${isInProgress} and (orders.changed_at is not null or orders.id in (
    select asked.order_id from order_requests asked where asked.brand_id = ${$.brandId} and asked.state = 'open')))`,
  unaccepted: () => queues.unaccepted,
  awaited: () => sql`(orders.status = 'registered' and orders.accepted_at is not null)`,
  deliveryDateFrom: $ => sql`orders.delivery_on >= ${$.deliveryDateFrom}`,
  deliveryDateTo: $ => sql`orders.delivery_on <= ${$.deliveryDateTo}`,
}

const names = Object.keys(conditions) as (keyof typeof conditions)[]

export function askedOf(staff: Pick<Staff, 'userId'>, query: Partial<StaffCaseQuery>, today: Day): Asked {
  const { technician, practiceId, statuses = [], due, said, intake, ...valued } = query
  const areIndexed = statuses.every(isIndexedStatus)
  const isPerson = technician !== undefined && technician !== 'nobody'
  const asked = {
    ...valued,
    today,
    ...(areIndexed ? Object.fromEntries(statuses.map(status => [status, '1'])) : { statuses }),
    ...(practiceId && { ofPractice: practiceId }),
    ...(isPerson && { technicianId: technician === 'me' ? staff.userId : technician }),
    ...(technician === 'nobody' && { unassigned: '1' }),
    ...(due && { [due === 'late' ? 'late' : 'dueToday']: '1' }),
    ...(said && { [said]: '1' }),
    ...(intake && { [intake]: '1' }),
  }
  return { ...asked, narrowings: names.filter(name => Reflect.get(asked, name)?.length) }
}

/**
 * With one of these, any part of a name is searched in the history; without, `isSearchLimited` tells the user that the
 * search is limited.
 */
const bounds: readonly Narrowing[] = ['ofPractice', 'technicianId', 'message', 'problem', 'deliveryDateFrom']
export const withinReach = (narrowings: readonly Narrowing[]) =>
  narrowings.some(name => bounds.includes(name))
    ? narrowings
    : narrowings.map(name => (name === 'search' ? 'reach' : name))

const isIndexedStatus = (name: string): name is Indexed => indexed.some(status => status === name)
export const statusesIn = (narrowings: readonly Narrowing[]) => narrowings.filter(isIndexedStatus)

/** All conditions, and any one of the statuses. */
export function narrowedBy(narrowings: readonly Narrowing[], $: AskedSlots): Expression<SqlBool>[] {
  const all: Expression<SqlBool>[] = []
  for (const name of narrowings) if (name !== 'reach' && !isIndexedStatus(name)) all.push(conditions[name]($))
  const statuses = statusesIn(narrowings).map(status => ofStatus[status]())
  if (statuses.length > 0) all.push(sql<SqlBool>`(${sql.join(statuses, sql` or `)})`)
  // As an array: PostgreSQL may re-evaluate a joined subquery for each case.
  if (narrowings.includes('reach')) return [...all, sql<SqlBool>`orders.id = any (array(${inReach($, all)}))`]
  return all
}

const often: readonly Narrowing[] = [
  'search',
  'start',
  'technicianId',
  'unassigned',
  'unaccepted',
  'awaited',
  ...boardStatuses,
]
/** Their values do not influence the plan, whereas days and lists of statuses decide which index is used. */
const oftenAlone: readonly Narrowing[] = ['ofPractice', 'problem', 'family', 'familyOfMany', 'fewOfFamily']

/**
 * Frequent combinations worth preparing: the default list, the intake, the board, one's own cases, and the links from the
 * first screen, a practice and the catalogue. Others are rare.
 */
export const isOften = (narrowings: readonly Narrowing[]) =>
  narrowings.every(name => often.includes(name) || (narrowings.length === 1 && oftenAlone.includes(name))) &&
  statusesIn(narrowings).length < 2
