import * as v from 'valibot'
import { Day, data, endpoint, Id, Instant } from '#kit/contract.ts'
import { besideEntered, ofEntry, Unexpected } from './entry-input.ts'
import { NewPayment, PaymentMode, Refund } from './input.ts'
import { mostTogether, paymentReturns } from './rules.ts'

export type { PaymentMode }

const Cents = v.pipe(v.number(), v.integer())

export const PaymentStatus = v.picklist(['pending', 'succeeded', 'failed', 'refunded'])
export type PaymentStatus = v.InferOutput<typeof PaymentStatus>

/** Where transfers go. */
const account = { name: v.string(), iban: v.string(), bic: v.nullable(v.string()) }

/** What a practice enters for its transfer; `qr` holds the same for a banking app's camera. */
export const Transfer = v.object({
  ...account,
  reference: v.string(),
  amountCents: Cents,
  qr: v.string(),
})
export type Transfer = v.InferOutput<typeof Transfer>

export const Payment = v.object({
  id: Id,
  mode: PaymentMode,
  amountCents: Cents,
  currency: v.literal('EUR'),
  status: PaymentStatus,
  /** The refunded part of the amount; the whole amount when the payment is refunded. */
  refundedCents: Cents,
  /** Ended because other money has paid its invoices; that payment's amount. */
  cameInsteadCents: v.nullable(Cents),
  /** Reason of the latest return. */
  returnedAs: v.nullable(v.picklist(paymentReturns)),
  /** The payer's bank asks for the money back (chargeback). */
  isDisputed: v.boolean(),
  createdAt: Instant,
  /** The invoices it pays, oldest first; `dueCents` is what can be paid on each now. */
  invoices: v.array(v.object({ id: Id, pieceCode: v.string(), dueCents: Cents })),
  /** Where to pay; present while a transfer is awaited. */
  transfer: v.nullable(Transfer),
})
export type Payment = v.InferOutput<typeof Payment>

/** Failures of the provider, not ours: 503 may succeed when asked again, 502 will not. */
const ofProvider = { card_unreachable: 503, card_refused: 502 } as const

export const paymentCalls = {
  modes: endpoint({
    method: 'GET',
    path: '/api/payment-modes',
    needs: 'pay',
    summary: 'How this laboratory can be paid; `isTest`: cards take no money here',
    reply: data(
      v.object({
        transfer: v.boolean(),
        /** To be read before anything is announced. */
        account: v.nullable(v.object(account)),
        card: v.boolean(),
        isTest: v.boolean(),
      }),
    ),
  }),
  /** Charges nothing: the card is asked for on the provider’s page, see `checkout`. */
  begin: endpoint({
    method: 'POST',
    path: '/api/payments',
    needs: 'pay',
    summary: 'Announces a transfer, or begins to pay by card; needs an Idempotency-Key',
    status: 201,
    creates: true,
    body: NewPayment,
    reply: data(Payment),
    refusals: {
      idempotency_key_missing: 400,
      not_payable: 409,
      mode_not_offered: 409,
      amount_above_due: 422,
      /** At most fifty payments under way per practice. */
      too_many_under_way: 409,
    },
  }),
  open: endpoint({
    method: 'GET',
    path: '/api/payments',
    needs: 'pay',
    summary: 'The payments of the practice that are under way, latest first',
    reply: data(v.array(Payment)),
  }),
  find: endpoint({
    method: 'GET',
    path: '/api/payments/:id',
    needs: 'pay',
    summary: 'What has become of a payment',
    reply: data(Payment),
  }),
  checkout: endpoint({
    method: 'POST',
    path: '/api/payments/:id/checkout',
    needs: 'pay',
    summary: 'The provider’s page on which this payment is made; asked again, the same page',
    reply: data(v.object({ redirectUrl: v.string() })),
    refusals: { payment_over: 409, ...ofProvider },
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/api/payments/:id/cancel',
    needs: 'pay',
    summary: 'Ends a payment under way, so that its invoices can be paid otherwise; says what holds then',
    reply: data(Payment),
    refusals: ofProvider,
  }),
}

export const CardProviderName = v.picklist(['stripe', 'sandbox'])
export type CardProviderName = v.InferOutput<typeof CardProviderName>

export const providerCalls = {
  event: endpoint({
    method: 'POST',
    path: '/api/payments/events/:provider',
    needs: 'nothing',
    summary: 'What a card provider tells, signed over its very bytes',
    status: 204,
    rawBody: { mostBytes: 256 * 1024 },
    bodyTypes: ['application/json'],
    refusals: { signature_invalid: 400 },
  }),
}

/** The demonstration provider's pages are for people, hence outside /api. */
export const sandboxCalls = {
  page: endpoint({
    method: 'GET',
    path: '/sandbox-payments/:id',
    needs: 'nothing',
    summary: 'Stands for the page of a card provider, where the laboratory uses the sandbox',
    reply: 'binary',
  }),
  end: endpoint({
    method: 'POST',
    path: '/sandbox-payments/:id',
    needs: 'nothing',
    summary: 'Pays there, or has the card declined; takes no money',
    rawBody: { mostBytes: 1_024 },
    bodyTypes: ['application/x-www-form-urlencoded'],
    reply: 'binary',
  }),
}

/** Money that has arrived on the laboratory's account, as its bank wrote it. */
export const BankEntry = v.object({
  bookedOn: Day,
  amountCents: Cents,
  /** What the payer wrote, with whatever the bank put around it. */
  text: v.string(),
  /** The payer, where the bank gives it separately. */
  payer: v.string(),
  /** The bank's own number of the entry, where it has one: it tells identical entries apart. */
  bankReference: v.string(),
})
export type BankEntry = v.InferOutput<typeof BankEntry>

/** A transfer that a practice has announced. */
export const AwaitedTransfer = v.object({
  id: Id,
  reference: v.string(),
  amountCents: Cents,
  practice: v.string(),
  practiceId: Id,
  announcedAt: Instant,
  invoices: v.array(v.object({ id: Id, pieceCode: v.string() })),
})
export type AwaitedTransfer = v.InferOutput<typeof AwaitedTransfer>

/** A payable invoice no transfer has been announced for; `amountCents` is what is due and not on its way. */
export const AwaitedInvoice = v.object({ id: Id, pieceCode: v.string(), amountCents: Cents, practice: v.string() })
export type AwaitedInvoice = v.InferOutput<typeof AwaitedInvoice>

/**
 * Money entered as received (with a receipt) by people or the laboratory's software, not yet matched by a line of a bank
 * file. `amountCents` leaves out what was taken back as a mistake.
 */
export const EnteredTransfer = v.object({
  id: Id,
  pieceCode: v.string(),
  amountCents: Cents,
  receivedOn: Day,
  practice: v.string(),
  /** Given back, or rejected by the bank, since. */
  hasGoneBack: v.boolean(),
})
export type EnteredTransfer = v.InferOutput<typeof EnteredTransfer>

/** Why an entry may be this transfer or invoice without being certain. */
export const Doubt = v.picklist([
  'several',
  /** The same amount from the same payer was entered as received around those days. */
  'entered_alike',
  /** Entered as received by cheque, card or otherwise: a line that quotes the same invoice may be a second payment. */
  'other_means',
  'other_amount',
  /** The number is short or only digits: it may as well be a date or an amount. */
  'figures_only',
  'reference_misspelt',
  'name_and_amount',
  'amount_only',
  'whole_account',
  /** The line was recorded before, and that was taken back as a mistake. */
  'taken_back',
  'sent_back',
  'gone_out',
])
export type Doubt = v.InferOutput<typeof Doubt>

/**
 * `awaited` is an announced transfer, an entered one or an invoice; `together` lists what else of the practice the same
 * money is: other invoices, or other entered payments, or beside entered ones what is still owed.
 */
const isFor = { awaited: Id, together: v.array(Id) }

const Match = v.variant('kind', [
  v.object({ kind: v.literal('sure'), ...isFor }),
  v.object({ kind: v.literal('doubtful'), candidates: v.array(v.object({ ...isFor, doubt: Doubt })) }),
  v.object({ kind: v.literal('none') }),
  v.object({ kind: v.literal('recorded') }),
])

/** `key` identifies the entry when it is recorded, so that no entry pays twice. */
export const ReadEntry = v.object({
  ...BankEntry.entries,
  key: v.string(),
  match: Match,
  /** Recorded from another file and as much, of that day: perhaps this very line, in another format. */
  elsewhere: v.array(EnteredTransfer),
})
export type ReadEntry = v.InferOutput<typeof ReadEntry>

export const Received = v.strictObject({
  /** The announced transfer, the invoice, or the money entered before, which the entry then merely confirms. */
  awaited: Id,
  together: v.optional(v.pipe(v.array(Id), v.maxLength(mostTogether, 'too_many')), []),
  ...ofEntry,
  ...besideEntered,
})
export type Received = v.InferOutput<typeof Received>

/**
 * `left_open`: booked, but more than is still due, so the rest stays open on the receipt. `repeated`: this entry was
 * booked before, or confirms money entered before; nothing is booked then either. `entered_alike`: the same amount was
 * entered meanwhile, see `alike`. `not_payable`: the invoice was paid meanwhile, or all of it is on its way.
 */
export const ReceivedOutcome = v.picklist([
  'received',
  'left_open',
  'repeated',
  'entry_used',
  'booked_later',
  'entered_alike',
  'not_payable',
  'unknown_payment',
])
export type ReceivedOutcome = v.InferOutput<typeof ReceivedOutcome>

/** Per request. */
export const mostReceived = 200

export const staffPaymentCalls = {
  /** Refunds made on the provider's own pages arrive as events instead. */
  refund: endpoint({
    method: 'POST',
    path: '/api/staff/payments/:id/refunds',
    needs: 'billing',
    summary:
      'Gives money back to the card that paid; or enters that it went back by another way, was rejected by the bank or never came; once for each `key`',
    status: 204,
    body: Refund,
    refusals: { not_refundable: 409, card_gives_back: 422, ...ofProvider },
  }),
  awaited: endpoint({
    method: 'GET',
    path: '/api/staff/transfers',
    needs: 'billing',
    summary: 'Transfers that practices, or one, have announced and that have not arrived, the oldest 1,000',
    query: v.strictObject({ practiceId: v.optional(Id) }),
    reply: data(v.array(AwaitedTransfer)),
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/api/staff/transfers/:id/withdraw',
    needs: 'billing',
    summary: 'An announced transfer will not come: its invoices can be paid otherwise',
    status: 204,
    refusals: { payment_over: 409 },
  }),
  read: endpoint({
    method: 'POST',
    path: '/api/staff/bank-files',
    needs: 'billing',
    summary:
      'What a bank’s file (CAMT.053 or CSV) says has arrived, and which transfer or invoice each pays; records nothing',
    rawBody: { mostBytes: 4_000_000 },
    bodyTypes: ['application/octet-stream'],
    reply: data(
      v.object({
        iban: v.nullable(v.string()),
        /** Number of outgoing lines, which are left out of `entries`. */
        gone: v.pipe(v.number(), v.integer()),
        entries: v.array(ReadEntry),
        awaited: v.array(AwaitedTransfer),
        invoices: v.array(AwaitedInvoice),
        entered: v.array(EnteredTransfer),
      }),
    ),
    refusals: {
      bank_file_unknown: 422,
      bank_file_unreadable: 422,
      bank_file_too_long: 422,
      bank_file_of_another: 422,
      /** A column tells incoming from outgoing in words that are not understood. */
      bank_file_direction_unknown: 422,
    },
  }),
  receive: endpoint({
    method: 'POST',
    path: '/api/staff/transfers/received',
    needs: 'billing',
    summary: 'These entries are of these transfers and invoices; of each, what became of it',
    body: v.strictObject({
      received: v.pipe(v.array(Received), v.minLength(1, 'required'), v.maxLength(mostReceived, 'too_many')),
    }),
    reply: data(
      v.array(
        v.object({
          awaited: Id,
          key: v.string(),
          outcome: ReceivedOutcome,
          /** With `entered_alike`: what it may be; sent again `besides` these, or for one of them, it is recorded. */
          alike: v.array(EnteredTransfer),
        }),
      ),
    ),
  }),
  receiveUnexpected: endpoint({
    method: 'POST',
    path: '/api/staff/transfers/unexpected',
    needs: 'billing',
    summary: 'An entry for which nothing was awaited is of this practice: it pays what that owes, once for each entry',
    body: Unexpected,
    reply: data(v.object({ outcome: v.picklist(['received', 'left_open', 'repeated']) })),
    refusals: {
      /** The entry was recorded for another practice. */
      entry_used: 409,
      /**
       * As much of the same practice was entered within a week: what it may be stands in `present` (EnteredTransfer[]).
       * Sent again `besides` these, it is recorded.
       */
      entered_alike: 409,
      received_later: 422,
    },
  }),
}
