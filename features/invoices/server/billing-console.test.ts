import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { addDays } from '#kit/day.ts'
import { openLaboratoryOf } from '#tenancy/server/guards.ts'
import { dataOf, post, seat } from '#test/billing.ts'
import { bodyFor } from '#test/bodies.ts'
import { problemOf, startTestApp } from '#test/harness.ts'
import type { TestLaboratory, TestPractice } from '#test/make.ts'
import { today } from '#test/today.ts'
import { billingCalls } from '../billing-contract.ts'
import { billingRun } from './billing-run.ts'

const { app, make, as } = startTestApp()
type Call = Awaited<ReturnType<typeof as>>
const settings = { legal_name: 'Laboratoire d’essai SARL', siren: '732829320', vat_number: 'FR44732829320' }

const put = (body: object) => ({ method: 'PUT', body })

async function laboratoryThatBills(values: Record<string, unknown> | null = {}) {
  const laboratory = await make.laboratory(seat)
  const crown = await make.product(laboratory, { price_cents: 14_900 })
  const unpriced = await make.product(laboratory, { price_cents: null })
  const splint = await make.product(laboratory, { price_cents: 9_999, vat: 'standard' })
  if (values) await make.insert(laboratory.id, 'billing_settings', { brand_id: laboratory.id, ...settings, ...values })
  return {
    ...{ laboratory, crown, unpriced, splint },
    accounting: await as(await make.user(laboratory, { role: 'accounting' })),
    practice: await make.practice(laboratory, { name: 'Cabinet Aube' }),
  }
}

async function delivered(
  practice: TestPractice,
  products: readonly { reference: string; version: number; quantity?: number }[],
  values: Record<string, unknown> = {},
  daysAgo = 7,
) {
  const order = await make.order(practice, { status: 'delivered', ...values })
  const ofOrder = { brand_id: practice.laboratory.id, practice_id: practice.id, order_id: order.id }
  for (const [index, { reference, version, quantity = 1 }] of products.entries())
    await make.insert(practice.laboratory.id, 'order_products', {
      ...ofOrder,
      case_sequence: index + 1,
      reference,
      product_version: version || null,
      label_fr: 'Couronne',
      label_en: 'Crown',
      quantity,
    })
  await make.insert(practice.laboratory.id, 'order_events', {
    ...ofOrder,
    sequence: 1,
    status: 'delivered',
    at: `${addDays(today, -daysAgo)}T10:00:00Z`,
  })
  return order
}

describe('what can be billed', () => {
  it('is summed by practice as a run would bill it; what has no price is counted apart', async () => {
    const { practice, laboratory, accounting, crown, splint, unpriced } = await laboratoryThatBills()
    await delivered(practice, [crown, splint])
    await delivered(practice, [crown, unpriced])
    await delivered(practice, [splint], {}, 1)
    const other = await make.practice(laboratory, { name: 'Cabinet Brume', postal_code: '75011', city: 'Paris' })
    const list = async (query = '') => dataOf(await accounting(`/api/staff/billing/practices${query}`))
    expect(await list()).toEqual([
      {
        id: practice.id,
        name: 'Cabinet Aube',
        place: '',
        cases: 3,
        unpriced: 1,
        contested: 0,
        contestedCodes: [],
        netCents: 14_900 + 2 * 9_999,
        // Rounded once: 20 % of 199.98, not twice 20 % of 99.99.
        totalCents: 14_900 + 2 * 9_999 + 4_000,
        uncontested: { netCents: 14_900 + 2 * 9_999, totalCents: 14_900 + 2 * 9_999 + 4_000 },
        credited: 0,
        balanceCents: 0,
        gaps: ['siren_missing', 'address', 'mailbox'],
      },
    ])
    expect(await list(`?until=${addDays(today, -2)}`)).toMatchObject([{ cases: 2, totalCents: 14_900 + 9_999 + 2_000 }])
    expect(await list('?search=brume')).toMatchObject([{ id: other.id, place: '75011 Paris', cases: 0 }])
    expect(await list('?search=zut')).toEqual([])
    const foreign = await laboratoryThatBills()
    expect((await foreign.accounting(`/api/staff/billing/practices/${practice.id}`)).status).toBe(404)
    expect(await dataOf(await foreign.accounting('/api/staff/billing/practices'))).toEqual([])
  })

  it('says which practice lacks what on an invoice, and bills it all the same', async () => {
    const { laboratory, practice, accounting, crown } = await laboratoryThatBills()
    const order = await delivered(practice, [crown])
    const gaps = async () => {
      const [listed] = await dataOf(await accounting('/api/staff/billing/practices'))
      const one = await dataOf(await accounting(`/api/staff/billing/practices/${practice.id}`))
      expect(one.gaps).toEqual(listed.gaps)
      return listed.gaps
    }
    const set = (values: string) =>
      make.within(laboratory.id, client => client.query(`update practices set ${values} where id = $1`, [practice.id]))
    expect(await gaps()).toEqual(['siren_missing', 'address', 'mailbox'])
    await set(`rpps_siret_siren = '10003456789', address = '1 rue A', postal_code = '75020', city = 'Paris'`)
    expect(await gaps()).toEqual(['siren_is_rpps', 'mailbox'])
    await make.user(practice)
    expect(await gaps()).toEqual(['siren_is_rpps'])
    const issued = await accounting(
      '/api/staff/invoices',
      post({ practiceId: practice.id, orderIds: [order.id], type: 'invoice' }),
    )
    expect(issued.status).toBe(201)
    await set(`rpps_siret_siren = '404833048'`)
    await delivered(practice, [crown])
    expect(await gaps()).toEqual([])
  })

  it('gets no price by which it would cost more than a case may', async () => {
    const { practice, accounting, unpriced } = await laboratoryThatBills()
    const { id } = await delivered(practice, [{ ...unpriced, quantity: 99 }])
    const prices = [{ caseSequence: 1, unitPriceCents: 100_000_000, vat: 'exempt' }]
    const refused = await accounting(`/api/staff/billing/cases/${id}/prices`, put({ prices }))
    expect(await problemOf(refused)).toMatchObject({
      status: 422,
      errors: [{ path: 'prices.0.unitPriceCents', code: 'too_large' }],
    })
  })

  it('gets a price where it has none, until it is on a piece', async () => {
    const { practice, accounting, unpriced } = await laboratoryThatBills()
    const order = await delivered(practice, [unpriced, { reference: 'IMPORTED', version: 0 }])
    const there = async () => dataOf(await accounting(`/api/staff/billing/practices/${practice.id}`))
    const issue = () =>
      accounting('/api/staff/invoices', post({ practiceId: practice.id, orderIds: [order.id], type: 'invoice' }))
    const price = (prices: object[], id = order.id) =>
      accounting(`/api/staff/billing/cases/${id}/prices`, put({ prices }))
    expect(await there()).toMatchObject({
      unpriced: 1,
      waiting: [
        {
          lines: [
            { caseSequence: 1, unitPriceCents: null, vat: 'exempt' },
            { unitPriceCents: null, netCents: null, vat: null },
          ],
        },
      ],
    })
    expect(await problemOf(await issue())).toMatchObject({ code: 'not_priced' })
    const first = { caseSequence: 1, unitPriceCents: 20_000, vat: 'exempt' }
    expect((await price([first, { ...first, caseSequence: 9 }])).status).toBe(404)
    expect((await price([first], randomUUID())).status).toBe(404)
    expect(await problemOf(await price([{ ...first, unitPriceCents: -1 }]))).toMatchObject({ code: 'input_invalid' })
    expect(await problemOf(await price([first, { ...first, unitPriceCents: 1 }]))).toMatchObject({
      errors: [{ path: 'prices.1.caseSequence', code: 'repeated' }],
    })
    expect(await there()).toMatchObject({ waiting: [{ lines: [{ unitPriceCents: null }, {}] }] })
    expect((await price([first, { caseSequence: 2, unitPriceCents: 1_000, vat: 'standard' }])).status).toBe(204)
    expect(await there()).toMatchObject({ unpriced: 0, netCents: 21_000, totalCents: 21_200 })
    const { ids } = await dataOf(await issue())
    expect(await dataOf(await accounting(`/api/staff/invoices/${ids[0]}`))).toMatchObject({ amountCents: 21_200 })
    expect(await problemOf(await price([first]))).toMatchObject({ status: 409, code: 'billed_already' })
  })

  it('says which work a practice has reported a problem of that nobody has answered', async () => {
    const { practice, laboratory, accounting, crown, unpriced } = await laboratoryThatBills()
    const [contested, answered, unbillable] = [
      await delivered(practice, [crown]),
      await delivered(practice, [crown]),
      await delivered(practice, [unpriced]),
    ]
    await delivered(practice, [crown])
    const reporting = await make.user(practice)
    for (const { id } of [contested, answered, unbillable])
      await make.insert(laboratory.id, 'order_problems', {
        brand_id: laboratory.id,
        practice_id: practice.id,
        order_id: id,
        kind: 'shade',
        description: 'Trop clair',
        reported_by: reporting.id,
      })
    const { rows } = await make.within(laboratory.id, client =>
      client.query<{ id: string }>('select id from order_problems where order_id = $1', [answered.id]),
    )
    const production = await as(await make.user(laboratory, { role: 'production' }))
    const path = `/api/staff/orders/${answered.id}/problems/${rows[0]?.id}/answer`
    expect((await production(path, post({ answer: 'Conforme à la prescription' }))).status).toBe(204)
    const [listed] = await dataOf(await accounting('/api/staff/billing/practices'))
    expect(listed).toMatchObject({
      cases: 4,
      unpriced: 1,
      contested: 1,
      contestedCodes: [contested.code],
      totalCents: 3 * 14_900,
      uncontested: { netCents: 2 * 14_900, totalCents: 2 * 14_900 },
    })
    const { waiting } = await dataOf(await accounting(`/api/staff/billing/practices/${practice.id}`))
    const marked = (waiting as { id: string; isContested: boolean }[]).filter(({ isContested }) => isContested)
    expect(new Set(marked.map(({ id }) => id))).toEqual(new Set([contested.id, unbillable.id]))
  })

  it('a remake that gets a price is free no more', async () => {
    const { practice, accounting, crown } = await laboratoryThatBills()
    const first = await make.order(practice, { status: 'delivered' })
    const remake = await delivered(practice, [crown], { remake_of: first.id })
    const sum = async () => (await dataOf(await accounting(`/api/staff/billing/practices/${practice.id}`))).totalCents
    expect(await sum()).toBe(0)
    const prices = [{ caseSequence: 1, unitPriceCents: 5_000, vat: 'exempt' }]
    expect((await accounting(`/api/staff/billing/cases/${remake.id}/prices`, put({ prices }))).status).toBe(204)
    expect(await sum()).toBe(5_000)
  })
})

describe('a run', () => {
  it('bills the practices that were chosen, and goes on when it is asked to', async () => {
    const { laboratory, practice, accounting, crown } = await laboratoryThatBills()
    const other = await make.practice(laboratory)
    for (const one of [practice, other]) await delivered(one, [crown])
    const runs = '/api/staff/billing/runs'
    expect((await accounting(runs, post({ until: today, practiceIds: [randomUUID()] }))).status).toBe(404)
    const run = await dataOf(await accounting(runs, post({ until: today, practiceIds: [other.id] })))
    expect(run).toMatchObject({ practices: 1, done: 0 })
    expect((await accounting(`${runs}/${run.id}/resume`, { method: 'POST' })).status).toBe(204)
    expect((await accounting(`${runs}/${randomUUID()}/resume`, { method: 'POST' })).status).toBe(404)
    const { database } = app.api.services
    const signal = new AbortController().signal
    const inLaboratory: Parameters<typeof billingRun.work>[0]['inLaboratory'] = (mode, work) =>
      openLaboratoryOf(database, laboratory.id, mode, work)
    await billingRun.work({ ids: { runId: run.id }, signal, inLaboratory }, { practicesAtOnce: 25 })
    const pieces = await (await accounting('/api/staff/invoices')).json()
    expect(pieces.data).toMatchObject([{ practice: { id: other.id }, amountCents: 14_900 }])
    expect((await accounting(`${runs}/${run.id}/resume`, { method: 'POST' })).status).toBe(204)
  })
})

describe('a run and contested work', () => {
  const openProblem = async (practice: TestPractice, orderId: string) =>
    make.insert(practice.laboratory.id, 'order_problems', {
      brand_id: practice.laboratory.id,
      practice_id: practice.id,
      order_id: orderId,
      kind: 'shade',
      description: 'Trop clair',
      reported_by: (await make.user(practice)).id,
    })
  const run = async (laboratory: TestLaboratory, accounting: Call, body: object = {}) => {
    const begun = await dataOf(await accounting('/api/staff/billing/runs', post({ until: today, ...body })))
    const inLaboratory: Parameters<typeof billingRun.work>[0]['inLaboratory'] = (mode, work) =>
      openLaboratoryOf(app.api.services.database, laboratory.id, mode, work)
    const signal = new AbortController().signal
    await billingRun.work({ ids: { runId: begun.id }, signal, inLaboratory }, { practicesAtOnce: 25 })
    const runs: { id: string }[] = await dataOf(await accounting('/api/staff/billing/runs'))
    return runs.find(({ id }) => id === begun.id)
  }

  it('leaves it out and says how much, until somebody wants it billed too', async () => {
    const { laboratory, practice, accounting, crown } = await laboratoryThatBills()
    const quarrelling = await make.practice(laboratory)
    const contested = await delivered(practice, [crown])
    await delivered(practice, [crown])
    const alone = await delivered(quarrelling, [crown])
    await openProblem(practice, contested.id)
    await openProblem(quarrelling, alone.id)
    expect(await run(laboratory, accounting)).toMatchObject({
      practices: 2,
      done: 2,
      pieces: 1,
      amountCents: 14_900,
      unpriced: 0,
      contested: 2,
    })
    const left: { contestedCodes: string[] }[] = await dataOf(await accounting('/api/staff/billing/practices'))
    expect(left.flatMap(({ contestedCodes }) => contestedCodes).toSorted()).toEqual(
      [contested.code, alone.code].toSorted(),
    )
    expect(await run(laboratory, accounting, { takesContested: true })).toMatchObject({
      pieces: 2,
      amountCents: 2 * 14_900,
      contested: 0,
    })
    expect(await dataOf(await accounting('/api/staff/billing/practices'))).toEqual([])
  })

  it('counts no free remake among what it leaves, and takes all where a former release began it', async () => {
    const { laboratory, practice, accounting, crown } = await laboratoryThatBills()
    const first = await delivered(practice, [crown])
    const remake = await delivered(practice, [crown], { remake_of: first.id })
    await openProblem(practice, remake.id)
    expect(await run(laboratory, accounting)).toMatchObject({ pieces: 1, contested: 0 })
    await openLaboratoryOf(app.api.services.database, laboratory.id, 'write', ({ tx }) =>
      sql`select tenant.begin_run(current_date, '{}'::uuid[])`.execute(tx),
    )
    const { rows } = await make.within(laboratory.id, client =>
      client.query('select takes_contested from billing_runs order by created_at'),
    )
    expect(rows).toEqual([{ takes_contested: false }, { takes_contested: true }])
  })
})

describe('pieces', () => {
  it('are found by type; a pro forma says what was asked about it', async () => {
    const { practice, accounting } = await laboratoryThatBills()
    await make.invoice(practice)
    const draft = await make.invoice(practice, { type: 'pro_forma' })
    const manager = await as(await make.user(practice, { account_type: 'manager' }))
    const body = { answer: 'question', question: 'Pourquoi deux ?' }
    expect((await manager(`/api/invoices/${draft.id}/answer`, { method: 'POST', body })).status).toBe(204)
    const found = await (await accounting('/api/staff/invoices?types=pro_forma&types=credit')).json()
    expect(found.data).toMatchObject([{ id: draft.id, question: 'Pourquoi deux ?', status: 'in_validation' }])
  })
})

describe('the search of the console', () => {
  it('finds by the start of a number or of a case, or by the bare number; in one practice by any part', async () => {
    const { practice, accounting, laboratory } = await laboratoryThatBills()
    const other = await make.practice(laboratory)
    for (let count = 0; count < 11; count++) await make.invoice(count === 10 ? other : practice)
    const credit = await make.invoice(other, { type: 'pro_forma' })
    const order = await make.order(other, { code: 'T-26-0042' })
    await make.insert(laboratory.id, 'invoice_orders', {
      brand_id: laboratory.id,
      practice_id: other.id,
      invoice_id: credit.id,
      order_id: order.id,
      type: 'pro_forma',
      vat: 'exempt',
    })
    const elsewhere = await make.practice(await make.laboratory())
    await make.invoice(elsewhere)
    const codes = async (search: string, more = '') => {
      const found = await accounting(
        `/api/staff/invoices?search=${encodeURIComponent(search)}&sort_by=pieceCode${more}`,
      )
      const { data, page } = (await found.json()) as { data: { pieceCode: string }[]; page: { total: number } }
      expect(page.total, search).toBe(data.length)
      return data.map(({ pieceCode }) => pieceCode.replace(/-\d{4}-0+/, ' '))
    }
    const year = today.slice(0, 4)
    expect(await codes(`fa-${year}-00001`)).toEqual(['FA 11', 'FA 10'])
    expect(await codes(`FA-${year}-000003`)).toEqual(['FA 3'])
    expect(await codes('11')).toEqual(['FA 11'])
    expect(await codes('1')).toEqual(['PF 1', 'FA 1'])
    expect(await codes('t-26-004')).toEqual(['PF 1'])
    for (const nothing of ['26-0042', '%', 'FA_', '0', '99999999999', "'", 'T-26-0042 x'])
      expect(await codes(nothing), nothing).toEqual([])
    expect(await codes('26-0042', `&practiceId=${other.id}`)).toEqual(['PF 1'])
    expect(await codes('00001', `&practiceId=${other.id}`)).toEqual(['PF 1', 'FA 11'])
  })
})

describe('a payment by hand', () => {
  it('like one that was entered lately is refused, also of two at once, until somebody says that it is another', async () => {
    const { practice, accounting, laboratory } = await laboratoryThatBills()
    const cheque = {
      practiceId: practice.id,
      amountCents: 4_000,
      receivedOn: today,
      means: 'check',
      payerReference: 'CHQ 9',
    }
    const enter = (changes: object = {}) => accounting('/api/staff/payments', post({ ...cheque, ...changes }))
    // No due invoice whose lock would make one wait for the other.
    const two = await Promise.all([enter(), enter()])
    expect(two.map(({ status }) => status).toSorted()).toEqual([201, 409])
    const again = await enter({ receivedOn: addDays(today, -1), payerReference: ' chq 9' })
    expect(await problemOf(again)).toMatchObject({ status: 409, code: 'entered_alike' })
    for (const other of [{ amountCents: 4_001 }, { means: 'cash' }, { payerReference: 'CHQ 10' }])
      expect((await enter(other)).status, JSON.stringify(other)).toBe(201)
    expect((await enter({ isAnother: true })).status).toBe(201)
    const monthly = { means: 'transfer', payerReference: '' }
    expect((await enter({ ...monthly, receivedOn: addDays(today, -30) })).status).toBe(201)
    expect((await enter(monthly)).status).toBe(201)
    expect(await problemOf(await enter(monthly))).toMatchObject({ code: 'entered_alike' })

    await make.within(laboratory.id, client =>
      client.query(`update payments set created_at = now() - interval '61 days' where payer_reference = 'CHQ 9'`),
    )
    const { ids } = await dataOf(await enter())
    const { payment } = await dataOf(await accounting(`/api/staff/invoices/${ids[0]}`))
    const slip = { amountCents: 4_000, seenCents: 0, key: crypto.randomUUID(), as: 'mistake' }
    await accounting(`/api/staff/payments/${payment.id}/refunds`, { method: 'POST', body: slip })
    // A payment taken back wholly does not count as entered before.
    expect((await enter()).status).toBe(201)
  })

  it('says how it came, and can be given back once, also by two at once', async () => {
    const { practice, accounting } = await laboratoryThatBills()
    const invoice = await make.invoice(practice)
    const { ids } = await dataOf(
      await accounting(
        '/api/staff/payments',
        post({
          practiceId: practice.id,
          invoiceIds: [invoice.id],
          amountCents: 10_000,
          receivedOn: today,
          means: 'check',
          payerReference: 'Chèque 0042',
        }),
      ),
    )
    const receipt = async () => dataOf(await accounting(`/api/staff/invoices/${ids[0]}`))
    const { payment } = await receipt()
    expect(payment).toMatchObject({
      mode: 'manual',
      means: 'check',
      payerReference: 'Chèque 0042',
      receivedOn: today,
      refundedCents: 0,
    })
    const refund = (body: object) =>
      accounting(`/api/staff/payments/${payment.id}/refunds`, {
        method: 'POST',
        body: { amountCents: 4_000, key: randomUUID(), seenCents: 0, ...body },
      })
    expect(await problemOf(await refund({ amountCents: 10_001 }))).toMatchObject({ code: 'not_refundable' })
    const keys = [randomUUID(), randomUUID()]
    const answers = await Promise.all(keys.map(key => refund({ key })))
    const half = keys[answers.findIndex(({ status }) => status === 204)]
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409])
    expect((await receipt()).payment).toMatchObject({ refundedCents: 4_000 })
    expect(await dataOf(await accounting(`/api/staff/invoices/${invoice.id}`))).toMatchObject({ dueCents: 4_000 })
    const rest = randomUUID()
    for (let again = 0; again < 2; again++)
      expect((await refund({ key: rest, amountCents: 6_000, seenCents: 4_000 })).status).toBe(204)
    expect((await receipt()).payment).toMatchObject({ refundedCents: 10_000 })
    // Each key keeps its own outcome, also once more has been returned since.
    expect((await refund({ key: half, seenCents: 0 })).status).toBe(204)
    for (const other of [{ amountCents: 5_000 }, { amountCents: 6_000, as: 'rejection' }, { amountCents: 10_000 }])
      expect(await problemOf(await refund({ key: rest, seenCents: 4_000, ...other }))).toMatchObject({
        status: 422,
        code: 'idempotency_key_reused',
      })
    expect((await receipt()).payment).toMatchObject({ refundedCents: 10_000 })
    const { rows } = await make.within(practice.laboratory.id, client =>
      client.query(`select distinct subject_id from audit_events where kind = 'payment_refunded'`),
    )
    expect(rows).toEqual([{ subject_id: payment.id }])
  })
})

it('who does not do the books is refused all of it', async () => {
  const { laboratory, practice } = await laboratoryThatBills()
  const id = randomUUID()
  for (const role of ['production', 'driver']) {
    const call = await as(await make.user(laboratory, { role }))
    for (const { method, path, ...endpoint } of Object.values(billingCalls)) {
      const body = 'body' in endpoint ? bodyFor({ method, path, ...endpoint }) : undefined
      const answer = await call(path.replace(':id', id), { method, ...(body && { body }) })
      expect(answer.status, `${role}: ${method} ${path}`).toBe(403)
    }
  }
  const manager = await as(await make.user(practice, { account_type: 'manager' }))
  expect((await manager('/api/staff/billing/settings')).status).toBe(403)
})
