import { sql } from 'kysely'
import type { PaymentMeans, PaymentReturn } from '#db/schema.ts'
import type { Laboratory, PracticeUser, Staff } from '#tenancy/server/actor.ts'

/**
 * Every way to write money: functions of the database (0027_invoices.sql), which the application may call and not go round.
 * They lock what they judge, so their answer holds until the transaction ends: 50 at once never pay more than is due.
 * A refusal is an answer; nothing has been written then.
 */

type Asking = Pick<PracticeUser, 'tx'>
/** Who does the books, or the laboratory itself (a webhook, a job). Anyone else is refused by the database. */
type Bookkeeping = Pick<Staff, 'tx'> | Pick<Laboratory, 'tx'>

export type NewPayment = {
  /** Of this practice and payable, each of them. Their order says nothing: the oldest is paid first. */
  invoiceIds: readonly string[]
  /** At least 100, at most what is due of all of them and not on its way already. */
  amountCents: number
  mode: 'card' | 'transfer'
  /** Who will tell what becomes of it: its events must name it so. Transfers: `bank`. */
  provider: string
}

export type Begun =
  | { refusal: 'not_found' | 'not_payable' | 'amount_too_small' | 'amount_above_due' | 'too_many_under_way' }
  | {
      refusal: null
      paymentId: string
      /** Unique in the laboratory (ISO 11649): stands on the transfer, and is what a provider may be told. */
      reference: string
    }

/**
 * The practice means to pay. What it is going to pay is held for it: an invoice of which all is held is `to_reconcile` and
 * payable by nobody else until the payment succeeds, fails or is withdrawn.
 */
export async function beginPayment({ tx }: Asking, asked: NewPayment): Promise<Begun> {
  const { rows } = await sql<Begun>`
    select refusal, payment_id as "paymentId", reference
    from tenant.begin_payment(${[...asked.invoiceIds]}::uuid[], ${asked.amountCents}::bigint,
      ${asked.mode}::payment_mode, ${asked.provider}::text)`.execute(tx)
  return rows[0] as Begun
}

/** How the provider calls it (its session or intent); false where it has another name already, or is no longer under way. */
export async function namePayment({ tx }: Asking | Bookkeeping, paymentId: string, name: string): Promise<boolean> {
  const { rows } = await sql<{ named: boolean }>`
    select tenant.name_payment(${paymentId}::uuid, ${name}::text) as named`.execute(tx)
  return rows[0]?.named === true
}

export type PaymentEvent = {
  paymentId: string
  provider: string
  /** By which the provider knows the event: said again, it is the same. */
  eventId: string
  kind: 'succeeded' | 'failed' | 'refunded' | 'disputed'
  /** Of a success the whole amount; of a refund what went back in all so far; else 0. */
  amountCents: number
  currency: string
}

export type Heard = {
  /**
   * `applied`: it has just had its effect. `repeated`: this event was heard before. `without_effect`: true, and too late (a
   * failure after the success). `amount_differs`: kept, and somebody has to look. `unknown_payment`: nothing of this
   * provider's is called so here.
   */
  outcome: 'applied' | 'repeated' | 'without_effect' | 'amount_differs' | 'unknown_payment'
  status: 'pending' | 'succeeded' | 'failed' | 'refunded' | null
  practiceId: string | null
}

/**
 * After its signature was checked. Any number of times, in any order, from any number of processes: one effect. A success
 * makes the receipt (a piece of type `paiement`) and sets it against the invoices; if they were paid otherwise meanwhile,
 * the rest stays open on the receipt, `to_reconcile`. A failure frees what was held. A refund gives back, newest first.
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
  /** By which the entry of the bank is known: each is booked once. */
  entry: string
  amountCents: number
  bookedOn: string
  /** Though as much is here of those days. */
  isAnother?: boolean
}

type EntryBooked =
  | { outcome: 'booked_later' | 'entry_used'; bookedId: null }
  /** `bookedId`: of what was entered before, where the entry has said it now. */
  | { outcome: 'repeated'; bookedId: string | null }
  /** What it was for is paid as far as it goes; `left_open`: there was less due, and the rest is open on the receipt. */
  | { outcome: 'received' | 'left_open'; bookedId: string }
export type TransferBooked =
  | EntryBooked
  | { outcome: 'unknown_payment' | 'entered_alike' | 'not_payable'; bookedId: null }

/** Money that the bank says has come, for what was announced, which is booked; or for what was entered before, which it is. */
export async function receiveTransfer({ tx }: Bookkeeping, came: TransferReceived): Promise<TransferBooked> {
  const { rows } = await sql<TransferBooked>`
    select outcome, booked_id as "bookedId"
    from tenant.receive_transfer(${came.paymentId}::uuid, ${came.entry}::text, ${came.amountCents}::bigint,
      ${came.bookedOn}::date, ${came.isAnother ?? false}::boolean)`.execute(tx)
  return rows[0] as TransferBooked
}

/** An entry of the bank for what was entered before, of which it says only that the bank has it, too; `bookedId`: where it has said it now. */
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

/** All that entries of the bank are for, before the first is recorded: of two who record at once, one waits for the other. */
export const holdAwaited = ({ tx }: Staff, awaited: readonly string[]) =>
  sql`select tenant.hold_awaited(${[...awaited]}::uuid[])`.execute(tx)

export type ReceivedForInvoices = Omit<TransferReceived, 'paymentId'> & { invoiceIds: readonly string[] }

/** Money that the bank says has come for invoices of a practice, announced by nobody: what entering it by hand would make, once. */
export async function receiveForInvoices({ tx }: Staff, came: ReceivedForInvoices) {
  const { rows } = await sql<TransferBooked>`
    select outcome, booked_id as "bookedId"
    from tenant.receive_for_invoices(${[...came.invoiceIds]}::uuid[], ${came.entry}::text, ${came.amountCents}::bigint,
      ${came.bookedOn}::date, ${came.isAnother ?? false}::boolean)`.execute(tx)
  return rows[0] as TransferBooked
}

export type ReceivedForPractice = Omit<TransferReceived, 'paymentId'> & {
  practiceId: string
  words: string
  isAnother: boolean
}
type ForPracticeBooked = EntryBooked | { outcome: 'unknown_practice' | 'entered_alike'; bookedId: null }

/** Money that the bank says has come and for which nothing was awaited, of this practice: it pays whatever that owes. */
export async function receiveForPractice({ tx }: Staff, came: ReceivedForPractice): Promise<ForPracticeBooked> {
  const { rows } = await sql<ForPracticeBooked>`
    select outcome, booked_id as "bookedId"
    from tenant.receive_for_practice(${came.practiceId}::uuid, ${came.entry}::text, ${came.amountCents}::bigint,
      ${came.bookedOn}::date, ${came.words}::text, ${came.isAnother}::boolean)`.execute(tx)
  return rows[0] as ForPracticeBooked
}

/** Of a transfer that was announced and will not come; false where there is none that waits. */
export async function withdrawPayment({ tx }: Asking | Bookkeeping, paymentId: string): Promise<boolean> {
  const { rows } = await sql<{ withdrawn: boolean }>`
    select tenant.withdraw_payment(${paymentId}::uuid) as withdrawn`.execute(tx)
  return rows[0]?.withdrawn === true
}

export type EnteredPayment = {
  practiceId: string
  /** None: whatever is due, the oldest first. */
  invoiceIds: readonly string[]
  amountCents: number
  receivedOn: string
  note?: string | undefined
  means?: PaymentMeans
  /** The number of the cheque, the words of the transfer. */
  payerReference?: string
  /** Somebody has seen that one like it was entered before, and says that this is another. */
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

/** Money that came by another way, entered by hand: settled at once. More than is due stays open on the receipt. */
export async function enterPayment({ tx }: Bookkeeping, asked: EnteredPayment): Promise<Entered> {
  const { rows } = await sql<Entered>`
    select refusal, payment_id as "paymentId", receipt_id as "receiptId"
    from tenant.enter_payment(${asked.practiceId}::uuid, ${[...asked.invoiceIds]}::uuid[], ${asked.amountCents}::bigint,
      ${asked.receivedOn}::date, ${asked.note ?? ''}::text, ${asked.means ?? 'other'}::payment_means,
      ${asked.payerReference ?? ''}::text, ${asked.isAnother ?? false}::boolean)`.execute(tx)
  return rows[0] as Entered
}

type EnteredTransfer = Omit<EnteredPayment, 'invoiceIds' | 'means'> & { transferId: string }

/** Money that was announced, said by a person to have come: what its practice announced is settled, and nothing stands beside it. */
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
  /** Sent again with the same amount and reason it is the same. */
  key: string
  as: PaymentReturn
  /** What had gone back already, as whoever enters it has seen. */
  seenCents: number
  amountCents: number
}

/** Money that went back by hand or never came, of a payment that no provider answers for. */
export async function returnByHand({ tx }: Staff, { paymentId, key, as, seenCents, amountCents }: ReturnByHand) {
  const { rows } = await sql<{ outcome: 'returned' | 'repeated' | 'key_reused' | 'not_found' | 'not_refundable' }>`
    select tenant.return_by_hand(${paymentId}::uuid, ${key}::text, ${seenCents}::bigint, ${amountCents}::bigint,
      ${as}::payment_return) as outcome`.execute(tx)
  return rows[0]?.outcome
}

export type CardRefund = Omit<ReturnByHand, 'as'>

/**
 * Whether whoever took the card is to be asked to give money back; it was asked how much has gone back right before. What it may
 * still be doing counts as done. `repeated`: this key has done so.
 */
export async function askCardRefund({ tx }: Staff, { paymentId, key, seenCents, amountCents }: CardRefund) {
  type Outcome = 'asked' | 'asked_again' | 'repeated' | 'key_reused' | 'not_found' | 'not_refundable'
  const { rows } = await sql<{ outcome: Outcome }>`
    select tenant.ask_card_refund(${paymentId}::uuid, ${key}::text, ${seenCents}::bigint, ${amountCents}::bigint) as outcome`.execute(
    tx,
  )
  return rows[0]?.outcome
}

/** It was refused. */
export const forgetCardRefund = ({ tx }: Staff, { paymentId, key }: CardRefund) =>
  sql`select tenant.forget_card_refund(${paymentId}::uuid, ${key}::text)`.execute(tx)

export type CreditSpent = { refusal: 'not_found' | 'nothing_open' | null; spentCents: number }

/** All that lies in the practice's favour, set against these of its invoices; as far as either goes. */
export async function spendCredit({ tx }: Asking, invoiceIds: readonly string[]): Promise<CreditSpent> {
  const { rows } = await sql<CreditSpent>`
    select refusal, spent_cents as "spentCents" from tenant.spend_credit(${[...invoiceIds]}::uuid[])`.execute(tx)
  return rows[0] as CreditSpent
}

type CreditStep = { id: string; pieceCode: string; dueCents: number; leftCents: number; inFavourCents: number }

/** What `spendCredit` would do, in the order of `tenant.allocate`; nothing is moved or held. */
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
  // As the act: all of them, or none.
  const isAll = rows.length === new Set(invoiceIds).size
  const invoices = isAll ? rows : []
  const spentCents = invoices.reduce((sum, { dueCents, leftCents }) => sum + dueCents - leftCents, 0)
  const inFavourCents = isAll ? (rows[0]?.inFavourCents ?? 0) : 0
  return { spentCents, keptCents: inFavourCents - spentCents, invoices }
}

export type SetAgainst = { refusal: 'not_found' | 'nothing_open' } | { refusal: null; leftCents: number }

/** What is open of a credit note or a receipt, set against these of the same practice, the oldest first. */
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
