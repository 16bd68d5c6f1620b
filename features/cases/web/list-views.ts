import type { Day } from '#kit/day.ts'
import type { CaseSort, CaseStatus, CaseTab } from '../contract.ts'
import { sortOf, statusesOfTab } from '../rules.ts'
import { type CaseListSearch, caseQueryOf } from './search.ts'

/** Another list starts at its beginning. */
export const changed = (search: CaseListSearch, changes: CaseListSearch): CaseListSearch => ({
  ...search,
  page: undefined,
  ...changes,
})

/** The words and dates stay; what the other tab does not hold goes. */
export function inTab(search: CaseListSearch, tab: CaseTab): CaseListSearch {
  const statuses = search.statuses?.filter(status => statusesOfTab[tab].includes(status))
  return changed(search, {
    tab: tab === 'in_progress' ? undefined : tab,
    statuses: statuses && statuses.length > 0 ? statuses : undefined,
    hold: tab === 'history' ? undefined : search.hold,
  })
}

export const presentSort = (search: CaseListSearch) => sortOf(caseQueryOf(search))

export function sortedBy(search: CaseListSearch, by: CaseSort, order: 'ASC' | 'DESC'): CaseListSearch {
  const usual = presentSort({ tab: search.tab })
  const isUsual = by === usual.by && order === usual.order
  return changed(search, { sort_by: isUsual ? undefined : by, sort_order: isUsual ? undefined : order })
}

/** Whatever the address says besides which list this is. */
export const isFiltered = ({ tab, sort_by, sort_order, page, ...filters }: CaseListSearch) =>
  Object.values(filters).some(said => said !== undefined)

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

/** How many of the filters that a phone keeps behind one button are in force. */
export const filtersIn = (search: CaseListSearch): number =>
  (search.statuses?.length ?? 0) +
  [
    search.appointmentDateFrom ?? search.appointmentDateTo,
    search.deliveryDateFrom ?? search.deliveryDateTo,
    search.delivery,
    search.waiting === 'any' || undefined,
  ].filter(said => said !== undefined).length

/** How many of those that were counted by status this list holds. */
export function countIn(
  counted: readonly { status: CaseStatus; count: number }[],
  { tab = 'in_progress', statuses }: CaseListSearch,
): number {
  const held: readonly CaseStatus[] = statuses ?? statusesOfTab[tab]
  return counted.reduce((sum, { status, count }) => (held.includes(status) ? sum + count : sum), 0)
}
