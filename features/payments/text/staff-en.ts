import type { Doubt } from '../contract.ts'
import type { PaymentReturn } from '../rules.ts'

export const en = {
  title: 'Transfers',
  description: 'What practices have announced, and what the bank says has arrived.',
  read: 'Read a file of the bank',
  readHint: 'CAMT.053 or CSV, 4\u00a0MB at most. Nothing is recorded before you confirm it.',
  readFailed: 'The file was not read',
  refusals: {
    bank_file_unknown: 'This is neither a CAMT.053 file nor a table with a date, words and an amount.',
    bank_file_unreadable: 'The file is damaged or cut off. Download it once more from the bank.',
    bank_file_too_long:
      'The file is too long to be read at once (5,000 entries at most). Ask the bank for a shorter period.',
    bank_file_of_another: 'This file is of another account than the one practices pay to.',
    bank_file_direction_unknown:
      'A column says whether money came in or went out, and some of its values are neither debit nor credit (D, C, DBIT, CRDT, + and - will do too). Nothing was read.',
    body_too_large: 'The file is larger than 4\u00a0MB. Ask the bank for a shorter period.',
  },
  refund: {
    title: { card: 'Give money back', byHand: 'Give back or cancel' },
    card: 'It goes back to the card that paid.',
    byHand: (codes: string) =>
      `What the payment has paid is due again, save what a credit note has taken off${codes && `: ${codes}`}. The practice gets a piece that says why.`,
    nothingDue: 'No invoice is due again by it. The practice gets a piece that says why.',
    why: 'Why?',
    whyMissing: 'Say why: it is what the practice will read.',
    as: {
      refund: 'Given back',
      rejection: 'Rejected by the bank',
      mistake: 'Entered by mistake',
    } satisfies Record<PaymentReturn, string>,
    details: {
      refund: 'You have given the money back by another way.',
      rejection: 'A bounced cheque or a returned direct debit: the money has not stayed on your account.',
      mistake: 'A wrong amount, another practice or entered twice: nothing is given back.',
    } satisfies Record<PaymentReturn, string>,
    left: (amount: string) => `At most ${amount}`,
    amount: 'Amount in euros',
    submit: {
      card: 'Give it back to the card',
      byHand: (amount: string) => (amount ? `Take back ${amount}` : 'Take back'),
    },
    keep: 'Keep the payment',
    done: {
      refund: 'Refund entered',
      rejection: 'Rejection entered',
      mistake: 'Payment cancelled',
    } satisfies Record<PaymentReturn, string>,
    failed: 'That was not done',
    notRefundable: {
      card: 'This is more than is left of the payment, or money has gone back meanwhile or is still on its way. Look again in five minutes.',
      byHand: 'This is more than is left of the payment, or somebody has given it back or cancelled it meanwhile.',
    },
  },
  awaited: {
    title: 'Awaited transfers',
    empty: 'No transfer is awaited',
    emptyDescription: 'A transfer that a practice announces stands here until it arrives.',
    failed: 'The awaited transfers could not be loaded',
    columns: {
      practice: 'Practice',
      reference: 'Reference',
      amount: 'Amount',
      invoices: 'Pays',
      at: 'Announced',
      acts: 'Actions',
    },
    receive: 'Received…',
    receiveOne: (amount: string, practice: string) => `Received: the transfer of ${amount} from ${practice}`,
    withdraw: 'Withdraw',
    withdrawOne: (amount: string, practice: string) => `Withdraw the transfer of ${amount} from ${practice}`,
  },
  withdrawal: {
    title: (amount: string, practice: string) => `Withdraw the transfer of ${amount} from ${practice}?`,
    description:
      'What it was for can then be paid otherwise, and the practice sees that nothing was paid. If the money comes all the same, enter it under Billing.',
    confirm: (amount: string) => `Withdraw the transfer of ${amount}`,
    keep: 'Keep it',
    done: (amount: string, practice: string) => `Withdrawn: ${amount} from ${practice}`,
    failed: 'The transfer was not withdrawn',
    refusals: { payment_over: 'It has been received or withdrawn meanwhile.' },
  },
  unexpected: {
    description: (amount: string, day: string) =>
      `A transfer of ${amount}, booked on ${day}. It pays what the practice owes, the oldest first; what is left, if anything, is open on its receipt.`,
    search: 'Name of the practice',
    shown: (shown: number, all: number) => `${shown} of ${all}: add a word.`,
    found: (count: number) =>
      count === 0 ? 'No practice of that name' : count === 1 ? '1 practice' : `${count} practices`,
    whose: 'Practice',
    owes: (place: string, amount: string) => [place, `owes ${amount}`].filter(Boolean).join(' · '),
    required: 'Look for the practice and choose it.',
    submit: 'Record the transfer',
    anyway: 'Record it anyway',
    failed: 'The transfer was not recorded',
    refusals: {
      entered_alike:
        'As much was entered by hand, or told by the laboratory’s software, for this practice, within a week of it. If it is that money, close this and choose it in the list. If it is something else, record it anyway.',
      entry_used: 'This entry was recorded for another practice meanwhile.',
      received_later: 'The bank books it on a day to come.',
      not_found: 'This practice is there no more.',
    },
  },
  entries: {
    assign: 'Assign to a practice…',
    assignOne: (text: string) => `Assign to a practice: ${text}`,
    title: (count: number) => (count === 1 ? '1 entry in the file' : `${count} entries in the file`),
    columns: { payer: 'Entry', amount: 'Amount', day: 'Booked', match: 'What it pays' },
    none: 'Nothing that is awaited',
    recorded: 'Recorded already',
    nowRecorded: 'Recorded',
    choose: (text: string) => `What this entry pays: ${text}`,
    notThis: 'None of these',
    candidate: (name: string, amount: string, why: string) => `${name}, ${amount}${why && ` (${why})`}`,
    /** `when`: one of the next two. */
    entered: (code: string, when: string, practice: string) =>
      `${code} recorded already, received ${when}, ${practice}`,
    onDay: (day: string) => `on ${day}`,
    onDays: (from: string, to: string) => `from ${from} to ${to}`,
    enteredAndBack: (entered: string) => `${entered}, gone back since`,
    andRest: (entered: string, rest: string) => `${entered}, and what is still due of ${rest}`,
    maybeEntered: 'Perhaps recorded already: see the list.',
    elsewhere: (code: string, day: string, practice: string) =>
      `As much was recorded from another file: ${code}, received on ${day}, ${practice}. Record this line only if it is other money.`,
    doubts: {
      several: 'more than one fits',
      entered_alike: 'as much is recorded already',
      other_means: 'not recorded as a transfer: perhaps a second payment',
      other_amount: 'another amount',
      figures_only: 'a short number, or of figures alone',
      reference_misspelt: 'reference misspelt',
      name_and_amount: 'same amount, and the name of the practice',
      amount_only: 'same amount only',
      whole_account: 'all that this practice owes',
      taken_back: 'this line was recorded before, and taken back as a mistake',
      sent_back: 'speaks of a payment sent back',
      gone_out: 'the bank’s line may speak of money that went out',
    } satisfies Record<Doubt, string>,
    gone: (count: number) =>
      count === 1
        ? 'One line of the file is money that went out: it is left out.'
        : `${count} lines of the file are money that went out: they are left out.`,
    invoices: (count: number) => `${count} invoices`,
    stillDue: (amount: string) => `${amount} will still be due`,
    beyondDue: (amount: string) => `${amount} more than is due`,
    unnamed: 'Without words',
    confirm: (count: number) => (count === 1 ? 'Record 1 transfer' : `Record ${count} transfers`),
    failed: 'The transfers were not recorded',
    open: (count: number) =>
      count === 1
        ? 'One was more than is still due: the rest stands open on its receipt, under Billing.'
        : `${count} were more than is still due: the rest stands open on their receipts, under Billing.`,
    later: (count: number) =>
      count === 1
        ? 'One was not recorded: the bank books it on a day still to come.'
        : `${count} were not recorded: the bank books them on days still to come.`,
    known: (count: number) =>
      count === 1
        ? 'One entry is money that was recorded before: nothing new was booked.'
        : `${count} entries are money that was recorded before: nothing new was booked.`,
    alike: (count: number) =>
      count === 1
        ? 'As much as one entry has been recorded since the file was read: choose again what that entry is.'
        : `As much as ${count} entries has been recorded since the file was read: choose again what they are.`,
    done: (count: number) => (count === 1 ? '1 transfer recorded' : `${count} transfers recorded`),
    left: (count: number) =>
      count === 1
        ? 'One was not recorded: what it pays was paid or entered meanwhile, or the entry was used. Read the file again to see what is left.'
        : `${count} were not recorded: what they pay was paid or entered meanwhile, or the entries were used. Read the file again to see what is left.`,
  },
}
export type StaffPaymentsText = typeof en
