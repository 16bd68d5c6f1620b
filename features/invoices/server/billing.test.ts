import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { addDays, dayInZone } from '#kit/day.ts'
import { doChores } from '#tenancy/server/chores.ts'
import { openLaboratoryOf } from '#tenancy/server/guards.ts'
import type { JobAsked } from '#tenancy/server/job.ts'
import { problemOf, startTestApp } from '#test/harness.ts'
import type { TestLaboratory, TestPractice } from '#test/make.ts'
import { billingRun } from './billing-run.ts'
import { continueRun } from './billing-sql.ts'

const { app, make, as, request } = startTestApp()
const { database } = app.api.services
const today = dayInZone(new Date(), 'Europe/Paris')

type Call = Awaited<ReturnType<typeof as>>
const post = (body: object) => ({ method: 'POST', body, headers: { 'idempotency-key': randomUUID() } })
const dataOf = async (response: Response) => {
  expect(response.status, await response.clone().text()).toBeLessThan(300)
  return (await response.json()).data
}

/** Without which nobody issues an invoice. */
const seat = { address: '1 rue des Essais', postal_code: '69003', city: 'Lyon' }

/** A crown, exempt, and a splint with VAT. */
async function laboratoryThatBills(settings: Record<string, unknown> = {}) {
  const laboratory = await make.laboratory(seat)
  const crown = await make.product(laboratory, { price_cents: 14_900 })
  const splint = await make.product(laboratory, { price_cents: 9_999, vat: 'standard', label_fr: 'Gouttière' })
  await make.insert(laboratory.id, 'billing_settings', {
    brand_id: laboratory.id,
    legal_name: 'Laboratoire d’essai SARL',
    siren: '732829320',
    vat_number: 'FR44732829320',
    payment_days: 30,
    ...settings,
  })
  return {
    laboratory,
    crown,
    splint,
    accounting: await as(await make.user(laboratory, { role: 'accounting' })),
    practice: await make.practice(laboratory),
  }
}
type Lab = Awaited<ReturnType<typeof laboratoryThatBills>>

/** Delivered a week ago, with these products. */
async function deliveredCase(
  { laboratory, crown }: Pick<Lab, 'laboratory' | 'crown'>,
  practice: TestPractice,
  products: readonly { reference: string; version: number; quantity?: number }[] = [crown],
  values: Record<string, unknown> = {},
) {
  const order = await make.order(practice, { status: 'delivered', total_cents: 14_900, ...values })
  const ofOrder = { brand_id: laboratory.id, practice_id: practice.id, order_id: order.id }
  for (const [index, { reference, version, quantity = 1 }] of products.entries())
    await make.insert(laboratory.id, 'order_products', {
      ...ofOrder,
      case_sequence: index + 1,
      reference,
      product_version: version || null,
      label_fr: 'Couronne',
      label_en: 'Crown',
      quantity,
    })
  if (values.status === undefined)
    await make.insert(laboratory.id, 'order_events', {
      ...ofOrder,
      sequence: 1,
      status: 'delivered',
      at: `${addDays(today, -7)}T10:00:00Z`,
    })
  return order
}

const issue = (call: Call, practice: TestPractice, orders: { id: string }[], values: object = {}) =>
  call(
    '/api/staff/invoices',
    post({ practiceId: practice.id, orderIds: orders.map(({ id }) => id), type: 'invoice', ...values }),
  )
const statusOf = (laboratory: TestLaboratory, id: string) =>
  make.within(laboratory.id, async client => {
    const { rows } = await client.query<{ status: string; moves: number }>(
      `select status::text, (select count(*)::int from order_events where order_id = o.id) as moves from orders o where id = $1`,
      [id],
    )
    return rows[0]
  })
const billedOf = (laboratory: TestLaboratory) =>
  make.within(laboratory.id, async client => {
    const { rows } = await client.query<{ codes: number; numbers: number; highest: number; lines: number }>(
      `select count(*)::int as codes, count(distinct number)::int as numbers, max(number) as highest,
         (select count(*)::int from invoice_lines) as lines from invoices`,
    )
    return rows[0]
  })

describe('who does the books', () => {
  it('issues one invoice of several cases, exempt and taxed, which are invoiced then', async () => {
    const lab = await laboratoryThatBills()
    const { laboratory, practice, accounting, crown, splint } = lab
    const [one, other] = [
      await deliveredCase(lab, practice, [{ ...crown, quantity: 2 }], { code: 'T-1' }),
      await deliveredCase(lab, practice, [crown, splint], { code: 'T-2' }),
    ]
    const { ids } = await dataOf(await issue(accounting, practice, [one, other]))
    const year = today.slice(0, 4)
    expect(await dataOf(await accounting(`/api/staff/invoices/${ids[0]}`))).toMatchObject({
      pieceCode: `FA-${year}-000001`,
      type: 'invoice',
      date: today,
      dueDate: addDays(today, 30),
      netCents: 3 * 14_900 + 9_999,
      vatCents: 2_000,
      amountCents: 3 * 14_900 + 9_999 + 2_000,
      status: 'payable',
      practice: { id: practice.id },
      taxes: [
        {
          vat: 'exempt',
          vatRate: 0,
          baseCents: 3 * 14_900,
          taxCents: 0,
          exemptionReason: expect.stringContaining('261'),
        },
        { vat: 'standard', vatRate: 2_000, baseCents: 9_999, taxCents: 2_000, exemptionReason: null },
      ],
      lines: [{ quantity: 2, netCents: 29_800, deliveredOn: addDays(today, -7) }, { quantity: 1 }, { vat: 'standard' }],
    })
    for (const { id } of [one, other]) expect(await statusOf(laboratory, id)).toEqual({ status: 'invoiced', moves: 2 })
    const parties = await make.within(laboratory.id, client =>
      client.query('select seller, buyer from invoice_parties'),
    )
    expect(parties.rows).toMatchObject([
      { seller: { name: 'Laboratoire d’essai SARL', siren: '732829320' }, buyer: { name: 'Cabinet d’essai' } },
    ])
    expect(await problemOf(await issue(accounting, practice, [one]))).toMatchObject({ code: 'billed_already' })
  })

  it('keeps exempt and taxed lines on two invoices where the laboratory wants it, and takes a discount off each line', async () => {
    const lab = await laboratoryThatBills({ splits_vat: true })
    const { practice, accounting, crown, splint } = lab
    const order = await deliveredCase(lab, practice, [crown, splint])
    const { ids } = await dataOf(await issue(accounting, practice, [order], { discount: 1_000 }))
    const pieces = await Promise.all(
      ids.map(async (id: string) => dataOf(await accounting(`/api/staff/invoices/${id}`))),
    )
    expect(pieces).toMatchObject([
      { netCents: 13_410, vatCents: 0, lines: [{ discountCents: 1_490 }], orders: [{ id: order.id }] },
      { netCents: 8_999, vatCents: 1_800, lines: [{ discountCents: 1_000 }], orders: [{ id: order.id }] },
    ])
  })

  it('charges nothing for a remake, and says so on the line', async () => {
    const lab = await laboratoryThatBills()
    const { practice, accounting } = lab
    const first = await make.order(practice, { status: 'delivered' })
    const remake = await deliveredCase(lab, practice, [lab.crown], { remake_of: first.id, total_cents: null })
    const { ids } = await dataOf(await issue(accounting, practice, [remake]))
    expect(await dataOf(await accounting(`/api/staff/invoices/${ids[0]}`))).toMatchObject({
      amountCents: 0,
      status: 'paid',
      lines: [{ unitPriceCents: 14_900, discountCents: 14_900, netCents: 0 }],
    })
  })

  it('is refused what is not delivered, has no price, is another practice’s or is not there', async () => {
    const lab = await laboratoryThatBills()
    const { practice, accounting } = lab
    const early = await deliveredCase(lab, practice, [lab.crown], { status: 'in_production' })
    const imported = await deliveredCase(lab, practice, [{ reference: 'X', version: 0 }])
    const others = await deliveredCase(lab, await make.practice(lab.laboratory))
    const foreign = await laboratoryThatBills()
    const elsewhere = await deliveredCase(foreign, foreign.practice)
    const good = await deliveredCase(lab, practice)
    for (const [orders, status, code] of [
      [[early], 409, 'not_delivered'],
      [[imported], 409, 'not_priced'],
      [[good, others], 404, 'not_found'],
      [[elsewhere], 404, 'not_found'],
      [[{ id: randomUUID() }], 404, 'not_found'],
    ] as const)
      expect(await problemOf(await issue(accounting, practice, [...orders]))).toMatchObject({ status, code })
    expect(await problemOf(await issue(accounting, foreign.practice, [elsewhere]))).toMatchObject({ code: 'not_found' })
    expect(await statusOf(lab.laboratory, good.id)).toMatchObject({ status: 'delivered' })
  })

  it('of two who bill the same case at once one is told so', async () => {
    const lab = await laboratoryThatBills()
    const order = await deliveredCase(lab, lab.practice)
    const answers = await Promise.all(Array.from({ length: 6 }, () => issue(lab.accounting, lab.practice, [order])))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409])
    expect(await billedOf(lab.laboratory)).toMatchObject({ codes: 1, highest: 1 })
  })

  it('takes lines back by a credit note, each once; what was not paid is not due any more, and the case can be billed anew', async () => {
    const lab = await laboratoryThatBills()
    const { practice, accounting, crown, splint } = lab
    const order = await deliveredCase(lab, practice, [crown, splint])
    const { ids } = await dataOf(await issue(accounting, practice, [order]))
    const credit = (body: object) =>
      accounting(`/api/staff/invoices/${ids[0]}/credit`, post({ reason: 'Erreur', ...body }))
    const first = await dataOf(await credit({ positions: [2] }))
    expect(await dataOf(await accounting(`/api/staff/invoices/${first.ids[0]}`))).toMatchObject({
      type: 'credit',
      amountCents: -11_999,
      dueCents: 0,
      status: 'handled',
      corrects: { id: ids[0] },
    })
    expect(await dataOf(await accounting(`/api/staff/invoices/${ids[0]}`))).toMatchObject({
      dueCents: 14_900,
      status: 'payable',
      lines: [{ isCredited: false }, { isCredited: true }],
      correctedBy: [{ id: first.ids[0] }],
      settlements: [{ cents: 11_999 }],
    })
    expect(await problemOf(await credit({ positions: [2] }))).toMatchObject({ code: 'credited_already' })
    expect(await problemOf(await credit({ positions: [9] }))).toMatchObject({ code: 'credited_already' })
    await dataOf(await credit({}))
    expect(await problemOf(await credit({}))).toMatchObject({ code: 'credited_already' })
    expect(await dataOf(await accounting(`/api/staff/invoices/${ids[0]}`))).toMatchObject({
      dueCents: 0,
      status: 'paid',
    })
    const creditOfCredit = accounting(`/api/staff/invoices/${first.ids[0]}/credit`, post({ reason: 'Erreur' }))
    expect(await problemOf(await creditOfCredit)).toMatchObject({ code: 'not_creditable' })
    expect((await issue(accounting, practice, [order])).status).toBe(201)
  })

  it('enters an initial balance once, and a payment against it, whose rest is set against the next invoice', async () => {
    const lab = await laboratoryThatBills()
    const { practice, accounting } = lab
    const balance = () =>
      accounting(
        '/api/staff/initial-balances',
        post({ practiceId: practice.id, amountCents: 5_000, reason: 'Reprise' }),
      )
    const { ids } = await dataOf(await balance())
    expect(await problemOf(await balance())).toMatchObject({ status: 409, code: 'entered_already' })
    const pay = (values: object) =>
      accounting(
        '/api/staff/payments',
        post({ practiceId: practice.id, amountCents: 8_000, receivedOn: today, note: 'Chèque 12', ...values }),
      )
    expect(await problemOf(await pay({ receivedOn: addDays(today, 1) }))).toMatchObject({ code: 'received_later' })
    expect(await problemOf(await pay({ invoiceIds: [randomUUID()] }))).toMatchObject({ code: 'not_found' })
    expect(await problemOf(await pay({ amountCents: 0.5 }))).toMatchObject({ code: 'input_invalid' })
    const receipt = await dataOf(await pay({ invoiceIds: ids }))
    expect(await problemOf(await pay({ invoiceIds: ids }))).toMatchObject({ code: 'not_payable' })
    expect(await dataOf(await accounting(`/api/staff/invoices/${ids[0]}`))).toMatchObject({
      pieceCode: `SI-${today.slice(0, 4)}-000001`,
      status: 'paid',
      hasReceipt: true,
    })
    expect(await dataOf(await accounting(`/api/staff/invoices/${receipt.ids[0]}`))).toMatchObject({
      type: 'paiement',
      amountCents: -8_000,
      dueCents: -3_000,
      status: 'to_reconcile',
    })
    const next = await dataOf(await issue(accounting, practice, [await deliveredCase(lab, practice)]))
    const set = (invoiceIds: string[]) =>
      accounting(`/api/staff/invoices/${receipt.ids[0]}/set-against`, { method: 'POST', body: { invoiceIds } })
    expect(await dataOf(await set(next.ids))).toEqual({ leftCents: 0 })
    expect(await problemOf(await set(next.ids))).toMatchObject({ code: 'nothing_open' })
    expect(await problemOf(await set([randomUUID()]))).toMatchObject({ code: 'not_found' })
    expect(await dataOf(await accounting(`/api/staff/invoices/${next.ids[0]}`))).toMatchObject({ dueCents: 11_900 })
  })

  it('lists what is not billed, exports all of it, and leaves a line for each deed', async () => {
    const lab = await laboratoryThatBills()
    const practice = await make.practice(lab.laboratory, { name: '＝cmd|calc' })
    const order = await deliveredCase(lab, practice)
    const unbilled = () => lab.accounting('/api/staff/billing/practices')
    expect(await dataOf(await unbilled())).toMatchObject([
      { id: practice.id, cases: 1, unpriced: 0, netCents: 14_900, totalCents: 14_900 },
    ])
    expect(await dataOf(await lab.accounting(`/api/staff/billing/practices/${practice.id}`))).toMatchObject({
      waiting: [{ id: order.id, deliveredOn: addDays(today, -7) }],
    })
    const { ids } = await dataOf(await issue(lab.accounting, practice, [order]))
    expect(await dataOf(await unbilled())).toEqual([])
    const csv = await lab.accounting(`/api/staff/invoices/export?practiceId=${practice.id}`)
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const bytes = Buffer.from(await csv.arrayBuffer())
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from('\ufeff'))
    const [head, line, rest] = bytes.toString().split('\r\n')
    expect(head).toContain('Pièce;Type;Date;')
    expect(line).toContain(`;'＝cmd|calc;${order.code};149,00;0,00;149,00;149,00;À payer`)
    expect(rest).toBe('')
    const { rows } = await make.within(lab.laboratory.id, client =>
      client.query(`select subject_id from audit_events where kind = 'invoice_issued'`),
    )
    expect(rows).toEqual([{ subject_id: ids[0] }])
  })

  it('is accounting or an administrator, signed in, and of this laboratory', async () => {
    const { laboratory, practice, accounting } = await laboratoryThatBills()
    const { id } = await make.invoice(practice)
    expect((await request(laboratory, '/api/staff/invoices')).status).toBe(401)
    for (const role of ['driver', 'production'])
      expect((await (await as(await make.user(laboratory, { role })))('/api/staff/invoices')).status).toBe(403)
    expect((await (await as(await make.user(practice)))('/api/staff/invoices')).status).toBe(403)
    const elsewhere = await laboratoryThatBills()
    expect((await elsewhere.accounting(`/api/staff/invoices/${id}`)).status).toBe(404)
    for (const [path, body] of [
      ['credit', { reason: 'Erreur' }],
      ['decision', { decision: 'release' }],
      ['confirm', {}],
      ['set-against', { invoiceIds: [id] }],
    ] as const)
      expect((await elsewhere.accounting(`/api/staff/invoices/${id}/${path}`, post(body))).status, path).toBe(404)
    for (const path of ['initial-balances', 'payments'])
      expect(
        (
          await elsewhere.accounting(
            `/api/staff/${path}`,
            post({ practiceId: practice.id, amountCents: 100, ...(path === 'payments' ? { receivedOn: today } : {}) }),
          )
        ).status,
        path,
      ).toBe(404)
    expect((await (await accounting('/api/staff/invoices')).json()).page.total).toBe(1)
    expect((await (await elsewhere.accounting('/api/staff/invoices')).json()).page.total).toBe(0)
  })
})

describe('a pro forma', () => {
  it('is approved or questioned by the practice, and then becomes the invoice that was approved', async () => {
    const lab = await laboratoryThatBills({ asks_approval: true })
    const { practice, accounting, laboratory } = lab
    const manager = await as(await make.user(practice, { account_type: 'manager' }))
    const order = await deliveredCase(lab, practice)
    const { ids } = await dataOf(await issue(accounting, practice, [order], { type: 'pro_forma' }))
    const at = `/api/staff/invoices/${ids[0]}`
    const answer = (body: object) => manager(`/api/invoices/${ids[0]}/answer`, { method: 'POST', body })
    const statusIs = async () => (await dataOf(await manager(`/api/invoices/${ids[0]}`))).status
    expect(await statusIs()).toBe('to_validate')
    expect(await statusOf(laboratory, order.id)).toMatchObject({ status: 'delivered' })
    expect(await problemOf(await issue(accounting, practice, [order]))).toMatchObject({ code: 'billed_already' })
    expect(await problemOf(await accounting(`${at}/confirm`, post({})))).toMatchObject({ code: 'decision_not_allowed' })
    expect(await problemOf(await answer({ answer: 'question' }))).toMatchObject({ code: 'input_invalid' })
    expect((await answer({ answer: 'question', question: 'Pourquoi deux ?' })).status).toBe(204)
    expect(await statusIs()).toBe('in_validation')
    expect(await problemOf(await answer({ answer: 'approve' }))).toMatchObject({ code: 'decision_not_allowed' })
    expect((await accounting(`${at}/decision`, { method: 'POST', body: { decision: 'submit' } })).status).toBe(204)
    expect((await answer({ answer: 'approve' })).status).toBe(204)
    expect(await statusIs()).toBe('validated')
    const confirmed = await dataOf(await accounting(`${at}/confirm`, post({})))
    expect(await statusIs()).toBe('handled')
    expect(await dataOf(await manager(`/api/invoices/${confirmed.ids[0]}`))).toMatchObject({
      type: 'invoice',
      status: 'payable',
      amountCents: 14_900,
      corrects: { id: ids[0], type: 'pro_forma' },
      orders: [{ id: order.id }],
    })
    expect(await statusOf(laboratory, order.id)).toMatchObject({ status: 'invoiced' })
    expect(await problemOf(await accounting(`${at}/confirm`, post({})))).toMatchObject({ code: 'decision_not_allowed' })
  })

  it('that is withdrawn lets its cases be billed; an invoice waits until payment is asked for', async () => {
    const lab = await laboratoryThatBills()
    const { practice, accounting } = lab
    const order = await deliveredCase(lab, practice)
    const { ids } = await dataOf(await issue(accounting, practice, [order], { type: 'pro_forma' }))
    const decide = (id: string, decision: string) =>
      accounting(`/api/staff/invoices/${id}/decision`, { method: 'POST', body: { decision } })
    expect((await decide(ids[0], 'withdraw')).status).toBe(204)
    expect(await problemOf(await decide(ids[0], 'withdraw'))).toMatchObject({ code: 'decision_not_allowed' })
    const later = await dataOf(await issue(accounting, practice, [order], { isReleased: false }))
    const statusIs = async () => (await dataOf(await accounting(`/api/staff/invoices/${later.ids[0]}`))).status
    expect(await statusIs()).toBe('validated')
    expect((await decide(later.ids[0], 'release')).status).toBe(204)
    expect(await statusIs()).toBe('payable')
  })
})

describe('a run', () => {
  const inLaboratory =
    ({ id }: TestLaboratory): JobAsked<'runId'>['inLaboratory'] =>
    (mode, work) =>
      openLaboratoryOf(database, id, mode, work)

  it('bills each practice once, killed in the midst and gone on with by several at once, without a gap', async () => {
    const lab = await laboratoryThatBills()
    const practices = await Promise.all(Array.from({ length: 12 }, () => make.practice(lab.laboratory)))
    for (const practice of practices) for (let i = 0; i < 3; i++) await deliveredCase(lab, practice)
    await deliveredCase(lab, practices[0] as TestPractice, [{ reference: 'X', version: 0 }])
    const run = await dataOf(await lab.accounting('/api/staff/billing/runs', post({ until: today })))
    expect(run).toMatchObject({ practices: 12, done: 0, type: 'invoice' })

    // The sixth is cut off after its work, before it is kept.
    let left = 6
    const within = inLaboratory(lab.laboratory)
    const dying = billingRun.work(
      {
        ids: { runId: run.id },
        signal: new AbortController().signal,
        inLaboratory: (mode, work) =>
          within(mode, async laboratory => {
            const done = await work(laboratory)
            if (--left === 0) throw new Error('killed')
            return done
          }),
      },
      { practicesAtOnce: 1 },
    )
    await expect(dying).rejects.toThrow('killed')
    expect(await billedOf(lab.laboratory)).toMatchObject({ codes: 5, highest: 5 })

    const goOn = () =>
      billingRun.work(
        { ids: { runId: run.id }, signal: new AbortController().signal, inLaboratory: within },
        { practicesAtOnce: 3 },
      )
    await Promise.all([goOn(), goOn(), goOn()])
    expect(await billedOf(lab.laboratory)).toEqual({ codes: 12, numbers: 12, highest: 12, lines: 36 })
    expect(await dataOf(await lab.accounting('/api/staff/billing/runs'))).toMatchObject([
      { done: 12, pieces: 12, amountCents: 36 * 14_900, unpriced: 1 },
    ])
    await goOn()
    expect(await within('write', laboratory => continueRun(laboratory, run.id, 1))).toBe(false)
  })

  it('leaves what was delivered later for the next one', async () => {
    const lab = await laboratoryThatBills()
    await deliveredCase(lab, lab.practice)
    const until = addDays(today, -8)
    const run = await dataOf(await lab.accounting('/api/staff/billing/runs', post({ until })))
    await billingRun.work(
      { ids: { runId: run.id }, signal: new AbortController().signal, inLaboratory: inLaboratory(lab.laboratory) },
      { practicesAtOnce: 25 },
    )
    expect(await billedOf(lab.laboratory)).toMatchObject({ codes: 0 })
  })

  it('that stands without a job, after a restore say, is given one; one that moves, is done or is long past is not', async () => {
    const lab = await laboratoryThatBills()
    const { id } = lab.laboratory
    const other = await make.practice(lab.laboratory)
    for (const practice of [lab.practice, other]) await deliveredCase(lab, practice)
    const run = await dataOf(await lab.accounting('/api/staff/billing/runs', post({ until: today })))
    const shift = (age: string) =>
      make.within(id, client => client.query('update billing_runs set created_at = now() - $1::interval', [age]))
    /** As the queue hands them out; and as a restore leaves it. */
    const takeJobs = async () => {
      const { rows } = await make.within(id, client =>
        client.query<{ runId: string }>(
          `delete from pgboss.job where name = 'billing_run' and data->>'brandId' = $1 returning data->'ids'->>'runId' as "runId"`,
          [id],
        ),
      )
      return rows.map(({ runId }) => runId)
    }
    const givenByUpkeep = async () => {
      await doChores(app.chores, { minute: 1, laboratories: [id] })
      return takeJobs()
    }
    expect(await takeJobs()).toEqual([run.id])
    expect(await givenByUpkeep(), 'it has just begun').toEqual([])
    await shift('8 days')
    expect(await givenByUpkeep(), 'nobody has missed it').toEqual([])
    await shift('2 hours')
    await doChores(app.chores, { minute: 1, laboratories: [id] })
    expect(await givenByUpkeep(), 'one, however often upkeep comes by').toEqual([run.id])
    await doChores(app.chores, { minute: 1, laboratories: [id] })
    await make.within(id, client =>
      client.query(`update pgboss.job set state = 'failed' where name = 'billing_run' and data->>'brandId' = $1`, [id]),
    )
    await shift('5 hours')
    expect(await givenByUpkeep(), 'the one that was given up, and another').toEqual([run.id, run.id])

    const goOn = () => inLaboratory(lab.laboratory)('write', laboratory => continueRun(laboratory, run.id, 1))
    expect(await goOn()).toBe(true)
    expect(await givenByUpkeep(), 'it moves').toEqual([])
    await make.within(id, client =>
      client.query(`update billing_run_practices set done_at = done_at - interval '6 minutes' where state = 'done'`),
    )
    expect(await givenByUpkeep(), 'it stands again').toEqual([run.id])
    expect(await goOn()).toBe(true)
    await make.within(id, client =>
      client.query(`update billing_run_practices set done_at = now() - interval '1 hour'`),
    )
    expect(await givenByUpkeep(), 'it is done').toEqual([])
    expect(await billedOf(lab.laboratory)).toMatchObject({ codes: 2 })
  })
})
