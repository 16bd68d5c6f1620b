import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { addDays } from '#kit/day.ts'
import { dataOf, post, startBillingTests } from '#test/billing.ts'
import { problemOf } from '#test/harness.ts'
import type { TestUser } from '#test/make.ts'
import { today } from '#test/today.ts'

const { make, as, request, laboratoryThatBills, deliveredCase, issue, statusOf, billedOf } = startBillingTests()

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
    // The case links to its invoice for those who keep the books; production learns of none.
    for (const [role, invoiceId] of [
      ['administrator', ids[0]],
      ['production', undefined],
    ] as const) {
      const staff = await as(await make.user(laboratory, { role }))
      expect((await dataOf(await staff(`/api/staff/orders/${one.id}`))).invoiceId).toBe(invoiceId)
    }
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
    const remake = await deliveredCase(lab, practice, [lab.crown], { remake_of: first.id })
    const { ids } = await dataOf(await issue(accounting, practice, [remake]))
    expect(await dataOf(await accounting(`/api/staff/invoices/${ids[0]}`))).toMatchObject({
      amountCents: 0,
      status: 'paid',
      lines: [{ unitPriceCents: 14_900, discountCents: 14_900, netCents: 0 }],
    })
  })

  it('alone says that a case is invoiced: nobody else moves it there, and it keeps waiting for its invoice', async () => {
    const lab = await laboratoryThatBills()
    const { id } = await deliveredCase(lab, lab.practice)
    const invoicedBy = async (user: TestUser) =>
      (await as(user))(`/api/staff/orders/${id}/status`, { body: { status: 'invoiced' } })
    for (const role of ['production', 'administrator'] as const)
      expect(await problemOf(await invoicedBy(await make.user(lab.laboratory, { role })))).toMatchObject({
        status: 409,
        code: 'status_not_allowed',
      })
    expect(await dataOf(await lab.accounting(`/api/staff/billing/practices/${lab.practice.id}`))).toMatchObject({
      waiting: [{ id }],
    })
    expect((await issue(lab.accounting, lab.practice, [{ id }])).status).toBe(201)
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
    expect(await problemOf(await credit({ positions: [9] }))).toMatchObject({ code: 'not_found' })
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

  it('calls an invoice that was paid a paid one, also where a credit note came after: that lies in the practice’s favour', async () => {
    const lab = await laboratoryThatBills()
    const { practice, accounting } = lab
    const issued = async () =>
      (await dataOf(await issue(accounting, practice, [await deliveredCase(lab, practice)]))).ids[0]
    const [paid, unpaid, partly] = [await issued(), await issued(), await issued()]
    const find = async (id: string) => dataOf(await accounting(`/api/staff/invoices/${id}`))
    const { amountCents } = await find(paid)
    const money = { practiceId: practice.id, invoiceIds: [paid], amountCents, receivedOn: today, means: 'transfer' }
    await dataOf(await accounting('/api/staff/payments', post(money)))
    await dataOf(await accounting('/api/staff/payments', post({ ...money, invoiceIds: [partly], amountCents: 100 })))
    for (const id of [paid, unpaid, partly])
      await dataOf(await accounting(`/api/staff/invoices/${id}/credit`, post({ reason: 'Erreur' })))
    expect(await find(paid)).toMatchObject({ status: 'paid', isCredited: false })
    for (const id of [unpaid, partly]) expect(await find(id)).toMatchObject({ status: 'paid', isCredited: true })
  })

  it('corrects an initial balance by the difference, once for what was seen, and in favour where it was paid', async () => {
    const { practice, accounting } = await laboratoryThatBills()
    const enter = (amountCents: number, seenCents?: number) =>
      accounting(
        `/api/staff/initial-balances${seenCents === undefined ? '' : '/corrections'}`,
        post({ practiceId: practice.id, amountCents, ...(seenCents !== undefined && { seenCents }) }),
      )
    const account = async () => {
      const { balanceCents, initialBalanceCents } = await dataOf(
        await accounting(`/api/staff/billing/practices/${practice.id}`),
      )
      return { balanceCents, initialBalanceCents }
    }
    expect(await problemOf(await enter(100, 50))).toMatchObject({ status: 404 })
    expect(await account()).toMatchObject({ initialBalanceCents: null })
    const { ids: first } = await dataOf(await enter(1_234_550))
    const both = await Promise.all([enter(123_455, 1_234_550), enter(123_455, 1_234_550)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect(await account()).toEqual({ balanceCents: 123_455, initialBalanceCents: 123_455 })
    const piece = async () => dataOf(await accounting(`/api/staff/invoices/${first[0]}`))
    expect(await piece()).toMatchObject({ dueCents: 123_455, status: 'payable', isCredited: false })
    expect(await problemOf(await enter(123_455, 123_455))).toMatchObject({ code: 'changed_meanwhile' })
    // Corrected to nothing after it was paid: the money is in the practice's favour.
    const paid = post({
      practiceId: practice.id,
      amountCents: 123_455,
      receivedOn: today,
      note: 'Chèque 12',
      invoiceIds: first,
    })
    expect((await accounting('/api/staff/payments', paid)).status).toBe(201)
    expect((await enter(0, 123_455)).status).toBe(201)
    expect(await account()).toEqual({ balanceCents: -123_455, initialBalanceCents: 0 })
    expect((await enter(200_000, 0)).status).toBe(201)
    expect(await account()).toEqual({ balanceCents: 76_545, initialBalanceCents: 200_000 })
    expect((await enter(-500, 200_000)).status).toBe(201)
    expect((await enter(0, -500)).status).toBe(201)
    expect(await account()).toMatchObject({ initialBalanceCents: 0 })
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
    for (const receivedOn of ['1900-01-01', addDays(today, -5 * 366 - 1)])
      expect(await problemOf(await pay({ receivedOn }))).toMatchObject({ status: 422, code: 'received_long_ago' })
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
    expect(line).toContain(`;'＝cmd|calc;${order.code};149,00;0,00;149,00;0,00;149,00;149,00;À payer`)
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
    // Requires words to answer; asked again, it has no answer yet.
    const submit = (body: object) =>
      accounting(`${at}/decision`, { method: 'POST', body: { decision: 'submit', ...body } })
    const words = async () => {
      const { question, answer } = await dataOf(await manager(`/api/invoices/${ids[0]}`))
      return [question, answer]
    }
    expect(await words()).toEqual(['Pourquoi deux ?', null])
    expect(await problemOf(await submit({}))).toMatchObject({ code: 'input_invalid' })
    expect(await problemOf(await submit({ answer: ' ' }))).toMatchObject({ code: 'input_invalid' })
    expect((await submit({ answer: 'Une par arcade.' })).status).toBe(204)
    expect(await words()).toEqual(['Pourquoi deux ?', 'Une par arcade.'])
    expect(await dataOf(await accounting(at))).toMatchObject({ answer: 'Une par arcade.' })
    expect((await answer({ answer: 'question', question: 'Et la remise ?' })).status).toBe(204)
    expect(await words()).toEqual(['Et la remise ?', null])
    expect((await submit({ answer: 'Elle est déduite.' })).status).toBe(204)
    expect((await answer({ answer: 'approve' })).status).toBe(204)
    expect(await words()).toEqual(['Et la remise ?', 'Elle est déduite.'])
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

  it('waits among what a practice is to answer until somebody has, for whoever may see invoices', async () => {
    const lab = await laboratoryThatBills({ asks_approval: true })
    const { laboratory, practice, accounting } = lab
    const [manager, doctor, stranger] = await Promise.all([
      make.user(practice, { account_type: 'manager' }).then(as),
      make.user(practice, { is_practice_doctor: true }).then(as),
      make.user(await make.practice(laboratory), { account_type: 'manager' }).then(as),
    ])
    const { ids } = await dataOf(
      await issue(accounting, practice, [await deliveredCase(lab, practice)], { type: 'pro_forma' }),
    )
    await issue(accounting, practice, [await deliveredCase(lab, practice)], { type: 'pro_forma' })
    const waitFor = (call: Awaited<ReturnType<typeof as>>) =>
      call('/api/to-do')
        .then(dataOf)
        .then(({ proFormas, cases }) => ({ proFormas, cases }))
    expect(await waitFor(manager)).toEqual({ proFormas: 2, cases: 0 })
    expect((await (await manager('/api/invoices?statuses=to_validate')).json()).page.total).toBe(2)
    for (const other of [doctor, stranger]) expect(await waitFor(other)).toEqual({ proFormas: 0, cases: 0 })
    const answer = (body: object) => manager(`/api/invoices/${ids[0]}/answer`, { method: 'POST', body })
    expect((await answer({ answer: 'question', question: 'Pourquoi deux ?' })).status).toBe(204)
    expect(await waitFor(manager)).toEqual({ proFormas: 1, cases: 0 })
    const again = { decision: 'submit', answer: 'Une par arcade.' }
    expect((await accounting(`/api/staff/invoices/${ids[0]}/decision`, post(again))).status).toBe(204)
    expect(await waitFor(manager)).toEqual({ proFormas: 2, cases: 0 })
    expect((await answer({ answer: 'approve' })).status).toBe(204)
    expect(await waitFor(manager)).toEqual({ proFormas: 1, cases: 0 })
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
