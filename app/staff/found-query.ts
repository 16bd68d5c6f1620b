import { queryOptions } from '@tanstack/react-query'
import type { SignedInUser } from '#features/auth/web/token.ts'
import { staffCaseCalls } from '#features/cases/staff-contract.ts'
import { staffCaseFilters } from '#features/cases/web/staff-queries.ts'
import { billingCalls } from '#features/invoices/billing-contract.ts'
import { staffInvoiceCalls } from '#features/invoices/staff-contract.ts'
import { invoiceQueryOf } from '#features/invoices/web/list-changes.ts'
import { staffPracticeCalls } from '#features/practices/contract.ts'
import { call } from '#kit/web/call.ts'
import { matchesWords } from '#kit/web/search-words.ts'
import { may, type StaffRight } from '#tenancy/rights.ts'

/** A practice as whoever searches may know it: its page, its account or the cases of it. */
export type FoundPractice = { id: string; name: string; place?: string; isDisabled?: boolean }

/**
 * All that fits these words and this person may see, at once: what came one after the other would move under the hand. Of
 * documents only numbers are searched, so without a digit nothing is asked.
 */
export const foundBy = (search: string, user: SignedInUser) => {
  const asks = (right: StaffRight) => may(user, right)
  return queryOptions({
    queryKey: ['staff', 'found', search, user.id],
    queryFn: async ({ signal, client }) => {
      async function practices(): Promise<readonly FoundPractice[]> {
        if (asks('practices')) return (await call(staffPracticeCalls.list, { query: { search }, signal })).data
        if (asks('billing')) return (await call(billingCalls.practices, { query: { search }, signal })).data
        if (!asks('production')) return []
        const known = await client.ensureQueryData(staffCaseFilters)
        return known.practices.filter(({ name }) => matchesWords(name, search))
      }
      const [cases, invoices, found] = await Promise.all([
        asks('production') ? call(staffCaseCalls.list, { query: { tab: 'all', page: 1, search }, signal }) : undefined,
        asks('billing') && /\d/.test(search)
          ? call(staffInvoiceCalls.list, { query: invoiceQueryOf({ search }), signal })
          : undefined,
        practices(),
      ])
      return { cases: cases?.data ?? [], invoices: invoices?.data ?? [], practices: found }
    },
    meta: { topics: ['orders', 'invoices', 'signups', 'language'] },
  })
}
