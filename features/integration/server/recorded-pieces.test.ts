import { expect, it } from 'vitest'
import { programOf, refusalOf } from '#test/asking-as-program.ts'
import { dataOf, post, startBillingTests } from '#test/billing.ts'

const billing = startBillingTests()
const { laboratoryThatBills, deliveredCase, issue, make, as } = billing

/** A laboratory that bills with its own software, and a practice it knows as C-1. */
async function laboratoryThatBillsElsewhere() {
  const lab = await laboratoryThatBills()
  const software = await programOf(billing, lab.laboratory)
  await dataOf(await software.put('/practices/C-1', { practiceId: lab.practice.id, name: 'Cabinet des Lilas' }))
  const today = new Date().toISOString().slice(0, 10)
  const piece = (more: object = {}) => ({
    practice: { externalId: 'C-1' },
    number: 'F2026/11-0012',
    date: '2026-11-02',
    dueDate: '2026-12-02',
    netCents: 30_000,
    vatCents: 0,
    ...more,
  })
  const manager = await as(await make.user(lab.practice))
  const mine = async (path = '') => (await manager(`/api/invoices${path}`)).json()
  return { ...lab, software, piece, mine, today, manager }
}

it('what the laboratory’s software has issued stands on the practice’s account under its own number, once', async () => {
  const { software, piece, mine, laboratory, practice } = await laboratoryThatBillsElsewhere()
  const made = await dataOf(await software.put('/invoices/F12', piece()))
  expect(made).toEqual({
    id: expect.any(String),
    pieceCode: 'F2026/11-0012',
    status: 'payable',
    dueCents: 30_000,
    outcome: 'created',
  })
  expect(await dataOf(await software.put('/invoices/F12', piece()))).toEqual({ ...made, outcome: 'unchanged' })
  const { data } = await mine()
  expect(data).toMatchObject([
    {
      id: made.id,
      pieceCode: 'F2026/11-0012',
      type: 'invoice',
      date: '2026-11-02',
      dueDate: '2026-12-02',
      amountCents: 30_000,
      hasDocument: false,
    },
  ])
  expect((await mine('/summary')).data).toMatchObject({ balanceCents: 30_000 })
  expect((await mine(`/${made.id}`)).data).toMatchObject({ lines: [], taxes: [], netCents: 30_000, vatCents: 0 })
  for (const name of ['F12', made.id])
    expect(await dataOf(await software.call(`/invoices/${name}`))).toMatchObject({
      id: made.id,
      externalId: 'F12',
      practice: { id: practice.id },
    })
  expect((await mine('?search=11-0012')).data).toHaveLength(1)
  const { rows } = await make.within(laboratory.id, client =>
    client.query(`select kind, subject_id from audit_events where kind = 'invoice_issued'`),
  )
  expect(rows).toEqual([{ kind: 'invoice_issued', subject_id: made.id }])
})

it('the same name with another content is told so, and a number that is taken, too', async () => {
  const { software, piece } = await laboratoryThatBillsElsewhere()
  await dataOf(await software.put('/invoices/F12', piece()))
  for (const more of [
    { netCents: 30_001 },
    { vatCents: 1 },
    { number: 'F13' },
    { date: '2026-11-03' },
    { dueDate: '2026-12-03' },
    { type: 'credit' },
  ])
    expect(await refusalOf(await software.put('/invoices/F12', piece(more))), JSON.stringify(more)).toEqual([
      409,
      'piece_differs',
    ])
  expect(await refusalOf(await software.put('/invoices/F13', piece()))).toEqual([409, 'number_taken'])
})

it('what cannot be a piece is refused by its field, and nothing is kept', async () => {
  const { software, piece, mine } = await laboratoryThatBillsElsewhere()
  const wrong: [object, string][] = [
    [{ number: '=1+1' }, 'number not_an_identifier'],
    [{ number: 'F'.repeat(41) }, 'number too_long'],
    [{ date: '2031-01-02', dueDate: '2031-02-02' }, 'date in_the_future'],
    [{ dueDate: '2026-11-01' }, 'dueDate too_early'],
    [{ netCents: -1 }, 'netCents too_small'],
    [{ netCents: 1.5 }, 'netCents amount_expected'],
    [{ practice: { externalId: 'C-9' } }, 'practice.externalId not_known'],
    [{ orders: [{ externalId: 'DS-9' }] }, 'orders.0.externalId not_known'],
    [{ orders: [{ id: '00000000-0000-4000-8000-000000000000' }] }, 'orders not_known'],
    [{ corrects: { externalId: 'F1' } }, 'corrects not_allowed'],
    [{ reason: 'Geste' }, 'reason not_allowed'],
    [{ type: 'credit', corrects: { externalId: 'F1' } }, 'corrects.externalId not_known'],
  ]
  for (const [more, said] of wrong)
    expect(await refusalOf(await software.put('/invoices/F12', piece(more))), said).toEqual([
      422,
      'input_invalid',
      said,
    ])
  expect((await mine()).data).toEqual([])
})

it('the cases that it is of are invoiced by it, lead to it, and are billed nowhere else', async () => {
  const lab = await laboratoryThatBillsElsewhere()
  const { software, piece, accounting, practice, manager, mine } = lab
  const [one, other, third] = [
    await deliveredCase(lab, practice),
    await deliveredCase(lab, practice),
    await deliveredCase(lab, practice),
  ]
  await dataOf(await software.put('/orders/DS-1', { orderId: one.id }))
  const unbilled = async () => (await mine('/summary')).data.unbilledCents
  const before = await unbilled()
  const made = await dataOf(await software.put('/invoices/F12', piece({ orders: [{ externalId: 'DS-1' }] })))
  expect(await unbilled()).toBeLessThan(before)
  const seen = await (await manager(`/api/orders/${one.id}`)).json()
  expect(seen.data).toMatchObject({ status: 'invoiced', invoiceId: made.id })
  // A case named later is added, and none twice.
  const both = { orders: [{ id: one.id }, { id: other.id }] }
  expect(await dataOf(await software.put('/invoices/F12', piece(both)))).toMatchObject({ outcome: 'changed' })
  expect(await dataOf(await software.put('/invoices/F12', piece(both)))).toMatchObject({ outcome: 'unchanged' })
  expect((await mine(`/${made.id}`)).data.orders).toHaveLength(2)
  expect(
    await refusalOf(await software.put('/invoices/F13', piece({ number: 'F13', orders: [{ id: other.id }] }))),
  ).toEqual([409, 'billed_already'])
  expect(await refusalOf(await issue(accounting, practice, [other]))).toEqual([409, 'billed_already'])
  // The reverse: a case that is on a piece of the portal.
  await dataOf(await issue(accounting, practice, [third], { type: 'pro_forma' }))
  expect(
    await refusalOf(await software.put('/invoices/F13', piece({ number: 'F13', orders: [{ id: third.id }] }))),
  ).toEqual([409, 'billed_already'])
  expect((await mine('?search=F13')).data).toEqual([])
})

it('a case that is on it before it was delivered is invoiced when the software says so', async () => {
  const lab = await laboratoryThatBillsElsewhere()
  const { software, piece, practice } = lab
  const order = await make.order(practice, { status: 'in_production' })
  await dataOf(await software.put('/orders/DS-1', { orderId: order.id }))
  await dataOf(await software.put('/invoices/F12', piece({ orders: [{ externalId: 'DS-1' }] })))
  expect(await dataOf(await software.put('/orders/DS-1', { status: 'delivered' }))).toMatchObject({
    status: 'delivered',
  })
  // The same by another order of events.
  const third = await make.order(practice, { status: 'in_production' })
  await dataOf(await software.put('/invoices/F14', piece({ number: 'F14', orders: [{ id: third.id }] })))
  const straight = { orderId: third.id, status: 'invoiced' }
  expect(await dataOf(await software.put('/orders/DS-3', straight))).toMatchObject({ status: 'invoiced' })
  // Repeating the piece or the status invoices it as well.
  const again = await make.order(practice, { status: 'shipped' })
  const other = piece({ number: 'F13', orders: [{ id: again.id }] })
  await dataOf(await software.put('/invoices/F13', other))
  await dataOf(await software.put('/orders/DS-2', { orderId: again.id, status: 'delivered' }))
  expect(await dataOf(await software.put('/invoices/F13', other))).toMatchObject({ outcome: 'unchanged' })
  expect(await dataOf(await software.call('/orders/DS-2'))).toMatchObject({ status: 'invoiced' })
  expect(await dataOf(await software.put('/orders/DS-1', { status: 'invoiced' }))).toMatchObject({ status: 'invoiced' })
})

it('a credit note takes its invoice back, at most once over, and its cases can be billed again', async () => {
  const lab = await laboratoryThatBillsElsewhere()
  const { software, piece, practice, mine } = lab
  const order = await deliveredCase(lab, practice)
  const invoice = await dataOf(await software.put('/invoices/F12', piece({ orders: [{ id: order.id }] })))
  const credit = (number: string, netCents: number) => ({
    ...piece({ type: 'credit', number, netCents, corrects: { externalId: 'F12' }, reason: 'Geste commercial' }),
    dueDate: undefined,
  })
  const first = await dataOf(await software.put('/invoices/A1', credit('A1', 10_000)))
  expect(first).toMatchObject({ status: 'handled', dueCents: 0, outcome: 'created' })
  expect((await mine(`/${invoice.id}`)).data).toMatchObject({ dueCents: 20_000, isCredited: false })
  const again = piece({ number: 'F13', orders: [{ id: order.id }] })
  expect(await refusalOf(await software.put('/invoices/F13', again))).toEqual([409, 'billed_already'])
  expect(await refusalOf(await software.put('/invoices/A2', credit('A2', 20_001)))).toEqual([409, 'credited_already'])
  await dataOf(await software.put('/invoices/A2', credit('A2', 20_000)))
  expect((await mine(`/${invoice.id}`)).data).toMatchObject({ status: 'paid', dueCents: 0, isCredited: true })
  // A fully credited invoice takes no more cases.
  const more = await deliveredCase(lab, practice)
  const first13 = await refusalOf(
    await software.put('/invoices/F12', piece({ orders: [{ id: order.id }, { id: more.id }] })),
  )
  expect(first13).toEqual([409, 'credited_already'])
  await dataOf(await software.put('/invoices/F13', again))
})

it('software that has taken the place of another one takes back what that had issued', async () => {
  const { software, piece, laboratory, practice, mine } = await laboratoryThatBillsElsewhere()
  const invoice = await dataOf(await software.put('/invoices/F12', piece()))
  const next = await programOf(billing, laboratory, 'Nouveau logiciel')
  const credit = {
    type: 'credit',
    practice: { id: practice.id },
    number: 'A1',
    date: '2026-11-10',
    netCents: 30_000,
    vatCents: 0,
    corrects: { id: invoice.id },
  }
  expect(await refusalOf(await next.put('/invoices/A1', credit))).toEqual([409, 'not_creditable'])
  await make.within(laboratory.id, client =>
    client.query(`alter table users disable trigger program_kept; update users set disabled_at = now() where id = '${software.id}';
      alter table users enable trigger program_kept`),
  )
  await dataOf(await next.put('/invoices/A1', credit))
  expect((await mine(`/${invoice.id}`)).data).toMatchObject({ isCredited: true })
})

it('of its VAT the export for the accountant says what is known', async () => {
  const { software, piece, manager } = await laboratoryThatBillsElsewhere()
  await dataOf(await software.put('/invoices/F12', piece({ netCents: 30_000, vatCents: 2_000 })))
  const [, row] = (await (await manager('/api/invoices/export')).text()).trim().split('\r\n')
  // Net amount; the taxed and exempt parts stand only on its paper; VAT and total.
  expect(row).toContain(';300,00;;;20,00;320,00;')
})

it('one of nothing in particular lies in the practice’s favour', async () => {
  const { software, piece, mine, practice } = await laboratoryThatBillsElsewhere()
  const discount = piece({ type: 'credit', number: 'A9', netCents: 5_000, reason: 'Remise de fin d’année' })
  expect(await dataOf(await software.put('/invoices/A9', discount))).toMatchObject({ dueCents: -5_000 })
  expect((await mine('/summary')).data).toMatchObject({ balanceCents: -5_000, inFavourCents: 5_000 })
  // Its cases may be named later, too, if they are known.
  const unknown = { ...discount, orders: [{ id: '00000000-0000-4000-8000-000000000000' }] }
  expect(await refusalOf(await software.put('/invoices/A9', unknown))).toEqual([
    422,
    'input_invalid',
    'orders not_known',
  ])
  const named = { ...discount, orders: [{ id: (await make.order(practice)).id }] }
  for (const outcome of ['changed', 'unchanged'])
    expect(await dataOf(await software.put('/invoices/A9', named))).toMatchObject({ outcome })
})

it('the portal’s own series has no gap for it, and keeps its numbers to itself', async () => {
  const lab = await laboratoryThatBillsElsewhere()
  const { software, piece, accounting, practice } = lab
  const first = await dataOf(await issue(accounting, practice, [await deliveredCase(lab, practice)]))
  const codeOf = async (id: string) => (await dataOf(await software.call(`/invoices/${id}`))).pieceCode as string
  const own = await codeOf(first.ids[0])
  const numbered = (places: number) => own.slice(0, -6) + String(Number(own.slice(-6)) + places).padStart(6, '0')
  expect(await refusalOf(await software.put('/invoices/X', piece({ number: own })))).toEqual([409, 'number_taken'])
  // Nor a number the series has not reached yet.
  expect(await refusalOf(await software.put('/invoices/X', piece({ number: numbered(1) })))).toEqual([
    409,
    'number_taken',
  ])
  // Nor variants of them as a bank or a person writes them.
  for (const number of [
    own.toLowerCase(),
    own.replaceAll('-', ' '),
    own.replaceAll('-', ''),
    numbered(1).toLowerCase(),
  ])
    expect(await refusalOf(await software.put('/invoices/X', piece({ number }))), number).toEqual([409, 'number_taken'])
  await dataOf(await software.put('/invoices/Y', piece({ number: 'Y' })))
  const second = await dataOf(await issue(accounting, practice, [await deliveredCase(lab, practice)]))
  expect(await codeOf(second.ids[0])).toBe(numbered(1))
  // The portal's own pieces are read in the order of their numbers.
  const { data } = await (await software.call('/invoices')).json()
  expect(data.map((row: { pieceCode: string }) => row.pieceCode)).toEqual([own, numbered(1)])
})

it('a series that begins later steps over what was given elsewhere before', async () => {
  const lab = await laboratoryThatBillsElsewhere()
  const { software, piece, accounting, practice, today } = lab
  const number = `FA-${today.slice(0, 4)}-000001`
  await dataOf(await software.put('/invoices/X', piece({ number, date: today, dueDate: today })))
  const { ids } = await dataOf(await issue(accounting, practice, [await deliveredCase(lab, practice)]))
  expect(await dataOf(await software.call(`/invoices/${ids[0]}`))).toMatchObject({
    pieceCode: `FA-${today.slice(0, 4)}-000002`,
  })
})

it('the practice hears of it, and not of years gone by', async () => {
  const { software, piece, laboratory, today } = await laboratoryThatBillsElsewhere()
  const noticed = async () =>
    (await make.within(laboratory.id, client => client.query(`select kind from notices where kind = 'invoice'`))).rows
  await dataOf(await software.put('/invoices/F1', piece({ number: 'F1', date: '2025-01-10', dueDate: '2025-02-10' })))
  expect(await noticed()).toEqual([])
  await dataOf(await software.put('/invoices/F2', piece({ number: 'F2', date: today, dueDate: today })))
  expect(await noticed()).not.toEqual([])
})

it('whoever is not the software that issued it changes nothing of it', async () => {
  const lab = await laboratoryThatBillsElsewhere()
  const { software, piece, laboratory, accounting } = lab
  const made = await dataOf(await software.put('/invoices/F12', piece()))
  const another = await programOf(billing, laboratory, 'Autre logiciel')
  await dataOf(await another.put('/practices/X', { practiceId: lab.practice.id, name: 'Lilas' }))
  const credit = {
    ...piece({ type: 'credit', number: 'A1', practice: { externalId: 'X' }, corrects: { externalId: 'F12' } }),
    dueDate: undefined,
  }
  expect(await refusalOf(await another.put('/invoices/A1', credit))).toEqual([
    422,
    'input_invalid',
    'corrects.externalId not_known',
  ])
  // It has to be credited where it was issued.
  expect(
    await refusalOf(
      await accounting(`/api/staff/invoices/${made.id}/credit`, post({ positions: [], reason: 'Erreur' })),
    ),
  ).toEqual([409, 'not_creditable'])
})

it('many come at once, a line each', async () => {
  const { software, piece, mine } = await laboratoryThatBillsElsewhere()
  const lines = [
    { put: 'invoices', externalId: 'F1', body: piece({ number: 'F1' }) },
    { put: 'invoices', externalId: 'F2', body: piece({ number: 'F1' }) },
    {
      put: 'payments',
      externalId: 'P1',
      body: {
        practice: { externalId: 'C-1' },
        amountCents: 10_000,
        receivedOn: '2026-11-10',
        means: 'transfer',
        invoices: [{ externalId: 'F1' }],
      },
    },
  ]
  const answer = await software.call('/batch', {
    method: 'POST',
    body: lines.map(line => `${JSON.stringify(line)}\n`).join(''),
    headers: { 'content-type': 'application/x-ndjson' },
  })
  const said = (await answer.text())
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  expect(said.map(({ status }) => status)).toEqual([200, 409, 200])
  expect((await mine('?search=F1')).data).toMatchObject([{ dueCents: 20_000 }])
})
