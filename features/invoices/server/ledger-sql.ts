import { sql } from 'kysely'
import type { PaymentMeans, PaymentReturn } from '#db/schema.ts'
import type { Laboratory, PracticeUser, Staff } from '#tenancy/server/actor.ts'

/**
 * Every way to write money: database functions (0027_invoices.sql) that the application must use. They lock what they
 * check, so their answer holds until the transaction ends: 50 concurrent payments never exceed what is due. A refusal is
 * an answer; nothing has been written then.
 */

type Asking = Pick<PracticeUser, 'tx'>
/** The bookkeeper, or the laboratory itself (a webhook, a job). The database refuses anyone else. */
type Bookkeeping = Pick<Staff, 'tx'> | Pick<Laboratory, 'tx'>

export type NewPayment = {
  /** Payable invoices of this practice. Their order is irrelevant: the oldest is paid first. */
  invoiceIds: readonly string[]
  /** At least 100; at most what is due on all of them and not on its way already. */
  amountCents: number
  mode: 'card' | 'transfer'
  /** Who reports the payment's outcome: its events must carry this name. `bank` for transfers. */
  provider: string
}

export type Begun =
  | { refusal: 'not_found' | 'not_payable' | 'amount_too_small' | 'amount_above_due' | 'too_many_under_way' }
  | {
      refusal: null
      paymentId: string
      /** Unique within the laboratory (ISO 11649): stands on the transfer, and may be told to a provider. */
      reference: string
    }

/**
 * Begins a payment and reserves its amount: an invoice reserved completely is `to_reconcile` and cannot be paid otherwise
 * until the payment succeeds, fails or is withdrawn.
 */
export async function beginPayment({ tx }: Asking, asked: NewPayment): Promise<Begun> {
  const { rows } = await sql<Begun>`
    select refusal, payment_id as "paymentId", reference
    from tenant.begin_payment(${[...asked.invoiceIds]}::uuid[], ${asked.amountCents}::bigint,
      ${asked.mode}::payment_mode, ${asked.provider}::text)`.execute(tx)
  return rows[0] as Begun
}

/** Stores the provider's name for it (session or intent); false if it has another name or is no longer under way. */
export async function namePayment({ tx }: Asking | Bookkeeping, paymentId: string, name: string): Promise<boolean> {
  const { rows } = await sql<{ named: boolean }>`
    select tenant.name_payment(${paymentId}::uuid, ${name}::text) as named`.execute(tx)
  return rows[0]?.named === true
}

export type PaymentEvent = {
  paymentId: string
  provider: string
  /** The provider's id of the event, which makes repetitions recognisable. */
  eventId: string
  kind: 'succeeded' | 'failed' | 'refunded' | 'disputed'
  /** For a success the whole amount; for a refund the total refunded so far; else 0. */
  amountCents: number
  currency: string
}

export type Heard = {
  /**
   * `applied`: took effect now. `repeated`: this event was heard before. `without_effect`: true but too late (a failure
   * after the success). `amount_differs`: stored, and somebody has to look. `unknown_payment`: this provider has no
   * payment of that name here.
   */
  outcome: 'applied' | 'repeated' | 'without_effect' | 'amount_differs' | 'unknown_payment'
  status: 'pending' | 'succeeded' | 'failed' | 'refunded' | null
  practiceId: string | null
}

/**
 * Call after the signature check. Repeated, reordered or concurrent events take effect once. A success makes the receipt
 * (a piece of type `paiement`) and sets it against the invoices; if they were paid otherwise meanwhile, the rest stays
 * open on the receipt, `to_reconcile`. A failure releases what was reserved. A refund gives back, newest first.
 */
export async function recordPaymentEvent({ tx }: Bookkeeping, event: PaymentEvent): Promise<Heard> {
  const { rows } = await sql<Heard>`
    select outcome, status, practice_id as "practiceId"
    from tenant.record_payment_event(${event.paymentId}::uuid, ${event.provider}::text, ${event.eventId}::text,
      ${event.kind}::payment_event_kind, ${event.amountCents}::bigint, ${event.currency}::text)`.execute(tx)
  return rows[0] as Heard
}

export type TransferReceived = {
  paymentId: string
  /** Identifies the bank's entry: each is booked once. */
  entry: string
  amountCents: number
  bookedOn: string
  /** Payments entered around those days that the person has seen and says are other money. */
  besides?: readonly string[]
  /** Sent by the previous release's pages: other money than whatever is entered. */
  isAnother?: boolean
}

type EntryBooked =
  | { outcome: 'booked_later' | 'entry_used'; bookedId: null }
  /** `bookedId`: the payment entered before that this entry has just confirmed; null for a mere repetition. */
  | { outcome: 'repeated'; bookedId: string | null }
  /** Its invoices are paid as far as the money goes; `left_open`: less was due, and the rest is open on the receipt. */
  | { outcome: 'received' | 'left_open'; bookedId: string }
export type TransferBooked =
  | EntryBooked
  | { outcome: 'unknown_payment' | 'entered_alike' | 'not_payable'; bookedId: null }

/** Books money of a bank entry for an announced transfer, or confirms a payment entered before. */
export async function receiveTransfer({ tx }: Bookkeeping, came: TransferReceived): Promise<TransferBooked> {
  const { rows } = await sql<TransferBooked>`
    select outcome, booked_id as "bookedId"
    from tenant.receive_transfer(${came.paymentId}::uuid, ${came.entry}::text, ${came.amountCents}::bigint,
      ${came.bookedOn}::date, ${[...(came.besides ?? [])]}::uuid[], ${came.isAnother ?? false}::boolean)`.execute(tx)
  return rows[0] as TransferBooked
}

/** Confirms a payment entered before by a bank entry; `bookedId`: set when it has just been confirmed. */
export async function claimEntered(
  { tx }: Staff,
  asked: { paymentIds: readonly string[]; entry: string; amountCents: number },
) {
  const { rows } = await sql<EnteredClaimed>`
    select outcome, booked_id as "bookedId"
    from tenant.claim_entered(${[...asked.paymentIds]}::uuid[], ${asked.entry}::text, ${asked.amountCents}::bigint)`.execute(
    tx,
  )
  return rows[0] as EnteredClaimed
}
type EnteredClaimed = {
  outcome: 'repeated' | 'entry_used' | 'not_payable' | 'unknown_payment'
  bookedId: string | null
}

/**
 * Books what is left of a bank entry once the payments among `ids` that were entered before are taken off: for the invoices
 * or the announced transfer that `ids` names besides. `unknown_payment` where it names nothing of the one or the other.
 */
export async function receiveRest(
  { tx }: Staff,
  came: { ids: readonly string[]; entry: string; amountCents: number; bookedOn: string },
) {
  const { rows } = await sql<TransferBooked>`
    select outcome, booked_id as "bookedId"
    from tenant.receive_rest(${[...came.ids]}::uuid[], ${came.entry}::text, ${came.amountCents}::bigint,
      ${came.bookedOn}::date)`.execute(tx)
  return rows[0] as TransferBooked
}

/** Locks everything the bank entries are for before the first is recorded, so that concurrent requests wait for each other. */
export const lockAwaited = ({ tx }: Staff, awaited: readonly string[]) =>
  sql`select tenant.hold_awaited(${[...awaited]}::uuid[])`.execute(tx)

export type ReceivedForInvoices = Omit<TransferReceived, 'paymentId'> & { invoiceIds: readonly string[] }

/** Books a bank entry for unannounced invoices of a practice: the same as entering it by hand, but only once. */
export async function receiveForInvoices({ tx }: Staff, came: ReceivedForInvoices) {
  const { rows } = await sql<TransferBooked>`
    select outcome, booked_id as "bookedId"
    from tenant.receive_for_invoices(${[...came.invoiceIds]}::uuid[], ${came.entry}::text, ${came.amountCents}::bigint,
      ${came.bookedOn}::date, ${[...(came.besides ?? [])]}::uuid[], ${came.isAnother ?? false}::boolean)`.execute(tx)
  return rows[0] as TransferBooked
}

export type ReceivedForPractice = Omit<TransferReceived, 'paymentId'> & {
  practiceId: string
  words: string
}
type ForPracticeBooked = EntryBooked | { outcome: 'unknown_practice' | 'entered_alike'; bookedId: null }

/** Books a bank entry nothing was awaited for to this practice: it pays whatever the practice owes. */
export async function receiveForPractice({ tx }: Staff, came: ReceivedForPractice): Promise<ForPracticeBooked> {
  const { rows } = await sql<ForPracticeBooked>`
    select outcome, booked_id as "bookedId"
    from tenant.receive_for_practice(${came.practiceId}::uuid, ${came.entry}::text, ${came.amountCents}::bigint,
      ${came.bookedOn}::date, ${came.words}::text, ${[...(came.besides ?? [])]}::uuid[],
      ${came.isAnother ?? false}::boolean)`.execute(tx)
  return rows[0] as ForPracticeBooked
}

/** Withdraws an announced transfer that will not come; false where none is pending. */
export async function withdrawPayment({ tx }: Asking | Bookkeeping, paymentId: string): Promise<boolean> {
  const { rows } = await sql<{ withdrawn: boolean }>`
    select tenant.withdraw_payment(${paymentId}::uuid) as withdrawn`.execute(tx)
  return rows[0]?.withdrawn === true
}

export type EnteredPayment = {
  practiceId: string
  /** Empty: whatever is due, oldest first. */
  invoiceIds: readonly string[]
  amountCents: number
  receivedOn: string
  note?: string | undefined
  means?: PaymentMeans
  /** The cheque's number, or the transfer's text. */
  payerReference?: string
  /** Confirms that it is another payment than the similar one entered before. */
  isAnother?: boolean
}

export type Entered =
  | {
      refusal:
        | 'not_found'
        | 'not_payable'
        | 'amount_too_small'
        | 'received_later'
        | 'transfer_over'
        | 'entered_alike'
        | 'recorded_from_file'
        | 'told_alike'
    }
  | { refusal: null; paymentId: string; receiptId: string }

/** Enters money that came by another way, and settles it at once. More than is due stays open on the receipt. */
export async function enterPayment({ tx }: Bookkeeping, asked: EnteredPayment): Promise<Entered> {
  const { rows } = await sql<Entered>`
    select refusal, payment_id as "paymentId", receipt_id as "receiptId"
    from tenant.enter_payment(${asked.practiceId}::uuid, ${[...asked.invoiceIds]}::uuid[], ${asked.amountCents}::bigint,
      ${asked.receivedOn}::date, ${asked.note ?? ''}::text, ${asked.means ?? 'other'}::payment_means,
      ${asked.payerReference ?? ''}::text, ${asked.isAnother ?? false}::boolean)`.execute(tx)
  return rows[0] as Entered
}

type EnteredTransfer = Omit<EnteredPayment, 'invoiceIds' | 'means'> & { transferId: string }

/** Enters money of an announced transfer: the announcement is settled, and no second payment is made. */
export async function enterAnnounced({ tx }: Bookkeeping, asked: EnteredTransfer): Promise<Entered> {
  const words = [asked.payerReference, asked.note].filter(Boolean).join(' · ')
  const { rows } = await sql<Entered>`
    select refusal, payment_id as "paymentId", receipt_id as "receiptId"
    from tenant.enter_announced(${asked.practiceId}::uuid, ${asked.transferId}::uuid, ${asked.amountCents}::bigint,
      ${asked.receivedOn}::date, ${words}::text, ${asked.isAnother ?? false}::boolean)`.execute(tx)
  return rows[0] as Entered
}

export type ReturnByHand = {
  paymentId: string
  /** Repeating it with the same amount and reason is a no-op. */
  key: string
  as: PaymentReturn
  /** What had gone back already, as the person entering it saw it. */
  seenCents: number
  amountCents: number
}

/** Records money that went back by hand or never came, for payments without a provider. */
export async function returnByHand({ tx }: Staff, { paymentId, key, as, seenCents, amountCents }: ReturnByHand) {
  const { rows } = await sql<{ outcome: 'returned' | 'repeated' | 'key_reused' | 'not_found' | 'not_refundable' }>`
    select tenant.return_by_hand(${paymentId}::uuid, ${key}::text, ${seenCents}::bigint, ${amountCents}::bigint,
      ${as}::payment_return) as outcome`.execute(tx)
  return rows[0]?.outcome
}

export type CardRefund = Omit<ReturnByHand, 'as'>

/**
 * Whether to ask the card provider for a refund; call right after asking it what has gone back. Requests still pending
 * count as done. `repeated`: this key's refund is done.
 */
export async function askCardRefund({ tx }: Staff, { paymentId, key, seenCents, amountCents }: CardRefund) {
  type Outcome = 'asked' | 'asked_again' | 'repeated' | 'key_reused' | 'not_found' | 'not_refundable'
  const { rows } = await sql<{ outcome: Outcome }>`
    select tenant.ask_card_refund(${paymentId}::uuid, ${key}::text, ${seenCents}::bigint, ${amountCents}::bigint) as outcome`.execute(
    tx,
  )
  return rows[0]?.outcome
}

/** Deletes a refund request the provider refused. */
export const forgetCardRefund = ({ tx }: Staff, { paymentId, key }: CardRefund) =>
  sql`select tenant.forget_card_refund(${paymentId}::uuid, ${key}::text)`.execute(tx)

export type CreditSpent = { refusal: 'not_found' | 'nothing_open' | null; spentCents: number }

/** Sets the practice's whole credit against these invoices, as far as either goes. */
export async function spendCredit({ tx }: Asking, invoiceIds: readonly string[]): Promise<CreditSpent> {
  const { rows } = await sql<CreditSpent>`
    select refusal, spent_cents as "spentCents" from tenant.spend_credit(${[...invoiceIds]}::uuid[])`.execute(tx)
  return rows[0] as CreditSpent
}

type CreditStep = { id: string; pieceCode: string; dueCents: number; leftCents: number; inFavourCents: number }

/** What `spendCredit` would do, in the order of `tenant.allocate`; nothing is moved or locked. */
export async function previewCredit({ tx }: Asking, invoiceIds: readonly string[]) {
  const { rows } = await sql<CreditStep>`
    with in_favour as (
      select coalesce(-sum(i.due_cents), 0) as cents from invoices i
      where i.brand_id = (select tenant.brand_id()) and i.practice_id = (select tenant.practice_id()) and i.due_cents < 0 and not exists (
        select from payments p where p.brand_id = i.brand_id and p.id = i.payment_id and p.disputed_at is not null)),
    owed as (
      select i.id, i.piece_code, i.due_cents - i.pending_cents as due_cents,
        sum(i.due_cents - i.pending_cents) over (order by i.due_on, i.issued_on, i.number, i.id) as up_to_cents
      from invoices i
      where i.brand_id = (select tenant.brand_id()) and i.practice_id = (select tenant.practice_id()) and i.id = any(${[...invoiceIds]}::uuid[])
        and i.status in ('payable', 'validated') and i.type in ('invoice', 'initialBalance')
        and i.due_cents > i.pending_cents)
    select o.id, o.piece_code as "pieceCode", o.due_cents as "dueCents",
      greatest(0, least(o.due_cents, o.up_to_cents - f.cents))::bigint as "leftCents", f.cents::bigint as "inFavourCents"
    from owed o cross join in_favour f order by o.up_to_cents`.execute(tx)
  // All or none, as `spendCredit` does.
  const isAll = rows.length === new Set(invoiceIds).size
  const invoices = isAll ? rows : []
  const spentCents = invoices.reduce((sum, { dueCents, leftCents }) => sum + dueCents - leftCents, 0)
  const inFavourCents = isAll ? (rows[0]?.inFavourCents ?? 0) : 0
  return { spentCents, keptCents: inFavourCents - spentCents, invoices }
}

export type SetAgainst = { refusal: 'not_found' | 'nothing_open' } | { refusal: null; leftCents: number }

/** Sets the open amount of a credit note or receipt against these invoices of its practice, oldest first. */
export async function setAgainst(
  { tx }: Bookkeeping,
  creditId: string,
  invoiceIds: readonly string[],
): Promise<SetAgainst> {
  const { rows } = await sql<SetAgainst>`
    select refusal, left_cents as "leftCents"
    from tenant.set_against(${creditId}::uuid, ${[...invoiceIds]}::uuid[])`.execute(tx)
  return rows[0] as SetAgainst
}
