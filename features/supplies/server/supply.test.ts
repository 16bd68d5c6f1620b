import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { problemOf, startTestApp } from '#test/harness.ts'
import type { TestPractice, TestUser } from '#test/make.ts'

const { make, as, request } = startTestApp()

async function practiceWithSupplies() {
  const laboratory = await make.laboratory()
  await make.supply(laboratory, { name: 'bags', position: 2, label_fr: 'Sachets', label_en: 'Bags', options: [5, 10] })
  await make.supply(laboratory, { name: 'boxes', position: 1, label_fr: 'Boîtes', label_en: 'Boxes' })
  await make.supply(laboratory, { name: 'gone', is_retired: true })
  const practice = await make.practice(laboratory)
  const user = await make.user(practice)
  return { laboratory, practice, user, call: await as(user) }
}
type Call = Awaited<ReturnType<typeof as>>
const order = (call: Call, supplies: object[], headers: Record<string, string> = {}) =>
  call('/api/supply-orders', { body: { supplies }, headers })
const refusalOf = async (response: Response) => [response.status, (await problemOf(response)).code]
const dataOf = async (call: Call, path: string) => (await (await call(path)).json()).data
const rowsOf = async (practice: TestPractice, text: string) =>
  (await make.within(practice.laboratory.id, client => client.query(text))).rows

describe('what can be requested', () => {
  it('is what the laboratory offers, in its order, in the language of the reader', async () => {
    const { practice, call } = await practiceWithSupplies()
    expect(await dataOf(call, '/api/available-supplies')).toEqual([
      { name: 'boxes', label: 'Boîtes', options: [] },
      { name: 'bags', label: 'Sachets', options: [5, 10] },
    ])
    const english = await as(await make.user(practice, { language: 'en' }))
    expect(await dataOf(english, '/api/available-supplies')).toMatchObject([{ label: 'Boxes' }, { label: 'Bags' }])
    const elsewhere = await as(await make.user(await make.practice(await make.laboratory())))
    expect(await dataOf(elsewhere, '/api/available-supplies')).toEqual([])
  })
})

describe('a request for supplies', () => {
  it('is kept with its lines and who made it, and stands in the history', async () => {
    const { practice, user, call } = await practiceWithSupplies()
    const response = await order(call, [
      { name: 'bags', quantity: 10 },
      { name: 'boxes', quantity: 1 },
    ])
    expect(response.status).toBe(201)
    const { data } = await response.json()
    expect(data).toEqual({
      id: expect.any(String),
      createdAt: expect.stringMatching(/Z$/),
      status: 'requested',
      createdBy: 'Dr Claire Martin',
      supplies: [
        { name: 'boxes', label: 'Boîtes', quantity: 1 },
        { name: 'bags', label: 'Sachets', quantity: 10 },
      ],
    })
    expect(await dataOf(call, '/api/supply-orders')).toEqual([data])
    expect(await rowsOf(practice, 'select kind, user_id from audit_events')).toEqual([
      { kind: 'supplies_ordered', user_id: user.id },
    ])
  })

  it('names what is offered, in a quantity that is offered, each once', async () => {
    const { practice, call } = await practiceWithSupplies()
    await make.supply(await make.laboratory(), { name: 'theirs' })
    const refused = await order(call, [
      { name: 'boxes', quantity: 1 },
      { name: 'gone', quantity: 1 },
      { name: 'theirs', quantity: 1 },
      { name: 'bags', quantity: 7 },
      { name: 'boxes', quantity: 2 },
    ])
    expect(await problemOf(refused)).toMatchObject({
      status: 422,
      errors: [
        { path: 'supplies.1.name', code: 'not_in_list' },
        { path: 'supplies.2.name', code: 'not_in_list' },
        { path: 'supplies.3.quantity', code: 'not_in_list' },
        { path: 'supplies.4.name', code: 'repeated' },
      ],
    })
    for (const quantity of [0, -1, 1.5, 10_001])
      expect((await problemOf(await order(call, [{ name: 'boxes', quantity }]))).errors).toEqual([
        { path: 'supplies.0.quantity', code: 'out_of_range' },
      ])
    expect((await order(call, [{ name: 'boxes', quantity: '1' }])).status).toBe(422)
    expect((await problemOf(await order(call, []))).errors).toEqual([{ path: 'supplies', code: 'required' }])
    expect(await rowsOf(practice, 'select from supply_orders')).toEqual([])
    // A supply without quantities is requested one at a time.
    expect((await problemOf(await order(call, [{ name: 'boxes', quantity: 10_000 }]))).errors).toEqual([
      { path: 'supplies.0.quantity', code: 'not_in_list' },
    ])
    expect((await order(call, [{ name: 'boxes', quantity: 1 }])).status).toBe(201)
  })

  it('sent twice with one key is made once, with the same answer', async () => {
    const { practice, call } = await practiceWithSupplies()
    const key = { 'idempotency-key': randomUUID() }
    const lines = [{ name: 'boxes', quantity: 1 }]
    const [first, again] = [await order(call, lines, key), await order(call, lines, key)]
    expect([first.status, again.status]).toEqual([201, 201])
    expect(await again.text()).toBe(await first.text())
    expect(await rowsOf(practice, 'select from supply_orders')).toHaveLength(1)
  })

  it('shows a supply that is offered no more, and only the last hundred requests, latest first', async () => {
    const { practice, call } = await practiceWithSupplies()
    const user = await make.user(practice)
    const old = await make.supplyOrder(practice, ['gone'], { created_by: user.id, created_at: '2026-01-01T10:00:00Z' })
    for (let day = 0; day < 100; day++)
      await make.supplyOrder(practice, ['boxes'], {
        created_by: user.id,
        created_at: new Date(Date.UTC(2025, 0, 1 + day)).toISOString(),
      })
    const history = (await dataOf(call, '/api/supply-orders')) as { id: string; createdAt: string }[]
    expect([history.length, history[0]?.id, history[1]?.createdAt]).toEqual([100, old.id, '2025-04-10T00:00:00.000Z'])
    expect(history[0]).toMatchObject({ supplies: [{ name: 'gone', quantity: 1 }] })
  })
})

describe('the laboratory’s side of a request', () => {
  const move = async (staff: TestUser, id: string, status: string) =>
    (await as(staff))(`/api/staff/supply-orders/${id}/status`, { body: { status } })

  it('goes from requested to prepared to sent, or is called off, and each press can be taken back', async () => {
    const { laboratory, practice, call } = await practiceWithSupplies()
    const staff = await make.user(laboratory)
    const ways: Record<string, string[]> = {
      requested: ['prepared', 'sent', 'cancelled'],
      prepared: ['requested', 'sent', 'cancelled'],
      sent: ['requested', 'prepared'],
      cancelled: ['requested', 'prepared'],
    }
    for (const from of Object.keys(ways))
      for (const to of Object.keys(ways)) {
        const { id } = await make.supplyOrder(practice, ['boxes'], { status: from })
        const response = await move(staff, id, to)
        if (ways[from]?.includes(to)) expect(response.status, `${from} ${to}`).toBe(204)
        else expect(await refusalOf(response), `${from} ${to}`).toEqual([409, 'status_not_allowed'])
      }
    const history = (await dataOf(call, '/api/supply-orders')) as { status: string }[]
    expect(new Set(history.map(({ status }) => status))).toEqual(new Set(Object.keys(ways)))
    expect((await move(staff, randomUUID(), 'sent')).status).toBe(404)
    expect(
      await rowsOf(practice, `select distinct kind from audit_events where kind::text !~ '_(viewed|refused)$'`),
    ).toEqual([{ kind: 'supply_order_status_changed' }])
  })
})

describe('the list of what is to be packed', () => {
  it('has what is asked for, oldest first, then what is done, with who has done it', async () => {
    const { laboratory, practice } = await practiceWithSupplies()
    const other = await make.practice(laboratory, { name: 'Cabinet Lilas' })
    const later = await make.supplyOrder(practice, ['boxes', 'bags'], { created_at: '2026-05-02T10:00:00Z' })
    const first = await make.supplyOrder(other, ['bags'], { created_at: '2026-05-01T10:00:00Z' })
    const driver = await make.user(laboratory, { role: 'driver', title: '', first_name: 'Paul', last_name: 'Durand' })
    const call = await as(driver)
    const list = async (tab = '') => dataOf(call, `/api/staff/supply-orders${tab}`)
    expect(await list()).toMatchObject([
      { id: first.id, practice: { name: 'Cabinet Lilas' }, movedBy: null },
      { id: later.id, supplies: [{ label: 'Boîtes' }, { label: 'Sachets' }] },
    ])
    await call(`/api/staff/supply-orders/${first.id}/status`, { body: { status: 'sent' } })
    expect(await list()).toMatchObject([{ id: later.id }])
    expect(await list('?tab=done')).toMatchObject([{ id: first.id, status: 'sent', movedBy: 'Paul Durand' }])
    const elsewhere = await as(await make.user(await make.laboratory()))
    expect(await dataOf(elsewhere, '/api/staff/supply-orders')).toEqual([])
  })
})

describe('supplies are not for', () => {
  it('strangers and staff, while everyone of a practice may', async () => {
    const { laboratory, practice } = await practiceWithSupplies()
    const { id } = await make.supplyOrder(practice, ['boxes'])
    const calls = [
      ['/api/available-supplies', {}],
      ['/api/supply-orders', {}],
      ['/api/supply-orders', { body: { supplies: [{ name: 'boxes', quantity: 1 }] } }],
      [`/api/staff/supply-orders/${id}/status`, { body: { status: 'sent' } }],
    ] as const
    for (const [path, options] of calls) expect((await request(laboratory, path, options)).status).toBe(401)
    const staff = await as(await make.user(laboratory))
    for (const [path, options] of calls.slice(0, 3)) expect((await staff(path, options)).status).toBe(403)
    for (const values of [{ is_practice_doctor: true }, { is_dlcpm: true }, { account_type: 'manager' }]) {
      const call = await as(await make.user(practice, values))
      const answers = await Promise.all(calls.map(async ([path, options]) => (await call(path, options)).status))
      expect(answers).toEqual([200, 200, 201, 403])
    }
  })

  it('another practice or laboratory: unseen and untouched', async () => {
    const { laboratory, practice } = await practiceWithSupplies()
    const { id } = await make.supplyOrder(practice, ['boxes'])
    const elsewhere = await practiceWithSupplies()
    const neighbour = await as(await make.user(await make.practice(laboratory)))
    for (const call of [elsewhere.call, neighbour]) expect(await dataOf(call, '/api/supply-orders')).toEqual([])
    const foreignStaff = await as(await make.user(elsewhere.laboratory))
    expect((await foreignStaff(`/api/staff/supply-orders/${id}/status`, { body: { status: 'sent' } })).status).toBe(404)
    expect(await rowsOf(practice, 'select status from supply_orders')).toEqual([{ status: 'requested' }])
  })
})

describe('a request that is taken back', () => {
  const requested = async (call: Call) => {
    const { data } = await (await order(call, [{ name: 'boxes', quantity: 1 }])).json()
    return data.id as string
  }
  const cancel = (call: Call, id: string) => call(`/api/supply-orders/${id}/cancel`, { method: 'POST' })
  const statusOf = async (call: Call, id: string) =>
    (await dataOf(call, '/api/supply-orders')).find((one: { id: string }) => one.id === id)?.status

  it('is cancelled, by a colleague too, once for all presses', async () => {
    const { practice, call } = await practiceWithSupplies()
    const id = await requested(call)
    const colleague = await as(await make.user(practice))
    const answers = await Promise.all([call, colleague, call].map(one => cancel(one, id)))
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204])
    expect(await statusOf(call, id)).toBe('cancelled')
    const kinds = await rowsOf(practice, `select kind from audit_events where kind = 'supply_order_status_changed'`)
    expect(kinds).toHaveLength(1)
  })

  it('is refused once the laboratory has prepared it, however close together', async () => {
    const { laboratory, call } = await practiceWithSupplies()
    const staff = await as(await make.user(laboratory))
    const prepare = (id: string) => staff(`/api/staff/supply-orders/${id}/status`, { body: { status: 'prepared' } })
    const id = await requested(call)
    expect((await prepare(id)).status).toBe(204)
    expect(await refusalOf(await cancel(call, id))).toEqual([409, 'supplies_prepared'])
    expect(await statusOf(call, id)).toBe('prepared')
    const raced = await requested(call)
    const [prepared, cancelled] = await Promise.all([prepare(raced), cancel(call, raced)])
    // The second one is refused.
    expect([prepared.status, cancelled.status].toSorted()).toEqual([204, 409])
  })

  it('stays so: only the practice asks for it again', async () => {
    const { laboratory, call } = await practiceWithSupplies()
    const staff = await as(await make.user(laboratory))
    const move = (id: string, status: string) => staff(`/api/staff/supply-orders/${id}/status`, { body: { status } })
    const id = await requested(call)
    expect((await cancel(call, id)).status).toBe(204)
    for (const status of ['requested', 'prepared'])
      expect(await refusalOf(await move(id, status))).toEqual([409, 'status_not_allowed'])
    const theirs = await requested(call)
    for (const status of ['cancelled', 'requested', 'cancelled']) expect((await move(theirs, status)).status).toBe(204)
    const shown: { id: string; next: string[] }[] = await dataOf(staff, '/api/staff/supply-orders?tab=done')
    expect(new Map(shown.map(one => [one.id, one.next]))).toEqual(
      new Map([
        [id, []],
        [theirs, ['requested', 'prepared']],
      ]),
    )
  })

  it('is nobody else’s to take back', async () => {
    const { laboratory, call } = await practiceWithSupplies()
    const id = await requested(call)
    for (const other of [
      await make.user(await make.practice(laboratory)),
      await make.user(await make.practice(await make.laboratory())),
    ])
      expect((await cancel(await as(other), id)).status).toBe(404)
    expect((await cancel(call, randomUUID())).status).toBe(404)
    expect((await cancel(await as(await make.user(laboratory)), id)).status).toBe(403)
    expect((await request(laboratory, `/api/supply-orders/${id}/cancel`, { method: 'POST' })).status).toBe(401)
    expect(await statusOf(call, id)).toBe('requested')
  })
})
