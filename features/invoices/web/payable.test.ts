import { expect, test } from 'vitest'
import type { InvoiceRow } from '../contract.ts'
import { daysOverdue, isPayableAlone, payableOf, remainderOf } from './payable.ts'

const row: InvoiceRow = {
  id: '00000000-0000-4000-8000-000000000001',
  pieceCode: 'FA-2026-000001',
  type: 'invoice',
  returnedAs: null,
  receivedOn: null,
  date: '2026-11-01',
  dueDate: '2026-11-30',
  amountCents: 30_000,
  dueCents: 20_000,
  pendingCents: 5_000,
  currency: 'EUR',
  status: 'payable',
  orders: [],
  corrects: null,
  hasReceipt: true,
  hasDocument: true,
  isCredited: false,
}

test('of an invoice is paid what is due and not on its way already', () => {
  expect(payableOf(row)).toEqual({ id: row.id, pieceCode: row.pieceCode, dueCents: 15_000 })
  expect(payableOf({ ...row, type: 'initialBalance', status: 'validated' })?.dueCents).toBe(15_000)
})

test.each<[string, Partial<InvoiceRow>]>([
  ['all of it is on its way', { status: 'to_reconcile', pendingCents: 20_000 }],
  ['it is paid', { status: 'paid', dueCents: 0, pendingCents: 0 }],
  ['it is no invoice yet', { type: 'pro_forma', status: 'validated' }],
  ['it lies in the practice’s favour', { type: 'initialBalance', status: 'validated', dueCents: -5_000 }],
])('nothing is offered to be paid where %s', (_, changes) => {
  expect(payableOf({ ...row, ...changes })).toBeUndefined()
})

test('an invoice is overdue from the day after the one it is due by', () => {
  expect(daysOverdue(row, '2026-11-30')).toBe(0)
  expect(daysOverdue(row, '2026-12-01')).toBe(1)
  expect(daysOverdue(row, '2027-01-27')).toBe(58)
})

test('nothing is overdue of what is paid, or on its way whole', () => {
  expect(daysOverdue({ ...row, status: 'paid', dueCents: 0, pendingCents: 0 }, '2027-01-27')).toBe(0)
  expect(daysOverdue({ ...row, status: 'to_reconcile', pendingCents: 20_000 }, '2027-01-27')).toBe(0)
})

test('less than one euro is paid together with others only', () => {
  expect(isPayableAlone(payableOf({ ...row, pendingCents: 0, dueCents: 99 }))).toBe(false)
  expect(isPayableAlone(payableOf({ ...row, pendingCents: 0, dueCents: 100 }))).toBe(true)
  expect(isPayableAlone(payableOf({ ...row, pendingCents: 100, dueCents: 199 }))).toBe(false)
  expect(isPayableAlone(undefined)).toBe(false)
})

test.each<[string, number, number, boolean]>([
  ['an invoice of which a part is paid', 30_000, 10_000, true],
  ['a credit note of which a part is used', -30_000, -10_000, true],
  ['one of which nothing is', 30_000, 30_000, false],
  ['one that is settled', -30_000, 0, false],
])('a remainder: %s', (_, amountCents, dueCents, is) => {
  expect(remainderOf({ amountCents, dueCents })).toBe(is)
})
