import * as v from 'valibot'
import { Day, data, endpoint, Id } from '#kit/contract.ts'
import { RealDay } from '#kit/input.ts'
import type { StaffInvoiceQuery } from './staff-contract.ts'

const cents = v.pipe(v.number(), v.integer())
const count = cents

/** Days since a piece should have been paid; what is not due yet comes first. */
export const ages = ['notDueCents', 'upTo30Cents', 'upTo60Cents', 'upTo90Cents', 'olderCents'] as const
export type Age = (typeof ages)[number]

const Owed = {
  notDueCents: cents,
  upTo30Cents: cents,
  upTo60Cents: cents,
  upTo90Cents: cents,
  olderCents: cents,
  /** Credit notes and payments that are set against nothing yet: below nought. */
  inFavourCents: cents,
  /** All of it together: what the practice owes. */
  balanceCents: cents,
}
const OwedByPractice = v.object({ id: Id, name: v.string(), ...Owed })
export type OwedByPractice = v.InferOutput<typeof OwedByPractice>
const OwedInAll = v.object(Owed)
export type OwedInAll = v.InferOutput<typeof OwedInAll>

const Month = v.object({
  /** YYYY-MM */
  month: v.string(),
  /** Invoices less credit notes, by the day they bear. */
  netCents: cents,
  vatCents: cents,
  totalCents: cents,
  /** Receipts less what was given back, by the day they bear. */
  receivedCents: cents,
})
export type TakingsMonth = v.InferOutput<typeof Month>

/** What the list of pieces is asked for, so that it shows just those that a sum of what is owed counts. */
export const openPieces = {
  types: ['invoice', 'credit', 'paiement', 'initialBalance'],
  statuses: ['validated', 'payable', 'to_reconcile'],
} satisfies Pick<StaffInvoiceQuery, 'types' | 'statuses'>

/** Practices that are shown; the table that is taken away has all of them. */
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
        /** Of the earliest piece: before it there is nothing to ask for. */
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
