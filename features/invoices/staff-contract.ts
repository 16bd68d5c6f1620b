import * as v from 'valibot'
import { paymentReturns } from '#features/payments/rules.ts'
import { Day, data, endpoint, Id, Instant, Page } from '#kit/contract.ts'
import { RealDay } from '#kit/input.ts'
import {
  CorrectedBalance,
  CreditNote,
  InitialBalance,
  NewPiece,
  PaymentByHand,
  paymentMeans,
  SetAgainst,
} from './billing-input.ts'
import {
  archiveRefusals,
  documentRefusals,
  InvoiceType,
  invoiceFields,
  invoiceFilters,
  invoicePage,
  invoiceParts,
} from './contract.ts'
import { ProFormaAnswer } from './input.ts'

const count = v.pipe(v.number(), v.integer())
const PracticeLink = v.object({ id: Id, name: v.string() })
const ofPractice = { practice: PracticeLink }

/** `question`: the practice's question about a pro forma. */
const StaffInvoiceRow = v.object({ ...invoiceFields, ...ofPractice, question: v.nullable(v.string()) })
export type StaffInvoiceRow = v.InferOutput<typeof StaffInvoiceRow>

const PaymentBehind = v.object({
  id: Id,
  mode: v.picklist(['card', 'transfer', 'manual']),
  means: v.nullable(v.picklist(paymentMeans)),
  receivedOn: v.nullable(Day),
  /** The reference of the announced transfer. */
  reference: v.string(),
  payerReference: v.nullable(v.string()),
  note: v.nullable(v.string()),
  amountCents: count,
  refundedCents: count,
  /** The returned amounts, summed by reason. */
  returned: v.array(v.object({ as: v.picklist(paymentReturns), cents: count })),
  isDisputed: v.boolean(),
})
export type PaymentBehind = v.InferOutput<typeof PaymentBehind>

const StaffInvoice = v.object({
  ...invoiceFields,
  ...invoiceParts,
  ...ofPractice,
  payment: v.nullable(PaymentBehind),
  /** The laboratory's software that issued it; null for the portal. */
  issuedBy: v.nullable(v.string()),
  /** Days on which the practice was reminded of it, earliest first. */
  remindedOn: v.array(Day),
})
export type StaffInvoice = v.InferOutput<typeof StaffInvoice>

const staffFilters = {
  ...invoiceFilters,
  practiceId: v.optional(Id),
  types: v.optional(v.pipe(v.array(InvoiceType), v.maxLength(5, 'too_many'))),
}
export const StaffInvoiceQuery = v.strictObject({ ...staffFilters, ...invoicePage })
export type StaffInvoiceQuery = v.InferOutput<typeof StaffInvoiceQuery>

export const BillingRun = v.object({
  id: Id,
  until: Day,
  type: InvoiceType,
  createdAt: Instant,
  practices: count,
  /** The finished ones; equals `practices` when the run is over. */
  done: count,
  pieces: count,
  amountCents: count,
  /** Cases left out because they have no price yet. */
  unpriced: count,
  /** Cases left out because of a problem that nobody has answered. */
  contested: count,
})
export type BillingRun = v.InferOutput<typeof BillingRun>

const Made = data(v.object({ ids: v.array(Id) }))

/** The laboratory has not entered the legally required data. */
const settingsMissing = { settings_missing: 409 } as const

export const staffInvoiceCalls = {
  list: endpoint({
    method: 'GET',
    path: '/api/staff/invoices',
    needs: 'billing',
    summary: 'Pieces of all practices, or of one, 25 a page',
    query: StaffInvoiceQuery,
    reply: v.object({ data: v.array(StaffInvoiceRow), page: Page }),
  }),
  export: endpoint({
    method: 'GET',
    path: '/api/staff/invoices/export',
    needs: 'billing',
    summary: 'The same pieces as CSV for the accountant. A pro forma is there only where statuses or types say so',
    query: v.strictObject(staffFilters),
    views: 'invoices_exported',
    reply: 'binary',
  }),
  archive: endpoint({
    method: 'GET',
    path: '/api/staff/invoices/archive',
    needs: 'billing',
    summary: 'The documents of the same pieces as one ZIP, each named by its number and day',
    query: v.strictObject(staffFilters),
    views: 'invoice_documents_exported',
    reply: 'binary',
    refusals: archiveRefusals,
  }),
  document: endpoint({
    method: 'GET',
    path: '/api/staff/invoices/:id/document',
    needs: 'billing',
    summary: 'The piece as PDF/A-3; an invoice or a credit note carries factur-x.xml',
    views: 'invoice_document_viewed',
    reply: 'binary',
    refusals: documentRefusals,
  }),
  receipt: endpoint({
    method: 'GET',
    path: '/api/staff/invoices/:id/receipt',
    needs: 'billing',
    summary: 'The receipt of a payment as PDF/A-3; of what was paid, of its last payment',
    views: 'invoice_document_viewed',
    reply: 'binary',
    refusals: documentRefusals,
  }),
  find: endpoint({
    method: 'GET',
    path: '/api/staff/invoices/:id',
    needs: 'billing',
    summary: 'One piece with its lines, its VAT and what was set against it',
    views: 'invoice_viewed',
    reply: data(StaffInvoice),
  }),
  issue: endpoint({
    method: 'POST',
    path: '/api/staff/invoices',
    needs: 'billing',
    summary: 'Issues an invoice, or a pro forma, of one case or several of a practice',
    status: 201,
    creates: true,
    body: NewPiece,
    /** Two ids where exempt and taxed lines are kept apart. */
    reply: Made,
    refusals: { billed_already: 409, not_delivered: 409, not_priced: 409, ...settingsMissing },
  }),
  credit: endpoint({
    method: 'POST',
    path: '/api/staff/invoices/:id/credit',
    needs: 'billing',
    summary: 'Issues a credit note of these lines of an invoice, or of all that none has taken back yet',
    status: 201,
    creates: true,
    body: CreditNote,
    reply: Made,
    refusals: { not_creditable: 409, credited_already: 409 },
  }),
  decide: endpoint({
    method: 'POST',
    path: '/api/staff/invoices/:id/decision',
    needs: 'billing',
    summary: 'Answers a question and submits the pro forma again, withdraws it, or asks for payment of an invoice',
    status: 204,
    body: v.variant('decision', [
      v.strictObject({ decision: v.literal('submit'), ...ProFormaAnswer.entries }),
      v.strictObject({ decision: v.picklist(['withdraw', 'release']) }),
    ]),
    refusals: { decision_not_allowed: 409 },
  }),
  remind: endpoint({
    method: 'POST',
    path: '/api/staff/invoices/:id/reminder',
    needs: 'billing',
    summary: 'Writes to those who manage the practice that this piece is overdue; once a day, five times in all',
    body: v.strictObject({}),
    /** How many people were written to. */
    reply: data(v.object({ readers: count })),
    refusals: {
      not_overdue: 409,
      payment_disputed: 409,
      covered_by_credit: 409,
      nobody_to_remind: 409,
      mails_not_sent: 409,
      reminded_today: 409,
      reminded_often: 409,
    },
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/api/staff/invoices/:id/confirm',
    needs: 'billing',
    summary: 'Issues the invoice of a pro forma, which the practice has approved where it is asked',
    status: 201,
    creates: true,
    body: v.strictObject({}),
    reply: Made,
    refusals: { decision_not_allowed: 409, ...settingsMissing },
  }),
  setAgainst: endpoint({
    method: 'POST',
    path: '/api/staff/invoices/:id/set-against',
    needs: 'billing',
    summary: 'Sets what is open of a credit note or a payment against these invoices, the oldest first',
    body: SetAgainst,
    reply: data(v.object({ leftCents: count })),
    refusals: { nothing_open: 409 },
  }),
  enterInitialBalance: endpoint({
    method: 'POST',
    path: '/api/staff/initial-balances',
    needs: 'billing',
    summary: 'Enters what a practice owed before the portal, once; negative where it was in its favour',
    status: 201,
    creates: true,
    body: InitialBalance,
    reply: Made,
    refusals: { entered_already: 409 },
  }),
  correctInitialBalance: endpoint({
    method: 'POST',
    path: '/api/staff/initial-balances/corrections',
    needs: 'billing',
    summary: 'Enters what it should have been: the difference is a piece of its own, set against what is open of it',
    status: 201,
    creates: true,
    body: CorrectedBalance,
    reply: Made,
    refusals: { changed_meanwhile: 409 },
  }),
  enterPayment: endpoint({
    method: 'POST',
    path: '/api/staff/payments',
    needs: 'billing',
    summary: 'Enters a payment that came by another way; for an announced transfer, these invoices, or whatever is due',
    status: 201,
    creates: true,
    body: PaymentByHand,
    /** The receipt's id. */
    reply: Made,
    refusals: {
      not_payable: 409,
      transfer_over: 409,
      /** The same practice, means, amount and reference within sixty days: sending `isAnother` enters it. */
      entered_alike: 409,
      /** A transfer of this amount within a week of this day, from the bank's file: likewise. */
      recorded_from_file: 409,
      /** The laboratory's software has reported the same amount of this practice within a week. */
      told_alike: 409,
      received_later: 422,
      received_long_ago: 422,
    },
  }),
  run: endpoint({
    method: 'POST',
    path: '/api/staff/billing/runs',
    needs: 'billing',
    summary:
      'Bills these practices, or every one, for what was delivered until this day; goes on by itself until all are done',
    status: 201,
    creates: true,
    body: v.strictObject({
      until: RealDay,
      practiceIds: v.optional(v.pipe(v.array(Id), v.maxLength(5_000, 'too_many')), []),
      /** Cases with a problem that nobody has answered are left out otherwise. */
      takesContested: v.optional(v.boolean(), false),
    }),
    reply: data(BillingRun),
    refusals: settingsMissing,
  }),
  runs: endpoint({
    method: 'GET',
    path: '/api/staff/billing/runs',
    needs: 'billing',
    summary: 'The last twelve runs, and how far they are',
    reply: data(v.array(BillingRun)),
  }),
}
