import { expect, it } from 'vitest'
import { addDays } from '#kit/day.ts'
import { dataOf, post, startBillingTests } from '#test/billing.ts'
import { today } from '#test/today.ts'
import { payers, toldByTwo as toldByTwoOf } from '#test/told-by-two.ts'

const billing = startBillingTests()
const toldByTwo = () => toldByTwoOf(billing)

it('a direct debit that the bank has rejected before its line was read is that line, and no new money', async () => {
  const { invoice, tell, software, find, read, record, balance } = await toldByTwo()
  const id = await invoice('F2026-0001')
  await dataOf(await tell('P1', { means: 'direct_debit', ...payers('F2026-0001') }))
  expect((await software.call('/payments/P1?because=rejection', { method: 'DELETE' })).status).toBe(204)
  const { entry, entered } = await read('PRLV SEPA F2026-0001', '300,00')
  expect(entered).toMatchObject([{ amountCents: 30_000 }])
  expect(entry.match).toMatchObject({
    candidates: [{ awaited: entered[0].id }, { awaited: id, doubt: 'entered_alike' }],
  })
  // The file may have been read before the money was told of and went back.
  expect(await record(entry, id)).toBe('entered_alike')
  expect(await record(entry, entered[0].id)).toBe('repeated')
  expect(await find(id)).toMatchObject({ dueCents: 30_000 })
  expect(await balance()).toBe(30_000)
  // Its second attempt has a line of its own.
  const second = await read('PRLV SEPA F2026-0001 REPRESENTATION', '300,00', addDays(today, -1))
  expect(second.entered).toEqual([])
  expect(second.entry.match).toEqual({ kind: 'sure', awaited: id, together: [] })
})

it('a line that was recorded by mistake is recorded anew once that is taken back, and is surely nothing', async () => {
  const { invoice, find, read, record, takeBack, paymentsOf } = await toldByTwo()
  const [wrong, right] = [await invoice('F2026-0001'), await invoice('F2026-0002')]
  const line = () => read('VIR F2026-0001', '300,00')
  const { entry } = await line()
  expect(await record(entry, wrong)).toBe('received')
  const [booked = ''] = await paymentsOf()
  await takeBack(booked, 'mistake', 10_000)
  expect((await line()).entry.match).toEqual({ kind: 'recorded' })
  await takeBack(booked, 'mistake', 20_000, 10_000)
  expect((await line()).entry.match).toEqual({
    kind: 'doubtful',
    candidates: [{ awaited: wrong, together: [], doubt: 'taken_back' }],
  })
  expect(await record(entry, right)).toBe('received')
  expect(await record(entry, right)).toBe('repeated')
  expect(await record(entry, wrong)).toBe('entry_used')
  expect((await line()).entry.match).toEqual({ kind: 'recorded' })
  expect(await find(right)).toMatchObject({ status: 'paid' })
  // A second mistake, and a rejection: what the bank has rejected has come.
  const [, second] = await paymentsOf()
  await takeBack(second ?? '', 'mistake', 30_000)
  expect(await record(entry, wrong)).toBe('received')
  const [, , third] = await paymentsOf()
  await takeBack(third ?? '', 'rejection', 30_000)
  expect((await line()).entry.match).toEqual({ kind: 'recorded' })
})

it('a line of several payments, or of an announcement, is free when none of its money is left', async () => {
  const { invoice, tell, announce, read, record, takeBack, paymentsOf } = await toldByTwo()
  await invoice('F2026-0001')
  await invoice('F2026-0002', 20_000)
  await dataOf(await tell('P1', payers('F2026-0001')))
  await dataOf(await tell('P2', { amountCents: 20_000, ...payers('F2026-0002') }))
  const line = () => read('VIR F2026-0001 F2026-0002', '500,00')
  const { entry } = await line()
  const [first = '', second = ''] = await paymentsOf()
  expect(await record(entry, first, { together: [second] })).toBe('repeated')
  await takeBack(first, 'mistake', 30_000)
  expect((await line()).entry.match).toEqual({ kind: 'recorded' })
  await takeBack(second, 'mistake', 20_000)
  expect((await line()).entry.match).not.toEqual({ kind: 'recorded' })

  const { id, transfer } = await announce(40_000, await invoice('F2026-0003', 40_000))
  const other = () => read(`VIR ${transfer.reference}`, '390,00')
  expect(await record((await other()).entry, id)).toBe('received')
  const booked = (await paymentsOf()).at(-1) ?? ''
  expect((await other()).entry.match).toEqual({ kind: 'recorded' })
  await takeBack(booked, 'mistake', 39_000)
  expect((await other()).entry.match).not.toEqual({ kind: 'recorded' })
})

it('the practice reads that other money came for what it had announced, as long as that has not gone back', async () => {
  const { invoice, tell, announce, manager, read, takeBack } = await toldByTwo()
  const [first, second] = [await invoice('F2026-0001'), await invoice('F2026-0002')]
  const { id, transfer } = await announce(30_000, first)
  const seen = async (payment: string) => (await (await manager(`/api/payments/${payment}`)).json()).data
  expect(await seen(id)).toMatchObject({ status: 'pending', cameInsteadCents: null })
  await dataOf(await tell('P1', { amountCents: 29_000, payerReference: `VIR ${transfer.reference}`, invoices: [] }))
  expect(await seen(id)).toMatchObject({ status: 'failed', cameInsteadCents: 29_000 })
  const { entered } = await read(`VIR ${transfer.reference}`, '290,00')
  await takeBack(entered[0].id, 'rejection', 29_000)
  expect(await seen(id)).toMatchObject({ status: 'failed', cameInsteadCents: null })
  const withdrawn = await announce(30_000, second)
  const { data } = await (await manager(`/api/payments/${withdrawn.id}/cancel`, { method: 'POST' })).json()
  expect(data).toMatchObject({ status: 'failed', cameInsteadCents: null })
})

it('a transfer that people have given back before its line was read is that line; one that never came is none', async () => {
  const { invoice, accounting, practice, read, record, takeBack } = await toldByTwo()
  const id = await invoice('F2026-0001')
  const typed = { practiceId: practice.id, invoiceIds: [id], amountCents: 30_000, receivedOn: today, means: 'transfer' }
  await dataOf(await accounting('/api/staff/payments', post(typed)))
  const there = (await read('VIR F2026-0001', '300,00')).entered[0]
  await takeBack(there.id, 'refund', 30_000)
  const { entry } = await read('VIR F2026-0001', '300,00')
  expect(entry.match).toMatchObject({ candidates: [{ awaited: there.id }, { awaited: id }] })
  expect(await record(entry, there.id)).toBe('repeated')

  await dataOf(await accounting('/api/staff/payments', post({ ...typed, isAnother: true })))
  const wrong = (await read('VIR LILAS F2026-0001', '300,00')).entered[0]
  await takeBack(wrong.id, 'mistake', 30_000)
  const after = await read('VIR LILAS F2026-0001', '300,00', addDays(today, -1))
  expect(after.entered).toEqual([])
  expect(after.entry.match).toEqual({ kind: 'sure', awaited: id, together: [] })
  expect(await record(after.entry, wrong.id)).toBe('not_payable')
  expect(await record(after.entry, id)).toBe('received')
})

it('a payment whose amount was corrected is the line of the right amount', async () => {
  const { invoice, accounting, practice, find, read, record, takeBack, balance } = await toldByTwo()
  const id = await invoice('F2026-0001')
  const typed = { practiceId: practice.id, invoiceIds: [id], amountCents: 30_000, receivedOn: today, means: 'transfer' }
  await dataOf(await accounting('/api/staff/payments', post(typed)))
  const there = (await read('VIR F2026-0001', '300,00')).entered[0]
  await takeBack(there.id, 'mistake', 5_000)
  const { entry, entered } = await read('VIR F2026-0001', '250,00')
  expect(entered).toMatchObject([{ id: there.id, amountCents: 25_000 }])
  expect(entry.match).toMatchObject({ candidates: [{ awaited: there.id }, { awaited: id }] })
  expect(await record(entry, id)).toBe('entered_alike')
  expect(await record({ ...entry, amountCents: 30_000 }, there.id)).toBe('not_payable')
  expect(await record(entry, there.id)).toBe('repeated')
  expect(await find(id)).toMatchObject({ dueCents: 5_000 })
  expect(await balance()).toBe(5_000)
  // Corrected once more, it still has its line.
  await takeBack(there.id, 'mistake', 1_000, 5_000)
  expect((await read('VIR F2026-0001 SOLDE', '240,00')).entered).toEqual([])
})
