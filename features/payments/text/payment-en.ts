import type { PaymentStatus } from '../contract.ts'
import type { PaymentReturn } from '../rules.ts'

export const en = {
  payment: {
    title: 'Payment',
    failed: 'The payment could not be loaded',
    amount: 'Amount',
    pays: 'Pays',
    paysPart: 'Part payment of',
    left: (piece: string, amount: string) => `${piece} · ${amount} left`,
    mode: 'By',
    begun: 'Begun',
    status: 'Status',
    statuses: {
      pending: 'Under way',
      succeeded: 'Received',
      failed: 'Not paid',
      refunded: 'Refunded',
    } satisfies Record<PaymentStatus, string>,
    returned: {
      refund: 'Refunded',
      rejection: 'Rejected by the bank',
      mistake: 'Cancelled',
    } satisfies Record<PaymentReturn, string>,
    disputed: 'The payer’s bank disputes this payment.',
    received: (amount: string) => `We have received your payment of ${amount}. Thank you.`,
    notPaid: 'Nothing was paid. The invoices can be paid again.',
    /** On an announced transfer that has ended by other money. */
    cameInstead: (amount: string) =>
      `This transfer is no longer expected: the laboratory has received another payment of ${amount} instead.`,
    paidOtherwise: 'Paid otherwise',
    payRest: 'Pay the rest',
    takenBack: (what: string, amount: string) => `${what}: ${amount}.`,
    waiting: 'We are waiting for the answer of the card service. This page follows by itself.',
    waitingLong:
      'The answer takes longer than usual. You can leave this page: the payment will appear on your invoices as soon as it is confirmed.',
    unfinished: 'If you have not finished paying, you can go back to the payment page, or give up.',
    resume: 'Go to the payment page',
    going: 'You are being taken to the payment page…',
    giveUp: 'Give up this payment',
    gaveUpFailed: 'The payment was not given up',
    goFailed: 'The payment page could not be opened',
    again: 'Pay again',
    back: 'Back to the invoices',
  },
  transfer: {
    title: 'Pay by transfer',
    description: 'Enter these lines at your bank, or scan the code with its app.',
    name: 'Beneficiary',
    iban: 'IBAN',
    bic: 'BIC',
    amount: 'Amount',
    reference: 'Reference',
    copy: (what: string) => `Copy: ${what}`,
    copyWord: 'Copy',
    copied: (what: string) => `Copied: ${what}`,
    copyByHand: 'The browser does not allow copying: select the text.',
    reference_hint: 'Copy it as it is: your payment is recognised by it.',
    qr: 'Code of this transfer for a banking app',
    wait: 'The laboratory sees the transfer when its bank shows it, usually in one to three working days.',
    withdraw: 'I will not make this transfer',
  },
}

export type PaymentText = typeof en
