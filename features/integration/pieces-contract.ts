import * as v from 'valibot'
import { cents, paymentMeans, SaidByPayer } from '#features/invoices/billing-input.ts'
import { documentRefusals, InvoiceStatus, invoiceFields, invoiceParts } from '#features/invoices/contract.ts'
import { paymentReturns } from '#features/payments/rules.ts'
import { data, endpoint, Id } from '#kit/contract.ts'
import { RealDay, Words } from '#kit/input.ts'
import { WhichOne } from './input.ts'

/** The practice, and the software's name for it: of a piece it issued, or of a payment it reported. */
const ofProgram = { practice: v.object({ id: Id, name: v.string() }), externalId: v.nullable(v.string()) }
const Piece = v.object({ ...invoiceFields, ...ofProgram })
const PieceWithLines = v.object({ ...Piece.entries, ...invoiceParts })

/** A piece number of the portal, "FA-2026-000012". */
const PieceCode = v.pipe(v.string(), v.regex(/^[A-Z]{2}-\d{4}-\d{6,9}$/, 'out_of_range'))

/** The number as its issuer prints it: "F2026/11-0012". */
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
  /** For invoices; defaults to `date`. */
  dueDate: v.optional(RealDay),
  /** Unsigned, also for credit notes. */
  netCents: cents(0),
  vatCents: cents(0),
  /** For a credit note, the invoice it takes back in whole or in part. Without one it is in the practice's favour. */
  corrects: v.optional(WhichOne),
  /** The credit note's reason, which the practice reads. */
  reason: v.optional(Words(500)),
  /** The piece's cases; more may be named later. */
  orders: v.optional(v.pipe(v.array(WhichOne), v.maxLength(mostCases, 'too_many')), []),
})
export type PutPiece = v.InferOutput<typeof PutPiece>

export const PutPayment = v.strictObject({
  practice: WhichOne,
  amountCents: cents(1),
  receivedOn: RealDay,
  /** Required, since it helps to recognise a transfer in the bank's file. */
  means: v.picklist(paymentMeans),
  /** The cheque's number, or the transfer's text. */
  payerReference: v.optional(SaidByPayer, ''),
  /** What it pays; empty: whatever is due, oldest first. */
  invoices: v.optional(v.pipe(v.array(WhichOne), v.maxLength(500, 'too_many')), []),
  /** Confirms that this is another payment than the similar one already here. */
  isAnother: v.optional(v.boolean(), false),
})
export type PutPayment = v.InferOutput<typeof PutPayment>

const signedCents = v.pipe(v.number(), v.integer())
export const PiecePut = v.object({
  id: Id,
  pieceCode: v.string(),
  status: InvoiceStatus,
  /** The open amount; negative for a credit note. */
  dueCents: signedCents,
  outcome: v.picklist(['created', 'changed', 'unchanged']),
})
export type PiecePut = v.InferOutput<typeof PiecePut>
export const PaymentPut = v.object({
  /** The receipt's id. */
  id: Id,
  pieceCode: v.string(),
  /** The part that found nothing to pay and lies in the practice's favour. */
  openCents: signedCents,
  outcome: v.picklist(['created', 'unchanged']),
})
export type PaymentPut = v.InferOutput<typeof PaymentPut>

export const pieceRefusals = {
  /** The same name came with other content: issued pieces are corrected by a credit note. */
  piece_differs: 409,
  /** Another piece of the laboratory has this number, or it lies in a series of the portal, used or not. */
  number_taken: 409,
  /** One of the cases is on a piece already, or on a pro forma. */
  billed_already: 409,
  /** Not an invoice of this practice issued by the same software, or by one that is no longer let in. */
  not_creditable: 409,
  /** Credit notes would exceed the invoice's amount. */
  credited_already: 409,
}
export const paymentRefusals = {
  /** The same name came with other content: take the payment back and send it under another name. */
  payment_differs: 409,
  taken_back_already: 409,
  /**
   * The same amount came within a week by card, from the bank's file or by hand. If this is another payment, send
   * `isAnother`.
   */
  received_alike: 409,
}

/** Pieces issued by the portal and by the laboratory's own software, with their payments. */
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
