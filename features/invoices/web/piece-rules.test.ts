import { expect, it } from 'vitest'
import type { StaffInvoice } from '../staff-contract.ts'
import { actsOf } from './piece-rules.ts'

const piece: StaffInvoice = {
  id: '00000000-0000-4000-8000-000000000001',
  pieceCode: 'FA-2026-000001',
  type: 'invoice',
  returnedAs: null,
  receivedOn: null,
  date: '2026-11-01',
  dueDate: '2026-11-30',
  amountCents: 10_000,
  dueCents: 10_000,
  pendingCents: 0,
  currency: 'EUR',
  status: 'payable',
  orders: [],
  hasReceipt: false,
  hasDocument: true,
  isCredited: false,
  netCents: 10_000,
  vatCents: 0,
  lines: [
    {
      position: 1,
      order: null,
      patientCode: null,
      deliveredOn: null,
      reference: 'FIX',
      label: 'Couronne',
      quantity: 1,
      unitPriceCents: 10_000,
      discountCents: 0,
      netCents: 10_000,
      vat: 'exempt',
      vatRate: 0,
      isCredited: false,
    },
  ],
  taxes: [],
  reason: null,
  question: null,
  answer: null,
  corrects: null,
  correctedBy: [],
  settlements: [],
  practice: { id: '1', name: 'Cabinet' },
  payment: null,
  remindedOn: [],
  issuedBy: null,
}
const payment: NonNullable<StaffInvoice['payment']> = {
  id: '1',
  mode: 'manual',
  means: 'check',
  receivedOn: null,
  reference: 'RF1',
  payerReference: null,
  note: null,
  amountCents: 10_000,
  refundedCents: 0,
  returned: [],
  isDisputed: false,
}
const receipt: StaffInvoice = { ...piece, type: 'paiement', amountCents: -10_000, lines: [], payment }
const today = '2026-11-20'
const draft: StaffInvoice = { ...piece, type: 'pro_forma', dueCents: 0 }

it.each<[string, StaffInvoice, boolean, string[]]>([
  ['an invoice that is due', piece, true, ['credit', 'pay']],
  ['one that is overdue', { ...piece, dueDate: '2026-11-19' }, true, ['credit', 'pay', 'remind']],
  ['one that is paid', { ...piece, status: 'paid', dueCents: 0 }, true, ['credit']],
  ['one that is announced', { ...piece, status: 'to_reconcile', pendingCents: 10_000 }, true, ['credit', 'pay']],
  ['one that is not asked for yet', { ...piece, status: 'validated' }, true, ['credit', 'pay', 'release']],
  ['a pro forma that waits', { ...draft, status: 'to_validate' }, true, ['withdraw']],
  ['one that nobody is asked about', { ...draft, status: 'to_validate' }, false, ['confirm', 'withdraw']],
  ['one with a question', { ...draft, status: 'in_validation' }, true, ['submit', 'withdraw']],
  ['one that is approved', { ...draft, status: 'validated' }, true, ['confirm', 'withdraw']],
  ['one that became an invoice', { ...draft, status: 'handled' }, true, []],
  ['a receipt of which something is open', { ...receipt, dueCents: -500 }, true, ['refund', 'setAgainst']],
  ['one that is given back', { ...receipt, dueCents: 0, payment: { ...payment, refundedCents: 10_000 } }, true, []],
])('of %s', (_, of, asksApproval, acts) => {
  const may = Object.entries(actsOf(of, asksApproval, today)).flatMap(([act, isOffered]) => (isOffered ? [act] : []))
  expect(may.toSorted()).toEqual(acts)
})
