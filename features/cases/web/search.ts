import type { Day } from '#kit/day.ts'
import { dayOf, oneOf, pageOf, someOf, wordsOf } from '#kit/web/search-params.ts'
import { type CaseQuery, CaseSort, CaseStatus, CaseTab } from '../contract.ts'
import { sortOf, statusesOfTab } from '../rules.ts'

const sortOrders = ['ASC', 'DESC'] as const

/** The address of the list. What is not there has its usual value: the plainest list has the plainest address. */
export type CaseListSearch = { [key in keyof CaseQuery]?: CaseQuery[key] | undefined }

export const caseListSearch = (said: Record<string, unknown>): CaseListSearch => ({
  tab: oneOf(CaseTab.options, said.tab),
  sort_by: oneOf(CaseSort.options, said.sort_by),
  sort_order: oneOf(sortOrders, said.sort_order),
  page: pageOf(said.page),
  search: wordsOf(said.search),
  appointmentDateFrom: dayOf(said.appointmentDateFrom),
  appointmentDateTo: dayOf(said.appointmentDateTo),
  deliveryDateFrom: dayOf(said.deliveryDateFrom),
  deliveryDateTo: dayOf(said.deliveryDateTo),
  statuses: someOf(CaseStatus.options, said.statuses),
})

export const caseQueryOf = (search: CaseListSearch): CaseQuery => ({
  ...search,
  tab: search.tab ?? 'in_progress',
  page: search.page ?? 1,
})

/** Another list starts at its beginning. */
export const changed = (search: CaseListSearch, changes: CaseListSearch): CaseListSearch => ({
  ...search,
  page: undefined,
  ...changes,
})

/** The words and dates stay; statuses that the other tab does not hold go. */
export function inTab(search: CaseListSearch, tab: CaseTab): CaseListSearch {
  const statuses = search.statuses?.filter(status => statusesOfTab[tab].includes(status))
  return changed(search, {
    tab: tab === 'in_progress' ? undefined : tab,
    statuses: statuses && statuses.length > 0 ? statuses : undefined,
  })
}

export const presentSort = (search: CaseListSearch) => sortOf(caseQueryOf(search))

export function sortedBy(search: CaseListSearch, by: CaseSort, order: 'ASC' | 'DESC'): CaseListSearch {
  const usual = presentSort({ tab: search.tab })
  const isUsual = by === usual.by && order === usual.order
  return changed(search, { sort_by: isUsual ? undefined : by, sort_order: isUsual ? undefined : order })
}

const filters = [
  'search',
  'appointmentDateFrom',
  'appointmentDateTo',
  'deliveryDateFrom',
  'deliveryDateTo',
  'statuses',
] as const

export const isFiltered = (search: CaseListSearch) => filters.some(key => search[key] !== undefined)

export const withoutFilters = ({ tab, sort_by, sort_order }: CaseListSearch): CaseListSearch => ({
  tab,
  sort_by,
  sort_order,
})

export type Period = { from?: Day | undefined; to?: Day | undefined }

export const periodOf = (search: CaseListSearch, date: 'appointment' | 'delivery'): Period => ({
  from: search[`${date}DateFrom`],
  to: search[`${date}DateTo`],
})

export const inPeriod = (date: 'appointment' | 'delivery', { from, to }: Period): CaseListSearch => ({
  [`${date}DateFrom`]: from,
  [`${date}DateTo`]: to,
})
