import { expect, it } from 'vitest'
import { problemOf, startTestApp } from '#test/harness.ts'
import type { TestPractice } from '#test/make.ts'

const { make, as } = startTestApp()

/** Three cases with the lot, one of them cancelled, and one with another lot. */
async function recalled() {
  const laboratory = await make.laboratory()
  const [lot, other] = [await make.lot(laboratory), await make.lot(laboratory)]
  const [one, two] = [
    await make.practice(laboratory, { name: 'Cabinet A' }),
    await make.practice(laboratory, { name: 'Cabinet B' }),
  ]
  const technician = await make.user(laboratory, {
    role: 'production',
    title: 'Mme',
    first_name: 'Inès',
    last_name: 'Roy',
  })
  const call = await as(technician)
  async function caseWith(practice: TestPractice, code: string, lotId: string, status = 'in_production') {
    const order = await make.order(practice, { code, status: 'in_production' })
    await make.orderLine(practice, order.id, 'FIX-101')
    const products = [{ caseSequence: 1, lotIds: [lotId] }]
    expect((await call(`/api/staff/orders/${order.id}/materials`, { method: 'PUT', body: { products } })).status).toBe(
      204,
    )
    if (status !== 'in_production')
      await make.within(laboratory.id, client =>
        client.query('update orders set status = $2 where id = $1', [order.id, status]),
      )
    return order
  }
  const cases = [
    await caseWith(one, 'A-1', lot.id),
    await caseWith(two, 'B-1', lot.id, 'shipped'),
    await caseWith(one, 'A-2', lot.id, 'cancelled'),
    await caseWith(one, 'A-3', other.id),
  ] as const
  const find = async () => (await (await call(`/api/staff/lots/${lot.id}`)).json()).data
  const recall = (key?: string) =>
    call(`/api/staff/lots/${lot.id}/recall`, {
      body: { because: 'Rappel du fabricant', message: 'Le lot est rappelé : appelez-nous.' },
      ...(key && { headers: { 'idempotency-key': key } }),
    })
  const messages = async () =>
    (
      await make.within(laboratory.id, client =>
        client.query('select o.code, m.body from order_messages m join orders o on o.id = m.order_id order by o.code'),
      )
    ).rows
  return { laboratory, lot, one, cases, caseWith, call, find, recall, messages }
}

it('a lot leads to its cases and practices, without those that were cancelled', async () => {
  const { find } = await recalled()
  expect(await find()).toMatchObject({
    counts: { cases: 2, practices: 2, told: 0 },
    cases: [
      { code: 'A-1', practice: { name: 'Cabinet A' }, told: null },
      { code: 'B-1', practice: { name: 'Cabinet B' }, told: null },
    ],
  })
})

it('each is listed by the day on which it has come, or else for which it is promised', async () => {
  const { laboratory, cases, find } = await recalled()
  const [promised, sent] = cases
  await make.within(laboratory.id, client =>
    client.query(`update orders set delivery_on = '2026-12-04', first_delivery_on = '2026-12-04' where id = any($1)`, [
      [promised.id, sent.id],
    ]),
  )
  const at = '2026-11-27T10:00:00Z'
  await make.within(laboratory.id, async client => {
    await client.query(
      `insert into order_events (brand_id, practice_id, order_id, sequence, status, at)
       select brand_id, practice_id, id, 50, 'delivered', $2 from orders where id = $1`,
      [sent.id, at],
    )
    await client.query("update orders set status = 'delivered' where id = $1", [sent.id])
  })
  expect((await find()).cases).toMatchObject([
    { code: 'A-1', deliveryOn: '2026-12-04', arrivedOn: null },
    { code: 'B-1', deliveryOn: '2026-12-04', arrivedOn: '2026-11-27' },
  ])
})

it('a recall blocks the lot and tells each case once, however often and by however many it is pressed', async () => {
  const { find, recall, messages } = await recalled()
  const answers = await Promise.all([recall('one'), recall('two'), recall('two')])
  const told = await Promise.all(answers.map(async answer => (await answer.json()).data?.told ?? 0))
  expect(Math.max(...told)).toBe(2)
  expect((await (await recall('three')).json()).data).toEqual({ told: 0 })
  expect(await messages()).toEqual([
    { code: 'A-1', body: 'Le lot est rappelé : appelez-nous.' },
    { code: 'B-1', body: 'Le lot est rappelé : appelez-nous.' },
  ])
  expect(await find()).toMatchObject({
    state: 'blocked',
    blocked: { because: 'Rappel du fabricant', by: 'Mme Inès Roy' },
    counts: { told: 2 },
    cases: [{ told: { by: 'Mme Inès Roy' } }, { told: { by: 'Mme Inès Roy' } }],
  })
})

it('the practice reads it in the thread of its case', async () => {
  const { one, cases, recall } = await recalled()
  await recall()
  const doctor = await as(await make.user(one))
  const { data } = await (await doctor(`/api/orders/${cases[0].id}/messages`)).json()
  expect(data).toMatchObject([{ body: 'Le lot est rappelé : appelez-nous.', isFromLaboratory: true }])
  expect((await (await doctor(`/api/orders/${cases[3].id}/messages`)).json()).data).toEqual([])
})

it('whoever takes the lot while it is recalled is refused, so that no case is left out', async () => {
  const { one, lot, recall, caseWith, find, call, laboratory } = await recalled()
  const order = await caseWith(one, 'A-4', (await make.lot(laboratory)).id)
  const use = call(`/api/staff/orders/${order.id}/materials`, {
    method: 'PUT',
    body: { products: [{ caseSequence: 1, lotIds: [lot.id] }] },
  })
  const [taken, answered] = await Promise.all([use, recall()])
  expect(answered.status).toBe(201)
  const { counts } = await find()
  expect(counts.told).toBe(counts.cases)
  if (taken.status !== 204) expect((await problemOf(taken)).code).toBe('lot_blocked')
  expect(counts.cases).toBe(taken.status === 204 ? 3 : 2)
})

it('no recall reaches over to another laboratory', async () => {
  const { lot } = await recalled()
  const stranger = await as(await make.user(await make.laboratory()))
  const body = { because: 'Rappel', message: 'Rappel' }
  expect((await stranger(`/api/staff/lots/${lot.id}/recall`, { body })).status).toBe(404)
})
