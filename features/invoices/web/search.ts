import { dayOf, oneOf, pageOf, type Said, someOf, sortOrders, wordsOf } from '#kit/web/search-params.ts'
import { dueFilters, invoiceSorts, invoiceStatuses } from '../address.ts'
import type { InvoiceQuery } from '../contract.ts'

export type InvoiceSearch = Said<InvoiceQuery>

/** One line for each part of the query; a missing one does not compile. */
export const invoiceSearch = (said: Record<string, unknown>): InvoiceSearch =>
  ({
    page: pageOf(said.page),
    sort_by: oneOf(invoiceSorts, said.sort_by),
    sort_order: oneOf(sortOrders, said.sort_order),
    search: wordsOf(said.search),
    statuses: someOf(invoiceStatuses, said.statuses),
    due: oneOf(dueFilters, said.due),
    from: dayOf(said.from),
    to: dayOf(said.to),
  }) satisfies Required<InvoiceSearch>
