import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { DB } from '#db/schema.ts'
import type { PracticeUser } from '#kit/server/actor.ts'
import type { CaseQuery, CaseSort } from '../contract.ts'
import { sortOf, statusesOfTab } from '../rules.ts'

export const pageSize = 25

const shownInList = [
  'orders.id',
  'orders.code',
  'orders.patient',
  'orders.patient_code',
  'orders.summary_fr',
  'orders.summary_en',
  'orders.status',
  'orders.print_type',
  'orders.wished_on',
  'orders.delivery_on',
  'orders.first_delivery_on',
  'orders.is_delivery_confirmed',
  'orders.appointment_at',
  'orders.hold_reason',
  'orders.hold_question',
  'orders.hold_answer',
  'orders.carrier',
  'orders.tracking_url',
  'orders.created_at',
] as const

export type OrderRow = Awaited<ReturnType<typeof listOrders>>[number]

/** One page; empty past the end. Equal rows keep their order from page to page because codes are unique. */
export const listOrders = (user: PracticeUser, query: CaseQuery) => {
  const { by, order } = sortOf(query)
  const direction = order === 'ASC' ? 'asc' : 'desc'
  return user.tx
    .selectFrom('orders')
    .select(shownInList)
    .where('brand_id', '=', user.brandId)
    .where('practice_id', '=', user.practiceId)
    .where('status', 'in', statusesOfTab[query.tab])
    .where(eb => eb.and(filters(eb, user, query)))
    .orderBy(sortColumns[by], sort => sort[direction]().nullsLast())
    .orderBy('code', direction)
    .limit(pageSize)
    .offset((query.page - 1) * pageSize)
    .execute()
}

const sortColumns = {
  code: 'code',
  patient: 'patient_code',
  wishedDate: 'wished_on',
  deliveryDate: 'delivery_on',
} as const satisfies Record<CaseSort, string>

/** `matching` is null where nothing is filtered: every case of the tab matches. */
export const countOrders = (user: PracticeUser, query: CaseQuery) =>
  user.tx
    .selectFrom('orders')
    .select(eb => {
      const filtered = filters(eb, user, query)
      const inTab = (statuses: readonly (typeof statusesOfTab.all)[number][]) =>
        eb.fn.countAll<number>().filterWhere('status', 'in', statuses)
      return [
        inTab(statusesOfTab.in_progress).as('in_progress'),
        inTab(statusesOfTab.history).as('history'),
        eb.fn.countAll<number>().as('all'),
        (filtered.length > 0
          ? inTab(statusesOfTab[query.tab]).filterWhere(eb.and(filtered))
          : sql<number | null>`null::bigint`
        ).as('matching'),
      ]
    })
    .where('brand_id', '=', user.brandId)
    .where('practice_id', '=', user.practiceId)
    .executeTakeFirstOrThrow()

function filters(eb: ExpressionBuilder<DB, 'orders'>, user: PracticeUser, query: CaseQuery): Expression<SqlBool>[] {
  const { search, statuses, deliveryDateFrom, deliveryDateTo, appointmentDateFrom, appointmentDateTo } = query
  const wanted: Expression<SqlBool>[] = []
  if (search) wanted.push(sql<SqlBool>`search_text like all (search_patterns(${search}))`)
  if (statuses && statuses.length > 0) wanted.push(eb('status', 'in', statuses))
  if (deliveryDateFrom) wanted.push(eb('delivery_on', '>=', deliveryDateFrom))
  if (deliveryDateTo) wanted.push(eb('delivery_on', '<=', deliveryDateTo))
  if (appointmentDateFrom) wanted.push(eb('appointment_at', '>=', startOfDay(appointmentDateFrom, user)))
  if (appointmentDateTo) wanted.push(eb('appointment_at', '<', startOfDay(appointmentDateTo, user, 1)))
  return wanted
}

/** An appointment at 23:30 in Paris belongs to that day, whatever the day is in UTC. */
const startOfDay = (day: string, user: PracticeUser, daysLater = 0) =>
  sql<string>`(${day}::date + ${daysLater}::integer)::timestamp at time zone ${user.timeZone}`

export const findOrder = (user: PracticeUser, id: string) =>
  user.tx
    .selectFrom('orders')
    .innerJoin('practices', join =>
      join.onRef('practices.brand_id', '=', 'orders.brand_id').onRef('practices.id', '=', 'orders.practice_id'),
    )
    .leftJoin('users', join =>
      join.onRef('users.brand_id', '=', 'orders.brand_id').onRef('users.id', '=', 'orders.ordered_by'),
    )
    .select([
      ...shownInList,
      'orders.total_cents',
      'orders.comment',
      'orders.ordered_by',
      'users.title',
      'users.first_name',
      'users.last_name',
      'users.email',
      'users.phone',
      'practices.phone as practice_phone',
    ])
    .where('orders.brand_id', '=', user.brandId)
    .where('orders.practice_id', '=', user.practiceId)
    .where('orders.id', '=', id)
    .executeTakeFirst()

/** What the traceability sheet names beside the products. Never the patient's name. */
export const findOrderParties = (user: PracticeUser, id: string) =>
  user.tx
    .selectFrom('orders')
    .innerJoin('brands', 'brands.id', 'orders.brand_id')
    .innerJoin('practices', join =>
      join.onRef('practices.brand_id', '=', 'orders.brand_id').onRef('practices.id', '=', 'orders.practice_id'),
    )
    .leftJoin('users', join =>
      join.onRef('users.brand_id', '=', 'orders.brand_id').onRef('users.id', '=', 'orders.ordered_by'),
    )
    .select([
      'orders.code',
      'orders.patient_code',
      'orders.status',
      'orders.print_type',
      'orders.created_at',
      'orders.ordered_by',
      'users.title',
      'users.first_name',
      'users.last_name',
      'practices.name as practice_name',
      'practices.address',
      'practices.postal_code',
      'practices.city',
      'brands.company_name',
      'brands.client_service_phone',
      'brands.primary_color',
    ])
    .where('orders.brand_id', '=', user.brandId)
    .where('orders.practice_id', '=', user.practiceId)
    .where('orders.id', '=', id)
    .executeTakeFirst()

export type ProductRow = Awaited<ReturnType<typeof listOrderProducts>>[number]

export const listOrderProducts = (user: PracticeUser, orderId: string) =>
  user.tx
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
    .where('brand_id', '=', user.brandId)
    .where('practice_id', '=', user.practiceId)
    .where('order_id', '=', orderId)
    .orderBy('case_sequence')
    .execute()

export const listOrderEvents = (user: PracticeUser, orderId: string) =>
  user.tx
    .selectFrom('order_events')
    .select(['status', 'at', 'note'])
    .where('brand_id', '=', user.brandId)
    .where('practice_id', '=', user.practiceId)
    .where('order_id', '=', orderId)
    .orderBy('sequence')
    .execute()
