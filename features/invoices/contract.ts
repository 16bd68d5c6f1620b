import * as v from 'valibot'
import { paymentReturns } from '#features/payments/rules.ts'
import { Day, data, endpoint, Id, Page, PageNumber } from '#kit/contract.ts'
import { RealDay } from '#kit/input.ts'
import { dueFilters, invoiceSorts, invoiceStatuses, invoiceTypes } from './address.ts'
import { ProFormaQuestion } from './input.ts'

export const InvoiceType = v.picklist(invoiceTypes)
export type InvoiceType = v.InferOutput<typeof InvoiceType>

export const InvoiceStatus = v.picklist(invoiceStatuses)
export type InvoiceStatus = v.InferOutput<typeof InvoiceStatus>

export const InvoiceSort = v.picklist(invoiceSorts)
export type InvoiceSort = v.InferOutput<typeof InvoiceSort>

/** Whole cents; negative for what lies in the practice's favour (credits, payments). */
const Cents = v.pipe(v.number(), v.integer())
const Currency = v.literal('EUR')

const CaseLink = v.object({ id: Id, code: v.string() })
/** Why a payment was taken back; null for all other pieces. */
const returnedAs = v.nullable(v.picklist(paymentReturns))
const InvoiceLink = v.object({ id: Id, pieceCode: v.string(), type: InvoiceType, returnedAs })
export type InvoiceLink = v.InferOutput<typeof InvoiceLink>

/** A piece of any type. */
export const invoiceFields = {
  id: Id,
  pieceCode: v.string(),
  type: InvoiceType,
  returnedAs,
  date: Day,
  /** For payments, when the money came, where known: it may be entered days later. */
  receivedOn: v.nullable(Day),
  dueDate: Day,
  amountCents: Cents,
  /** The open amount: positive is to be paid, negative is still to be set against something. */
  dueCents: Cents,
  /** The part of `dueCents` that payments under way will pay. */
  pendingCents: Cents,
  currency: Currency,
  status: InvoiceStatus,
  orders: v.array(CaseLink),
  /** The invoice of a credit note, the payment of a refund, the pro forma of an invoice. */
  corrects: v.nullable(InvoiceLink),
  /** Credit notes have taken back all of it: it counts as paid although nobody paid it. */
  isCredited: v.boolean(),
  /** A payment, or something was paid of it. */
  hasReceipt: v.boolean(),
  /** False for initial balances, and for pieces issued elsewhere until their paper has been sent. */
  hasDocument: v.boolean(),
}
const InvoiceRow = v.object(invoiceFields)
export type InvoiceRow = v.InferOutput<typeof InvoiceRow>

const InvoiceLine = v.object({
  position: v.pipe(v.number(), v.integer()),
  order: v.nullable(CaseLink),
  patientCode: v.nullable(v.string()),
  deliveredOn: v.nullable(Day),
  reference: v.string(),
  label: v.string(),
  quantity: v.pipe(v.number(), v.integer()),
  unitPriceCents: Cents,
  discountCents: Cents,
  netCents: Cents,
  vat: v.picklist(['exempt', 'standard']),
  /** Hundredths of a percent: 2000 is 20 %. */
  vatRate: v.pipe(v.number(), v.integer()),
  /** A credit note has taken it back. */
  isCredited: v.boolean(),
})
export type InvoiceLine = v.InferOutput<typeof InvoiceLine>

export const invoiceParts = {
  netCents: Cents,
  vatCents: Cents,
  lines: v.array(InvoiceLine),
  taxes: v.array(
    v.object({
      vat: v.picklist(['exempt', 'standard']),
      vatRate: v.pipe(v.number(), v.integer()),
      baseCents: Cents,
      taxCents: Cents,
      exemptionReason: v.nullable(v.string()),
    }),
  ),
  reason: v.nullable(v.string()),
  /** The practice's question about a pro forma, and the laboratory's answer. */
  question: v.nullable(v.string()),
  answer: v.nullable(v.string()),
  /** The pieces that correct this one; the inverse of `corrects`. */
  correctedBy: v.array(InvoiceLink),
  /** What was set against this piece, or what it was set against; reversals have negative cents. Oldest first. */
  settlements: v.array(v.object({ piece: InvoiceLink, date: Day, receivedOn: v.nullable(Day), cents: Cents })),
}
const Invoice = v.object({ ...invoiceFields, ...invoiceParts })
export type Invoice = v.InferOutput<typeof Invoice>

const InvoiceSummary = v.object({
  /** What the practice owes, less what lies in its favour. */
  balanceCents: Cents,
  /** The part of what is owed that is past due and not on its way. */
  overdueCents: Cents,
  /** The part of what is owed that payments under way will pay. */
  pendingCents: Cents,
  /** Unused credit notes and payments: positive, and already deducted from the balance. */
  inFavourCents: Cents,
  /** What came in the last thirty days, less what went back. */
  paidLatelyCents: Cents,
  /** Delivered work that is on no invoice yet, with VAT. */
  unbilledCents: Cents,
  currency: Currency,
})
export type InvoiceSummary = v.InferOutput<typeof InvoiceSummary>

/** What the credit would pay of these invoices; zero and empty when one of them is not payable. */
const CreditPreview = v.object({
  spentCents: Cents,
  /** What would remain in the practice's favour. */
  keptCents: Cents,
  /**
   * All of them, in the order of payment and without what is on its way; `leftCents` equals `dueCents` where nothing is
   * paid.
   */
  invoices: v.array(v.object({ id: Id, pieceCode: v.string(), dueCents: Cents, leftCents: Cents })),
})
export type CreditPreview = v.InferOutput<typeof CreditPreview>

const ChosenInvoices = v.pipe(v.array(Id), v.minLength(1, 'required'), v.maxLength(200, 'too_many'))

export const longestSearch = 100

/** Filters shared by the list and the export. */
export const invoiceFilters = {
  statuses: v.optional(v.pipe(v.array(InvoiceStatus), v.maxLength(8, 'too_many'))),
  due: v.optional(v.picklist(dueFilters)),
  /** Issue dates, both inclusive. */
  from: v.optional(RealDay),
  to: v.optional(RealDay),
  /** Searches the numbers of the piece and of its cases. */
  search: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(longestSearch, 'too_long'))),
}
export const invoicePage = {
  sort_by: v.optional(InvoiceSort, 'date'),
  sort_order: v.optional(v.picklist(['ASC', 'DESC']), 'DESC'),
  page: PageNumber,
}
/** Strict: unknown or repeated parameters are refused. */
const InvoiceQuery = v.strictObject({ ...invoiceFilters, ...invoicePage })
export type InvoiceQuery = v.InferOutput<typeof InvoiceQuery>

/** A piece from before the portal has no document; the laboratory may have to complete its own data; the file may be lost. */
export const documentRefusals = { no_document: 409, document_incomplete: 409, file_lost: 410 } as const
export const mostInArchive = 5_000
export const archiveRefusals = { no_documents: 409, too_many_documents: 409 } as const

/** `total` stops here, at a hundred pages that nobody turns: counting each row costs, however good its index is. */
export const mostCounted = 2_500

export const invoiceCalls = {
  list: endpoint({
    method: 'GET',
    path: '/api/invoices',
    needs: 'invoices',
    summary: 'Pieces of the practice of every type, 25 a page, the latest first',
    query: InvoiceQuery,
    views: 'invoices_viewed',
    reply: v.object({ data: v.array(InvoiceRow), page: Page }),
  }),
  summary: endpoint({
    method: 'GET',
    path: '/api/invoices/summary',
    needs: 'invoices',
    summary: 'What the practice owes, what of it is overdue, what it has paid lately, and what is not billed yet',
    reply: data(InvoiceSummary),
  }),
  export: endpoint({
    method: 'GET',
    path: '/api/invoices/export',
    needs: 'invoices',
    summary:
      'The same pieces as CSV for the accountant: semicolons, decimal commas, the oldest first. A pro forma is there only where statuses or types say so',
    query: v.strictObject(invoiceFilters),
    views: 'invoices_exported',
    reply: 'binary',
  }),
  archive: endpoint({
    method: 'GET',
    path: '/api/invoices/archive',
    needs: 'invoices',
    summary: 'The documents of the same pieces as one ZIP, each named by its number and day',
    query: v.strictObject(invoiceFilters),
    views: 'invoice_documents_exported',
    reply: 'binary',
    refusals: archiveRefusals,
  }),
  document: endpoint({
    method: 'GET',
    path: '/api/invoices/:id/document',
    needs: 'invoices',
    summary: 'The piece as PDF/A-3; an invoice or a credit note carries factur-x.xml',
    views: 'invoice_document_viewed',
    reply: 'binary',
    refusals: documentRefusals,
  }),
  receipt: endpoint({
    method: 'GET',
    path: '/api/invoices/:id/receipt',
    needs: 'invoices',
    summary: 'The receipt of a payment as PDF/A-3; of what was paid, of its last payment',
    views: 'invoice_document_viewed',
    reply: 'binary',
    refusals: documentRefusals,
  }),
  find: endpoint({
    method: 'GET',
    path: '/api/invoices/:id',
    needs: 'invoices',
    summary: 'One piece with its lines, its VAT and what was set against it',
    views: 'invoice_viewed',
    reply: data(Invoice),
  }),
  answerProForma: endpoint({
    method: 'POST',
    path: '/api/invoices/:id/answer',
    needs: 'invoices',
    summary: 'Approves a pro forma, or asks about it',
    status: 204,
    body: v.variant('answer', [
      v.strictObject({ answer: v.literal('approve') }),
      v.strictObject({ answer: v.literal('question'), ...ProFormaQuestion.entries }),
    ]),
    /** It has been answered, withdrawn, or is no pro forma. */
    refusals: { decision_not_allowed: 409 },
  }),
  previewCredit: endpoint({
    method: 'POST',
    path: '/api/invoices/spend-credit/preview',
    uncounted: true,
    needs: 'pay',
    summary: 'What lies in the practice’s favour would do for these invoices; nothing is moved',
    body: v.strictObject({ invoiceIds: ChosenInvoices }),
    reply: data(CreditPreview),
  }),
  spendCredit: endpoint({
    method: 'POST',
    path: '/api/invoices/spend-credit',
    needs: 'pay',
    summary: 'Sets what lies in the practice’s favour against these invoices, the oldest first',
    status: 201,
    creates: true,
    /** The preview's total and amounts: if anything has changed since, nothing is moved. */
    body: v.strictObject({
      spentCents: v.pipe(Cents, v.minValue(1, 'out_of_range')),
      invoices: v.pipe(
        v.array(v.strictObject({ id: Id, leftCents: Cents })),
        v.minLength(1, 'required'),
        v.maxLength(200, 'too_many'),
      ),
    }),
    /** `left`: what can still be paid now of these invoices. */
    reply: data(v.object({ spentCents: Cents, left: v.array(v.object({ id: Id, dueCents: Cents })) })),
    /** There is no credit, or one of these is not payable; or the amounts differ from those shown. */
    refusals: { nothing_open: 409, credit_moved: 409 },
  }),
}
