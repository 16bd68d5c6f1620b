import type { Day } from '#kit/day.ts'
import type { CaseSort, CaseStatus, CaseTab } from '../contract.ts'
import { sortOf, statusesOfTab } from '../rules.ts'
import { type CaseListSearch, caseQueryOf } from './search.ts'

/** A changed list starts on its first page. */
export const changed = (search: CaseListSearch, changes: CaseListSearch): CaseListSearch => ({
  ...search,
  page: undefined,
  ...changes,
})

/** Keeps the words and dates, and drops statuses that the other tab lacks. */
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

/** Any parameter besides tab, sort and page. */
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

/** The number of active filters among those that a phone hides behind one button. */
export const filtersIn = (search: CaseListSearch): number =>
  (search.statuses?.length ?? 0) +
  [
    search.appointmentDateFrom ?? search.appointmentDateTo,
    search.deliveryDateFrom ?? search.deliveryDateTo,
    search.delivery,
    search.waiting === 'any' || undefined,
  ].filter(said => said !== undefined).length

/** The number of cases counted by status that belong to this list. */
export function countIn(
  counted: readonly { status: CaseStatus; count: number }[],
  { tab = 'in_progress', statuses }: CaseListSearch,
): number {
  const held: readonly CaseStatus[] = statuses ?? statusesOfTab[tab]
  return counted.reduce((sum, { status, count }) => (held.includes(status) ? sum + count : sum), 0)
}
