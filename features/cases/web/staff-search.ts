import { dayOf, idOf, oneOf, pageOf, type Said, someOf, sortOrders, wordsOf } from '#kit/web/search-params.ts'
import { caseStatuses, caseTabs } from '../address.ts'
import type { CaseTab } from '../contract.ts'
import { dueFilters, intakeOrders, intakeViews, saidFilters, staffSorts, technicianFilters } from '../staff-address.ts'
import type { StaffCaseQuery } from '../staff-contract.ts'

const familyOf = (said: unknown) => (typeof said === 'string' && /^[a-z][a-z0-9_]{0,30}$/.test(said) ? said : undefined)

/** The intake has its own screen. */
export type StaffListSearch = Said<Omit<StaffCaseQuery, 'intake'>>

/** One line per query parameter; a missing one does not compile. */
export const staffListSearch = (said: Record<string, unknown>): StaffListSearch =>
  ({
    tab: oneOf(caseTabs, said.tab),
    sort_by: oneOf(staffSorts, said.sort_by),
    sort_order: oneOf(sortOrders, said.sort_order),
    page: pageOf(said.page),
    search: wordsOf(said.search),
    statuses: someOf(caseStatuses, said.statuses),
    practiceId: idOf(said.practiceId),
    family: familyOf(said.family),
    technician: oneOf(technicianFilters, said.technician) ?? idOf(said.technician),
    due: oneOf(dueFilters, said.due),
    said: oneOf(saidFilters, said.said),
    deliveryDateFrom: dayOf(said.deliveryDateFrom),
    deliveryDateTo: dayOf(said.deliveryDateTo),
  }) satisfies Required<StaffListSearch>

export const staffQueryOf = (search: StaffListSearch): StaffCaseQuery => ({
  ...search,
  tab: search.tab ?? 'in_progress',
  page: search.page ?? 1,
})

/** A changed list starts on its first page. */
export const changed = (search: StaffListSearch, changes: StaffListSearch): StaffListSearch => ({
  ...search,
  page: undefined,
  ...changes,
})

/** Keeps the filters, and drops those that only one tab has. */
export const inTab = (search: StaffListSearch, tab: CaseTab): StaffListSearch =>
  changed(search, {
    tab: tab === 'in_progress' ? undefined : tab,
    sort_by: undefined,
    sort_order: undefined,
    statuses: undefined,
    due: tab === 'history' ? undefined : search.due,
  })

export const isFiltered = ({ tab, sort_by, sort_order, page, ...filters }: StaffListSearch) =>
  Object.values(filters).some(said => said !== undefined)

export const withoutFilters = ({ tab, sort_by, sort_order }: StaffListSearch): StaffListSearch => ({
  tab,
  sort_by,
  sort_order,
})

export type IntakeSearch = {
  view?: (typeof intakeViews)[number] | undefined
  by?: (typeof intakeOrders)[number] | undefined
  /** The case being shown; by default the first of the queue. */
  id?: string | undefined
}

export const intakeSearch = (said: Record<string, unknown>): IntakeSearch => ({
  view: oneOf(intakeViews, said.view),
  by: oneOf(intakeOrders, said.by),
  id: idOf(said.id),
})

export type BoardSearch = Pick<StaffListSearch, 'technician' | 'practiceId'>

export const boardSearch = (said: Record<string, unknown>): BoardSearch => {
  const { technician, practiceId } = staffListSearch(said)
  return { technician, practiceId }
}
