import { expect, it } from 'vitest'
import { addDays } from '#kit/day.ts'
import { programOf, refusalOf } from '#test/asking-as-program.ts'
import { dataOf, post, startBillingTests } from '#test/billing.ts'
import { today } from '#test/today.ts'
import { payers, toldByTwo as toldByTwoOf } from '#test/told-by-two.ts'

const billing = startBillingTests()
const { make } = billing
const toldByTwo = () => toldByTwoOf(billing)

it('a line of the bank’s file for what the software has told is no second half of the invoice', async () => {
  const { invoice, tell, find, read, record } = await toldByTwo()
  const id = await invoice('F2026-0001')
  const told = await dataOf(await tell('P1', { amountCents: 15_000, ...payers('F2026-0001') }))
  const { entry, entered } = await read('VIR CABINET DES LILAS F2026-0001', '150,00')
  expect(entered).toMatchObject([{ pieceCode: told.pieceCode, amountCents: 15_000, receivedOn: today }])
  const [payment] = entered
  expect(entry.match).toMatchObject({ kind: 'doubtful', candidates: [{ awaited: payment.id }, { awaited: id }] })
  // Not even if the file was read before the payment was reported.
  expect(await record(entry, id)).toBe('entered_alike')
  expect(await record(entry, payment.id)).toBe('repeated')
  expect(await find(id)).toMatchObject({ dueCents: 15_000 })
  expect((await read('VIR CABINET DES LILAS F2026-0001', '150,00')).entry.match).toEqual({ kind: 'recorded' })
  // An entry of another day is other money, whatever came in that week: the reported payment has its entry already.
  const again = await read('VIR CABINET DES LILAS F2026-0001 SOLDE', '150,00', addDays(today, -1))
  expect(again.entry.match).toMatchObject({ kind: 'sure', awaited: id })
  expect(await record(again.entry, id)).toBe('received')
  expect(await find(id)).toMatchObject({ status: 'paid' })
})

it('whoever sees both may say that it is other money', async () => {
  const { invoice, tell, find, read, record } = await toldByTwo()
  const id = await invoice('F2026-0001')
  await dataOf(await tell('P1', { amountCents: 15_000, ...payers('F2026-0001') }))
  const { entry } = await read('VIR CABINET DES LILAS F2026-0001', '150,00')
  expect(await record(entry, id, { isAnother: true })).toBe('received')
  expect(await find(id)).toMatchObject({ status: 'paid' })
})

it('a transfer that was announced and told is the line that quotes it, and pays nothing else', async () => {
  const { invoice, tell, announce, read, record, find, balance } = await toldByTwo()
  const [first, second] = [await invoice('F2026-0001'), await invoice('F2026-0002')]
  const { id, transfer } = await announce(30_000, first)
  await dataOf(await tell('P1', payers('F2026-0001')))
  const { entry } = await read(`VIR CABINET DES LILAS ${transfer.reference}`, '300,00')
  expect(entry.match).toEqual({ kind: 'sure', awaited: id, together: [] })
  expect(await record(entry, id)).toBe('repeated')
  expect(await find(second)).toMatchObject({ dueCents: 30_000 })
  expect(await balance()).toBe(30_000)
})

it('money that came instead of the announced transfer pays what was announced, which keeps it no longer', async () => {
  const { invoice, tell, announce, statusOf, find, balance, accounting, practice } = await toldByTwo()
  const id = await invoice('F2026-0001')
  const announced = await announce(30_000, id)
  expect(
    await dataOf(await tell('P1', { means: 'check', payerReference: '12', ...payers('F2026-0001') })),
  ).toMatchObject({
    openCents: 0,
  })
  expect(await find(id)).toMatchObject({ status: 'paid', pendingCents: 0 })
  expect(await statusOf(announced.id)).toBe('failed')
  expect(await balance()).toBe(0)
  const arrived = { practiceId: practice.id, transferId: announced.id, amountCents: 30_000, receivedOn: today }
  expect(await refusalOf(await accounting('/api/staff/payments', post(arrived)))).toEqual([409, 'transfer_over'])
})

it('of an announcement that has more to pay the rest is still awaited, and pays no more than that', async () => {
  const { invoice, tell, announce, statusOf, find, read, record, balance } = await toldByTwo()
  const [first, second] = [await invoice('F2026-0001'), await invoice('F2026-0002', 20_000)]
  const announced = await announce(50_000, first, second)
  await dataOf(await tell('P1', { means: 'check', payerReference: '12', ...payers('F2026-0001') }))
  expect(await statusOf(announced.id)).toBe('pending')
  expect(await find(first)).toMatchObject({ status: 'paid' })
  expect(await find(second)).toMatchObject({ status: 'to_reconcile', pendingCents: 20_000 })
  const { entry } = await read(`VIR ${announced.transfer.reference}`, '500,00')
  expect(await record(entry, announced.id)).toBe('left_open')
  expect(await find(second)).toMatchObject({ status: 'paid' })
  expect(await balance()).toBe(-30_000)
})

it('the announced transfer that came with another amount is that one by its reference, in the file, too', async () => {
  const { invoice, tell, announce, statusOf, find, read, record, balance } = await toldByTwo()
  // An older due invoice: the announced one is paid first all the same.
  const [older, id] = [await invoice('F2026-0001', 40_000), await invoice('F2026-0002')]
  const { id: announced, transfer } = await announce(30_000, id)
  const quoting = { amountCents: 29_000, payerReference: `VIR ${transfer.reference}` }
  expect(await dataOf(await tell('P1', { ...quoting, invoices: [] }))).toMatchObject({ openCents: 0 })
  expect(await statusOf(announced)).toBe('failed')
  expect(await find(id)).toMatchObject({ dueCents: 1_000, pendingCents: 0 })
  expect(await find(older)).toMatchObject({ dueCents: 40_000 })
  const { entry, entered } = await read(`VIR LILAS ${transfer.reference}`, '290,00')
  expect(entry.match).toEqual({ kind: 'sure', awaited: entered[0].id, together: [] })
  expect(await record(entry, entered[0].id)).toBe('repeated')
  expect(await balance()).toBe(41_000)
})

it('what the software has told is asked about where somebody types it, by whatever means', async () => {
  const { invoice, tell, accounting, practice, announce } = await toldByTwo()
  await invoice('F2026-0001')
  await dataOf(await tell('P1', { means: 'check', payerReference: '0012345', ...payers('F2026-0001') }))
  const typed = { practiceId: practice.id, invoiceIds: [], amountCents: 30_000, receivedOn: today, means: 'other' }
  const enter = (more: object) => accounting('/api/staff/payments', post({ ...typed, ...more }))
  expect(await refusalOf(await enter({}))).toEqual([409, 'told_alike'])
  expect((await enter({ receivedOn: addDays(today, -8) })).status).toBe(201)
  const other = await invoice('F2026-0002', 50_000)
  const announced = await announce(30_000, other)
  const arrived = { practiceId: practice.id, transferId: announced.id, amountCents: 30_000, receivedOn: today }
  const asks = () => accounting('/api/staff/payments', post(arrived))
  expect(await refusalOf(await asks())).toEqual([409, 'told_alike'])
  expect((await accounting('/api/staff/payments', post({ ...arrived, isAnother: true }))).status).toBe(201)
})

it('of what was entered by hand a line of the file says that the bank has it, too, once', async () => {
  const { invoice, accounting, practice, find, read, record } = await toldByTwo()
  const id = await invoice('F2026-0001')
  const typed = { practiceId: practice.id, invoiceIds: [id], amountCents: 30_000, receivedOn: today, means: 'transfer' }
  await dataOf(await accounting('/api/staff/payments', post(typed)))
  const { entry, entered } = await read('VIR F2026-0001', '300,00')
  expect(entry.match).toEqual({ kind: 'sure', awaited: entered[0].id, together: [] })
  expect(await record({ ...entry, amountCents: 29_999, key: 'c'.repeat(64) }, entered[0].id)).toBe('not_payable')
  expect(await record(entry, entered[0].id)).toBe('repeated')
  expect(await record(entry, entered[0].id)).toBe('repeated')
  const other = { ...entry, key: 'b'.repeat(64) }
  expect(await record(other, entered[0].id)).toBe('not_payable')
  expect(await find(id)).toMatchObject({ status: 'paid' })
})

it('an announced transfer is asked about where somebody has entered as much as other money', async () => {
  const { invoice, announce, accounting, practice, read, record, statusOf } = await toldByTwo()
  const [first, second] = [await invoice('F2026-0001'), await invoice('F2026-0002')]
  const { id, transfer } = await announce(30_000, first)
  const typed = {
    practiceId: practice.id,
    invoiceIds: [second],
    amountCents: 30_000,
    receivedOn: today,
    means: 'transfer',
  }
  await dataOf(await accounting('/api/staff/payments', post(typed)))
  const { entry, entered } = await read(`VIR ${transfer.reference}`, '300,00')
  expect(entry.match).toMatchObject({
    candidates: [{ awaited: entered[0].id, doubt: 'entered_alike' }, { awaited: id }],
  })
  expect(await record(entry, id)).toBe('entered_alike')
  expect(await statusOf(id)).toBe('pending')
  expect(await record(entry, id, { isAnother: true })).toBe('received')
  expect(await statusOf(id)).toBe('succeeded')
})

it('what came by a bank is known in its file whatever the software calls it, cash is not', async () => {
  const { invoice, tell, read, record, find } = await toldByTwo()
  const id = await invoice('F2026-0001')
  await dataOf(await tell('P1', { amountCents: 15_000, means: 'direct_debit', ...payers('F2026-0001') }))
  const { entry, entered } = await read('PRLV F2026-0001', '150,00')
  expect(entry.match).toMatchObject({ candidates: [{ awaited: entered[0].id }, { awaited: id }] })
  expect(await record(entry, id)).toBe('entered_alike')
  expect(await record(entry, entered[0].id)).toBe('repeated')
  await dataOf(await tell('P2', { amountCents: 10_000, means: 'cash', ...payers('F2026-0001') }))
  const later = await read('VIR F2026-0001', '100,00')
  expect(later.entered).toEqual([])
  expect(await record(later.entry, id)).toBe('left_open')
  expect(await find(id)).toMatchObject({ status: 'paid' })
})

it('what people have typed by whatever means but cash is known in the file, and asked about where the file was first', async () => {
  const { invoice, accounting, practice, read, record, find, balance } = await toldByTwo()
  const id = await invoice('F2026-0001', 60_000)
  const typed = { practiceId: practice.id, invoiceIds: [id], amountCents: 30_000, receivedOn: today }
  const enter = (more: object) => accounting('/api/staff/payments', post({ ...typed, ...more }))
  await dataOf(await enter({ means: 'direct_debit' }))
  const { entry, entered } = await read('PRLV F2026-0001', '300,00')
  expect(entry.match).toMatchObject({ candidates: [{ awaited: entered[0].id }, { awaited: id }] })
  expect(await record(entry, id)).toBe('entered_alike')
  expect(await record(entry, entered[0].id)).toBe('repeated')
  expect(await find(id)).toMatchObject({ dueCents: 30_000 })
  for (const means of ['direct_debit', 'check', 'other'])
    expect(await refusalOf(await enter({ means })), means).toEqual([409, 'recorded_from_file'])
  await dataOf(await enter({ means: 'cash' }))
  expect(await balance()).toBe(0)
  expect((await read('VIR F2026-0001 SOLDE', '300,00')).entered).toEqual([])
})

it('the software does not hear that money has come which it has told of itself, and other software does', async () => {
  const { laboratory, invoice, tell, software, read, record, takeBack } = await toldByTwo()
  const other = await programOf(billing, laboratory, 'Autre')
  await invoice('F2026-0001')
  await dataOf(await tell('P1', payers('F2026-0001')))
  const { entry, entered } = await read('VIR F2026-0001', '300,00')
  expect(await record(entry, entered[0].id)).toBe('repeated')
  await takeBack(entered[0].id, 'rejection', 30_000)
  const heardBy = async ({ call }: typeof software) => {
    const { data } = await (await call('/changes')).json()
    return data.map(({ kind }: { kind: string }) => kind).filter((kind: string) => kind.startsWith('payment_'))
  }
  expect(await heardBy(other)).toEqual(['payment_entered', 'payment_succeeded', 'payment_rejected'])
  expect(await heardBy(software)).toEqual(['payment_rejected'])
})

it('whoever says that a line is none of what they have seen is asked about what nobody has shown them', async () => {
  const { invoice, tell, accounting, practice, find, read, record, answerTo } = await toldByTwo()
  const id = await invoice('F2026-0001', 60_000)
  const other = await invoice('F2026-0002')
  await dataOf(await tell('P1', { means: 'check', payerReference: '12', ...payers('F2026-0002') }))
  const { entry, entered } = await read('VIR CABINET DES LILAS F2026-0001', '300,00')
  const [cheque] = entered
  expect(await find(other)).toMatchObject({ status: 'paid' })
  expect(entry.match).toMatchObject({ candidates: [{ awaited: cheque.id }, { awaited: id }] })
  // A colleague types that very transfer meanwhile, and says rightly that it is not the cheque.
  const typed = { practiceId: practice.id, invoiceIds: [id], amountCents: 30_000, receivedOn: today, means: 'transfer' }
  await dataOf(await accounting('/api/staff/payments', post({ ...typed, isAnother: true })))
  const asked = await answerTo(entry, id, { besides: [cheque.id] })
  expect(asked).toMatchObject({ outcome: 'entered_alike', alike: [{ amountCents: 30_000, hasGoneBack: false }] })
  expect(asked.alike.map(({ id }: { id: string }) => id)).not.toContain(cheque.id)
  expect(await record(entry, asked.alike[0].id)).toBe('repeated')
  expect(await find(id)).toMatchObject({ dueCents: 30_000 })
  // Of another line they have seen both, and may say so.
  const second = await read('VIR LILAS F2026-0001 SOLDE', '300,00')
  expect(await record(second.entry, id)).toBe('entered_alike')
  expect(await record(second.entry, id, { besides: [cheque.id] })).toBe('received')
  expect(await find(id)).toMatchObject({ status: 'paid' })
})

it('whoever assigns a line to a practice is shown what it may be, and says of just that that it is other money', async () => {
  const { invoice, tell, accounting, practice, read, balance } = await toldByTwo()
  await invoice('F2026-0001')
  await invoice('F2026-0002', 20_000)
  await dataOf(await tell('P1', payers('F2026-0001')))
  await dataOf(await tell('P2', { amountCents: 20_000, ...payers('F2026-0002') }))
  const { key, amountCents, bookedOn } = (await read('VIR SCM DES TILLEULS', '500,00')).entry
  const unexpected = { practiceId: practice.id, key, amountCents, bookedOn, words: 'VIR' }
  const assign = (more: object = {}) =>
    accounting('/api/staff/transfers/unexpected', { body: { ...unexpected, ...more } })
  const { present } = await (await assign()).json()
  expect(present.map((one: { amountCents: number }) => one.amountCents).toSorted()).toEqual([20_000, 30_000])
  await dataOf(await assign({ besides: present.map(({ id }: { id: string }) => id) }))
  expect(await balance()).toBe(-50_000)
})

it('the transfer that was announced for what software has told is asked about, whatever else it has told that week', async () => {
  const { invoice, tell, announce, statusOf, read, record, balance } = await toldByTwo()
  const [first, second] = [await invoice('F2026-0001'), await invoice('F2026-0002', 20_000)]
  await invoice('F2026-0003', 10_000)
  const announced = await announce(50_000, first, second)
  const other = { means: 'other', payerReference: 'LILAS' }
  await dataOf(await tell('P1', { ...other, ...payers('F2026-0001') }))
  await dataOf(await tell('P2', { ...other, amountCents: 20_000, ...payers('F2026-0002') }))
  await dataOf(await tell('P3', { ...other, amountCents: 10_000, ...payers('F2026-0003') }))
  expect(await statusOf(announced.id)).toBe('failed')
  const { entry, entered } = await read(`VIR ${announced.transfer.reference}`, '500,00')
  expect(entry.match).toMatchObject({ candidates: [{ doubt: 'entered_alike' }, { awaited: announced.id }] })
  expect(entered).toHaveLength(2)
  expect(await record(entry, announced.id)).toBe('entered_alike')
  const [first1, second1] = entered.map(({ id }: { id: string }) => id)
  expect(await record(entry, first1, { together: [second1] })).toBe('repeated')
  expect(await balance()).toBe(0)
})

it('one transfer that software has told as several payments is asked about where somebody types it as one', async () => {
  const { invoice, tell, accounting, practice } = await toldByTwo()
  await invoice('F2026-0001')
  await invoice('F2026-0002', 20_000)
  await dataOf(await tell('P1', payers('F2026-0001')))
  await dataOf(await tell('P2', { amountCents: 20_000, ...payers('F2026-0002') }))
  const typed = { practiceId: practice.id, invoiceIds: [], amountCents: 50_000, receivedOn: today, means: 'transfer' }
  expect(await refusalOf(await accounting('/api/staff/payments', post(typed)))).toEqual([409, 'told_alike'])
  const later = { ...typed, amountCents: 49_999 }
  expect((await accounting('/api/staff/payments', post(later))).status).toBe(201)
})

it('a line that quotes an invoice is not surely the cheque that has paid it', async () => {
  const { invoice, tell, read } = await toldByTwo()
  await invoice('F2026-0001')
  await dataOf(await tell('P1', { means: 'check', payerReference: '12', ...payers('F2026-0001') }))
  const { entry, entered } = await read('VIR CABINET DES LILAS F2026-0001', '300,00')
  expect(entry.match).toEqual({
    kind: 'doubtful',
    candidates: [{ awaited: entered[0].id, together: [], doubt: 'other_means' }],
  })
})

it('one transfer that the software has told as a payment for each invoice is one line, also where nobody quotes them', async () => {
  const { laboratory, invoice, tell, read, record, accounting, practice, balance } = await toldByTwo()
  await invoice('F2026-0001')
  await invoice('F2026-0002', 20_000)
  await dataOf(await tell('P1', payers('F2026-0001')))
  await dataOf(await tell('P2', { amountCents: 20_000, ...payers('F2026-0002') }))
  const stranger = await read('VIR SCM DES TILLEULS', '500,00')
  const { key, amountCents, bookedOn } = stranger.entry
  const unexpected = { practiceId: practice.id, key, amountCents, bookedOn, words: 'VIR' }
  const assigned = () => accounting('/api/staff/transfers/unexpected', { body: unexpected })
  expect(await refusalOf(await assigned())).toEqual([409, 'entered_alike'])
  const { entry } = await read('VIR F2026-0001 F2026-0002', '500,00')
  const { match } = entry
  expect(match).toMatchObject({ kind: 'sure', together: [expect.any(String)] })
  if (match.kind !== 'sure') return
  const { awaited, together } = match
  expect(await record(entry, awaited, { together })).toBe('repeated')
  expect(await record(entry, awaited, { together })).toBe('repeated')
  expect(await record({ ...entry, key: 'd'.repeat(64) }, awaited, { together })).toBe('not_payable')
  expect(await record({ ...entry, key: 'e'.repeat(64) }, awaited)).toBe('not_payable')
  expect(await balance()).toBe(0)
  // A person has confirmed both.
  const { rows } = await make.within(laboratory.id, client =>
    client.query(`select count(*)::int from audit_events where kind = 'payment_succeeded'`),
  )
  expect(rows).toEqual([{ count: 2 }])
  expect((await read('VIR F2026-0001 F2026-0002', '500,00')).entered).toEqual([])
})

it('a small payment leaves the announcement what it still has to pay', async () => {
  const { invoice, tell, announce, statusOf, find, read, record, balance } = await toldByTwo()
  const id = await invoice('F2026-0001')
  const announced = await announce(30_000, id)
  await dataOf(await tell('P1', { amountCents: 1_000, means: 'check', payerReference: '12', ...payers('F2026-0001') }))
  expect(await statusOf(announced.id)).toBe('pending')
  expect(await find(id)).toMatchObject({ status: 'to_reconcile', dueCents: 29_000, pendingCents: 29_000 })
  const { entry } = await read(`VIR ${announced.transfer.reference}`, '300,00')
  expect(entry.match).toMatchObject({ kind: 'sure', awaited: announced.id })
  expect(await record(entry, announced.id)).toBe('left_open')
  expect(await find(id)).toMatchObject({ status: 'paid' })
  expect(await balance()).toBe(-1_000)
})

it('what is free of an invoice is paid before what a transfer is announced for', async () => {
  const { invoice, tell, announce, find } = await toldByTwo()
  const id = await invoice('F2026-0001')
  await announce(20_000, id)
  const check = { means: 'check', payerReference: '12', ...payers('F2026-0001') }
  await dataOf(await tell('P1', { amountCents: 10_000, ...check }))
  expect(await find(id)).toMatchObject({ dueCents: 20_000, pendingCents: 20_000 })
  await dataOf(await tell('P2', { amountCents: 5_000, ...check }))
  expect(await find(id)).toMatchObject({ dueCents: 15_000, pendingCents: 15_000 })
})

it('the announced transfer that comes after all is known by its reference, and lies in the practice’s favour', async () => {
  const { invoice, tell, announce, read, record, balance } = await toldByTwo()
  const id = await invoice('F2026-0001')
  const announced = await announce(30_000, id)
  await dataOf(
    await tell('P1', { means: 'check', receivedOn: addDays(today, -9), payerReference: '12', ...payers('F2026-0001') }),
  )
  const { entry, awaited } = await read(`VIR ${announced.transfer.reference}`, '300,00')
  expect(entry.match).toEqual({ kind: 'sure', awaited: announced.id, together: [] })
  expect(awaited).toMatchObject([{ id: announced.id, amountCents: 30_000 }])
  expect(await record(entry, announced.id)).toBe('left_open')
  expect(await balance()).toBe(-30_000)
})

it('what pays another invoice than all that was told of those days is shown with that, and recorded by whoever says that it is another', async () => {
  const { invoice, tell, read, record, find } = await toldByTwo()
  await invoice('F2026-0001')
  await invoice('F2026-0002', 20_000)
  const third = await invoice('F2026-0003', 50_000)
  await dataOf(await tell('P1', payers('F2026-0001')))
  await dataOf(await tell('P2', { amountCents: 20_000, ...payers('F2026-0002') }))
  const { entry, entered } = await read('VIR F2026-0003', '500,00')
  expect(entry.match).toMatchObject({ candidates: [{ doubt: 'entered_alike' }, { awaited: third }] })
  expect(entered).toHaveLength(2)
  expect(await record(entry, third)).toBe('entered_alike')
  expect(await record(entry, third, { isAnother: true })).toBe('received')
  expect(await find(third)).toMatchObject({ status: 'paid' })
})
