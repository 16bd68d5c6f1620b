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
export type FoundPractice = {
  id: string
  name: string
  place?: string
  isDisabled?: boolean
  people?: readonly { name: string }[]
}

/**
 * All that fits these words and this person may see, at once: what came one after the other would move under the hand. Of
 * documents only numbers are searched, so without a digit nothing is asked.
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

/**
 * At least how many: what is asked of one practice is no case of another, while what is asked of all may be among them.
 */
export function totalOf(there: number, [ofAll, ...ofEach]: readonly Counted[]) {
  return Math.max(
    there,
    ofAll?.page.total ?? 0,
    ofEach.reduce((sum, { page }) => sum + page.total, 0),
  )
}

/** Of one word that many practices bear ("Cabinet"), no practice is meant. */
const mostMeant = 2

/**
 * "arnaud lilas", as it is said on the telephone: of the practices that some of these words name, the cases that the others fit.
 */
export function ofPractices(practices: readonly { id: string; name: string }[], search: string) {
  // A practice itself is looked for.
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
