import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { addDays } from '#kit/day.ts'
import { doChores } from '#tenancy/server/chores.ts'
import { dataOf, startBillingTests } from '#test/billing.ts'
import { problemOf } from '#test/harness.ts'
import type { TestPractice } from '#test/make.ts'
import { noted } from '#test/rounds.ts'
import { today } from '#test/today.ts'

const { app, make, as, request, laboratoryThatBills, deliveredCase, issue } = startBillingTests()

type Call = Awaited<ReturnType<typeof as>>
const refusalOf = async (response: Response) => [response.status, (await problemOf(response)).code]
const handOver = async (call: Call, practice: TestPractice, ids: readonly string[], receivedBy = 'Mme Petit') =>
  expect(
    (
      await call('/api/staff/hand-overs', {
        body: noted(practice, { day: today, orderIds: ids, receivedBy, at: new Date().toISOString() }),
      })
    ).status,
  ).toBe(201)
const [atTheDoor, atTheBench] = ['/api/staff/deliveries/taken-back', '/api/staff/orders/taken-back'] as const
const takeBack = (call: Call, ids: readonly string[], reason = 'Donné au cabinet voisin', path: string = atTheDoor) =>
  call(path, { body: { orderIds: ids, reason } })

/** A laboratory whose driver has a case in the van. */
async function onTheRoad(values: Record<string, unknown> = {}) {
  const lab = await laboratoryThatBills()
  const { laboratory, practice } = lab
  const shipped = (more: Record<string, unknown> = {}) =>
    deliveredCase(lab, practice, [lab.crown], { status: 'shipped', delivery_on: today, ...values, ...more })
  const rowsOf = async (text: string, values: unknown[] = []) =>
    (await make.within(laboratory.id, client => client.query(text, values))).rows
  return {
    ...lab,
    shipped,
    rowsOf,
    order: await shipped(),
    driver: await as(await make.user(laboratory, { role: 'driver' })),
    doctor: await as(await make.user(practice)),
    /** As if it had happened a day earlier. */
    aDayAgo: () => rowsOf(`update order_events set at = at - interval '1 day'`),
  }
}
const stopsOf = async (call: Call) => (await dataOf(await call('/api/staff/deliveries'))).stops

describe('a hand-over that was none', () => {
  it('is taken back: the case is on its way again, its practice reads why, and it can be handed over', async () => {
    const { practice, order, driver, doctor, rowsOf } = await onTheRoad()
    await handOver(driver, practice, [order.id])
    expect((await takeBack(driver, [order.id])).status).toBe(204)
    expect(await dataOf(await doctor(`/api/orders/${order.id}`))).toMatchObject({
      status: 'shipped',
      timeline: [
        { status: 'delivered' },
        { status: 'shipped', note: 'Remise annulée, notée par erreur : Donné au cabinet voisin' },
      ],
    })
    expect((await (await doctor('/api/unread')).json()).total).toBe(1)
    expect(await stopsOf(driver)).toMatchObject([{ cases: [{ status: 'shipped' }], handOvers: [] }])
    await handOver(driver, practice, [order.id], 'M. Grand')
    expect(await stopsOf(driver)).toMatchObject([
      { cases: [{ status: 'delivered' }], handOvers: [{ receivedBy: 'M. Grand' }] },
    ])
    expect(
      await rowsOf(`select received_by, taken_back_at is not null as taken_back from handed_cases
        join hand_overs h on h.id = hand_over_id order by h.told_at`),
    ).toEqual([
      { received_by: 'Mme Petit', taken_back: true },
      { received_by: 'M. Grand', taken_back: false },
    ])
    expect(await rowsOf(`select order_id from audit_events where kind = 'delivery_taken_back'`)).toEqual([
      { order_id: order.id },
    ])
  })

  it('goes back to the bench where nobody had said that it had left', async () => {
    const { practice, shipped, driver, rowsOf } = await onTheRoad()
    const { id } = await shipped({ status: 'in_production' })
    await handOver(driver, practice, [id])
    expect((await takeBack(driver, [id])).status).toBe(204)
    expect(await rowsOf('select status from orders where id = $1', [id])).toEqual([{ status: 'in_production' }])
  })

  it('by a colleague at the bench, where they pressed the wrong button', async () => {
    const { laboratory, order, rowsOf } = await onTheRoad()
    const bench = await as(await make.user(laboratory, { role: 'production' }))
    expect((await bench(`/api/staff/orders/${order.id}/status`, { body: { status: 'delivered' } })).status).toBe(204)
    expect((await takeBack(bench, [order.id], 'Mauvais bouton', atTheBench)).status).toBe(204)
    expect(await rowsOf('select status from orders where id = $1', [order.id])).toEqual([{ status: 'shipped' }])
  })

  it('counts nowhere; what comes later counts on its own day', async () => {
    const { laboratory, practice, order, driver, accounting, aDayAgo } = await onTheRoad({
      delivery_on: addDays(today, -1),
    })
    const administrator = await as(await make.user(laboratory))
    const figuresOf = async (from: string, to: string) =>
      (await dataOf(await administrator(`/api/staff/figures?from=${from}&to=${to}`))).all
    const ofPractice = async () => (await dataOf(await administrator(`/api/staff/practices/${practice.id}`))).figures
    const waiting = async () =>
      (await dataOf(await accounting(`/api/staff/billing/practices/${practice.id}`))).waiting.map(
        ({ deliveredOn }: { deliveredOn: string }) => deliveredOn,
      )
    await handOver(driver, practice, [order.id])
    expect(await figuresOf(addDays(today, -7), today)).toMatchObject({ delivered: 1 })
    expect(await ofPractice()).toMatchObject({ delivered: 1 })
    await takeBack(driver, [order.id])
    await aDayAgo()
    expect(await figuresOf(addDays(today, -7), today)).toMatchObject({ delivered: 0, promised: 0 })
    expect(await ofPractice()).toMatchObject({ delivered: 0 })
    expect(await waiting()).toEqual([])
    await handOver(driver, practice, [order.id])
    // The first hand-over was in time, this one is not.
    expect(await figuresOf(today, today)).toMatchObject({ delivered: 1, promised: 1, onTime: 0 })
    expect(await figuresOf(addDays(today, -7), addDays(today, -1))).toMatchObject({ delivered: 0 })
    expect(await ofPractice()).toMatchObject({ delivered: 1, onTime: 0 })
    expect(await waiting()).toEqual([today])
  })

  it('was no departure either, where it was the first: what is late then was not late on the road', async () => {
    const { laboratory, practice, shipped, driver, aDayAgo } = await onTheRoad()
    const { id } = await shipped({ status: 'in_production', delivery_on: addDays(today, -1) })
    await handOver(driver, practice, [id])
    await takeBack(driver, [id])
    await aDayAgo()
    await handOver(driver, practice, [id])
    const administrator = await as(await make.user(laboratory))
    expect((await dataOf(await administrator(`/api/staff/figures?from=${today}&to=${today}`))).late).toMatchObject([
      { cause: 'none', cases: 1 },
    ])
  })

  it('is mailed to nobody who had not been told of it; who had been is told that it was none', async () => {
    const { laboratory, practice, shipped, driver, rowsOf } = await onTheRoad()
    const told = await make.user(practice)
    const body = { ways: { delivered: 'at_once', message: 'never' } }
    expect((await (await as(told))('/api/account/notices', { method: 'PATCH', body })).status).toBe(200)
    const mailed = async () => {
      await rowsOf(`update notices set created_at = created_at - interval '11 minutes'`)
      await doChores(app.chores, { laboratories: [laboratory.id] })
      return rowsOf('select subject from mails order by created_at')
    }
    const [one, other] = [await shipped({ code: 'T-1' }), await shipped({ code: 'T-2' })]
    await handOver(driver, practice, [one.id])
    await takeBack(driver, [one.id])
    expect(await mailed()).toEqual([])
    await handOver(driver, practice, [other.id])
    expect(await mailed()).toEqual([{ subject: 'T-2 : livré' }])
    await takeBack(driver, [other.id])
    expect(await mailed()).toMatchObject([
      {},
      { subject: 'T-2 : pas encore livré : la remise avait été notée par erreur' },
    ])
  })
})

describe('a delivery stands', () => {
  it('where there was none, and the second of two who take it back is told', async () => {
    const { laboratory, practice, order, driver } = await onTheRoad()
    const colleague = await as(await make.user(laboratory, { role: 'driver' }))
    expect(await refusalOf(await takeBack(driver, [order.id]))).toEqual([409, 'not_delivered'])
    for (let round = 0; round < 5; round++) {
      await handOver(driver, practice, [order.id])
      const answers = await Promise.all([takeBack(driver, [order.id]), takeBack(colleague, [order.id])])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409])
    }
  })

  it('from the next day on', async () => {
    const { practice, order, driver, aDayAgo } = await onTheRoad()
    await handOver(driver, practice, [order.id])
    await aDayAgo()
    expect(await refusalOf(await takeBack(driver, [order.id]))).toEqual([409, 'day_is_over'])
  })

  it('where the practice has said that it has come', async () => {
    const { order, driver, doctor } = await onTheRoad()
    await doctor('/api/orders/received', { body: { ids: [order.id] } })
    expect(await refusalOf(await takeBack(driver, [order.id]))).toEqual([409, 'received_by_practice'])
  })

  it('once it is on an invoice or a pro forma', async () => {
    const { practice, shipped, order, driver, accounting } = await onTheRoad()
    const other = await shipped()
    await handOver(driver, practice, [order.id, other.id])
    await dataOf(await issue(accounting, practice, [order]))
    await dataOf(await issue(accounting, practice, [other], { type: 'pro_forma' }))
    for (const { id } of [order, other])
      expect(await refusalOf(await takeBack(driver, [id]))).toEqual([409, 'billed_already'])
  })

  it('while it is being billed: of the two one is done', async () => {
    const { practice, order, driver, accounting, rowsOf } = await onTheRoad()
    for (let round = 0; round < 5; round++) {
      await handOver(driver, practice, [order.id])
      const [taken, billed] = await Promise.all([takeBack(driver, [order.id]), issue(accounting, practice, [order])])
      expect([taken.status, billed.status].toSorted()).toEqual(taken.status === 204 ? [204, 409] : [201, 409])
      const [{ status }] = await rowsOf('select status from orders where id = $1', [order.id])
      expect(status).toBe(taken.status === 204 ? 'shipped' : 'invoiced')
      if (status === 'invoiced') break
    }
  })

  it('for all of several where one of them stands', async () => {
    const { practice, shipped, order, driver, rowsOf } = await onTheRoad()
    const other = await shipped()
    await handOver(driver, practice, [order.id])
    expect(await refusalOf(await takeBack(driver, [order.id, other.id]))).toEqual([409, 'not_delivered'])
    expect(await refusalOf(await takeBack(driver, [order.id, randomUUID()]))).toEqual([404, 'not_found'])
    expect(await rowsOf('select status from orders where id = $1', [order.id])).toEqual([{ status: 'delivered' }])
  })

  it('where no reason is given', async () => {
    const { practice, order, driver } = await onTheRoad()
    await handOver(driver, practice, [order.id])
    for (const reason of ['', '  ', 'x'.repeat(501)])
      expect((await takeBack(driver, [order.id], reason)).status).toBe(422)
    expect((await takeBack(driver, [])).status).toBe(422)
  })

  it('for strangers, practices, the books and another laboratory', async () => {
    const { laboratory, practice, order, driver, accounting, doctor, rowsOf } = await onTheRoad()
    await handOver(driver, practice, [order.id])
    const bench = await as(await make.user(laboratory, { role: 'production' }))
    const calls = [
      [atTheDoor, [doctor, accounting, bench]],
      [atTheBench, [doctor, accounting, driver]],
    ] as const
    for (const [path, others] of calls) {
      const body = { orderIds: [order.id], reason: 'x' }
      expect((await request(laboratory, path, { body })).status).toBe(401)
      for (const call of others) expect((await takeBack(call, [order.id], 'x', path)).status).toBe(403)
    }
    const elsewhere = await onTheRoad()
    expect(await refusalOf(await takeBack(elsewhere.driver, [order.id]))).toEqual([404, 'not_found'])
    expect(await rowsOf('select status from orders')).toEqual([{ status: 'delivered' }])
  })

  it('for the database too, whoever writes the line or the status by hand', async () => {
    const { laboratory, practice, order, driver, rowsOf } = await onTheRoad()
    await handOver(driver, practice, [order.id])
    await expect(rowsOf(`update orders set status = 'shipped'`)).rejects.toMatchObject({
      constraint: 'orders__status_moves',
    })
    const line = {
      brand_id: laboratory.id,
      practice_id: practice.id,
      order_id: order.id,
      sequence: 2,
      status: 'shipped',
    }
    const write = (values: object) => make.insert(laboratory.id, 'order_events', { ...line, ...values })
    await expect(write({ takes_back: 1, note: 'x' })).rejects.toMatchObject({ constraint: 'order_events__taken_back' })
    const nobody = randomUUID()
    const ofPractice = { brand_id: laboratory.id, practice_id: practice.id }
    const [{ id: done_by }] = await rowsOf(`select id from users where role = 'driver'`)
    const seen = { day: today, outcome: 'handed_over', done_by, done_at: new Date(Date.now() - 60_000) }
    await make.insert(laboratory.id, 'hand_overs', { ...ofPractice, id: nobody, ...seen })
    await expect(
      make.insert(laboratory.id, 'handed_cases', { ...ofPractice, order_id: order.id, hand_over_id: nobody }),
    ).rejects.toMatchObject({ constraint: 'handed_cases__once' })
  })
})

describe('the new day of what was not handed over', () => {
  const withDay = (call: Call, ids: readonly string[], deliveryDate: unknown, path: string = atTheDoor) =>
    call(path, { body: { orderIds: ids, reason: 'Porte close', deliveryDate } })
  const tomorrow = addDays(today, 1)

  it('is given with it, for what was promised until today; what was promised for later keeps its day', async () => {
    const { practice, order, shipped, driver, doctor, rowsOf } = await onTheRoad({ first_delivery_on: today })
    const [late, later] = [
      await shipped({ delivery_on: addDays(today, -2), first_delivery_on: addDays(today, -2) }),
      await shipped({ delivery_on: addDays(today, 3) }),
    ]
    const ids = [order.id, late.id, later.id]
    await handOver(driver, practice, ids)
    expect((await withDay(driver, ids, tomorrow)).status).toBe(204)
    expect(await dataOf(await doctor(`/api/orders/${order.id}`))).toMatchObject({
      status: 'shipped',
      deliveryDate: tomorrow,
      delivery: { display: 'delayed', newDate: tomorrow },
      timeline: [
        { status: 'delivered' },
        { note: expect.stringContaining('Porte close') },
        { status: 'shipped', note: expect.stringMatching(/^Nouveau jour de livraison\u00a0: .*[^.]\.$/) },
      ],
    })
    const daysOf = async () =>
      Object.fromEntries(
        (await rowsOf('select id, delivery_on::text from orders')).map(row => [row.id, row.delivery_on]),
      )
    expect(await daysOf()).toEqual({ [order.id]: tomorrow, [late.id]: tomorrow, [later.id]: addDays(today, 3) })
    // Repeated for its current day.
    await handOver(driver, practice, [late.id])
    await rowsOf('update orders set delivery_on = $1 where id = $2', [today, late.id])
    expect((await withDay(driver, [late.id], today)).status).toBe(204)
    expect((await dataOf(await doctor(`/api/orders/${late.id}`))).timeline).toHaveLength(5)
  })

  it('is of today or later, or nothing is done', async () => {
    const { practice, order, driver, rowsOf } = await onTheRoad()
    await handOver(driver, practice, [order.id])
    for (const day of [addDays(today, -1), '2026-02-30', ''])
      expect(await refusalOf(await withDay(driver, [order.id], day))).toEqual([422, 'input_invalid'])
    expect(await rowsOf('select status from orders')).toEqual([{ status: 'delivered' }])
  })

  it('is mailed with it as one mail', async () => {
    const { laboratory, practice, order, driver, rowsOf } = await onTheRoad()
    const told = await make.user(practice)
    const body = { ways: { delivered: 'at_once', new_date: 'at_once', message: 'never' } }
    expect((await (await as(told))('/api/account/notices', { method: 'PATCH', body })).status).toBe(200)
    const mailed = async () => {
      await rowsOf(`update notices set created_at = created_at - interval '11 minutes'`)
      await doChores(app.chores, { laboratories: [laboratory.id] })
      return (await rowsOf('select count(*)::int as mails from mails group by recipient order by 1 desc'))[0].mails
    }
    await handOver(driver, practice, [order.id])
    expect(await mailed()).toBe(1)
    await withDay(driver, [order.id], tomorrow)
    expect(await mailed()).toBe(2)
  })

  it('is proposed: the next on which the practice can be delivered to, after today', async () => {
    const { laboratory, practice, order, driver } = await onTheRoad()
    const bench = await as(await make.user(laboratory, { role: 'production' }))
    const nextOf = async (call: Call, path: string) => (await dataOf(await call(path))).nextDate
    const [door, desk] = [`/api/staff/deliveries/${order.id}/next-day`, `/api/staff/orders/${order.id}/next-day`]
    const usual = await nextOf(driver, door)
    expect(usual > today).toBe(true)
    expect(await nextOf(bench, desk)).toBe(usual)
    const ofPractice = { brand_id: laboratory.id, practice_id: practice.id }
    await make.insert(laboratory.id, 'absences', {
      ...ofPractice,
      from_on: today,
      to_on: usual,
      is_delivery_possible: false,
    })
    expect((await nextOf(driver, door)) > usual).toBe(true)
    for (const [call, path] of [
      [bench, door],
      [driver, desk],
    ] as const)
      expect((await call(path)).status).toBe(403)
    const elsewhere = await onTheRoad()
    expect(await refusalOf(await elsewhere.driver(door))).toEqual([404, 'not_found'])
    expect((await request(laboratory, door)).status).toBe(401)
  })
})
