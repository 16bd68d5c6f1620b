import { sql } from 'kysely'
import { pageSize } from '#kit/pages.ts'
import type { PracticeUser, SignedIn } from '#tenancy/server/actor.ts'
import { anyOne, oncePerShape, type Slots, statement } from '#tenancy/server/statement.ts'
import { inLanguage } from '#tenancy/server/words-sql.ts'
import type { CaseSort, CaseTab, ProblemState } from '../contract.ts'
import type { CaseFilter } from '../list-contract.ts'
import { sortOf } from '../rules.ts'
import { arrivedOn } from './events-sql.ts'
import { type Asked, countAwaited, filtersOf, fitting, isAwaited, isInTab, isOften } from './filters-sql.ts'
import { shownOfPromise } from './promised-sql.ts'

/** Stored on the case itself (docs/decisions/0143). */
export const problemStates = sql<ProblemState[]>`orders.problem_states::text[]`.as('problemStates')

export const shownInList = [
  problemStates,
  ...shownOfPromise,
  'orders.id',
  'orders.code',
  'orders.patient',
  'orders.patient_code as patientCode',
  'orders.prescriber',
  'orders.print_type as printType',
  'orders.wished_on as wishedDate',
  'orders.appointment_at as appointmentDate',
  'orders.hold_reason',
  'orders.hold_question',
  'orders.hold_answer',
  'orders.hold_answered_at',
  'orders.carrier',
  'orders.tracking_url',
  'orders.tracking_number',
  'orders.created_at as createdAt',
] as const
export const summary = ($: Pick<Slots<SignedIn>, 'language'>) => inLanguage($.language, 'orders.summary').as('summary')

export type OrderRow = Awaited<ReturnType<typeof listOrders>>[number]

/** One page; empty past the end. Unique codes break ties, so equal rows keep their order from page to page. */
export function listOrders(user: PracticeUser, asked: Asked) {
  const { by, order } = sortOf(asked)
  const filters = filtersOf(asked)
  const page = isOften(filters) ? keptPage : newPage
  const offset = (asked.page - 1) * pageSize
  return page(asked.tab, by, order, filters, offset === 0)(user, { ...asked, offset })
}

/**
 * The cases of a practice lie far apart on disk: filtering and sorting read the index orders__all alone, and only the 25
 * cases shown are then read from the table.
 */
function newPage(
  tab: CaseTab,
  by: CaseSort,
  order: 'ASC' | 'DESC',
  filters: readonly CaseFilter[],
  isFirst: boolean,
  most: number = pageSize,
) {
  const direction = order === 'ASC' ? 'asc' : 'desc'
  const isPrepared = most === pageSize && isOften(filters)
  return statement(
    (db, $: Slots<PracticeUser, Asked & { offset: number }>) => {
      const ofPractice = db
        .selectFrom('orders')
        .where('orders.brand_id', '=', $.brandId)
        .where('orders.practice_id', '=', isPrepared ? anyOne($.practiceId) : $.practiceId)
        .orderBy(sortColumns[by], sort => (isNeverNull(by) ? sort[direction]() : sort[direction]().nullsLast()))
        .$if(by !== 'code', sorted => sorted.orderBy('orders.code', direction))
      const page = ofPractice
        .$if(tab !== 'all', all => all.where(isInTab[tab]))
        .where(eb => eb.and(fitting(filters, $)))
        .limit(sql.lit(most))
        .$if(!isFirst, behind => behind.offset(sql<number>`(select ${$.offset}::int)`))
      if (filters.length === 0 && isReadInOrder(tab, by, order))
        return page.select([...shownInList, summary($), arrivedOn($)])
      return ofPractice
        .innerJoin(page.select('orders.id').as('shown'), 'shown.id', 'orders.id')
        .select([...shownInList, summary($), arrivedOn($)])
    },
    { isPrepared },
  )
}
const keptPage = oncePerShape(newPage)

/** More than anybody looks through in a table; a longer list is cut. */
const mostExported = 5_000

/** The rows of the list, across all of its pages. */
export function listForExport(user: PracticeUser, asked: Asked) {
  const { by, order } = sortOf(asked)
  const all = newPage(asked.tab, by, order, filtersOf(asked), true, mostExported)
  return all(user, { ...asked, offset: 0 })
}

const mostPrescribers = 50

/** Prescribers of the last year's cases: those who prescribe now. */
export const listPrescribers = statement((db, $: Slots<PracticeUser>) =>
  db
    .selectFrom('orders')
    .select(sql<string>`orders.prescriber`.as('name'))
    .distinct()
    .where('orders.brand_id', '=', $.brandId)
    .where('orders.practice_id', '=', $.practiceId)
    .where('orders.prescriber', 'is not', null)
    .where('orders.created_at', '>', sql<string>`now() - interval '1 year'`)
    .orderBy('name')
    .limit(mostPrescribers),
)

/** Each tab has an index in its default order, so a page is read without looking at other cases. */
function isReadInOrder(tab: CaseTab, by: CaseSort, order: 'ASC' | 'DESC'): boolean {
  const opened = sortOf({ tab })
  return by === opened.by && order === opened.order
}

const sortColumns = {
  code: 'orders.code',
  patient: 'orders.patient_code',
  wishedDate: 'orders.wished_on',
  deliveryDate: 'orders.delivery_on',
  appointmentDate: 'orders.appointment_at',
} as const satisfies Record<CaseSort, string>

/** With an explicit "nulls last" PostgreSQL would not read the index of such a column backwards. */
const isNeverNull = (by: CaseSort) => by === 'code' || by === 'patient'

/**
 * Counts by status, whatever the tab and the filters; `matching` counts those that fit the filters. For on hold, `awaited`
 * counts those that wait for the practice's answer.
 */
export function countOrders(user: PracticeUser, asked: Asked) {
  const filters = filtersOf(asked)
  const count = isOften(filters) ? keptCount : newCount
  return count(filters)(user, asked)
}

const newCount = (filters: readonly CaseFilter[]) =>
  statement(
    (db, $: Slots<PracticeUser, Asked>) =>
      db
        .selectFrom('orders')
        .select(eb => {
          const all = eb.fn.countAll<number>()
          const isFiltered = filters.length > 0
          const matching = isFiltered ? all.filterWhere(eb.and(fitting(filters, $))) : all
          const awaited = isFiltered ? countAwaited($) : all.filterWhere(isAwaited)
          return ['status', all.as('cases'), matching.as('matching'), awaited.as('awaited')]
        })
        .where('brand_id', '=', $.brandId)
        .where('practice_id', '=', $.practiceId)
        .groupBy('status'),
    { isPrepared: isOften(filters) },
  )
const keptCount = oncePerShape(newCount)
