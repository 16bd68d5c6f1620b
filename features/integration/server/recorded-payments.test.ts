import { expect, it } from 'vitest'
import { receiveTransfer } from '#features/invoices/server/ledger-sql.ts'
import { takeDueReminders } from '#features/invoices/server/reminders-sql.ts'
import { openLaboratoryOf } from '#tenancy/server/guards.ts'
import { programOf, refusalOf } from '#test/asking-as-program.ts'
import { dataOf, post, startBillingTests } from '#test/billing.ts'
import { today } from '#test/today.ts'

const billing = startBillingTests()
const { laboratoryThatBills, make, as } = billing

/** An invoice of 300 euros that the laboratory's software has issued. */
async function invoiceFromElsewhere() {
  const lab = await laboratoryThatBills({ iban: 'FR7630006000011234567890189' })
  const software = await programOf(billing, lab.laboratory)
  await dataOf(await software.put('/practices/C-1', { practiceId: lab.practice.id, name: 'Cabinet des Lilas' }))
  const invoice = (number: string, netCents = 30_000) =>
    software.put(`/invoices/${number}`, {
      practice: { externalId: 'C-1' },
      number,
      date: '2026-10-02',
      dueDate: '2026-11-02',
      netCents,
      vatCents: 0,
    })
  const made = await dataOf(await invoice('F1'))
  const payment = (more: object = {}) => ({
    practice: { externalId: 'C-1' },
    amountCents: 30_000,
    receivedOn: today,
    means: 'check',
    payerReference: '0012345',
    invoices: [{ externalId: 'F1' }],
    ...more,
  })
  const manager = await as(await make.user(lab.practice, { account_type: 'manager' }))
  const mine = async (path = '') => (await manager(`/api/invoices${path}`)).json()
  return { ...lab, software, invoice, made, payment, manager, mine }
}

it('what the laboratory’s books say has been paid, is paid here, once, with a receipt', async () => {
  const { software, made, payment, mine, laboratory } = await invoiceFromElsewhere()
  const paid = await dataOf(await software.put('/payments/P1', payment()))
  expect(paid).toMatchObject({ openCents: 0, outcome: 'created' })
  expect(await dataOf(await software.put('/payments/P1', payment()))).toEqual({ ...paid, outcome: 'unchanged' })
  expect((await mine(`/${made.id}`)).data).toMatchObject({ status: 'paid', dueCents: 0, hasReceipt: true })
  expect((await mine(`/${paid.id}`)).data).toMatchObject({ type: 'paiement', amountCents: -30_000, receivedOn: today })
  const { data } = await (await software.call('/invoices?type=paiement')).json()
  expect(data).toMatchObject([{ id: paid.id, externalId: 'P1' }])
  const { rows } = await make.within(laboratory.id, client =>
    client.query(`select kind from audit_events where kind::text like 'payment%'`),
  )
  expect(rows).toEqual([{ kind: 'payment_entered' }])
})

it('without saying what it pays it pays the oldest, and what is over lies in the practice’s favour', async () => {
  const { software, invoice, made, payment, mine } = await invoiceFromElsewhere()
  const second = await dataOf(await invoice('F2', 10_000))
  const paid = await dataOf(await software.put('/payments/P1', payment({ amountCents: 35_000, invoices: [] })))
  expect(paid.openCents).toBe(0)
  expect((await mine(`/${made.id}`)).data.status).toBe('paid')
  expect((await mine(`/${second.id}`)).data.dueCents).toBe(5_000)
  expect(await dataOf(await software.put('/payments/P2', payment({ amountCents: 9_000, invoices: [] })))).toMatchObject(
    {
      openCents: 4_000,
    },
  )
})

it('said otherwise under the same name, or of what is not known, it is refused', async () => {
  const { software, payment } = await invoiceFromElsewhere()
  await dataOf(await software.put('/payments/P1', payment({ amountCents: 10_000 })))
  for (const more of [{ amountCents: 10_001 }, { amountCents: 10_000, receivedOn: '2026-11-01' }])
    expect(await refusalOf(await software.put('/payments/P1', payment(more)))).toEqual([409, 'payment_differs'])
  const wrong: [object, string][] = [
    [{ amountCents: 0 }, 'amountCents too_small'],
    [{ receivedOn: '2031-01-02' }, 'receivedOn in_the_future'],
    [{ invoices: [{ externalId: 'F9' }] }, 'invoices.0.externalId not_known'],
    [{ invoices: [{ id: '00000000-0000-4000-8000-000000000000' }] }, 'invoices not_known'],
    [{ practice: { externalId: 'C-9' } }, 'practice.externalId not_known'],
  ]
  for (const [more, said] of wrong)
    expect(await refusalOf(await software.put('/payments/P2', payment(more))), said).toEqual([
      422,
      'input_invalid',
      said,
    ])
})

it('what has come here by another way is asked about', async () => {
  const { software, payment, accounting, practice, made } = await invoiceFromElsewhere()
  const byHand = {
    practiceId: practice.id,
    invoiceIds: [made.id],
    amountCents: 12_000,
    receivedOn: today,
    means: 'check',
  }
  await dataOf(await accounting('/api/staff/payments', post(byHand)))
  const alike = payment({ amountCents: 12_000 })
  expect(await refusalOf(await software.put('/payments/P1', alike))).toEqual([409, 'received_alike'])
  expect(await dataOf(await software.put('/payments/P1', { ...alike, isAnother: true }))).toMatchObject({
    openCents: 0,
  })
  // Identical payments under the program's own names are told apart by name.
  await dataOf(await software.put('/payments/P2', payment({ amountCents: 1_000 })))
  await dataOf(await software.put('/payments/P3', payment({ amountCents: 1_000 })))
})

it('a transfer that the practice has announced is that one', async () => {
  const { software, made, payment, manager, mine } = await invoiceFromElsewhere()
  const announced = await dataOf(
    await manager('/api/payments', post({ invoiceIds: [made.id], mode: 'transfer', amountCents: 30_000 })),
  )
  expect((await mine(`/${made.id}`)).data).toMatchObject({ status: 'to_reconcile', pendingCents: 30_000 })
  const said = payment({ means: 'transfer', payerReference: 'VIR CABINET' })
  expect(await dataOf(await software.put('/payments/P1', said))).toMatchObject({ openCents: 0, outcome: 'created' })
  expect(await dataOf(await software.put('/payments/P1', said))).toMatchObject({ outcome: 'unchanged' })
  expect((await mine(`/${made.id}`)).data).toMatchObject({ status: 'paid', pendingCents: 0 })
  expect((await (await manager(`/api/payments/${announced.id}`)).json()).data).toMatchObject({ status: 'succeeded' })
})

it('the bank’s file that says the same transfer once more books it no second time', async () => {
  const { laboratory, software, made, payment, manager, mine } = await invoiceFromElsewhere()
  const { id } = await dataOf(
    await manager('/api/payments', post({ invoiceIds: [made.id], mode: 'transfer', amountCents: 30_000 })),
  )
  await dataOf(await software.put('/payments/P1', payment({ means: 'transfer' })))
  const read = (entry: string) =>
    openLaboratoryOf(billing.app.api.services.database, laboratory.id, 'write', one =>
      receiveTransfer(one, { paymentId: id, entry: entry.repeat(64), amountCents: 30_000, bookedOn: today }),
    )
  for (const bookedId of [id, null]) expect(await read('a')).toEqual({ outcome: 'repeated', bookedId })
  expect((await mine()).data.filter(({ type }: { type: string }) => type === 'paiement')).toHaveLength(1)
  // Another entry is other money.
  expect(await read('b')).toMatchObject({ outcome: 'left_open' })
})

it('is not taken for a transfer that was announced for something else, unless it bears its reference', async () => {
  const { software, invoice, made, payment, manager, mine } = await invoiceFromElsewhere()
  const other = await dataOf(await invoice('F2'))
  const announce = async (id: string) =>
    dataOf(await manager('/api/payments', post({ invoiceIds: [id], mode: 'transfer', amountCents: 30_000 })))
  const { reference } = (await announce(made.id)).transfer
  const forOther = payment({ means: 'transfer', payerReference: 'VIR', invoices: [{ externalId: 'F2' }] })
  await dataOf(await software.put('/payments/P1', forOther))
  expect((await mine(`/${other.id}`)).data.status).toBe('paid')
  expect((await mine(`/${made.id}`)).data).toMatchObject({ status: 'to_reconcile', pendingCents: 30_000 })
  await dataOf(await software.put('/payments/P2', { ...forOther, payerReference: `VIR ${reference}`, isAnother: true }))
  expect((await mine(`/${made.id}`)).data.status).toBe('paid')
})

it('what a former program has told is asked about where the next one tells it again', async () => {
  const { software, payment, laboratory, practice } = await invoiceFromElsewhere()
  await dataOf(await software.put('/payments/P1', payment()))
  const next = await programOf(billing, laboratory, 'Nouveau logiciel')
  const again = payment({ practice: { id: practice.id }, invoices: [] })
  expect(await refusalOf(await next.put('/payments/X1', again))).toEqual([409, 'received_alike'])
})

it('years gone by are reminded of once their payments had a week to come', async () => {
  const { laboratory, made } = await invoiceFromElsewhere()
  await make.insert(laboratory.id, 'reminder_settings', {
    brand_id: laboratory.id,
    most: 2,
    first_after_days: 1,
    every_days: 7,
  })
  const reminded = () =>
    openLaboratoryOf(billing.app.api.services.database, laboratory.id, 'write', one => takeDueReminders(one, today))
  const ids = async () => (await reminded()).map(({ invoiceId }) => invoiceId)
  expect(await ids()).toEqual([])
  await make.within(laboratory.id, client =>
    client.query(`alter table invoices disable trigger kept; update invoices set created_at = now() - interval '8 days';
      alter table invoices enable trigger kept`),
  )
  expect(await ids()).toEqual([made.id])
})

it('money that came by the portal is heard of, and its own is not', async () => {
  const { software, payment, accounting, practice, made } = await invoiceFromElsewhere()
  const { next } = await (await software.call('/changes')).json()
  const heard = async () => (await (await software.call(`/changes?after=${next}`)).json()).data
  await dataOf(await software.put('/payments/P1', payment({ amountCents: 1_000 })))
  expect(await heard()).toEqual([])
  const byHand = {
    practiceId: practice.id,
    invoiceIds: [made.id],
    amountCents: 2_000,
    receivedOn: today,
    means: 'check',
  }
  await dataOf(await accounting('/api/staff/payments', post(byHand)))
  expect(await heard()).toMatchObject([
    { kind: 'payment_entered', practiceId: practice.id, orderId: null, by: 'staff' },
  ])
  const { data } = await (await software.call('/invoices?type=paiement')).json()
  expect(data).toMatchObject([
    { externalId: 'P1', amountCents: -1_000 },
    { externalId: null, amountCents: -2_000, practice: { id: practice.id } },
  ])
})

it('what did not come after all is taken back, once, and is due again', async () => {
  const { software, made, payment, mine } = await invoiceFromElsewhere()
  await dataOf(await software.put('/payments/P1', payment()))
  const takeBack = (because = '') => software.call(`/payments/P1${because}`, { method: 'DELETE' })
  expect((await takeBack('?because=rejection')).status).toBe(204)
  expect((await mine(`/${made.id}`)).data).toMatchObject({ status: 'payable', dueCents: 30_000 })
  expect(await refusalOf(await takeBack())).toEqual([409, 'taken_back_already'])
  expect(await refusalOf(await software.put('/payments/P1', payment()))).toEqual([409, 'taken_back_already'])
  expect(await refusalOf(await software.call('/payments/P9', { method: 'DELETE' }))).toEqual([404, 'unknown_here'])
  expect(await dataOf(await software.put('/payments/P2', payment()))).toMatchObject({ openCents: 0 })
})

it('it stands in the books it comes from, and is booked here no second time', async () => {
  const { software, payment, accounting } = await invoiceFromElsewhere()
  await dataOf(await software.put('/payments/P1', payment()))
  const entries = await accounting(`/api/staff/bookkeeping/entries?from=2026-10-01&to=${today}`)
  expect(await dataOf(entries)).toMatchObject({
    pieces: { invoices: 0, credits: 0, payments: 0, returns: 0 },
  })
})

it('of the same name sent twice at once one is made', async () => {
  const { software, payment, mine, made } = await invoiceFromElsewhere()
  const all = await Promise.all(Array.from({ length: 8 }, () => software.put('/payments/P1', payment())))
  const outcomes = (await Promise.all(all.map(dataOf))).map(({ outcome }) => outcome)
  expect(outcomes.toSorted()).toEqual(['created', ...Array.from({ length: 7 }, () => 'unchanged')])
  expect((await mine()).data.filter(({ type }: { type: string }) => type === 'paiement')).toHaveLength(1)
  expect((await mine(`/${made.id}`)).data.dueCents).toBe(0)
})
