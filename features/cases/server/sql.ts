import { type Expression, type SqlBool, sql } from 'kysely'
import { dayInZone } from '#kit/day.ts'
import type { PracticeUser } from '#tenancy/server/actor.ts'
import { type Given, statement } from '#tenancy/server/statement.ts'
import type { CaseQuery, CaseSort, CaseTab } from '../contract.ts'
import { sortOf, statusesOfTab } from '../rules.ts'
import { shownOfPromise } from './promised-sql.ts'

export const pageSize = 25

const shownInList = [
  ...shownOfPromise,
  'orders.id',
  'orders.code',
  'orders.patient',
  'orders.patient_code',
  'orders.prescriber',
  'orders.summary_fr',
  'orders.summary_en',
  'orders.print_type',
  'orders.wished_on',
  'orders.appointment_at',
  'orders.hold_reason',
  'orders.hold_question',
  'orders.hold_answer',
  'orders.hold_answered_at',
  'orders.carrier',
  'orders.tracking_url',
  'orders.created_at',
] as const

export type OrderRow = Awaited<ReturnType<typeof listOrders>>[number]

type Asked = { user: PracticeUser; query: CaseQuery }

/** One page; empty past the end. Equal rows keep their order from page to page because codes are unique. */
export function listOrders(user: PracticeUser, query: CaseQuery) {
  const { by, order } = sortOf(query)
  const filters = filtersOf(query)
  return keptFor(pages, [query.tab, by, order, ...filters], isPrepared =>
    newPage(query.tab, by, order, filters, isPrepared),
  )(user.tx, { user, query })
}

const pages = new Map<string, ReturnType<typeof newPage>>()

/**
 * The cases of a practice lie far apart, each on a page of its own: to filter or sort them all, what decides is read
 * from the index orders__all alone, and only then the 25 cases that are shown.
 */
function newPage(tab: CaseTab, by: CaseSort, order: 'ASC' | 'DESC', filters: readonly Filter[], isPrepared: boolean) {
  const direction = order === 'ASC' ? 'asc' : 'desc'
  return statement(
    (db, given: Given<Asked>) => {
      const ofPractice = db
        .selectFrom('orders')
        .where(
          'orders.brand_id',
          '=',
          given(asked => asked.user.brandId),
        )
        .where(
          'orders.practice_id',
          '=',
          given(asked => asked.user.practiceId),
        )
        .orderBy(sortColumns[by], sort => (isNeverNull(by) ? sort[direction]() : sort[direction]().nullsLast()))
        .$if(by !== 'code', sorted => sorted.orderBy('orders.code', direction))
      const page = ofPractice
        .$if(tab !== 'all', all => all.where(isInTab[tab]))
        .where(eb => eb.and(filters.map(filter => conditions[filter](given))))
        .limit(sql.lit(pageSize))
        .offset(given(asked => (asked.query.page - 1) * pageSize))
      if (filters.length === 0 && isReadInOrder(tab, by, order)) return page.select(shownInList)
      return ofPractice.innerJoin(page.select('orders.id').as('shown'), 'shown.id', 'orders.id').select(shownInList)
    },
    { isPrepared },
  )
}

/** Each tab has an index in the order in which it opens, and a page of it is read without a look at the others. */
function isReadInOrder(tab: CaseTab, by: CaseSort, order: 'ASC' | 'DESC'): boolean {
  const opened = sortOf({ tab })
  return by === opened.by && order === opened.order
}

const sortColumns = {
  code: 'orders.code',
  patient: 'orders.patient_code',
  wishedDate: 'orders.wished_on',
  deliveryDate: 'orders.delivery_on',
} as const satisfies Record<CaseSort, string>

/** Said to PostgreSQL, "nulls last" would keep it from reading an index of such a column backwards. */
const isNeverNull = (by: CaseSort) => by === 'code' || by === 'patient'

/** Written out, as in the indexes: a value given later would not tell PostgreSQL which of them serves. */
const ended = sql`(${sql.join(statusesOfTab.history.map(status => sql.lit(status)))})`
const isInTab = {
  in_progress: sql<SqlBool>`status not in ${ended}`,
  history: sql<SqlBool>`status in ${ended}`,
  all: sql<SqlBool>`true`,
} satisfies Record<CaseTab, Expression<SqlBool>>

/** Cases by status, whatever the tab and the filters; `matching` of them fit the filters. */
export function countOrders(user: PracticeUser, query: CaseQuery) {
  const filters = filtersOf(query)
  return keptFor(counts, filters, isPrepared => newCount(filters, isPrepared))(user.tx, { user, query })
}

const counts = new Map<string, ReturnType<typeof newCount>>()

const newCount = (filters: readonly Filter[], isPrepared: boolean) =>
  statement(
    (db, given: Given<Asked>) =>
      db
        .selectFrom('orders')
        .select(eb => {
          const all = eb.fn.countAll<number>()
          const matching =
            filters.length > 0 ? all.filterWhere(eb.and(filters.map(name => conditions[name](given)))) : all
          return ['status', all.as('cases'), matching.as('matching')]
        })
        .where(
          'brand_id',
          '=',
          given(asked => asked.user.brandId),
        )
        .where(
          'practice_id',
          '=',
          given(asked => asked.user.practiceId),
        )
        .groupBy('status'),
    { isPrepared },
  )

/** Cases that wait for an answer of the practice; answered ones wait for the laboratory to read it. */
export const countAwaited = async (user: PracticeUser) => (await awaitedCases(user.tx, user))[0]?.cases ?? 0

const awaitedCases = statement((db, given: Given<PracticeUser>) =>
  db
    .selectFrom('orders')
    .select(eb => eb.fn.countAll<number>().as('cases'))
    .where(
      'brand_id',
      '=',
      given(user => user.brandId),
    )
    .where(
      'practice_id',
      '=',
      given(user => user.practiceId),
    )
    .where('status', '=', 'on_hold')
    .where('hold_answer', 'is', null),
)

type Filter = (typeof filterNames)[number]
const filterNames = [
  'search',
  'statuses',
  'deliveryDateFrom',
  'deliveryDateTo',
  'appointmentDateFrom',
  'appointmentDateTo',
  'delivery',
  'hold',
] as const satisfies (keyof CaseQuery)[]

/** Those that are set: a statement is written for them, and their values come with each call. */
const filtersOf = (query: CaseQuery): Filter[] => filterNames.filter(name => query[name]?.length)

const conditions: Record<Filter, (given: Given<Asked>) => Expression<SqlBool>> = {
  // In a sub-select, so that the words are cut once and not for each row.
  search: given => sql`search_text like all ((select search_patterns(${given(asked => asked.query.search)}))::text[])`,
  statuses: given => sql`status = any (${given(asked => asked.query.statuses)}::order_status[])`,
  deliveryDateFrom: given => sql`delivery_on >= ${given(asked => asked.query.deliveryDateFrom)}`,
  deliveryDateTo: given => sql`delivery_on <= ${given(asked => asked.query.deliveryDateTo)}`,
  appointmentDateFrom: given => sql`appointment_at >= ${startOfDay(given, asked => asked.query.appointmentDateFrom)}`,
  appointmentDateTo: given => sql`appointment_at < ${startOfDay(given, asked => asked.query.appointmentDateTo, 1)}`,
  delivery: given => isDelayed(given(({ user }) => dayInZone(new Date(), user.timeZone))),
  // The few on hold by their own index: the index that all are counted from does not hold the answers.
  hold: given => sql`orders.id in (
    select held.id from orders held
    where held.brand_id = ${given(({ user }) => user.brandId)}
      and held.practice_id = ${given(({ user }) => user.practiceId)}
      and held.status = 'on_hold' and held.hold_answer is null)`,
}

export const isInProgress = isInTab.in_progress

/** What `deliveryOf` of rules.ts calls delayed; a test compares them. */
export const isDelayed = (today: Expression<string>) => sql<SqlBool>`(
  ${isInProgress} and case
    when delivery_on > ${today}::date then coalesce(moved_from_on, delivery_on) > greatest(first_delivery_on, excused_on)
    else delivery_on < ${today}::date and status <> 'shipped' end
)`

/** The screens as they open and the search are prepared; the thousand combinations of filters are written each time. */
function keptFor<S>(kept: Map<string, S>, shape: readonly string[], write: (isPrepared: boolean) => S): S {
  if (filterNames.some(name => name !== 'search' && shape.includes(name))) return write(false)
  const key = shape.join(' ')
  const found = kept.get(key) ?? write(true)
  kept.set(key, found)
  return found
}

/** An appointment at 23:30 in Paris belongs to that day, whatever the day is in UTC. */
const startOfDay = (given: Given<Asked>, day: (asked: Asked) => string | undefined, daysLater = 0) =>
  sql<string>`(${given(day)}::date + ${sql.lit(daysLater)})::timestamp at time zone ${given(asked => asked.user.timeZone)}`

type AskedById = { user: PracticeUser; id: string }

export const findOrder = async (user: PracticeUser, id: string) => (await orderById(user.tx, { user, id }))[0]

const orderById = statement((db, given: Given<AskedById>) =>
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
    .select([
      ...shownInList,
      'orders.total_cents',
      'orders.comment',
      'orders.ordered_by',
      'orders.prescriber_id',
      'entering.title',
      'entering.first_name',
      'entering.last_name',
      'entering.email as entering_email',
      'entering.phone as entering_phone',
      'prescribing.email as prescribing_email',
      'prescribing.phone as prescribing_phone',
      'practices.phone as practice_phone',
    ])
    .where(
      'orders.brand_id',
      '=',
      given(asked => asked.user.brandId),
    )
    .where(
      'orders.practice_id',
      '=',
      given(asked => asked.user.practiceId),
    )
    .where(
      'orders.id',
      '=',
      given(asked => asked.id),
    ),
)

export type ProductRow = Awaited<ReturnType<typeof listOrderProducts>>[number]

export const listOrderProducts = (user: PracticeUser, id: string) => productsOfOrder(user.tx, { user, id })

const productsOfOrder = statement((db, given: Given<AskedById>) =>
  db
    .selectFrom('order_products')
    .select([
      'id',
      'reference',
      'label_fr',
      'label_en',
      'quantity',
      'case_sequence',
      'traceability',
      'shade',
      'complementary_shade',
      'sector',
      'implant_brand',
      'implant_platform',
      'note',
      sql<number[]>`pontics::smallint[]`.as('pontics'),
      // pg knows no arrays of a domain.
      sql<number[]>`teeth::smallint[]`.as('teeth'),
    ])
    .where(
      'brand_id',
      '=',
      given(asked => asked.user.brandId),
    )
    .where(
      'practice_id',
      '=',
      given(asked => asked.user.practiceId),
    )
    .where(
      'order_id',
      '=',
      given(asked => asked.id),
    )
    .orderBy('case_sequence'),
)

export type EventRow = Awaited<ReturnType<typeof listOrderEvents>>[number]

export const listOrderEvents = (user: PracticeUser, id: string) => eventsOfOrder(user.tx, { user, id })

const eventsOfOrder = statement((db, given: Given<AskedById>) =>
  db
    .selectFrom('order_events')
    .select(['status', 'at', 'note', 'absence_note'])
    .where(
      'brand_id',
      '=',
      given(asked => asked.user.brandId),
    )
    .where(
      'practice_id',
      '=',
      given(asked => asked.user.practiceId),
    )
    .where(
      'order_id',
      '=',
      given(asked => asked.id),
    )
    .orderBy('sequence'),
)
