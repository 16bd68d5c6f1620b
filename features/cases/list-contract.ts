import * as v from 'valibot'
import { data, endpoint, Page, PageNumber } from '#kit/contract.ts'
import { RealDay } from '#kit/input.ts'
import { deliveryFilters, holdFilters, waitingFilters } from './address.ts'
import { CaseRow, CaseSort, CaseStatus, CaseTab } from './contract.ts'

const DayFilter = v.optional(RealDay)

export const longestSearch = 100

/** Strict: unknown and repeated parameters are refused. */
export const CaseQuery = v.strictObject({
  tab: v.optional(CaseTab, 'in_progress'),
  sort_by: v.optional(CaseSort),
  sort_order: v.optional(v.picklist(['ASC', 'DESC'])),
  page: PageNumber,
  search: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(longestSearch, 'too_long'))),
  appointmentDateFrom: DayFilter,
  appointmentDateTo: DayFilter,
  deliveryDateFrom: DayFilter,
  deliveryDateTo: DayFilter,
  /** Cases whose delivery is displayed like that; `this_week` adds earlier deliveries that are still to come. */
  delivery: v.optional(v.picklist(deliveryFilters)),
  /** Cases on hold that still wait for an answer; their number is `counts.onHold`. */
  hold: v.optional(v.picklist(holdFilters)),
  /**
   * Cases in which something waits for the practice: a question, an answered problem, an unread message, a missing scan, an
   * impression to hand over.
   */
  waiting: v.optional(v.picklist(waitingFilters)),
  /** Title and name as shown on the cases. */
  prescriber: v.optional(v.pipe(v.string(), v.trim(), v.minLength(1, 'required'), v.maxLength(200, 'too_long'))),
  /** Cases with work of this family of the catalogue, by its id. */
  family: v.optional(v.pipe(v.string(), v.trim(), v.minLength(1, 'required'), v.maxLength(200, 'too_long'))),
  statuses: v.optional(v.pipe(v.array(CaseStatus), v.maxLength(9, 'too_many'))),
})
export type CaseQuery = v.InferOutput<typeof CaseQuery>
/** The parameters that narrow the list, so neither tab, order nor page. */
export type CaseFilter = Exclude<keyof CaseQuery, 'tab' | 'sort_by' | 'sort_order' | 'page'>

const count = v.pipe(v.number(), v.integer())

export const caseListCalls = {
  list: endpoint({
    method: 'GET',
    path: '/api/orders',
    needs: 'cases',
    summary: 'Cases of the practice, 25 a page',
    query: CaseQuery,
    reply: v.object({
      data: v.array(CaseRow),
      page: Page,
      /** Counts of the whole practice, whatever the search and filters; `onHold` counts those that still wait for an answer. */
      counts: v.object({ inProgress: count, history: count, all: count, onHold: count }),
    }),
  }),
  export: endpoint({
    method: 'GET',
    path: '/api/orders/export',
    needs: 'cases',
    summary: 'The same cases as CSV, on all pages: semicolons, days as France writes them; 5,000 at most',
    query: v.omit(CaseQuery, ['page']),
    views: 'cases_exported',
    reply: 'binary',
  }),
  countStatuses: endpoint({
    method: 'GET',
    path: '/api/orders/statuses',
    needs: 'cases',
    summary: 'How many cases of each status fit the other filters; asked for when somebody chooses one',
    query: v.omit(CaseQuery, ['tab', 'sort_by', 'sort_order', 'page', 'statuses']),
    reply: data(v.array(v.object({ status: CaseStatus, count }))),
  }),
  listPrescribers: endpoint({
    method: 'GET',
    path: '/api/orders/prescribers',
    needs: 'cases',
    summary: 'Who has prescribed the cases of the last year, by name',
    reply: data(v.array(v.string())),
  }),
}
