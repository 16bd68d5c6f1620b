import { describe, expect, it } from 'vitest'
import { problemOf, startTestApp } from '#test/harness.ts'
import type { TestPractice, TestUser } from '#test/make.ts'

const { make, as, request } = startTestApp()

const practiceOfItsOwn = async () => make.practice(await make.laboratory())
const report = async (user: TestUser, id: string, body: object = {}) =>
  (await as(user))(`/api/orders/${id}/problems`, {
    body: { kind: 'fit', description: 'Ne descend pas', remake: false, ...body },
  })
const rowsOf = async (practice: TestPractice, text: string) =>
  (await make.within(practice.laboratory.id, client => client.query(text))).rows
const caseOf = async (user: TestUser, id: string) =>
  (await (await (await as(user))(`/api/orders/${id}`)).json()).data as Record<string, unknown>
const refusalOf = async (response: Response) => [response.status, (await problemOf(response)).code]

/** Delivered, with a bridge whose product is in the catalogue. */
async function deliveredOrder(practice: TestPractice) {
  const { reference } = await make.product(practice.laboratory)
  const order = await make.order(practice, {
    status: 'delivered',
    patient: 'Élodie Martin',
    patient_code: 'P-9',
    comment: 'Contact léger',
    delivery_on: '2026-11-02',
  })
  await make.orderLine(practice, order.id, reference, {
    product_version: 1,
    label_fr: 'Bridge ancien',
    label_en: 'Old bridge',
    quantity: 3,
    teeth: [11, 12, 13],
    pontics: [12],
    shade: 'A2',
    traceability: 'Lot 42',
    implant_brand: 'Straumann',
    implant_platform: 'RC',
    note: 'Cervicale',
  })
  return { ...order, reference }
}

describe('reporting a problem', () => {
  it('tells what is wrong, who says so and when, newest first', async () => {
    const practice = await practiceOfItsOwn()
    const user = await make.user(practice)
    const { id } = await make.order(practice, { status: 'in_production' })
    const reported = await report(user, id)
    expect(reported.status).toBe(201)
    const { data } = await reported.json()
    expect(data).toEqual({
      id: expect.any(String),
      kind: 'fit',
      description: 'Ne descend pas',
      reportedAt: expect.stringMatching(/Z$/),
      reportedBy: 'Dr Claire Martin',
      remake: null,
      teeth: [],
      adjustment: null,
      state: 'open',
      answer: null,
    })
    const later = await (await report(user, id, { kind: 'other' })).json()
    expect((await caseOf(user, id)).problems).toEqual([later.data, data])
    expect(
      await rowsOf(practice, `select kind, order_id from audit_events where kind::text !~ '_(viewed|refused)$'`),
    ).toEqual([
      { kind: 'problem_reported', order_id: id },
      { kind: 'problem_reported', order_id: id },
    ])
  })

  it('is refused for a cancelled case, and in any form that is not whole', async () => {
    const practice = await practiceOfItsOwn()
    const user = await make.user(practice)
    const cancelled = await make.order(practice, { status: 'cancelled' })
    expect(await refusalOf(await report(user, cancelled.id))).toEqual([409, 'order_cancelled'])
    expect(await refusalOf(await report(user, cancelled.id, { remake: true }))).toEqual([409, 'order_cancelled'])
    const { id } = await make.order(practice)
    for (const wrong of [
      { kind: 'colour' },
      { description: ' ' },
      { description: 'x'.repeat(4001) },
      { remake: 'yes' },
      { reportedBy: user.id },
      { remakeId: id },
    ])
      expect((await report(user, id, wrong)).status, JSON.stringify(wrong)).toBe(422)
    expect(await rowsOf(practice, 'select from order_problems')).toEqual([])
  })

  it('is not possible for anybody else', async () => {
    const practice = await practiceOfItsOwn()
    const { id } = await make.order(practice)
    for (const other of [await make.practice(practice.laboratory), await practiceOfItsOwn()])
      expect(await refusalOf(await report(await make.user(other), id))).toEqual([404, 'not_found'])
    expect((await report(await make.user(practice.laboratory), id)).status).toBe(403)
    const body = { kind: 'fit', description: 'x', remake: false }
    expect((await request(practice.laboratory, `/api/orders/${id}/problems`, { body })).status).toBe(401)
  })
})

describe('asking for a remake', () => {
  it('makes a new case of the same work, promised anew and linked both ways', async () => {
    const practice = await practiceOfItsOwn()
    const user = await make.user(practice)
    const first = await deliveredOrder(practice)
    const { data: problem } = await (await report(user, first.id, { remake: true })).json()
    expect(problem.remake).toEqual({ id: expect.any(String), code: expect.stringMatching(/^T-\d\d-\d{4}$/) })
    const remake = await caseOf(user, problem.remake.id)
    const call = await as(user)
    const promise = await (
      await call('/api/orders/promise', {
        body: { printType: 'optical', products: [{ reference: first.reference }] },
      })
    ).json()
    expect(remake).toMatchObject({
      code: problem.remake.code,
      status: 'registered',
      patient: 'Élodie Martin',
      patientCode: 'P-9',
      summary: 'Couronne zircone 26 · A2',
      comment: 'Contact léger',
      wishedDate: null,
      appointmentDate: null,
      deliveryDate: promise.data.deliveryDate,
      delivery: { display: 'estimated' },
      totalCents: null,
      remakeOf: { id: first.id, code: first.code },
      remake: null,
      timeline: [{ status: 'registered' }],
      problems: [],
      products: [
        {
          reference: first.reference,
          label: 'Bridge ancien',
          quantity: 3,
          teeth: [13, 12, 11],
          pontics: [12],
          shade: 'A2',
          traceability: null,
          implant: { brand: 'Straumann', platform: 'RC' },
          note: 'Cervicale',
        },
      ],
    })
    expect(await caseOf(user, first.id)).toMatchObject({
      status: 'delivered',
      remake: problem.remake,
      problems: [problem],
    })
    expect(
      await rowsOf(
        practice,
        `select kind, order_id from audit_events where kind::text !~ '_(viewed|refused)$' order by id`,
      ),
    ).toEqual([
      { kind: 'problem_reported', order_id: first.id },
      { kind: 'order_created', order_id: problem.remake.id },
    ])
  })

  it('of work that is in no catalogue is promised by nobody yet', async () => {
    const practice = await practiceOfItsOwn()
    const user = await make.user(practice)
    const { id } = await make.order(practice, { status: 'shipped' })
    await make.orderLine(practice, id, 'IMPORTED')
    const { data } = await (await report(user, id, { remake: true })).json()
    expect(await caseOf(user, data.remake.id)).toMatchObject({ deliveryDate: null, delivery: { display: 'estimated' } })
  })

  it.each(['registered', 'in_preparation', 'in_production', 'unknown'])('is too early while %s', async status => {
    const practice = await practiceOfItsOwn()
    const user = await make.user(practice)
    const { id } = await make.order(practice, { status })
    expect(await refusalOf(await report(user, id, { remake: true }))).toEqual([409, 'remake_too_early'])
    expect(await rowsOf(practice, 'select from order_problems')).toEqual([])
  })

  it('happens once; the remake itself can be made again in its turn', async () => {
    const practice = await practiceOfItsOwn()
    const user = await make.user(practice)
    const first = await deliveredOrder(practice)
    const { data } = await (await report(user, first.id, { remake: true })).json()
    expect(await refusalOf(await report(user, first.id, { remake: true }))).toEqual([409, 'remake_exists'])
    expect((await report(user, first.id)).status).toBe(201)
    const staff = await as(await make.user(practice.laboratory))
    for (const status of ['in_preparation', 'in_production', 'shipped'])
      await staff(`/api/staff/orders/${data.remake.id}/status`, { body: { status } })
    expect((await report(user, data.remake.id, { remake: true })).status).toBe(201)
    expect(await rowsOf(practice, 'select from orders')).toHaveLength(3)
  })

  it('is of the work on the teeth that are named; what is well is not made twice', async () => {
    const practice = await practiceOfItsOwn()
    const user = await make.user(practice)
    const first = await deliveredOrder(practice)
    await make.insert(practice.laboratory.id, 'order_products', {
      ...{ brand_id: practice.laboratory.id, practice_id: practice.id, order_id: first.id, case_sequence: 2 },
      ...{ reference: 'SPLINT', label_fr: 'Gouttière', label_en: 'Splint', quantity: 1, sector: 'upper' },
    })
    const { data } = await (await report(user, first.id, { remake: true, teeth: [12] })).json()
    expect(await caseOf(user, data.remake.id)).toMatchObject({ products: [{ label: 'Bridge ancien' }] })
  })

  it('that was cancelled leaves the case to be made again, once', async () => {
    const practice = await practiceOfItsOwn()
    const user = await make.user(practice)
    const first = await deliveredOrder(practice)
    const { data: taken } = await (await report(user, first.id, { remake: true })).json()
    const cancelled = await (await as(user))(`/api/orders/${taken.remake.id}/cancel`, { method: 'POST' })
    expect(cancelled.status).toBe(204)
    expect(await caseOf(user, first.id)).toMatchObject({ remake: null })

    const { data } = await (await report(user, first.id, { remake: true })).json()
    expect(await caseOf(user, first.id)).toMatchObject({ remake: data.remake })
    expect(await caseOf(user, taken.remake.id)).toMatchObject({ remakeOf: { id: first.id } })
    await expect(make.order(practice, { remake_of: first.id })).rejects.toThrow('orders__living_remake')
  })

  it('is not for isDLCPM, who may report all the same', async () => {
    const practice = await practiceOfItsOwn()
    const dlcpm = await make.user(practice, { is_dlcpm: true })
    const { id } = await deliveredOrder(practice)
    expect(await refusalOf(await report(dlcpm, id, { remake: true }))).toEqual([403, 'forbidden'])
    expect((await report(dlcpm, id)).status).toBe(201)
    expect(await rowsOf(practice, 'select from orders')).toHaveLength(1)
  })
})
