import * as v from 'valibot'
import { data, endpoint } from '#kit/contract.ts'
import { PeriodQuery } from '#kit/period-input.ts'
import { ChangedAccounts } from './input.ts'
import { accountUses, journals } from './rules.ts'

const count = v.pipe(v.number(), v.integer())
const cents = count
const sides = { debitCents: cents, creditCents: cents }

const Booked = v.object({
  /** Pieces that have entries. What came to nothing has none. */
  pieces: v.object({ invoices: count, credits: count, payments: count, returns: count }),
  accounts: v.array(v.object({ use: v.picklist(accountUses), account: v.string(), ...sides })),
  /** Both the same, as every entry is. */
  ...sides,
})
export type Booked = v.InferOutput<typeof Booked>

const AccountsThere = v.object(v.entriesFromList([...journals, ...accountUses], v.string()))

export const bookkeepingCalls = {
  booked: endpoint({
    method: 'GET',
    path: '/api/staff/bookkeeping/entries',
    needs: 'billing',
    summary: 'What the entries of a period come to, account by account',
    query: PeriodQuery,
    reply: data(Booked),
  }),
  export: endpoint({
    method: 'GET',
    path: '/api/staff/bookkeeping/entries/export',
    needs: 'billing',
    summary:
      'The entries themselves, in the columns of the French fichier des écritures comptables (tabs, UTF-8): of what was invoiced, credited, received and given back, by the day that its piece bears. Balances of before the portal are not in it',
    query: PeriodQuery,
    views: 'invoices_exported',
    reply: 'binary',
  }),
  accounts: endpoint({
    method: 'GET',
    path: '/api/staff/bookkeeping/accounts',
    needs: 'billing',
    summary: 'The accounts and journals that entries are booked under',
    reply: data(AccountsThere),
  }),
  saveAccounts: endpoint({
    method: 'PUT',
    path: '/api/staff/bookkeeping/accounts',
    needs: 'billing',
    summary: 'Changes them, for every export from then on, unless somebody else has meanwhile',
    status: 204,
    body: ChangedAccounts,
    refusals: { changed_meanwhile: 409 },
  }),
}
