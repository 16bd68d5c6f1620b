import type { PaymentMode } from '../contract.ts'

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
      transfer: 'You announce it, and then make it at your bank.',
      card: 'On the secure page of the card service.',
    } satisfies Record<PaymentMode, string>,
    iban: 'IBAN of the laboratory',
    bic: 'BIC',
    afterAnnouncing: (count: number) =>
      `The reference for your bank comes next. Until the transfer arrives, ${count === 1 ? 'the invoice is' : 'the invoices are'} shown as being paid.`,
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
    submit: { transfer: 'Announce a transfer', card: 'Go to the payment page' } satisfies Record<PaymentMode, string>,
    failed: 'The payment was not begun',
    nothingOffered: 'The laboratory cannot be paid online yet. Call it to agree on how to pay.',
    modesFailed: 'How to pay could not be loaded',
  },
  credit: {
    title: (amount: string) => `You have ${amount} in your favour`,
    /** Only the chosen invoices: another one may be older. */
    meaning: (count: number): string =>
      count === 1
        ? 'It can pay this invoice, with nothing to send:'
        : 'It can pay the chosen invoices, the oldest of them first, with nothing to send:',
    failed: 'What it would pay could not be loaded',
    fromTo: (before: string, after: string) => `${before} due, ${after} would be left to pay`,
    whole: (before: string) => `${before} due, all of it would be paid`,
    kept: (amount: string) => `${amount} would still be in your favour.`,
    spend: (amount: string, count: number, piece: string) =>
      count === 1 ? `Use ${amount} for ${piece}` : `Use ${amount} for ${count} invoices`,
    spent: 'In your favour, used',
    done: (amount: string) => `${amount} in your favour was used`,
  },
  open: {
    title: (count: number) => (count === 1 ? 'A payment is under way' : `${count} payments are under way`),
    one: (amount: string, mode: PaymentMode) => (mode === 'card' ? `${amount} by card` : `${amount} by transfer`),
  },
}
export type PaymentsText = typeof en
