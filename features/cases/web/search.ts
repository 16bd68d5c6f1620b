import { dayOf, oneOf, pageOf, type Said, someOf, sortOrders, wordsOf } from '#kit/web/search-params.ts'
import { caseSorts, caseStatuses, caseTabs, deliveryFilters, holdFilters, waitingFilters } from '../address.ts'
import type { CaseQuery } from '../list-contract.ts'

export type CaseListSearch = Said<CaseQuery>

/** One line per query parameter; a missing one does not compile. */
export const caseListSearch = (said: Record<string, unknown>): CaseListSearch =>
  ({
    tab: oneOf(caseTabs, said.tab),
    sort_by: oneOf(caseSorts, said.sort_by),
    sort_order: oneOf(sortOrders, said.sort_order),
    page: pageOf(said.page),
    search: wordsOf(said.search),
    appointmentDateFrom: dayOf(said.appointmentDateFrom),
    appointmentDateTo: dayOf(said.appointmentDateTo),
    deliveryDateFrom: dayOf(said.deliveryDateFrom),
    deliveryDateTo: dayOf(said.deliveryDateTo),
    delivery: oneOf(deliveryFilters, said.delivery),
    hold: oneOf(holdFilters, said.hold),
    waiting: oneOf(waitingFilters, said.waiting),
    prescriber: wordsOf(said.prescriber),
    family: wordsOf(said.family),
    statuses: someOf(caseStatuses, said.statuses),
  }) satisfies Required<CaseListSearch>

export const caseQueryOf = (search: CaseListSearch): CaseQuery => ({
  ...search,
  tab: search.tab ?? 'in_progress',
  page: search.page ?? 1,
})
