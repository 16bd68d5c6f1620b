import { type ExpressionBuilder, type Kysely, type OrderByItemBuilder, sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import type { DB } from '#db/schema.ts'
import { fullNameOf } from '#features/people/server/names-sql.ts'
import { placeOfCase } from '#features/stations/server/place-sql.ts'
import type { Staff } from '#tenancy/server/actor.ts'
import { instant } from '#tenancy/server/instant-sql.ts'
import { anyOne, oncePerShape, type Slots, statement } from '#tenancy/server/statement.ts'
import type { CaseTab } from '../contract.ts'
import { answerableDays, mostCounted, statusesOfTab } from '../rules.ts'
import type { staffSorts } from '../staff-address.ts'
import type { Person, StaffCaseQuery } from '../staff-contract.ts'
import { staffSortOf } from '../staff-rules.ts'
import { arrivedOn, leftOn } from './events-sql.ts'
import { isInTab } from './filters-sql.ts'
import { shownInList, summary } from './sql.ts'
import {
  type Asked,
  type AskedSlots,
  casesOfFamily,
  isAnswer,
  isOften,
  type Narrowing,
  narrowedBy,
  startingWith,
  statusesIn,
  withinReach,
} from './staff-filters-sql.ts'

export const staffPageSize = 25

/**
 * PostgreSQL keeps a generic plan only if values known later could not make it cheaper. So these limits are literals, and a
 * laboratory, a user and the page offset are sub-selects, opaque to the planner. Otherwise, for a large laboratory, it
 * replans each time: three milliseconds for what is answered in one.
 */
const most = sql.lit(staffPageSize)
const mostOfCount = sql.lit(mostCounted)

type Sort = (typeof staffSorts)[number]
type OfOrder = ExpressionBuilder<DB, 'orders'>
type Values = { [Name in Exclude<keyof Asked, 'narrowings'>]-?: NonNullable<Asked[Name]> }

const sortColumns = {
  deliveryDate: 'orders.delivery_on',
  appointmentDate: 'orders.appointment_at',
  createdAt: 'orders.created_at',
  code: 'orders.code',
} as const satisfies Record<Sort, string>

const practiceOf = (eb: OfOrder) =>
  jsonObjectFrom(
    eb
      .selectFrom('practices')
      .select(['practices.id', 'practices.name'])
      .whereRef('practices.brand_id', '=', 'orders.brand_id')
      .whereRef('practices.id', '=', 'orders.practice_id'),
  ).$notNull()

const technicianOf = (eb: OfOrder) =>
  jsonObjectFrom(
    eb
      .selectFrom('users as technicians')
      .select(['technicians.id', fullNameOf('technicians').as('name')])
      .whereRef('technicians.brand_id', '=', 'orders.brand_id')
      .whereRef('technicians.id', '=', 'orders.technician_id'),
  )

/** The step that put the case on hold. */
const heldOf = sql<{ by: string | null; at: string } | null>`case when orders.status = 'on_hold' then (
  select json_build_object('at', ${instant('e.at')}, 'by', ${fullNameOf('holding')})
  from order_events e left join users holding on holding.brand_id = e.brand_id and holding.id = e.author_id
  where e.brand_id = orders.brand_id and e.order_id = orders.id and e.status = 'on_hold' and e.kind = 'step'
  order by e.sequence desc limit 1) end`

const isAsked = sql<boolean>`coalesce((
  select not m.is_from_laboratory and m.created_at > now() - make_interval(days => ${answerableDays})
  from order_messages m where m.brand_id = orders.brand_id and m.order_id = orders.id
    and (m.is_from_laboratory or not ${isAnswer('m')})
  order by m.sequence desc limit 1), false)`

const acceptedAt = sql<string | null>`case when orders.status = 'registered' then ${instant('orders.accepted_at')} end`

/** What the laboratory sees of a case beyond its practice's view. */
export const shownToStaff = (eb: OfOrder, $: Slots<Staff>) =>
  [
    practiceOf(eb).as('practice'),
    technicianOf(eb).as('technician'),
    heldOf.as('held'),
    'orders.held_from as heldFrom',
    isAsked.as('isAsked'),
    leftOn($),
    acceptedAt.as('acceptedAt'),
  ] as const

/** Whether an index already has this order, so that it can be read from its start. */
function isIndexed(tab: CaseTab, by: Sort, order: 'ASC' | 'DESC', narrowings: readonly Narrowing[]) {
  // With several statuses, each has an index of its own, by day.
  if (by === 'deliveryDate' && statusesIn(narrowings).length > 1) return false
  // Conditions are indexed for the two tabs separately, not for all cases together.
  if (tab === 'all') return narrowings.length === 0 && by === 'code'
  if (by === 'code' || by === 'createdAt') return true
  return tab === 'in_progress' ? order === 'ASC' : by === 'deliveryDate' && order === 'DESC'
}

/** Makes no difference for dated cases, but without it PostgreSQL does not use the index of the latest deliveries. */
function asIndexed(sort: OrderByItemBuilder, tab: CaseTab, by: Sort, order: 'ASC' | 'DESC') {
  if (tab !== 'history' || by !== 'deliveryDate') return sort
  return order === 'ASC' ? sort.nullsFirst() : sort.nullsLast()
}

type Part = readonly [tab: CaseTab, narrowings: readonly Narrowing[]]

/** The parts to read separately, each from its own index: both tabs, or each of several statuses. */
function partsOf(tab: CaseTab, by: Sort, narrowings: readonly Narrowing[]): readonly Part[] {
  const tabs = tab === 'all' ? (['in_progress', 'history'] as const) : [tab]
  const statuses = statusesIn(narrowings)
  if (by !== 'deliveryDate' || statuses.length < 2) return tabs.map(one => [one, narrowings])
  const others = narrowings.filter(name => !statuses.some(status => status === name))
  const parts = tabs.flatMap(one =>
    statuses.filter(status => tabOfStatus(status) === one).map((status): Part => [one, [...others, status]]),
  )
  return parts.length > 0 ? parts : [[tab, narrowings]]
}

const tabOfStatus = (status: string) =>
  statusesOfTab.history.some(ended => ended === status) ? 'history' : 'in_progress'

const narrowed = (db: Kysely<DB>, $: AskedSlots, tab: CaseTab, narrowings: readonly Narrowing[]) =>
  db
    .selectFrom('orders')
    .where('orders.brand_id', '=', anyOne($.brandId))
    .$if(tab !== 'all', all => all.where(isInTab[tab]))
    .where(eb => eb.and(narrowedBy(tab === 'history' ? withinReach(narrowings) : narrowings, $)))

/**
 * Finds the cases first, from an index, then reads the details of the page alone. An index read backwards has undated cases
 * first, and the two tabs have no common index: so each part is read up to the end of the page.
 */
function newPage(tab: CaseTab, by: Sort, order: 'ASC' | 'DESC', narrowings: readonly Narrowing[], isFirst: boolean) {
  const direction = order === 'ASC' ? 'asc' : 'desc'
  return statement(
    (db, $: Slots<Staff, Values & { offset: number }>) => {
      const inOrder = (cases: ReturnType<typeof narrowed>) =>
        cases
          .$if(by !== 'code', coded =>
            coded.orderBy(sortColumns[by], sort =>
              // Stated explicitly, nulls last would rule out an index without that order; ascending it is the default
              // anyway.
              direction === 'asc' || by === 'createdAt' ? sort[direction]() : sort.desc().nullsLast(),
            ),
          )
          .orderBy('orders.code', direction)
      const part = ([one, narrowings]: Part, isThere: boolean) =>
        sql`(${narrowed(db, $, one, narrowings)
          .where(sortColumns[by], isThere ? 'is not' : 'is', null)
          .select(['orders.id', `${sortColumns[by]} as at`, 'orders.code'])
          .$if(isThere && by !== 'code', dated =>
            dated.orderBy(sortColumns[by], sort => asIndexed(sort[direction](), one, by, order)),
          )
          .orderBy('orders.code', direction)
          .limit(isFirst ? most : sql<number>`(select ${$.offset}::int + ${most})`)})`
      const mayLack = by === 'deliveryDate' || by === 'appointmentDate'
      const parts = partsOf(tab, by, narrowings).flatMap(one => [
        part(one, true),
        ...(mayLack ? [part(one, false)] : []),
      ])
      const joined = db
        .selectFrom(sql<{ id: string; at: string; code: string }>`(${sql.join(parts, sql` union all `)})`.as('joined'))
        .orderBy('joined.at', sort => (direction === 'asc' ? sort.asc() : sort.desc().nullsLast()))
        .orderBy('joined.code', direction)
        .select('joined.id')
      const page = isIndexed(tab, by, order, narrowings)
        ? inOrder(narrowed(db, $, tab, narrowings))
            .select('orders.id')
            .limit(most)
            .$if(!isFirst, behind => behind.offset(sql<number>`(select ${$.offset}::int)`))
        : joined.limit(most).$if(!isFirst, behind => behind.offset(sql<number>`(select ${$.offset}::int)`))
      return inOrder(narrowed(db, $, 'all', []))
        .innerJoin(sql<{ id: string }>`(${page})`.as('shown'), join => join.onRef('shown.id', '=', 'orders.id'))
        .select(eb => [...shownInList, summary($), arrivedOn($), ...shownToStaff(eb, $), placeOfCase($).as('place')])
    },
    { isPrepared: isOften(narrowings) },
  )
}
const keptPage = oncePerShape(newPage)

type Wanted = Pick<StaffCaseQuery, 'tab' | 'sort_by' | 'sort_order'> & { offset: number }

export function listStaffOrders(staff: Staff, asked: Asked, wanted: Wanted) {
  const { narrowings, ...values } = asked
  const { by, order } = staffSortOf(wanted)
  const page = isOften(narrowings) ? keptPage : newPage
  // Values of inactive filters are not read by the statement.
  return page(
    wanted.tab,
    by,
    order,
    narrowings,
    wanted.offset === 0,
  )(staff, { ...(values as Values), offset: wanted.offset })
}

/** With fewer finished cases, scanning them is faster than the index of ordered products. */
export const longHistory = 5_000
const hasLongHistory = statement(
  (_, $: Slots<Staff>) => sql<{ is: boolean }>`select exists (
    select from orders where orders.brand_id = ${$.brandId} and ${isInTab.history} offset ${sql.lit(longHistory)}) as is`,
)

/**
 * A family alone, in a history of years, is counted from the index of ordered products. If few cases have it, exactly these
 * are shown; if many do, the list is walked until the page is full.
 */
export async function withFamily(staff: Staff, asked: Asked, tab: CaseTab): Promise<Asked> {
  if (tab === 'in_progress' || String(asked.narrowings) !== 'family') return asked
  const [history] = await hasLongHistory(staff)
  if (!history?.is) return asked
  const total = await count(staff, { ...asked, narrowings: ['familyOfMany'] }, tab)
  return { ...asked, narrowings: [total < mostCounted ? 'fewOfFamily' : 'familyOfMany'] }
}

/** The tab that the condition implies: stating it too would rule out counting from an index without the status. */
const impliedBy = (narrowings: readonly Narrowing[]): CaseTab | undefined =>
  narrowings.includes('answer') ? 'in_progress' : undefined

const newCount = (tab: CaseTab, narrowings: readonly Narrowing[]) =>
  statement(
    (db, $: Slots<Staff, Values>) => {
      const all: readonly Part[] = narrowings.length > 0 ? partsOf(tab, 'deliveryDate', narrowings) : [[tab, []]]
      const parts = all.map(([one, narrowings]) =>
        one === 'history' && narrowings.includes('familyOfMany')
          ? sql`(select found.id from ${casesOfFamily($)} p cross join lateral (${narrowed(db, $, one, [])
              .whereRef('orders.id', '=', sql.ref('p.order_id'))
              .select('orders.id')}) found limit ${mostOfCount})`
          : sql`(${narrowed(db, $, impliedBy(narrowings) === one ? 'all' : one, narrowings)
              .select('orders.id')
              .limit(mostOfCount)})`,
      )
      return sql<{ found: number }>`select count(*) as found from (
        select from (${sql.join(parts, sql` union all `)}) joined limit ${mostOfCount}) counted`
    },
    { isPrepared: isOften(narrowings) },
  )
const keptCount = oncePerShape(newCount)

export const countStaffOrders = async (staff: Staff, asked: Asked, tab: CaseTab): Promise<number> =>
  // `familyOfMany` means that counting reached the maximum.
  asked.narrowings.includes('familyOfMany') ? mostCounted : count(staff, asked, tab)

async function count(staff: Staff, asked: Asked, tab: CaseTab): Promise<number> {
  const { narrowings, ...values } = asked
  const counting = isOften(narrowings) ? keptCount : newCount
  const [counted] = await counting(tab, narrowings)(staff, values as Values)
  return counted?.found ?? 0
}

const someStart = statement(
  (_, $: Slots<Staff, { start: string }>) =>
    sql<{ is: boolean }>`select exists (${startingWith($.brandId, $.start)}) as is`,
)

/**
 * A number typed usually means a case code. If codes begin with it they come from their index; otherwise the words are
 * searched in the whole tab, which is small in progress, but large in the history.
 */
export async function withStart(staff: Staff, asked: Asked, tab: CaseTab): Promise<Asked> {
  const { search, ...others } = asked
  if (tab === 'in_progress' || !search || !/\d+/.test(search) || search.includes(' ')) return asked
  const [found] = await someStart(staff, { start: search })
  if (!found?.is) return asked
  return { ...others, start: search, narrowings: asked.narrowings.map(name => (name === 'search' ? 'start' : name)) }
}

/** Users who may work on cases and are active. */
export const listTechnicians = ({ tx, brandId }: Staff): Promise<Person[]> =>
  tx
    .selectFrom('users')
    .select(['users.id', fullNameOf('users').as('name')])
    .where('users.brand_id', '=', brandId)
    .where('users.kind', '=', 'staff')
    .where('users.role', 'in', ['production', 'administrator'])
    .where('users.disabled_at', 'is', null)
    .orderBy('users.last_name')
    .orderBy('users.first_name')
    .execute()

export const listPracticeNames = ({ tx, brandId }: Staff): Promise<Person[]> =>
  tx.selectFrom('practices').select(['id', 'name']).where('brand_id', '=', brandId).orderBy('name').execute()

export const listFamilies = ({ tx, brandId, language }: Staff) =>
  tx
    .selectFrom('product_families')
    .select(['id', language === 'fr' ? 'name_fr as name' : 'name_en as name'])
    .where('brand_id', '=', brandId)
    .orderBy('position')
    .execute()
