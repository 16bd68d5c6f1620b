import { expect, it } from 'vitest'
import { dataOf, startBillingTests } from '#test/billing.ts'
import { payers, toldByTwo as toldByTwoOf } from '#test/told-by-two.ts'

const billing = startBillingTests()
const { make } = billing
const toldByTwo = () => toldByTwoOf(billing)

it('of a line for two invoices, one of them told already, only the other is booked', async () => {
  const { laboratory, invoice, tell, read, record, find, balance, takeBack, paymentsOf } = await toldByTwo()
  await invoice('F2026-0001', 10_000)
  const second = await invoice('F2026-0002', 20_000)
  await dataOf(await tell('P1', { amountCents: 10_000, ...payers('F2026-0001') }))
  const line = () => read('VIR CABINET DES LILAS F2026-0001 F2026-0002', '300,00')
  const { entry, entered } = await line()
  const [told] = entered
  expect(entry.match).toEqual({
    kind: 'doubtful',
    candidates: [
      { awaited: told.id, together: [second], doubt: 'several' },
      { awaited: second, together: [], doubt: 'other_amount' },
    ],
  })
  const both = { together: [second] }
  expect(await record({ ...entry, amountCents: 29_999 }, told.id, both)).toBe('not_payable')
  expect(await record(entry, told.id, both)).toBe('received')
  expect(await find(second)).toMatchObject({ status: 'paid' })
  expect(await balance()).toBe(0)
  // Sent again, read again, and for another line.
  expect(await record(entry, told.id, both)).toBe('repeated')
  expect((await line()).entry.match).toEqual({ kind: 'recorded' })
  expect((await line()).entered).toEqual([])
  expect(await record({ ...entry, key: 'b'.repeat(64) }, told.id, both)).toBe('not_payable')
  const { rows } = await make.within(laboratory.id, client =>
    client.query(`select kind::text from audit_events where subject_id = any($1)`, [[told.id]]),
  )
  expect(rows).toContainEqual({ kind: 'payment_succeeded' })
  // What the software tells of the rest is that money.
  expect((await tell('P2', { amountCents: 20_000, ...payers('F2026-0002') })).status).toBe(409)
  // The line is free again once all of its money was a mistake.
  const [, booked = ''] = await paymentsOf()
  await takeBack(booked, 'mistake', 20_000)
  expect((await line()).entry.match).toEqual({ kind: 'recorded' })
  await takeBack(told.id, 'mistake', 10_000)
  expect((await line()).entry.match).not.toEqual({ kind: 'recorded' })
})

it('of a line for an invoice that is told in part, the part that is still due is booked', async () => {
  const { invoice, tell, read, record, find, balance } = await toldByTwo()
  const id = await invoice('F2026-0001')
  await dataOf(await tell('P1', { amountCents: 10_000, ...payers('F2026-0001') }))
  const { entry, entered } = await read('VIR F2026-0001', '300,00')
  expect(entry.match).toMatchObject({ candidates: [{ awaited: entered[0].id, together: [id] }, { awaited: id }] })
  expect(await record(entry, entered[0].id, { together: [id] })).toBe('received')
  expect(await find(id)).toMatchObject({ status: 'paid' })
  expect(await balance()).toBe(0)
})

it('of an announced transfer that is told in part, what it still has to pay is booked', async () => {
  const { invoice, tell, announce, statusOf, read, record, find, balance } = await toldByTwo()
  const [first, second] = [await invoice('F2026-0001'), await invoice('F2026-0002', 20_000)]
  const announced = await announce(50_000, first, second)
  await dataOf(await tell('P1', { ...payers('F2026-0001'), payerReference: 'VIR LILAS' }))
  expect(await statusOf(announced.id)).toBe('pending')
  const { entry, entered } = await read(`VIR ${announced.transfer.reference}`, '500,00')
  const [told] = entered
  expect(entry.match).toMatchObject({
    candidates: [
      { awaited: told.id, together: [announced.id] },
      { awaited: announced.id, doubt: 'entered_alike' },
    ],
  })
  for (const outcome of ['received', 'repeated'])
    expect(await record(entry, told.id, { together: [announced.id] })).toBe(outcome)
  expect(await find(second)).toMatchObject({ status: 'paid', pendingCents: 0 })
  expect(await balance()).toBe(0)
  expect((await read(`VIR ${announced.transfer.reference}`, '500,00')).entry.match).toEqual({ kind: 'recorded' })
})

it('what a cheque has paid is no part of a transfer', async () => {
  const { invoice, tell, announce, read } = await toldByTwo()
  const [first, second] = [await invoice('F2026-0001'), await invoice('F2026-0002', 20_000)]
  const announced = await announce(50_000, first, second)
  await dataOf(await tell('P1', { means: 'check', payerReference: '12', ...payers('F2026-0001') }))
  const { entry } = await read(`VIR ${announced.transfer.reference}`, '500,00')
  expect(entry.match).toEqual({ kind: 'sure', awaited: announced.id, together: [] })
})
