import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { addDays, dayInZone } from '#kit/day.ts'
import { startTestApp } from '#test/harness.ts'
import type { TestPractice } from '#test/make.ts'

const { make, as, request } = startTestApp()

async function orderWithProducts(practice: TestPractice, values: Record<string, unknown> = {}) {
  const order = await make.order(practice, values)
  const part = { brand_id: practice.laboratory.id, practice_id: practice.id, order_id: order.id }
  const bridge = await make.product(practice.laboratory, { reference: 'BRI-01', price_cents: 14_000 })
  const inlay = await make.product(practice.laboratory, { reference: 'INL-01', price_cents: 6_900 })
  await make.insert(practice.laboratory.id, 'order_products', {
    ...part,
    case_sequence: 2,
    reference: inlay.reference,
    product_version: inlay.version,
    label_fr: 'Inlay-core',
    label_en: 'Post and core',
    quantity: 1,
    teeth: [45],
  })
  await make.insert(practice.laboratory.id, 'order_products', {
    ...part,
    case_sequence: 1,
    reference: bridge.reference,
    product_version: bridge.version,
    label_fr: 'Bridge zircone',
    label_en: 'Zirconia bridge',
    quantity: 3,
    traceability: 'Zircone, lot 42',
    shade: 'A3.5',
    complementary_shade: 'A3',
    teeth: [21, 12, 11],
    sector: 'upper',
  })
  await make.insert(practice.laboratory.id, 'order_events', {
    ...part,
    sequence: 2,
    status: 'in_preparation',
    at: '2026-11-02T09:00:00Z',
    note: 'Empreinte reçue',
  })
  await make.insert(practice.laboratory.id, 'order_events', {
    ...part,
    sequence: 1,
    status: 'registered',
    at: '2026-11-03T09:00:00Z',
  })
  return order
}

/** A driver comes whatever the weekday of the test. */
const everyDay = [1, 2, 3, 4, 5, 6, 7]

describe('GET /api/orders/:id', () => {
  it('names the pickup that takes the impression, until the laboratory has it', async () => {
    const practice = await make.practice(await make.laboratory({ working_days: everyDay }))
    const today = dayInZone(new Date(), 'Europe/Paris')
    const call = await as(await make.user(practice))
    const { id } = await make.order(practice, { print_type: 'physical' })
    const pickup = async (of = id) => (await (await call(`/api/orders/${of}`)).json()).data.pickup
    expect(await pickup()).toBeNull()
    await make.ride(practice, addDays(today, 2), 'PM')
    expect(await pickup()).toEqual({ date: addDays(today, 2), shift: 'PM', isDone: false })
    const begun = await make.order(practice, { print_type: 'physical', status: 'in_preparation' })
    const scanned = await make.order(practice)
    expect([await pickup(begun.id), await pickup(scanned.id)]).toEqual([null, null])
  })

  it('says where the delivery day cannot be kept with the pickup that takes the impression, or with none', async () => {
    const practice = await make.practice(await make.laboratory({ working_days: everyDay }))
    const today = dayInZone(new Date(), 'Europe/Paris')
    const day = addDays(today, 20)
    const call = await as(await make.user(practice))
    const { id } = await make.order(practice, { print_type: 'physical', delivery_on: day })
    const confirmed = await make.order(practice, {
      print_type: 'physical',
      delivery_on: day,
      is_delivery_confirmed: true,
    })
    const found = async (of = id) => (await (await call(`/api/orders/${of}`)).json()).data
    const isLost = async (of = id) => (await found(of)).isDayLost ?? false
    expect([await isLost(), await isLost(confirmed.id)]).toEqual([true, false])
    await make.ride(practice, day, 'AM')
    expect([await isLost(), await isLost(confirmed.id)]).toEqual([true, true])
    expect((await found()).expected).toEqual([])
    await make.ride(practice, addDays(today, 2), 'AM')
    expect([await isLost(), await isLost(confirmed.id)]).toEqual([false, false])
    expect((await found()).expected).not.toEqual([])
  })

  it('tells the whole case, products in their order and the timeline in its own', async () => {
    const practice = await make.practice(await make.laboratory(), { phone: '01 02 03 04 05' })
    const user = await make.user(practice, { title: 'Dr', first_name: 'Claire', last_name: 'Martin' })
    const { id } = await orderWithProducts(practice, {
      status: 'in_preparation',
      ordered_by: user.id,
      comment: 'Point de contact léger',
    })
    const call = await as(user)
    const response = await call(`/api/orders/${id}`)
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.json()).toEqual({
      data: {
        id,
        code: expect.any(String),
        patient: null,
        patientCode: 'P-0001',
        prescriber: 'Dr Claire Martin',
        prescriberId: user.id,
        enteredBy: 'Dr Claire Martin',
        summary: 'Couronne zircone 26 · A2',
        status: 'in_preparation',
        printType: 'optical',
        wishedDate: null,
        deliveryDate: null,
        arrivedOn: null,
        delivery: { display: 'estimated' },
        appointmentDate: null,
        delayDays: 0,
        hold: null,
        tracking: null,
        problem: null,
        createdAt: expect.stringMatching(/Z$/),
        products: [
          {
            id: expect.any(String),
            reference: 'BRI-01',
            label: 'Bridge zircone',
            quantity: 3,
            caseSequence: 1,
            traceability: 'Zircone, lot 42',
            shade: 'A3.5',
            complementaryShade: 'A3',
            hasShade: true,
            teeth: [12, 11, 21],
            sector: 'upper',
            pontics: [],
            implant: null,
            note: null,
          },
          {
            id: expect.any(String),
            reference: 'INL-01',
            label: 'Inlay-core',
            quantity: 1,
            caseSequence: 2,
            traceability: null,
            shade: null,
            complementaryShade: null,
            hasShade: true,
            teeth: [45],
            sector: null,
            pontics: [],
            implant: null,
            note: null,
          },
        ],
        timeline: [
          { status: 'registered', at: '2026-11-03T09:00:00.000Z', kind: 'step' },
          { status: 'in_preparation', at: '2026-11-02T09:00:00.000Z', kind: 'step', note: 'Empreinte reçue' },
        ],
        totalCents: 48_900,
        comment: 'Point de contact léger',
        practiceReference: null,
        pickup: null,
        expected: [],
        receivedAt: null,
        contact: { name: 'Dr Claire Martin', phone: '01 02 03 04 05', email: `${user.login}@example.test` },
        remakeOf: null,
        remake: null,
        problems: [],
        requests: [],
        scan: null,
        isScanAwaited: false,
        deliveryHalf: null,
        attachmentsCount: 0,
        messagesCount: 0,
        statement: null,
      },
    })
  })

  it('waits for its scan as long as the laboratory has not taken it on, no scan is there and none was said to come by a platform', async () => {
    const practice = await make.practice(await make.laboratory())
    const [user, staff] = [await make.user(practice), await as(await make.user(practice.laboratory))]
    const call = await as(user)
    const isAwaited = async (id: string) => {
      const [here, there] = await Promise.all([call(`/api/orders/${id}`), staff(`/api/staff/orders/${id}`)])
      const said = [(await here.json()).data.isScanAwaited, (await there.json()).data.isScanAwaited]
      expect(said[0]).toBe(said[1])
      const waiting: { id: string }[] = (await (await call('/api/orders?tab=all&waiting=scan')).json()).data
      expect(waiting.some(one => one.id === id)).toBe(said[0])
      return said[0]
    }
    const ordered = async (more: object = {}) => (await make.order(practice, { print_type: 'optical', ...more })).id
    const attach = (order_id: string, name: string, type: string, state = 'ready') =>
      make.insert(practice.laboratory.id, 'attachments', {
        brand_id: practice.laboratory.id,
        practice_id: practice.id,
        order_id,
        name,
        type,
        state,
        size: 10,
        sha256: Buffer.alloc(32),
        created_by: user.id,
      })
    const id = await ordered()
    expect(await isAwaited(id)).toBe(true)
    await attach(id, 'sourire.png', 'png')
    await attach(id, 'haut.stl', 'stl', 'uploading')
    expect(await isAwaited(id)).toBe(true)
    await attach(id, 'bas.ply', 'ply')
    expect(await isAwaited(id)).toBe(false)
    for (const more of [
      { print_type: 'physical' },
      { scan_platform: '3Shape', scan_case: '77' },
      { status: 'in_preparation' },
      { status: 'cancelled' },
      { remake_of: id },
    ])
      expect(await isAwaited(await ordered(more))).toBe(false)
  })

  it('keeps the e-mail address of a colleague to itself', async () => {
    const practice = await make.practice(await make.laboratory())
    const prescriber = await make.user(practice, { phone: '06 01 02 03 04' })
    const { id } = await make.order(practice, { ordered_by: prescriber.id })
    const call = await as(await make.user(practice, { language: 'en' }))
    const { data } = (await (await call(`/api/orders/${id}`)).json()) as { data: { contact: unknown } }
    expect(data.contact).toEqual({ name: 'Dr Claire Martin', phone: '06 01 02 03 04', email: null })
  })

  it('names who prescribed and whom to call for it, and beside them who entered it', async () => {
    const practice = await make.practice(await make.laboratory(), { phone: '01 02 03 04 05' })
    const manager = await make.user(practice, {
      account_type: 'manager',
      title: 'Mme',
      first_name: 'Léa',
      phone: '06 1',
    })
    const doctor = await make.user(practice, { phone: '06 2' })
    const of = async (values: Record<string, unknown>) => {
      const { id } = await make.order(practice, values)
      const { data } = await (await (await as(manager))(`/api/orders/${id}`)).json()
      return [data.prescriber, data.prescriberId, data.enteredBy, data.contact?.name, data.contact?.phone]
    }
    const entered = { ordered_by: manager.id }
    expect(await of({ ...entered, prescriber_id: doctor.id })).toEqual([
      'Dr Claire Martin',
      doctor.id,
      'Mme Léa Martin',
      'Dr Claire Martin',
      '06 2',
    ])
    expect(await of({ ...entered, prescriber: 'Dr Anne Leroy' })).toEqual([
      'Dr Anne Leroy',
      null,
      'Mme Léa Martin',
      'Dr Anne Leroy',
      '01 02 03 04 05',
    ])
    // From an import.
    expect(await of({})).toEqual([null, null, null, undefined, undefined])
  })

  it('speaks the language of the reader', async () => {
    const practice = await make.practice(await make.laboratory())
    const { id } = await orderWithProducts(practice)
    const call = await as(await make.user(practice, { language: 'en' }))
    const { data } = (await (await call(`/api/orders/${id}`)).json()) as { data: { products: { label: string }[] } }
    expect(data.products.map(product => product.label)).toEqual(['Zirconia bridge', 'Post and core'])
  })

  it('asks for a session', async () => {
    const practice = await make.practice(await make.laboratory())
    const { id } = await make.order(practice)
    expect((await request(practice.laboratory, `/api/orders/${id}`)).status).toBe(401)
  })

  it('knows nothing of other practices and laboratories, in the very words for what does not exist', async () => {
    const practice = await make.practice(await make.laboratory())
    const neighbour = await make.practice(practice.laboratory)
    const stranger = await make.practice(await make.laboratory())
    const ids = [
      randomUUID(),
      (await orderWithProducts(neighbour)).id,
      (await orderWithProducts(stranger)).id,
      'not-an-id',
    ]
    const call = await as(await make.user(practice))
    const answers = await Promise.all(
      ids.map(async id => {
        const response = await call(`/api/orders/${id}`)
        const { requestId, ...body } = (await response.json()) as { requestId: string }
        return { status: response.status, requestId: typeof requestId, body }
      }),
    )
    expect(answers[0]).toMatchObject({ status: 404, body: { code: 'not_found', status: 404 } })
    for (const answer of answers) expect(answer).toEqual(answers[0])
  })
})

it('tells on which days the steps to come may be expected, and of no other case', async () => {
  const practice = await make.practice(await make.laboratory())
  const call = await as(await make.user(practice))
  const day = addDays(dayInZone(new Date(), 'Europe/Paris'), 14)
  const expectedOf = async (values: Record<string, unknown>) => {
    const { id } = await make.order(practice, values)
    return (await (await call(`/api/orders/${id}`)).json()).data.expected.map((step: { status: string }) => step.status)
  }
  expect(await expectedOf({ status: 'registered', delivery_on: day })).toEqual([
    'in_preparation',
    'in_production',
    'shipped',
  ])
  expect(await expectedOf({ status: 'in_production', delivery_on: day })).toEqual(['shipped'])
  expect(await expectedOf({ status: 'registered' })).toEqual([])
  expect(await expectedOf({ status: 'shipped', delivery_on: day })).toEqual([])
})
