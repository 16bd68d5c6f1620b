import { dayOf, idOf, type Said, someOf, wordsOf } from '#kit/web/search-params.ts'
import { invoiceTypes } from '../address.ts'
import type { StaffInvoiceQuery } from '../staff-contract.ts'
import { invoiceSearch } from './search.ts'

export type BillingSearch = { until?: string | undefined; search?: string | undefined }

export const billingSearch = (said: Record<string, unknown>): BillingSearch => ({
  until: dayOf(said.until),
  search: wordsOf(said.search),
})

export type PieceSearch = Said<StaffInvoiceQuery>

export const pieceSearch = (said: Record<string, unknown>): PieceSearch => ({
  ...invoiceSearch(said),
  types: someOf(invoiceTypes, said.types),
  practiceId: idOf(said.practiceId),
})
