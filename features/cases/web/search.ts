import * as v from 'valibot'
import { type Day, isDay } from '#kit/day.ts'
import { type CaseQuery, CaseSort, CaseStatus, CaseTab } from '../contract.ts'
import { sortOf, statusesOfTab } from '../rules.ts'

/** What is wrong falls back by itself; the rest of the address still holds. */
const orNothing = <S extends v.GenericSchema>(schema: S) => v.fallback(v.optional(schema), undefined)

/** `?search=1187` arrives as a number. */
const Words = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform(words => String(words).trim()),
  v.nonEmpty(),
  v.maxLength(100),
)
const DayFilter = v.pipe(v.string(), v.check(isDay))
/** Also from `statuses=on_hold`, as somebody would type it. */
const Statuses = v.pipe(
  v.union([
    v.array(CaseStatus),
    v.pipe(
      CaseStatus,
      v.transform(status => [status]),
    ),
  ]),
  v.nonEmpty(),
  v.transform(statuses => CaseStatus.options.filter(status => statuses.includes(status))),
)

/** The address of the list. What is not there has its usual value: the plainest list has the plainest address. */
export const CaseListSearch = v.object({
  tab: orNothing(CaseTab),
  sort_by: orNothing(CaseSort),
  sort_order: orNothing(v.picklist(['ASC', 'DESC'])),
  page: orNothing(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(999_999))),
  search: orNothing(Words),
  appointmentDateFrom: orNothing(DayFilter),
  appointmentDateTo: orNothing(DayFilter),
  deliveryDateFrom: orNothing(DayFilter),
  deliveryDateTo: orNothing(DayFilter),
  statuses: orNothing(Statuses),
})
export type CaseListSearch = v.InferOutput<typeof CaseListSearch>

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
