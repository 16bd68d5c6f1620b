import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Endpoint } from '#kit/contract.ts'
import { addDays } from '#kit/day.ts'
import { bodyFor, isForStaff } from '#test/bodies.ts'
import { problemOf, startTestApp } from '#test/harness.ts'
import type { TestPractice } from '#test/make.ts'
import { readPdf } from '#test/pdf.ts'
import { today } from '#test/today.ts'
import { invoiceSorts } from '../address.ts'
import type { CreditPreview } from '../contract.ts'

type Paid = CreditPreview['invoices'][number]

const { app, make, as, request } = startTestApp()
const year = today.slice(0, 4)

const managerOf = async (practice: TestPractice) => as(await make.user(practice, { account_type: 'manager' }))
type Call = Awaited<ReturnType<typeof as>>
const list = async (call: Call, query = '') => {
  const response = await call(`/api/invoices${query}`)
  expect(response.status, query).toBe(200)
  const { data, page } = (await response.json()) as { data: { pieceCode: string }[]; page: { total: number } }
  return { codes: data.map(({ pieceCode }) => pieceCode), total: page.total, data }
}
const link = (practice: TestPractice, invoice: { id: string }, order: { id: string }, type = 'invoice') =>
  make.insert(practice.laboratory.id, 'invoice_orders', {
    brand_id: practice.laboratory.id,
    practice_id: practice.id,
    invoice_id: invoice.id,
    order_id: order.id,
    type,
    vat: 'exempt',
  })
/** Pays 40.00 of the laboratory's invoice. */
const payPart = (practice: TestPractice) =>
  make.within(practice.laboratory.id, async client => {
    await client.query(`insert into payments (brand_id, practice_id, mode, amount_cents, provider, reference, status, settled_at)
      select brand_id, practice_id, 'manual', 4000, 'manual', 'RF00000000000001', 'succeeded', now() from invoices limit 1`)
    await client.query(`insert into invoices (brand_id, practice_id, type, amount_cents, payment_id)
      select brand_id, practice_id, 'paiement', -4000, id from payments`)
    await client.query(`insert into allocations (brand_id, practice_id, credit_id, debit_id, cents)
      select i.brand_id, i.practice_id, p.id, i.id, 4000 from invoices i, invoices p
      where i.type = 'invoice' and i.amount_cents = 10000 and p.type = 'paiement' limit 1`)
  })

describe('a practice', () => {
  it('sees its pieces, the latest first, and what it owes', async () => {
    const laboratory = await make.laboratory()
    const practice = await make.practice(laboratory)
    const old = await make.invoice(practice, { issued_on: addDays(today, -60), due_on: addDays(today, -30) })
    await make.invoice(practice, { amount_cents: 2_500, due_on: addDays(today, 30) })
    await make.invoice(practice, { type: 'pro_forma', amount_cents: 77 })
    await make.invoice(practice, { type: 'credit', amount_cents: -500, corrects_id: old.id })
    await make.invoice(practice, { type: 'initialBalance', amount_cents: 300 })
    await payPart(practice)
    await make.invoice(await make.practice(laboratory))
    const order = await make.order(practice)
    await link(practice, old, order)
    const call = await managerOf(practice)
    const { data, total } = await list(call)
    expect(total).toBe(6)
    expect(data.at(-1)).toEqual({
      id: old.id,
      pieceCode: expect.stringMatching(/^FA-\d{4}-00000\d$/),
      type: 'invoice',
      date: addDays(today, -60),
      dueDate: addDays(today, -30),
      amountCents: 10_000,
      dueCents: 6_000,
      pendingCents: 0,
      currency: 'EUR',
      status: 'payable',
      orders: [order],
      corrects: null,
      hasReceipt: true,
      hasDocument: true,
      isCredited: false,
      returnedAs: null,
      receivedOn: null,
    })
    expect((await (await call('/api/invoices/summary')).json()).data).toEqual({
      balanceCents: 6_000 + 2_500 - 500 + 300,
      overdueCents: 6_000,
      pendingCents: 0,
      inFavourCents: 500,
      paidLatelyCents: 4_000,
      unbilledCents: 0,
      currency: 'EUR',
    })
    expect((await (await call('/api/dashboard')).json()).data.cards.outstandingInvoices).toEqual({
      count: 3,
      amountCents: 8_800 - 500,
    })
    expect((await list(call, '?due=outstanding')).total).toBe(3)
    expect((await list(call, '?due=overdue')).total).toBe(1)
    expect((await (await call(`/api/orders/${order.id}`)).json()).data.invoiceId).toBe(old.id)
    expect((await (await call(`/api/invoices/${old.id}`)).json()).data).toMatchObject({
      lines: [{ label: 'Couronne zircone monolithique', netCents: 10_000, isCredited: false }],
      settlements: [{ cents: 4_000, date: today, piece: { type: 'paiement' } }],
      correctedBy: [{ type: 'credit' }],
    })
  })

  it('finds them by status, period, and the number of a piece or of a case; sorts them and turns pages', async () => {
    const practice = await make.practice(await make.laboratory())
    for (let i = 0; i < 26; i++) await make.invoice(practice, { amount_cents: 1_000 + i })
    const credit = await make.invoice(practice, {
      type: 'credit',
      amount_cents: -1,
      corrects_id: (await first(practice)).id,
    })
    await link(practice, credit, await make.order(practice, { code: 'T-26-0042' }), 'credit')
    const call = await managerOf(practice)
    expect((await list(call)).codes).toHaveLength(25)
    expect((await list(call, '?page=2')).codes).toHaveLength(2)
    expect(await list(call, '?page=3')).toMatchObject({ codes: [], total: 27 })
    expect((await list(call, '?statuses=payable&statuses=paid')).total).toBe(26)
    expect((await list(call, '?statuses=validated')).codes).toEqual([`AV-${year}-000001`])
    expect((await list(call, '?search=t-26-0042')).codes).toEqual([`AV-${year}-000001`])
    expect((await list(call, `?search=fa-${year}-000007`)).codes).toEqual([`FA-${year}-000007`])
    expect((await list(call, '?search=%25')).total).toBe(0)
    expect((await list(call, `?from=${addDays(today, 1)}`)).total).toBe(0)
    expect((await list(call, `?from=${today}&to=${today}`)).total).toBe(27)
    const pages = await Promise.all(
      invoiceSorts.map(async by => (await list(call, `?sort_by=${by}&sort_order=ASC`)).codes[0]),
    )
    expect(pages[invoiceSorts.indexOf('amount')]).toBe(`AV-${year}-000001`)
    expect(pages[invoiceSorts.indexOf('pieceCode')]).toBe(`AV-${year}-000001`)
    for (const query of ['?page=0', '?statuses=late', '?sort_by=status', '?from=2026-02-31', '?due=never', '?x=1'])
      expect((await problemOf(await call(`/api/invoices${query}`))).code, query).toBe('input_invalid')
    const csv = (await (await call('/api/invoices/export?statuses=payable')).text()).trim().split('\r\n')
    expect(csv).toHaveLength(27)
    expect(csv[1]).toMatch(/^FA-\d{4}-000001;Facture;.*;10,00;0,00;10,00;0,00;10,00;10,00;À payer;;;$/)
  })
  it('is told by a credit note of which case and which invoice it is, in the list as in the accountant’s table', async () => {
    const practice = await make.practice(await make.laboratory())
    const invoice = await make.invoice(practice)
    const credit = await make.invoice(practice, { type: 'credit', amount_cents: -500, corrects_id: invoice.id })
    const order = await make.order(practice)
    await link(practice, credit, order, 'credit')
    const call = await managerOf(practice)
    const pieceCode = `FA-${year}-000001`
    expect((await list(call, '?statuses=validated')).data).toMatchObject([
      { corrects: { id: invoice.id, pieceCode, type: 'invoice' }, orders: [{ id: order.id }] },
    ])
    const csv = (await (await call('/api/invoices/export?statuses=validated')).text()).trim().split('\r\n')
    expect(csv[1]).toMatch(new RegExp(`^AV-.*;${order.code};-5,00;.*;Validée;${pieceCode};;$`))
  })

  it('has no pro forma in the accountant’s table, but what a payment came by and when; what was credited was not paid', async () => {
    const practice = await make.practice(await make.laboratory())
    const credited = await make.invoice(practice)
    await make.invoice(practice, { type: 'credit', amount_cents: -10_000, corrects_id: credited.id })
    await make.within(practice.laboratory.id, async client => {
      await client.query(
        `insert into allocations (brand_id, practice_id, credit_id, debit_id, cents)
         select c.brand_id, c.practice_id, c.id, c.corrects_id, 10000 from invoices c where c.type = 'credit'`,
      )
      await client.query(
        `insert into payments (brand_id, practice_id, mode, amount_cents, provider, reference, status, settled_at, means, received_on)
         values ($1, $2, 'manual', 5000, 'manual', 'RF00000000000001', 'succeeded', now(), 'check', $3)`,
        [practice.laboratory.id, practice.id, addDays(today, -8)],
      )
      await client.query(`insert into invoices (brand_id, practice_id, type, amount_cents, payment_id)
        select brand_id, practice_id, 'paiement', -5000, id from payments`)
      await client.query(`insert into invoices (brand_id, practice_id, type, amount_cents, payment_id, returned_as)
        select brand_id, practice_id, 'paiement', 5000, id, 'rejection' from payments`)
    })
    await make.invoice(practice, { type: 'pro_forma' })
    const call = await managerOf(practice)
    const exported = async (query = '') =>
      (await (await call(`/api/invoices/export${query}`)).text()).trim().split('\r\n').slice(1)
    const day = addDays(today, -8).split('-').reverse().join('/')
    expect(
      (await exported()).map(line => line.split(';').slice(1, 2).concat(line.split(';').slice(12)).join(';')),
    ).toEqual(
      expect.arrayContaining([
        'Facture;Annulée par avoir;;;',
        `Avoir;Traité;FA-${year}-000001;;`,
        `Paiement;À rapprocher;;Chèque;${day}`,
        expect.stringMatching(/^Paiement rejeté par la banque;.*;;Chèque;$/),
      ]),
    )
    expect(await exported()).toHaveLength(4)
    expect(await exported('?statuses=to_validate')).toHaveLength(1)
    expect(await list(call, '?statuses=paid')).toMatchObject({ data: [{ isCredited: true, status: 'paid' }] })
  })

  it('is not asked again for what it has announced: neither due nor overdue, and on its way', async () => {
    const practice = await make.practice(await make.laboratory())
    const late = { issued_on: addDays(today, -60), due_on: addDays(today, -30) }
    const announced = await make.invoice(practice, { ...late, amount_cents: 3_000 })
    await make.invoice(practice, { ...late, amount_cents: 2_000 })
    const partly = await make.invoice(practice, { amount_cents: 1_000, due_on: addDays(today, 30) })
    const call = await managerOf(practice)
    const body = { invoiceIds: [announced.id, partly.id], mode: 'transfer', amountCents: 3_400 }
    await make.insert(practice.laboratory.id, 'billing_settings', {
      brand_id: practice.laboratory.id,
      legal_name: 'Labo',
      iban: 'FR7630006000011234567890189',
    })
    expect((await call('/api/payments', { body, headers: { 'idempotency-key': randomUUID() } })).status).toBe(201)
    expect((await (await call('/api/invoices/summary')).json()).data).toMatchObject({
      balanceCents: 6_000,
      overdueCents: 2_000,
      pendingCents: 3_400,
    })
    expect((await (await call('/api/dashboard')).json()).data.cards.outstandingInvoices).toEqual({
      count: 2,
      amountCents: 2_600,
    })
    expect((await list(call, '?due=outstanding')).total).toBe(2)
    expect((await list(call, '?due=overdue')).total).toBe(1)
  })

  it('spends what lies in its favour on what it chooses; what there is none of, or is no practice’s of it, is refused', async () => {
    const practice = await make.practice(await make.laboratory())
    const invoice = await make.invoice(practice, { amount_cents: 3_000 })
    const call = await managerOf(practice)
    const spend = (left: Record<string, number>, spentCents: number, key = randomUUID()) => {
      const invoices = Object.entries(left).map(([id, leftCents]) => ({ id, leftCents }))
      const body = { spentCents, invoices }
      return call('/api/invoices/spend-credit', { body, headers: { 'idempotency-key': key } })
    }
    expect(await problemOf(await spend({ [invoice.id]: 2_500 }, 500))).toMatchObject({
      status: 409,
      code: 'nothing_open',
    })
    expect(await problemOf(await spend({ [randomUUID()]: 0 }, 500))).toMatchObject({ code: 'not_found' })
    await make.invoice(practice, { type: 'credit', amount_cents: -500, corrects_id: invoice.id })
    const key = randomUUID()
    for (let time = 0; time < 2; time++)
      expect(await (await spend({ [invoice.id]: 2_500 }, 500, key)).json()).toEqual({
        data: { spentCents: 500, left: [{ id: invoice.id, dueCents: 2_500 }] },
      })
    expect((await (await call('/api/invoices/summary')).json()).data).toMatchObject({
      balanceCents: 2_500,
      inFavourCents: 0,
    })
    // An invoice paid completely is not among what is left to pay.
    const next = await make.invoice(practice, { amount_cents: 9_000, due_on: addDays(today, 30) })
    await make.invoice(practice, { type: 'credit', amount_cents: -3_000, corrects_id: invoice.id })
    expect((await (await spend({ [next.id]: 8_500, [invoice.id]: 0 }, 3_000)).json()).data).toEqual({
      spentCents: 3_000,
      left: [{ id: next.id, dueCents: 8_500 }],
    })
  })
  it('shows what its credit would pay before anything is moved, and moves nothing where that is another amount by now', async () => {
    const practice = await make.practice(await make.laboratory())
    const later = await make.invoice(practice, { amount_cents: 9_000, due_on: addDays(today, 30) })
    const older = await make.invoice(practice, { amount_cents: 3_000, due_on: addDays(today, 10) })
    const last = await make.invoice(practice, { amount_cents: 2_000, due_on: addDays(today, 40) })
    const call = await managerOf(practice)
    const invoiceIds = [last.id, later.id, older.id]
    const preview = async (ids = invoiceIds): Promise<CreditPreview> =>
      (await (await call('/api/invoices/spend-credit/preview', { body: { invoiceIds: ids } })).json()).data
    const spend = ({ spentCents, invoices }: CreditPreview) => {
      const left = invoices.map(({ id, leftCents }) => ({ id, leftCents }))
      const body = { spentCents, invoices: left }
      return call('/api/invoices/spend-credit', { body, headers: { 'idempotency-key': randomUUID() } })
    }
    expect(await preview()).toMatchObject({ spentCents: 0, keptCents: 0, invoices: [{}, {}, {}] })
    await make.invoice(practice, { type: 'credit', amount_cents: -4_000, corrects_id: later.id })
    expect(await preview()).toEqual({
      spentCents: 4_000,
      keptCents: 0,
      invoices: [
        { id: older.id, pieceCode: `FA-${year}-000002`, dueCents: 3_000, leftCents: 0 },
        { id: later.id, pieceCode: `FA-${year}-000001`, dueCents: 9_000, leftCents: 8_000 },
        { id: last.id, pieceCode: `FA-${year}-000003`, dueCents: 2_000, leftCents: 2_000 },
      ],
    })
    expect(await preview([older.id])).toMatchObject({ spentCents: 3_000, keptCents: 1_000 })
    expect(await preview([older.id, randomUUID()])).toEqual({ spentCents: 0, keptCents: 0, invoices: [] })
    const before = await preview()
    // The credit has grown since the preview.
    await make.invoice(practice, { type: 'credit', amount_cents: -500, corrects_id: later.id })
    expect(await problemOf(await spend(before))).toMatchObject({ status: 409, code: 'credit_moved' })
    const shown = await preview()
    expect(shown).toMatchObject({ spentCents: 4_500, invoices: [{ leftCents: 0 }, { leftCents: 7_500 }, {}] })
    // The same total, distributed differently than shown.
    const [first, second, third] = shown.invoices as [Paid, Paid, Paid]
    const moved = [{ ...first, leftCents: 100 }, { ...second, leftCents: second.leftCents - 100 }, third]
    expect(await problemOf(await spend({ ...shown, invoices: moved }))).toMatchObject({ code: 'credit_moved' })
    expect(await preview()).toEqual(shown)
    expect((await (await spend(shown)).json()).data).toEqual({
      spentCents: 4_500,
      left: [
        { id: later.id, dueCents: 7_500 },
        { id: last.id, dueCents: 2_000 },
      ],
    })
  })
  const first = (practice: TestPractice) =>
    make.within(practice.laboratory.id, async client => {
      const { rows } = await client.query<{ id: string }>('select id from invoices order by number limit 1')
      return rows[0] as { id: string }
    })

  it('moves nothing where one of the invoices that the credit was not shown to pay would be paid by now', async () => {
    const practice = await make.practice(await make.laboratory())
    const older = await make.invoice(practice, { amount_cents: 3_000, due_on: addDays(today, 10) })
    const later = await make.invoice(practice, { amount_cents: 9_000, due_on: addDays(today, 30) })
    await make.invoice(practice, { type: 'credit', amount_cents: -3_000, corrects_id: later.id })
    const settings = { brand_id: practice.laboratory.id, legal_name: 'Labo', iban: 'FR7630006000011234567890189' }
    await make.insert(practice.laboratory.id, 'billing_settings', settings)
    const call = await managerOf(practice)
    const invoiceIds = [older.id, later.id]
    const shown = (await (await call('/api/invoices/spend-credit/preview', { body: { invoiceIds } })).json()).data
    expect(shown).toMatchObject({ spentCents: 3_000, invoices: [{ leftCents: 0 }, { leftCents: 9_000 }] })
    const transfer = { invoiceIds: [older.id], mode: 'transfer', amountCents: 1_000 }
    const key = () => ({ 'idempotency-key': randomUUID() })
    expect((await call('/api/payments', { body: transfer, headers: key() })).status).toBe(201)
    const invoices = shown.invoices.map(({ id, leftCents }: Paid) => ({ id, leftCents }))
    const spent = await call('/api/invoices/spend-credit', { body: { spentCents: 3_000, invoices }, headers: key() })
    expect(await problemOf(spent)).toMatchObject({ status: 409, code: 'credit_moved' })
    expect((await (await call('/api/invoices/summary')).json()).data).toMatchObject({ inFavourCents: 3_000 })
  })

  it('counts work that is delivered and not billed, with VAT', async () => {
    const practice = await make.practice(await make.laboratory())
    const { reference, version } = await make.product(practice.laboratory, { price_cents: 5_000, vat: 'standard' })
    const order = await make.order(practice, { status: 'delivered' })
    const line = { case_sequence: 1, reference, product_version: version, label_fr: 'x', label_en: 'x', quantity: 2 }
    const ofOrder = { brand_id: practice.laboratory.id, practice_id: practice.id, order_id: order.id }
    await make.insert(practice.laboratory.id, 'order_products', { ...ofOrder, ...line })
    const call = await managerOf(practice)
    const unbilled = async () => (await (await call('/api/invoices/summary')).json()).data.unbilledCents
    expect(await unbilled()).toBe(12_000)
    await link(practice, await make.invoice(practice), order)
    expect(await unbilled()).toBe(0)
  })

  it('sees nothing of another practice’s or laboratory’s, and nothing signed out', async () => {
    const laboratory = await make.laboratory()
    const { id } = await make.invoice(await make.practice(laboratory), { type: 'pro_forma' })
    const calls = [
      await managerOf(await make.practice(laboratory)),
      await managerOf(await make.practice(await make.laboratory())),
    ]
    for (const call of calls) {
      expect((await list(call)).total).toBe(0)
      expect((await call(`/api/invoices/${id}`)).status).toBe(404)
      expect((await call(`/api/invoices/${id}/answer`, { body: { answer: 'approve' } })).status).toBe(404)
    }
    for (const path of ['', '/summary', '/export', `/${id}`])
      expect((await request(laboratory, `/api/invoices${path}`)).status).toBe(401)
  })
})

describe('a practice doctor', () => {
  /** Removes what differs by time or request. */
  const withoutChance = (text: string) =>
    text.replace(/"(requestId|updatedAt)":"[^"]*"|"x-request-id","[^"]*"|État au [^\n]*/g, '')

  async function everyAnswer(call: Call, ids: readonly string[]) {
    const answers = new Map<string, string>()
    const mine = app.api.endpoints.filter(
      endpoint =>
        endpoint.method === 'GET' &&
        endpoint.needs !== 'nothing' &&
        !isForStaff(endpoint) &&
        endpoint.reply !== 'events' &&
        endpoint.path !== '/api/openapi.json',
    )
    const ask = async (path: string, options: { method?: string; body?: object } = {}) => {
      const response = await call(path, options)
      const isPaper = response.headers.get('content-type') === 'application/pdf'
      const body = isPaper ? (await readPdf(await response.bytes())).text : await response.text()
      answers.set(`${options.method ?? 'GET'} ${path}`, withoutChance(`${response.status} ${body}`))
    }
    for (const { path } of mine)
      for (const id of path.includes(':id') ? ids : [randomUUID()])
        await ask(path.replace(':id', id).replace(':name', 'x.png').replace(':secret', 'x'))
    const lists = ['tab=all', 'tab=history&search=FA-', 'tab=all&statuses=delivered', 'tab=all&statuses=invoiced']
    for (const query of lists) await ask(`/api/orders?${query}`)
    for (const path of ['/api/orders/export?tab=all', '/api/dashboard?days=7']) await ask(path)
    const changing = (endpoint: Endpoint) => endpoint.path.startsWith('/api/invoices') && endpoint.method !== 'GET'
    for (const endpoint of app.api.endpoints.filter(changing)) {
      const body = bodyFor(endpoint)
      for (const id of ids)
        await ask(endpoint.path.replace(':id', id), { method: endpoint.method, ...(body ? { body } : {}) })
    }
    return answers
  }

  it('is told the same whether there are invoices or none', async () => {
    const practice = await make.practice(await make.laboratory())
    const order = await make.order(practice, { status: 'delivered', delivery_on: today, first_delivery_on: today })
    const ofOrder = { brand_id: practice.laboratory.id, practice_id: practice.id, order_id: order.id }
    await make.insert(practice.laboratory.id, 'order_events', { ...ofOrder, sequence: 1, status: 'delivered' })
    const doctor = await as(await make.user(practice, { is_practice_doctor: true }))
    const unknown = randomUUID()
    const without = await everyAnswer(doctor, [order.id, unknown])
    const invoice = await make.invoice(practice)
    await link(practice, invoice, order)
    await make.within(practice.laboratory.id, client =>
      client.query('select tenant.mark_all_invoiced($1, array[$2::uuid])', [practice.laboratory.id, order.id]),
    )
    await make.invoice(practice, { type: 'initialBalance', amount_cents: 300 })
    await payPart(practice)
    const withThem = await everyAnswer(doctor, [order.id, invoice.id])
    // An event after invoicing is shown with the status the doctor knows.
    const noted = { ...ofOrder, sequence: 9, status: 'invoiced', note: 'Non.' }
    await make.insert(practice.laboratory.id, 'order_events', noted)
    const { data: seen } = await (await doctor(`/api/orders/${order.id}`)).json()
    expect(seen.timeline).toMatchObject([{ status: 'delivered' }, { status: 'delivered', note: 'Non.' }])
    const asIfUnknown = new Map(
      [...withThem].map(([asked, answer]) => [
        asked.replace(invoice.id, unknown),
        answer.replaceAll(invoice.id, unknown),
      ]),
    )
    expect(asIfUnknown).toEqual(without)
    // The manager's answers do differ.
    const others = await everyAnswer(await managerOf(practice), [order.id, invoice.id])
    expect(
      [...others].filter(([asked, answer]) => answer !== withThem.get(asked)).map(([asked]) => asked.split('?')[0]),
    ).toEqual(
      expect.arrayContaining([
        'GET /api/invoices',
        'GET /api/invoices/summary',
        'GET /api/orders',
        'GET /api/orders/statuses',
        'GET /api/orders/export',
        `GET /api/orders/${order.id}`,
        `GET /api/orders/${order.id}/traceability-sheet`,
        'GET /api/dashboard',
      ]),
    )
  })

  it('is refused each call', async () => {
    const practice = await make.practice(await make.laboratory())
    const { id } = await make.invoice(practice)
    const doctor = await as(await make.user(practice, { is_practice_doctor: true }))
    for (const path of ['', '/summary', '/export', `/${id}`])
      expect(await problemOf(await doctor(`/api/invoices${path}`))).toMatchObject({ status: 403, code: 'forbidden' })
  })
})
