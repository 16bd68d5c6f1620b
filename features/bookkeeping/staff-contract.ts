import * as v from 'valibot'
import { data, endpoint } from '#kit/contract.ts'
import { RealDay } from '#kit/input.ts'
import { isInOrder, isShort } from '#kit/period.ts'
import { ChangedAccounts } from './input.ts'
import { accountUses, journals } from './rules.ts'

/** Entries of both journals or of one: with the bank's own entries, only sales are needed. */
const EntriesQuery = v.pipe(
  v.strictObject({ from: RealDay, to: RealDay, journal: v.optional(v.picklist(journals)) }),
  v.forward(
    v.check(days => isInOrder(days), 'period_wrong'),
    ['to'],
  ),
  v.forward(
    v.check(days => isShort(days), 'period_too_long'),
    ['to'],
  ),
)
export type EntriesQuery = v.InferOutput<typeof EntriesQuery>

const count = v.pipe(v.number(), v.integer())
const cents = count
const sides = { debitCents: cents, creditCents: cents }

const Booked = v.object({
  /** Pieces with entries; those of zero have none. */
  pieces: v.object({ invoices: count, credits: count, payments: count, returns: count }),
  /** Money that came before the period and was entered in it. */
  receivedBefore: count,
  /** Each account once, with all uses that share it. */
  accounts: v.array(v.object({ uses: v.array(v.picklist(accountUses)), account: v.string(), ...sides })),
  /** Total debits and credits, which are equal. */
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
    query: EntriesQuery,
    reply: data(Booked),
  }),
  export: endpoint({
    method: 'GET',
    path: '/api/staff/bookkeeping/entries/export',
    needs: 'billing',
    summary:
      'The entries themselves, in the columns of the French fichier des écritures comptables (tabs, UTF-8): of what was invoiced, credited, received and given back, by the day that its piece bears. Balances of before the portal are not in it',
    query: EntriesQuery,
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
