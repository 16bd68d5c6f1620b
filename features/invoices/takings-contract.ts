import * as v from 'valibot'
import { Day, data, endpoint, Id } from '#kit/contract.ts'
import { RealDay } from '#kit/input.ts'
import type { StaffInvoiceQuery } from './staff-contract.ts'

const cents = v.pipe(v.number(), v.integer())
const count = cents

/** Days past the due date; what is not due yet comes first. */
export const ages = ['notDueCents', 'upTo30Cents', 'upTo60Cents', 'upTo90Cents', 'olderCents'] as const
export type Age = (typeof ages)[number]

const Owed = {
  notDueCents: cents,
  upTo30Cents: cents,
  upTo60Cents: cents,
  upTo90Cents: cents,
  olderCents: cents,
  /** Credit notes and payments that are set against nothing yet: negative. */
  inFavourCents: cents,
  /** The sum of the others: what the practice owes. */
  balanceCents: cents,
}
const OwedByPractice = v.object({ id: Id, name: v.string(), ...Owed })
export type OwedByPractice = v.InferOutput<typeof OwedByPractice>
const OwedInAll = v.object(Owed)
export type OwedInAll = v.InferOutput<typeof OwedInAll>

const Month = v.object({
  /** YYYY-MM */
  month: v.string(),
  /** Invoices less credit notes, by their dates. */
  netCents: cents,
  vatCents: cents,
  totalCents: cents,
  /** Receipts less what was given back, by their dates. */
  receivedCents: cents,
})
export type TakingsMonth = v.InferOutput<typeof Month>

/** The filters with which the list of pieces shows exactly the pieces counted as owed. */
export const openPieces = {
  types: ['invoice', 'credit', 'paiement', 'initialBalance'],
  statuses: ['validated', 'payable', 'to_reconcile'],
} satisfies Pick<StaffInvoiceQuery, 'types' | 'statuses'>

/** Practices shown; the exported table has all of them. */
export const mostOwing = 200

export const takingsCalls = {
  takings: endpoint({
    method: 'GET',
    path: '/api/staff/billing/takings',
    needs: 'billing',
    summary:
      'What was invoiced and received in each month of the year that has this day; of the present one unless said',
    query: v.strictObject({
      day: v.optional(RealDay),
    }),
    reply: data(
      v.object({
        year: count,
        /** The year of the earliest piece; nothing can be asked before it. */
        firstYear: count,
        months: v.array(Month),
      }),
    ),
  }),
  owed: endpoint({
    method: 'GET',
    path: '/api/staff/billing/owed',
    needs: 'billing',
    summary: `What practices owe today by how long it has been due, ${mostOwing} at most, the most overdue first`,
    reply: data(v.object({ on: Day, all: OwedInAll, practices: v.array(OwedByPractice) })),
  }),
  export: endpoint({
    method: 'GET',
    path: '/api/staff/billing/owed/export',
    needs: 'billing',
    summary: 'The same as CSV, all practices',
    views: 'invoices_exported',
    reply: 'binary',
  }),
}
