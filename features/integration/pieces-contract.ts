import * as v from 'valibot'
import { cents, paymentMeans, SaidByPayer } from '#features/invoices/billing-input.ts'
import { documentRefusals, InvoiceStatus, invoiceFields, invoiceParts } from '#features/invoices/contract.ts'
import { paymentReturns } from '#features/payments/rules.ts'
import { data, endpoint, Id } from '#kit/contract.ts'
import { RealDay, Words } from '#kit/input.ts'
import { WhichOne } from './input.ts'

/** Whose it is, of which cases, and by what the software knows it: a piece that it has issued, or a payment that it has told of. */
const ofProgram = { practice: v.object({ id: Id, name: v.string() }), externalId: v.nullable(v.string()) }
const Piece = v.object({ ...invoiceFields, ...ofProgram })
const PieceWithLines = v.object({ ...Piece.entries, ...invoiceParts })

/** As a piece is numbered here, "FA-2026-000012". */
const PieceCode = v.pipe(v.string(), v.regex(/^[A-Z]{2}-\d{4}-\d{6,9}$/, 'out_of_range'))

/** As it stands on the paper of whoever has issued it: "F2026/11-0012". */
const longestNumber = 40
const PieceNumber = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1, 'required'),
  v.maxLength(longestNumber, 'too_long'),
  v.regex(/^[A-Za-z0-9]([A-Za-z0-9 ._/#-]*[A-Za-z0-9])?$/, 'not_an_identifier'),
)
const mostCases = 1_000

export const PutPiece = v.strictObject({
  type: v.optional(v.picklist(['invoice', 'credit']), 'invoice'),
  practice: WhichOne,
  number: PieceNumber,
  date: RealDay,
  /** Of an invoice; the day of the piece itself where it is left out. */
  dueDate: v.optional(RealDay),
  /** Without a sign, of a credit note too. */
  netCents: cents(0),
  vatCents: cents(0),
  /** Of a credit note: the invoice that it takes back, in whole or in part. Without one it lies in the practice's favour. */
  corrects: v.optional(WhichOne),
  /** Why there is a credit note; the practice reads it. */
  reason: v.optional(Words(500)),
  /** The cases that it is of; more may be named later. */
  orders: v.optional(v.pipe(v.array(WhichOne), v.maxLength(mostCases, 'too_many')), []),
})
export type PutPiece = v.InferOutput<typeof PutPiece>

export const PutPayment = v.strictObject({
  practice: WhichOne,
  amountCents: cents(1),
  receivedOn: RealDay,
  /** Said each time: by it a transfer is known again in the bank's file. */
  means: v.picklist(paymentMeans),
  /** The number of the cheque, the words of the transfer. */
  payerReference: v.optional(SaidByPayer, ''),
  /** What it pays; none: whatever is due, the oldest first. */
  invoices: v.optional(v.pipe(v.array(WhichOne), v.maxLength(500, 'too_many')), []),
  /** One like it has come here by another way, and this is another. */
  isAnother: v.optional(v.boolean(), false),
})
export type PutPayment = v.InferOutput<typeof PutPayment>

const cents64 = v.pipe(v.number(), v.integer())
export const PiecePut = v.object({
  id: Id,
  pieceCode: v.string(),
  status: InvoiceStatus,
  /** What is left of it; below nought of a credit note. */
  dueCents: cents64,
  outcome: v.picklist(['created', 'changed', 'unchanged']),
})
export type PiecePut = v.InferOutput<typeof PiecePut>
export const PaymentPut = v.object({
  /** Of its receipt. */
  id: Id,
  pieceCode: v.string(),
  /** What of it has found nothing to pay, and lies in the practice's favour. */
  openCents: cents64,
  outcome: v.picklist(['created', 'unchanged']),
})
export type PaymentPut = v.InferOutput<typeof PaymentPut>

export const pieceRefusals = {
  /** The same name came with another content: what is issued is put right by a credit note. */
  piece_differs: 409,
  /** Another piece of the laboratory bears this number, or it is one that a series of the portal's has come to or would. */
  number_taken: 409,
  /** One of the cases is on a piece already, or on a pro forma. */
  billed_already: 409,
  /** No invoice of this practice that the same software has issued, or one that is let in no more. */
  not_creditable: 409,
  /** Credit notes would take back more than the invoice is of. */
  credited_already: 409,
}
export const paymentRefusals = {
  /** The same name came with another content: it is taken back, and comes under another name. */
  payment_differs: 409,
  taken_back_already: 409,
  /** One of this amount has come here within a week of it by card, by the bank's file or by hand. Where it is another: `isAnother`. */
  received_alike: 409,
}

/** What the portal has issued, and what the laboratory's own software has, with what was paid. */
export const integrationPieceCalls = {
  pieces: endpoint({
    method: 'GET',
    path: '/api/integration/v1/invoices',
    needs: 'integration',
    summary:
      'What the portal has issued since, a type at a time and a hundred at once, in the order of the numbers; none comes before another later',
    query: v.strictObject({
      type: v.optional(v.picklist(['invoice', 'credit', 'paiement']), 'invoice'),
      after: v.optional(PieceCode),
    }),
    reply: v.object({ data: v.array(Piece), hasMore: v.boolean() }),
  }),
  piece: endpoint({
    method: 'GET',
    path: '/api/integration/v1/invoices/:name',
    needs: 'integration',
    summary:
      'A piece, by its own id or by the software’s name for it: with its lines, its VAT, and what was set against it',
    views: 'invoice_viewed',
    reply: data(PieceWithLines),
  }),
  pieceDocument: endpoint({
    method: 'GET',
    path: '/api/integration/v1/invoices/:name/document',
    needs: 'integration',
    summary: 'The document of a piece: PDF, with the invoice in it as data (Factur-X) where the portal has issued it',
    views: 'invoice_document_viewed',
    reply: 'binary',
    refusals: documentRefusals,
  }),
  putPiece: endpoint({
    method: 'PUT',
    path: '/api/integration/v1/invoices/:name',
    needs: 'integration',
    summary: 'An invoice or a credit note that the software has issued; the practice sees it, and pays it, here',
    body: PutPiece,
    reply: data(PiecePut),
    refusals: pieceRefusals,
  }),
  putPieceDocument: endpoint({
    method: 'PUT',
    path: '/api/integration/v1/invoices/:name/document',
    needs: 'integration',
    summary: 'The paper of a piece that the software has issued, as PDF; given once',
    bodyTypes: ['application/pdf'],
    rawBody: { mostBytes: 5_000_000 },
    status: 204,
    refusals: {
      unknown_here: 404,
      no_pdf: 422,
      file_type_refused: 422,
      document_differs: 409,
      storage_unavailable: 507,
    },
  }),
  putPayment: endpoint({
    method: 'PUT',
    path: '/api/integration/v1/payments/:name',
    needs: 'integration',
    summary:
      'Money that has come, as the laboratory’s books say; a transfer that the practice has announced is that one',
    body: PutPayment,
    reply: data(PaymentPut),
    refusals: paymentRefusals,
  }),
  takeBackPayment: endpoint({
    method: 'DELETE',
    path: '/api/integration/v1/payments/:name',
    needs: 'integration',
    summary: 'It went back, or had not come: what it had paid is due again',
    query: v.strictObject({ because: v.optional(v.picklist(paymentReturns), 'mistake') }),
    status: 204,
    refusals: { unknown_here: 404, taken_back_already: 409 },
  }),
}
