import pg from 'pg'
import { describe, expect, inject, it } from 'vitest'
import { dataOf, startBillingTests } from '#test/billing.ts'
import { problemOf } from '#test/harness.ts'
import type { TestPractice } from '#test/make.ts'
import { noted } from '#test/rounds.ts'
import { today } from '#test/today.ts'

const { make, as, request, laboratoryThatBills, deliveredCase, issue } = startBillingTests()

type Call = Awaited<ReturnType<typeof as>>
const refusalOf = async (response: Response) => [response.status, (await problemOf(response)).code]
const receive = async (call: Call, id: string) =>
  expect((await call('/api/orders/received', { body: { ids: [id] } })).status).toBe(200)
const notReceived = (call: Call, id: string) => call(`/api/orders/${id}/not-received`, { method: 'POST' })
const caseOf = async (call: Call, id: string) => dataOf(await call(`/api/orders/${id}`))
const handOver = (call: Call, practice: TestPractice, id: string) =>
  call('/api/staff/hand-overs', {
    body: noted(practice, { day: today, orderIds: [id], receivedBy: 'Mme Petit', at: new Date().toISOString() }),
  })
const takeBack = (call: Call, id: string) =>
  call('/api/staff/deliveries/taken-back', { body: { orderIds: [id], reason: 'Mauvaise porte' } })

/** A practice with a shipped case. */
async function onItsWay() {
  const lab = await laboratoryThatBills()
  const { laboratory, practice } = lab
  const shipped = () => deliveredCase(lab, practice, [lab.crown], { status: 'shipped', delivery_on: today })
  const rowsOf = async (text: string, values: unknown[] = []) =>
    (await make.within(laboratory.id, client => client.query(text, values))).rows
  return {
    ...lab,
    shipped,
    rowsOf,
    order: await shipped(),
    doctor: await as(await make.user(practice)),
    colleague: await as(await make.user(practice)),
    practiceDoctor: await as(await make.user(practice, { is_practice_doctor: true })),
    driver: await as(await make.user(laboratory, { role: 'driver' })),
    bench: await as(await make.user(laboratory, { role: 'production' })),
    /** As if it had happened a day earlier. */
    aDayAgo: () => rowsOf(`update order_events set at = at - interval '1 day'`),
    statusOf: async (id: string) => (await rowsOf('select status from orders where id = $1', [id]))[0].status,
  }
}

describe('a case that the wrong press had received', () => {
  it('is on its way again, and says so on its timeline; then it can be received, or handed over', async () => {
    const { practice, order, shipped, doctor, driver, rowsOf, statusOf } = await onItsWay()
    await receive(doctor, order.id)
    expect(await caseOf(doctor, order.id)).toMatchObject({ arrivedOn: today, receivedAt: expect.any(String) })
    expect((await notReceived(doctor, order.id)).status).toBe(204)
    expect(await caseOf(doctor, order.id)).toMatchObject({
      status: 'shipped',
      arrivedOn: null,
      receivedAt: null,
      timeline: [
        { status: 'delivered', note: 'Reçu au cabinet.' },
        { status: 'shipped', note: 'Pas reçu finalement\u00a0: la réception avait été notée par erreur.' },
      ],
    })
    expect(await rowsOf(`select order_id from audit_events where kind = 'reception_taken_back'`)).toEqual([
      { order_id: order.id },
    ])
    expect((await handOver(driver, practice, order.id)).status).toBe(201)
    expect(await caseOf(doctor, order.id)).toMatchObject({ status: 'delivered', receivedAt: null })
    const other = await shipped()
    for (let round = 0; round < 2; round++) {
      await receive(doctor, other.id)
      expect((await notReceived(doctor, other.id)).status).toBe(204)
    }
    expect(await statusOf(other.id)).toBe('shipped')
  })

  it('by any colleague who could have received it, a practice doctor among them', async () => {
    const { order, doctor, colleague, practiceDoctor } = await onItsWay()
    for (const call of [colleague, practiceDoctor]) {
      await receive(doctor, order.id)
      expect((await notReceived(call, order.id)).status).toBe(204)
    }
  })

  it('not once a driver has said so, too: what was signed for stays signed for, and the laboratory takes it back', async () => {
    const { practice, order, shipped, doctor, driver, rowsOf, statusOf } = await onItsWay()
    const other = await shipped()
    await receive(doctor, order.id)
    // The phone was offline at the door.
    const told = noted(practice, {
      day: today,
      orderIds: [order.id, other.id],
      receivedBy: 'Mme Petit',
      signature: 'M1 2L3 4',
    })
    const answer = await driver('/api/staff/hand-overs', { body: { ...told, at: new Date().toISOString() } })
    expect((await dataOf(answer)).orderIds).toEqual([order.id, other.id].toSorted())
    expect(await rowsOf('select order_id from handed_cases order by 1')).toHaveLength(2)
    expect(await caseOf(doctor, order.id)).toMatchObject({
      status: 'delivered',
      arrivedOn: today,
      receivedAt: null,
      timeline: [{ note: 'Reçu au cabinet.' }, { status: 'delivered', note: 'Remis au cabinet contre signature.' }],
    })
    expect(await refusalOf(await notReceived(doctor, order.id))).toEqual([409, 'handed_over'])
    expect(await statusOf(order.id)).toBe('delivered')
    // Recorded once: the same stop sent by another phone is refused.
    expect(await refusalOf(await handOver(driver, practice, order.id))).toEqual([409, 'stop_done'])
    expect((await takeBack(driver, order.id)).status).toBe(204)
    expect(await caseOf(doctor, order.id)).toMatchObject({ status: 'shipped', receivedAt: null })
    await receive(doctor, order.id)
    expect((await notReceived(doctor, order.id)).status).toBe(204)
  })

  it('no more often in a day than anybody would, so that a case can always be read and moved', async () => {
    const { order, doctor, bench, rowsOf } = await onItsWay()
    await rowsOf(
      `insert into order_events (brand_id, practice_id, order_id, sequence, status, author_id)
       select o.brand_id, o.practice_id, o.id, line, 'shipped', p.author from orders o, generate_series(1, 49) line,
         lateral (select u.id as author from users u where u.practice_id = o.practice_id limit 1) p where o.id = $1`,
      [order.id],
    )
    await receive(doctor, order.id)
    expect(await refusalOf(await notReceived(doctor, order.id))).toEqual([429, 'too_many_requests'])
    expect(
      (await bench(`/api/staff/orders/${order.id}/status`, { body: { status: 'delivered', note: 'Bien arrivé' } }))
        .status,
    ).toBe(204)
  })

  it('is no news to the colleagues, and none to be mailed; the laboratory sees it at once', async () => {
    const { laboratory, order, doctor, colleague, bench, rowsOf } = await onItsWay()
    await receive(doctor, order.id)
    const told: string[] = []
    const listening = new pg.Client(inject('database').ownerUrl)
    await listening.connect()
    listening.on('notification', ({ payload }) => told.push(payload ?? ''))
    await listening.query('listen changes')
    await notReceived(doctor, order.id)
    await listening.query('select')
    await listening.end()
    expect(told.some(payload => payload.startsWith(laboratory.id) && payload.endsWith('/orders'))).toBe(true)
    expect((await (await colleague('/api/unread')).json()).total).toBe(0)
    expect(await rowsOf('select from notices')).toEqual([])
    const { status, timeline } = await dataOf(await bench(`/api/staff/orders/${order.id}`))
    expect([status, timeline.at(-1)]).toMatchObject(['shipped', { status: 'shipped', by: { isOfLaboratory: false } }])
  })

  it('counts nowhere', async () => {
    const { laboratory, practice, order, doctor, accounting } = await onItsWay()
    const administrator = await as(await make.user(laboratory))
    await receive(doctor, order.id)
    const figures = async () => (await dataOf(await administrator(`/api/staff/figures?from=${today}&to=${today}`))).all
    expect(await figures()).toMatchObject({ delivered: 1 })
    await notReceived(doctor, order.id)
    expect(await figures()).toMatchObject({ delivered: 0 })
    expect((await dataOf(await accounting(`/api/staff/billing/practices/${practice.id}`))).waiting).toEqual([])
  })
})

describe('a reception stands', () => {
  it('where there was none, and the second of two who take it back is told', async () => {
    const { order, doctor, colleague } = await onItsWay()
    expect(await refusalOf(await notReceived(doctor, order.id))).toEqual([409, 'not_received'])
    for (let round = 0; round < 5; round++) {
      await receive(doctor, order.id)
      const answers = await Promise.all([notReceived(doctor, order.id), notReceived(colleague, order.id)])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409])
    }
  })

  it('from the next day on, also where the laboratory adds a note on that day', async () => {
    const { order, doctor, bench, aDayAgo } = await onItsWay()
    await receive(doctor, order.id)
    await aDayAgo()
    expect(await refusalOf(await notReceived(doctor, order.id))).toEqual([409, 'day_is_over'])
    const note = { status: 'delivered', note: 'Boîte verte' }
    expect((await bench(`/api/staff/orders/${order.id}/status`, { body: note })).status).toBe(204)
    expect(await refusalOf(await notReceived(doctor, order.id))).toEqual([409, 'day_is_over'])
  })

  it('where a driver or the bench had said it; and nobody of the laboratory takes it back, whatever it notes', async () => {
    const { practice, order, shipped, doctor, driver, bench } = await onItsWay()
    const [brought, pressed] = [await shipped(), await shipped()]
    await handOver(driver, practice, brought.id)
    await bench(`/api/staff/orders/${pressed.id}/status`, { body: { status: 'delivered' } })
    await receive(doctor, brought.id)
    for (const { id } of [brought, pressed]) {
      expect(await caseOf(doctor, id)).toMatchObject({ status: 'delivered', receivedAt: null })
      expect(await refusalOf(await notReceived(doctor, id))).toEqual([409, 'handed_over'])
    }
    await receive(doctor, order.id)
    await bench(`/api/staff/orders/${order.id}/status`, { body: { status: 'delivered', note: 'Boîte verte' } })
    expect(await refusalOf(await takeBack(driver, order.id))).toEqual([409, 'received_by_practice'])
    expect((await notReceived(doctor, order.id)).status).toBe(204)
  })

  it('once it is billed; by what is said of it a practice doctor learns of no invoice', async () => {
    const { practice, order, shipped, doctor, practiceDoctor, accounting } = await onItsWay()
    const other = await shipped()
    for (const { id } of [order, other]) await receive(doctor, id)
    await dataOf(await issue(accounting, practice, [order]))
    await dataOf(await issue(accounting, practice, [other], { type: 'pro_forma' }))
    for (const { id } of [order, other])
      for (const call of [doctor, practiceDoctor])
        expect(await refusalOf(await notReceived(call, id))).toEqual([409, 'reception_stands'])
    // The same answer as for a case on no invoice.
    expect(await caseOf(practiceDoctor, order.id)).toMatchObject({
      status: 'delivered',
      receivedAt: expect.any(String),
    })
  })

  it('while it is being billed: of the two one is done', async () => {
    const { practice, order, doctor, practiceDoctor, accounting, statusOf } = await onItsWay()
    for (let round = 0; round < 6; round++) {
      await receive(doctor, order.id)
      const caller = round % 2 ? practiceDoctor : doctor
      const [taken, billed] = await Promise.all([notReceived(caller, order.id), issue(accounting, practice, [order])])
      expect([taken.status, billed.status].toSorted()).toEqual(taken.status === 204 ? [204, 409] : [201, 409])
      const status = await statusOf(order.id)
      expect(status).toBe(taken.status === 204 ? 'shipped' : 'invoiced')
      if (status === 'invoiced') break
    }
  })

  it('where somebody else was a moment quicker, and has not finished yet', async () => {
    const { laboratory, order, doctor, statusOf } = await onItsWay()
    await receive(doctor, order.id)
    let answer: Promise<Response> | undefined
    await make.within(laboratory.id, async client => {
      await client.query(`update orders set status = 'invoiced' where id = $1`, [order.id])
      answer = notReceived(doctor, order.id)
      await expect
        .poll(
          async () =>
            (await client.query(`select from pg_locks where not granted and locktype = 'transactionid'`)).rowCount,
        )
        .toBeGreaterThan(0)
    })
    expect(answer && (await refusalOf(await answer))).toEqual([409, 'reception_stands'])
    expect(await statusOf(order.id)).toBe('invoiced')
  })

  it('or not, while the driver stands at the door: whoever was second is told, and it is delivered once', async () => {
    const { practice, order, doctor, driver, rowsOf } = await onItsWay()
    await receive(doctor, order.id)
    const [taken, handed] = await Promise.all([notReceived(doctor, order.id), handOver(driver, practice, order.id)])
    // If the driver is first, the received case is handed over; otherwise the driver finds it on its way again, or is
    // refused.
    if (taken.status !== 204) expect(await refusalOf(taken)).toEqual([409, 'handed_over'])
    expect(taken.status === 204 ? [201, 409] : [201]).toContain(handed.status)
    expect(
      await rowsOf(
        'select o.status, count(h.*)::int as handed from orders o left join handed_cases h on h.order_id = o.id group by o.status',
      ),
    ).toEqual([handed.status === 201 ? { status: 'delivered', handed: 1 } : { status: 'shipped', handed: 0 }])
    if (handed.status === 201)
      expect(await refusalOf(await notReceived(doctor, order.id))).toEqual([409, 'handed_over'])
  })

  it('for strangers, the laboratory and other practices', async () => {
    const { laboratory, order, doctor, driver, bench, accounting, statusOf } = await onItsWay()
    await receive(doctor, order.id)
    const path = `/api/orders/${order.id}/not-received`
    expect((await request(laboratory, path, { method: 'POST' })).status).toBe(401)
    for (const call of [driver, bench, accounting]) expect((await notReceived(call, order.id)).status).toBe(403)
    const neighbour = await as(await make.user(await make.practice(laboratory)))
    const elsewhere = await onItsWay()
    for (const call of [neighbour, elsewhere.doctor])
      expect(await refusalOf(await notReceived(call, order.id))).toEqual([404, 'not_found'])
    expect(await statusOf(order.id)).toBe('delivered')
  })

  it('for the database too, whoever writes the line or the status by hand', async () => {
    const { laboratory, practice, order, shipped, driver, doctor, accounting, rowsOf } = await onItsWay()
    const [brought, billed, earlier] = [await shipped(), await shipped(), await shipped()]
    for (const { id } of [order, billed, earlier]) await receive(doctor, id)
    await handOver(driver, practice, brought.id)
    await dataOf(await issue(accounting, practice, [billed], { type: 'pro_forma' }))
    const [{ id: reader }] = await rowsOf('select id from users where is_practice_doctor')
    const inPractice = (text: string, whose = practice.id) =>
      make.within(laboratory.id, async client => {
        await client.query('select tenant.set_context($1, $2, $3)', [laboratory.id, whose, reader])
        const { rowCount } = await client.query(text)
        const { rows } = await client.query('select tenant.audience()')
        return [rowCount, rows[0].audience]
      })
    const line = (id: string, values: { takes?: number; status?: string; sequence?: number } = {}) =>
      `insert into order_events (brand_id, practice_id, order_id, sequence, status, note, takes_back)
       values ('${laboratory.id}', '${practice.id}', '${id}', ${values.sequence ?? 2}, '${values.status ?? 'shipped'}', 'x',
         ${values.takes ?? 1})`
    const stands = { constraint: 'order_events__taken_back' }
    await expect(inPractice(`update orders set status = 'shipped' where id = '${order.id}'`)).rejects.toMatchObject({
      constraint: 'orders__status_moves',
    })
    await expect(inPractice(line(brought.id))).rejects.toMatchObject(stands)
    await expect(inPractice(line(billed.id))).rejects.toMatchObject(stands)
    await expect(inPractice(line(order.id, { status: 'in_production' }))).rejects.toMatchObject(stands)
    await expect(inPractice(line(order.id, { takes: 2, sequence: 3 }))).rejects.toMatchObject(stands)
    await rowsOf(`update order_events set at = at - interval '1 day' where order_id = $1`, [earlier.id])
    await expect(inPractice(line(earlier.id))).rejects.toMatchObject(stands)
    const neighbour = await make.practice(laboratory)
    await expect(inPractice(line(order.id), neighbour.id)).rejects.toThrow(/row-level security/)
    // Only the line, in the context in which it was written.
    expect(await inPractice(line(order.id))).toEqual([1, 'practice'])
  })
})
