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

/** A practice as this user may see it: its page, its account or its cases. */
export type FoundPractice = {
  id: string
  name: string
  place?: string
  isDisabled?: boolean
  people?: readonly { name: string }[]
}

/**
 * All matches that this person may see, in one query: results that arrive one after the other would move under the pointer.
 * Documents are searched by number only, so a search without a digit does not ask for them.
 */
export const foundBy = (search: string, user: SignedInUser) => {
  const asks = (right: StaffRight) => may(user, right)
  return queryOptions({
    queryKey: ['staff', 'found', search, user.id],
    queryFn: async ({ signal, client }) => {
      const listCases = (query: { search: string; practiceId?: string }) =>
        call(staffCaseCalls.list, { query: { tab: 'all', page: 1, ...query }, signal })
      async function cases() {
        const { practices } = await client.fetchQuery(staffCaseFilters)
        const asked = [{ search }, ...ofPractices(practices, search)]
        const answers = await Promise.all(asked.map(listCases))
        const rows = [...new Map(answers.flatMap(({ data }) => data).map(row => [row.id, row])).values()]
        return { rows, total: totalOf(rows.length, answers) }
      }
      async function practices(): Promise<readonly FoundPractice[]> {
        if (asks('practices')) return (await call(staffPracticeCalls.list, { query: { search }, signal })).data
        if (asks('billing')) return (await call(billingCalls.practices, { query: { search }, signal })).data
        if (!asks('production')) return []
        const known = await client.fetchQuery(staffCaseFilters)
        return known.practices.filter(({ name }) => matchesWords(name, search))
      }
      const invoices = () => call(staffInvoiceCalls.list, { query: invoiceQueryOf({ search }), signal })
      const [ofCases, ofInvoices, ofPracticesFound] = await Promise.all([
        asks('production') ? cases() : undefined,
        asks('billing') && /\d/.test(search) ? invoices() : undefined,
        practices(),
      ])
      return {
        cases: ofCases ?? { rows: [], total: 0 },
        invoices: { rows: ofInvoices?.data ?? [], total: ofInvoices?.page.total ?? 0 },
        practices: { rows: ofPracticesFound, total: ofPracticesFound.length },
      }
    },
    meta: { topics: ['orders', 'invoices', 'signups', 'stations', 'language'] },
  })
}

type Counted = { page: { total: number } }

/** A lower bound: cases found for single practices are distinct, but may be among those found for all. */
export function totalOf(there: number, [ofAll, ...ofEach]: readonly Counted[]) {
  return Math.max(
    there,
    ofAll?.page.total ?? 0,
    ofEach.reduce((sum, { page }) => sum + page.total, 0),
  )
}

/** A word that more practices share ("Cabinet") means none of them. */
const mostMeant = 2

/**
 * "arnaud lilas", as said on the telephone: practices matched by some of the words, with the other words to search their cases
 * for.
 */
export function ofPractices(practices: readonly { id: string; name: string }[], search: string) {
  // The search names a practice itself.
  if (practices.some(({ name }) => matchesWords(name, search))) return []
  const words = search.split(/\s+/)
  const named = practices.flatMap(({ id, name }) => {
    const others = words.filter(word => !matchesWords(name, word))
    return others.length > 0 && others.length < words.length ? [{ practiceId: id, search: others.join(' ') }] : []
  })
  const fewest = Math.min(...named.map(one => one.search.length))
  const meant = named.filter(one => one.search.length === fewest)
  return meant.length <= mostMeant ? meant : []
}
