import { randomUUID } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { addDays, dayInZone, weekday } from '#kit/day.ts'
import { problemOf, startTestApp } from '#test/harness.ts'
import type { TestPractice } from '#test/make.ts'

const { make, as, request } = startTestApp({ connections: 25 })

const paris = () => dayInZone(new Date(), 'Europe/Paris')
const yearNow = () => paris().slice(2, 4)

async function orderingPractice(brand: Record<string, unknown> = {}) {
  const practice = await make.practice(await make.laboratory(brand))
  const { reference } = await make.product(practice.laboratory)
  return { practice, reference }
}
const crown = (reference: string, more: Record<string, unknown> = {}) => ({
  patientCode: 'P-77',
  printType: 'optical',
  products: [{ reference, quantity: 1, teeth: [26], shade: 'A2' }],
  ...more,
})

type Created = { data: { id: string; code: string; deliveryDate: string | null } }
const createdBy = async (response: Response) => {
  expect(response.status, await response.clone().text()).toBe(201)
  return ((await response.json()) as Created).data
}
const rowsOf = async <R extends object>(practice: TestPractice, text: string, values: unknown[] = []) =>
  (await make.within(practice.laboratory.id, client => client.query<R>(text, values))).rows

describe('POST /api/orders', () => {
  it('registers a case with everything that was prescribed', async () => {
    const practice = await make.practice(await make.laboratory({ order_code_prefix: 'EMA' }), { phone: '01 02 03' })
    const bridge = await make.product(practice.laboratory, {
      name_one_fr: 'Bridge',
      name_one_en: 'Bridge',
      name_many_fr: 'Bridge',
      name_many_en: 'Bridge',
      label_fr: 'Bridge zircone',
      tooth_need: 'run',
      minimum_teeth: 3,
      has_pontics: true,
      price_cents: 12_000,
    })
    const onImplant = await make.product(practice.laboratory, { implant_need: 'required', price_cents: 50_000 })
    const user = await make.user(practice)
    const call = await as(user)
    const wished = addDays(paris(), 30)
    const created = await createdBy(
      await call('/api/orders', {
        body: {
          patientCode: ' P-77 ',
          patient: 'Élodie Martin',
          printType: 'physical',
          wishedDate: wished,
          appointmentDate: `${addDays(paris(), 40)}T09:30:00+02:00`,
          comment: 'Contact léger',
          practiceReference: ' LOG-7781 ',
          products: [
            {
              reference: bridge.reference,
              quantity: 6,
              teeth: [13, 12, 11, 21, 22, 23],
              pontics: [12, 22],
              shade: 'A3.5',
              complementaryShade: 'A3',
              note: 'Cervicale plus chaude',
            },
            {
              reference: onImplant.reference,
              quantity: 1,
              teeth: [36],
              shade: 'A2',
              implant: { brand: 'Straumann', platform: 'RC' },
            },
          ],
        },
      }),
    )
    expect(created.code).toBe(`EMA-${yearNow()}-0001`)
    const shown = (await (await call(`/api/orders/${created.id}`)).json()) as { data: Record<string, unknown> }
    expect(shown.data).toMatchObject({
      code: created.code,
      patientCode: 'P-77',
      patient: 'Élodie Martin',
      status: 'registered',
      printType: 'physical',
      wishedDate: wished,
      appointmentDate: `${addDays(paris(), 40)}T07:30:00.000Z`,
      deliveryDate: created.deliveryDate,
      delivery: { display: 'estimated' },
      delayDays: 0,
      summary: 'Bridge 13–23 · A3,5 + Couronne zircone 36 · A2',
      comment: 'Contact léger',
      practiceReference: 'LOG-7781',
      totalCents: 6 * 12_000 + 50_000,
      contact: { name: 'Dr Claire Martin' },
      timeline: [{ status: 'registered', at: expect.any(String), kind: 'step' }],
      products: [
        {
          caseSequence: 1,
          label: 'Bridge zircone',
          teeth: [13, 12, 11, 21, 22, 23],
          pontics: [12, 22],
          quantity: 6,
          shade: 'A3.5',
          complementaryShade: 'A3',
          note: 'Cervicale plus chaude',
        },
        { caseSequence: 2, teeth: [36], implant: { brand: 'Straumann', platform: 'RC' } },
      ],
    })
    const [row] = await rowsOf(
      practice,
      'select first_delivery_on = delivery_on as "isFirst", is_delivery_confirmed, ordered_by, summary_en from orders',
    )
    expect(row).toEqual({
      isFirst: true,
      is_delivery_confirmed: false,
      ordered_by: user.id,
      summary_en: 'Bridge 13–23 · A3.5 + Zirconia crown 36 · A2',
    })
    expect(await rowsOf(practice, 'select product_version from order_products')).toEqual([
      { product_version: 1 },
      { product_version: 1 },
    ])
    expect(
      await rowsOf(
        practice,
        `select kind, user_id, order_id from audit_events where kind::text !~ '_(viewed|refused)$'`,
      ),
    ).toEqual([{ kind: 'order_created', user_id: user.id, order_id: created.id }])
  })

  it('promises what the promise for the same work says, and keeps the latest version of a product', async () => {
    const { practice, reference } = await orderingPractice()
    await make.product(practice.laboratory, { reference, version: 2, lead_days: 9, label_fr: 'Couronne nouvelle' })
    const call = await as(await make.user(practice))
    const asked = { printType: 'optical', products: [{ reference }] }
    const promise = await (await call('/api/orders/promise', { body: asked })).json()
    const created = await createdBy(await call('/api/orders', { body: crown(reference) }))
    expect(created.deliveryDate).toBe(promise.data.deliveryDate)
    expect(weekday(String(created.deliveryDate))).toBeLessThan(6)
    expect(await rowsOf(practice, 'select product_version, label_fr from order_products')).toEqual([
      { product_version: 2, label_fr: 'Couronne nouvelle' },
    ])
  })

  it('is refused with the new promise where that is another than the one that was seen, and nothing is made', async () => {
    const { practice, reference } = await orderingPractice()
    const call = await as(await make.user(practice))
    const asked = { printType: 'optical', products: [{ reference }] }
    const promised = async () => (await (await call('/api/orders/promise', { body: asked })).json()).data
    const { deliveryDate: seen } = await promised()
    const saved = await (
      await call(`/api/order-drafts/${randomUUID()}`, { method: 'PUT', body: { content: {}, follows: 0 } })
    ).json()
    const draftId: string = saved.data.id
    await make.absence(practice, seen, addDays(seen, 1))
    const headers = { 'idempotency-key': 'seen' }
    for (const promisedDate of [seen, null]) {
      const refused = await call('/api/orders', { headers, body: crown(reference, { draftId, promisedDate }) })
      expect([refused.status, await refused.json()]).toEqual([
        409,
        expect.objectContaining({ code: 'promise_changed', present: await promised() }),
      ])
    }
    expect(await rowsOf(practice, 'select from orders')).toEqual([])
    expect(await rowsOf(practice, 'select from order_code_counters')).toEqual([])
    expect((await call(`/api/order-drafts/${draftId}`)).status).toBe(200)

    const promisedDate = (await promised()).deliveryDate
    expect(promisedDate > seen).toBe(true)
    const made = await createdBy(
      await call('/api/orders', { headers, body: crown(reference, { draftId, promisedDate }) }),
    )
    expect(made.deliveryDate).toBe(promisedDate)
  })

  it('is refused where no day will do any more, and taken by who agrees to that', async () => {
    const { practice, reference } = await orderingPractice()
    const call = await as(await make.user(practice))
    for (const years of [0, 1])
      await make.absence(practice, addDays(paris(), years * 300), addDays(paris(), years * 300 + 299))
    const refused = await call('/api/orders', { body: crown(reference, { promisedDate: addDays(paris(), 9) }) })
    expect([refused.status, await refused.json()]).toEqual([409, expect.objectContaining({ present: null })])
    const made = await createdBy(await call('/api/orders', { body: crown(reference, { promisedDate: null }) }))
    expect(made.deliveryDate).toBeNull()
  })

  it('is open to managers, doctors and practice doctors, and closed to isDLCPM, staff and strangers', async () => {
    const { practice, reference } = await orderingPractice()
    const body = crown(reference)
    const statusFor = async (values: Record<string, unknown>) =>
      (await (await as(await make.user(practice, values)))('/api/orders', { body })).status
    const manager = await as(await make.user(practice, { account_type: 'manager' }))
    const byName = await manager('/api/orders', { body: { ...body, prescriberName: 'Dr Anne Leroy' } })
    expect(byName.status).toBe(201)
    expect(await statusFor({})).toBe(201)
    expect(await statusFor({ is_practice_doctor: true })).toBe(201)
    expect(await statusFor({ is_dlcpm: true })).toBe(403)
    expect((await (await as(await make.user(practice.laboratory)))('/api/orders', { body })).status).toBe(403)
    expect((await request(practice.laboratory, '/api/orders', { body })).status).toBe(401)
    expect(await rowsOf(practice, 'select from orders')).toHaveLength(3)
  })

  it('refuses what is missing or not asked for, each with its path, and draws no code for it', async () => {
    const { practice, reference } = await orderingPractice()
    const foreign = await make.product(await make.laboratory())
    const retired = await make.product(practice.laboratory, { is_retired: true })
    const call = await as(await make.user(practice))
    const refused = await call('/api/orders', {
      body: crown(reference, {
        wishedDate: '2020-01-01',
        products: [
          { reference, quantity: 1, teeth: [26] },
          { reference, quantity: 2, teeth: [26], shade: 'A2', sector: 'upper' },
          { reference: foreign.reference, quantity: 1 },
          { reference: retired.reference, quantity: 1 },
        ],
      }),
    })
    expect(refused.status).toBe(422)
    expect(await problemOf(refused)).toMatchObject({
      code: 'input_invalid',
      errors: [
        { path: 'products.0.shade', code: 'required' },
        { path: 'products.1.sector', code: 'not_asked' },
        { path: 'products.1.quantity', code: 'unlike_teeth' },
        { path: 'products.2.reference', code: 'not_in_catalogue' },
        { path: 'products.3.reference', code: 'not_in_catalogue' },
        { path: 'wishedDate', code: 'in_the_past' },
      ],
    })
    for (const appointmentDate of ['2027-02-31T10:00:00Z', '9999-12-31T23:59:59-23:00', '0000-01-01T00:00:00Z'])
      expect((await call('/api/orders', { body: crown(reference, { appointmentDate }) })).status).toBe(422)
    expect(await rowsOf(practice, 'select from orders')).toEqual([])
    expect(await rowsOf(practice, 'select from order_code_counters')).toEqual([])
  })

  it('lets nobody set what only the laboratory sets', async () => {
    const { practice, reference } = await orderingPractice()
    const call = await as(await make.user(practice))
    for (const more of [
      { code: 'X' },
      { status: 'shipped' },
      { practiceId: randomUUID() },
      { brandId: randomUUID() },
      { orderedBy: randomUUID() },
      { deliveryDate: '2030-01-01' },
      { totalCents: 1 },
      { remakeOf: randomUUID() },
    ])
      expect((await call('/api/orders', { body: crown(reference, more) })).status, JSON.stringify(more)).toBe(422)
    const polluting = JSON.stringify(crown(reference)).replace('{', '{"__proto__":{"polluted":true},')
    await call('/api/orders', { body: polluting })
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    const priced = crown(reference, { products: [{ reference, quantity: 1, teeth: [26], shade: 'A2', priceCents: 1 }] })
    expect((await call('/api/orders', { body: priced })).status).toBe(422)
  })

  it('takes the files of the draft along and ends it, once', async () => {
    const { practice, reference } = await orderingPractice()
    const user = await make.user(practice)
    const call = await as(user)
    const saved = await (
      await call(`/api/order-drafts/${randomUUID()}`, {
        method: 'PUT',
        body: { content: { patientCode: 'P-77' }, follows: 0 },
      })
    ).json()
    const draftId: string = saved.data.id
    await make.insert(practice.laboratory.id, 'attachments', {
      brand_id: practice.laboratory.id,
      practice_id: practice.id,
      draft_id: draftId,
      name: 'photo.jpg',
      type: 'jpg',
      state: 'ready',
      size: 10,
      sha256: Buffer.alloc(32),
      created_by: user.id,
    })
    const { id } = await createdBy(await call('/api/orders', { body: crown(reference, { draftId }) }))
    expect(
      await rowsOf(practice, 'select order_id, draft_id, name from attachments where practice_id = $1', [practice.id]),
    ).toEqual([{ order_id: id, draft_id: null, name: 'photo.jpg' }])
    expect((await call(`/api/order-drafts/${draftId}`)).status).toBe(404)
    const again = await call('/api/orders', { body: crown(reference, { draftId }) })
    expect([again.status, (await problemOf(again)).code]).toEqual([409, 'draft_gone'])
    expect(await rowsOf(practice, 'select from orders')).toHaveLength(1)
  })

  it('sent by two tabs at once from one draft is one case', async () => {
    const { practice, reference } = await orderingPractice()
    const call = await as(await make.user(practice))
    const saved = await (
      await call(`/api/order-drafts/${randomUUID()}`, { method: 'PUT', body: { content: {}, follows: 0 } })
    ).json()
    const body = crown(reference, { draftId: saved.data.id })
    const answers = await Promise.all(Array.from({ length: 6 }, () => call('/api/orders', { body })))
    const codes = await Promise.all(
      answers.map(async response => (response.ok ? 'made' : (await response.json()).code)),
    )
    expect(codes.toSorted()).toEqual([...Array.from({ length: 5 }, () => 'draft_gone'), 'made'])
    expect(await rowsOf(practice, 'select from orders')).toHaveLength(1)
  })

  it('takes nobody else’s draft', async () => {
    const { practice, reference } = await orderingPractice()
    const [owner, colleague] = [await as(await make.user(practice)), await as(await make.user(practice))]
    const saved = await (
      await owner(`/api/order-drafts/${randomUUID()}`, {
        method: 'PUT',
        body: { content: { patientCode: 'P-77' }, follows: 0 },
      })
    ).json()
    for (const draftId of [saved.data.id, randomUUID()]) {
      const refused = await colleague('/api/orders', { body: crown(reference, { draftId }) })
      expect([refused.status, (await problemOf(refused)).code]).toEqual([409, 'draft_gone'])
    }
    expect((await owner(`/api/order-drafts/${saved.data.id}`)).status).toBe(200)
  })
})

describe('codes', () => {
  it('run over all practices of a laboratory and never meet: fifty orders at once', async () => {
    const { practice, reference } = await orderingPractice()
    const neighbour = await make.practice(practice.laboratory)
    const callers = [await as(await make.user(practice)), await as(await make.user(neighbour))] as const
    const codes = await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        const call = callers[index % 2 === 0 ? 0 : 1]
        return (await createdBy(await call('/api/orders', { body: crown(reference) }))).code
      }),
    )
    const expected = Array.from({ length: 50 }, (_, index) => `T-${yearNow()}-${String(index + 1).padStart(4, '0')}`)
    expect(codes.toSorted()).toEqual(expected)
  })

  it('pass over what an import has taken, also for a practice that nobody here sees', async () => {
    const { practice, reference } = await orderingPractice()
    const neighbour = await make.practice(practice.laboratory)
    for (const number of [1, 2, 3, 5]) await make.order(neighbour, { code: `T-${yearNow()}-000${number}` })
    const call = await as(await make.user(practice))
    const codes = [
      (await createdBy(await call('/api/orders', { body: crown(reference) }))).code,
      (await createdBy(await call('/api/orders', { body: crown(reference) }))).code,
    ]
    expect(new Set(codes).size).toBe(2)
    for (const code of codes) expect(code).toMatch(/^T-\d\d-00(0[4-9]|1\d)$/)
  })

  it('begin again with the laboratory’s year and grow past 9999', async () => {
    const { practice, reference } = await orderingPractice({ time_zone: 'Pacific/Auckland' })
    vi.useFakeTimers({ now: new Date('2026-12-31T12:00:00Z'), toFake: ['Date'] })
    try {
      await make.insert(practice.laboratory.id, 'order_code_counters', {
        brand_id: practice.laboratory.id,
        year: 2027,
        last_number: 9_998,
      })
      const call = await as(await make.user(practice))
      const first = await createdBy(await call('/api/orders', { body: crown(reference) }))
      const second = await createdBy(await call('/api/orders', { body: crown(reference) }))
      expect([first.code, second.code]).toEqual(['T-27-9999', 'T-27-10000'])
    } finally {
      vi.useRealTimers()
    }
  })
})

it('a reference of the practice’s own is short and says something, whoever writes it', async () => {
  const practice = await make.practice(await make.laboratory())
  for (const reference of ['', 'x'.repeat(61)])
    await expect(make.order(practice, { practice_reference: reference })).rejects.toMatchObject({
      constraint: 'orders__practice_reference',
    })
})
