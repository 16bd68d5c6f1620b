import type { InvoiceQuery, InvoiceSort } from '../contract.ts'
import type { InvoiceSearch } from './search.ts'

export const invoiceQueryOf = (search: InvoiceSearch): InvoiceQuery => ({
  ...search,
  page: search.page ?? 1,
  sort_by: search.sort_by ?? 'date',
  sort_order: search.sort_order ?? 'DESC',
})

/** A changed list starts at its first page. */
export const changed = <Search extends InvoiceSearch>(search: Search, changes: Search): Search => ({
  ...search,
  page: undefined,
  ...changes,
})

export const sortedBy = (search: InvoiceSearch, by: InvoiceSort, order: 'ASC' | 'DESC'): InvoiceSearch =>
  changed(search, { sort_by: by, sort_order: order })

export const filtersOf = <Search extends InvoiceSearch>({ page, sort_by, sort_order, ...filters }: Search) => filters

export const isFiltered = (search: InvoiceSearch) => Object.values(filtersOf(search)).some(said => said !== undefined)

/** The number of active filters that a phone hides behind one button. */
export const filtersIn = ({ statuses = [], from, to }: InvoiceSearch): number => statuses.length + (from || to ? 1 : 0)
