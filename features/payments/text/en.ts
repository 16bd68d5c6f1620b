import type { PaymentMode, PaymentStatus } from '../contract.ts'
import type { PaymentReturn } from '../rules.ts'

const refusals = {
  not_payable: 'Some of it is being paid already, or no longer due. Look at the list again.',
  mode_not_offered: 'The laboratory cannot be paid this way at the moment.',
  too_many_under_way:
    '50 payments are under way, and no more can be begun. Give up those that you will not make, or wait until the laboratory has received them.',
  amount_above_due: 'The amount is more than what is due.',
  nothing_open: 'Nothing lies in your favour any more, or one of these invoices is being paid already.',
  payment_over: 'This payment has ended. What has become of it stands here.',
  card_unreachable: 'The card service does not answer. Nothing was charged: try again in a moment.',
  card_refused: 'Cards cannot be taken at the moment. Nothing was charged: pay by transfer, or call the laboratory.',
  credit_moved: 'Nothing was moved: the amount is another by now. What it would pay stands above as it is now.',
  not_found: 'These invoices cannot be found any more.',
}

export const en = {
  choice: {
    payOnline: 'Pay online',
    payOne: (piece: string) => `Pay online: ${piece}`,
    choose: (piece: string) => `Choose ${piece}`,
    chosen: (count: number, amount: string) =>
      count === 1 ? `1 invoice chosen, ${amount}` : `${count} invoices chosen, ${amount}`,
    tooLittle: 'Less than €1.00 cannot be paid online: choose another invoice with it, or call the laboratory.',
    clear: 'Choose none',
  },
  refusals,
  dialog: {
    title: (count: number, piece: string) => (count === 1 ? `Pay ${piece}` : `Pay ${count} invoices`),
    due: 'Amount due',
    mode: 'How to pay',
    modes: { transfer: 'Transfer', card: 'Card' } satisfies Record<PaymentMode, string>,
    details: {
      transfer: 'You get the IBAN and a reference for your bank.',
      card: 'On the secure page of the card service.',
    } satisfies Record<PaymentMode, string>,
    test: 'Test: no card is charged.',
    part: 'How much',
    whole: 'All of it',
    partly: 'A part',
    amount: 'Amount in euros',
    tooLittleLeft: (rest: string) => `It leaves ${rest}, which cannot be paid online by itself: less than €1.00.`,
    amountHint: (due: string, count: number) =>
      `At most ${due}.${count === 1 ? '' : ' The oldest invoice is paid first.'}`,
    faults: {
      missing: 'Enter an amount, for example 150.00.',
      amount_too_small: 'Minimum amount: 1.00€',
      amount_above_due: (due: string) => `The amount cannot exceed what is due: ${due}.`,
    },
    submit: { transfer: 'Show where to pay', card: 'Go to the payment page' } satisfies Record<PaymentMode, string>,
    failed: 'The payment was not begun',
    nothingOffered: 'The laboratory cannot be paid online yet. Call it to agree on how to pay.',
    modesFailed: 'How to pay could not be loaded',
  },
  credit: {
    title: (amount: string) => `You have ${amount} in your favour`,
    meaning: 'It can pay, the oldest first and with nothing to send:',
    failed: 'What it would pay could not be loaded',
    fromTo: (before: string, after: string) => `${before}, then ${after} left to pay`,
    whole: (before: string) => `${before}, then settled`,
    kept: (amount: string) => `${amount} would still be in your favour.`,
    spend: (amount: string, count: number, piece: string) =>
      count === 1 ? `Use ${amount} for ${piece}` : `Use ${amount} for ${count} invoices`,
    spent: 'In your favour, used',
    done: (amount: string) => `${amount} in your favour was used`,
  },
  payment: {
    title: 'Payment',
    failed: 'The payment could not be loaded',
    amount: 'Amount',
    pays: 'Pays',
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
    takenBack: {
      refund: (amount: string) => `This payment was given back: ${amount}.`,
      rejection: (amount: string) => `Your bank has rejected this payment: ${amount}.`,
      mistake: (amount: string) => `This payment had been entered by mistake and was cancelled: ${amount}.`,
    },
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
  open: {
    title: (count: number) => (count === 1 ? 'A payment is under way' : `${count} payments are under way`),
    one: (amount: string, mode: PaymentMode) => (mode === 'card' ? `${amount} by card` : `${amount} by transfer`),
  },
}
export type PaymentsText = typeof en
