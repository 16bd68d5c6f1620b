import { expect, it } from 'vitest'
import { addDays } from '#kit/day.ts'
import { problemOf, startTestApp } from '#test/harness.ts'
import { today } from '#test/today.ts'

const { make, as } = startTestApp()
type Call = Awaited<ReturnType<typeof as>>

const day = addDays(today, 7)
const accept = (call: Call, id: string, changes: object = {}) =>
  call(`/api/staff/orders/${id}/status`, {
    body: { status: 'registered', from: 'registered', deliveryDate: day, isAccepted: true, ...changes },
  })
const listed = async (call: Call, intake: string): Promise<{ code: string; acceptedAt?: string }[]> =>
  (await (await call(`/api/staff/orders?intake=${intake}`)).json()).data
const codes = async (call: Call, intake: string) => (await listed(call, intake)).map(({ code }) => code)
const dataOf = async (answer: Response) => (await answer.json()).data

async function opened() {
  const practice = await make.practice(await make.laboratory())
  const user = await make.user(practice)
  const order = await make.order(practice, { code: 'T-1', print_type: 'physical', ordered_by: user.id })
  await make.order(practice, { code: 'T-2' })
  const ride = { brand_id: practice.laboratory.id, practice_id: practice.id, shift: 'AM', created_by: user.id }
  await make.insert(practice.laboratory.id, 'rides', { ...ride, day: addDays(today, 2) })
  return { practice, order, staff: await as(await make.user(practice.laboratory)), call: await as(user) }
}

it('a case accepted before its impression has come waits for it, and a driver still fetches it', async () => {
  const { order, staff, call } = await opened()
  const waiting = async () => (await dataOf(await staff('/api/staff/waiting'))).queues.registered.count
  const fetched = async () =>
    (await dataOf(await call('/api/rides'))).flatMap(({ orders }: { orders: { code: string }[] }) =>
      orders.map(({ code }) => code),
    )
  expect([await waiting(), await codes(staff, 'unaccepted')]).toEqual([2, ['T-1', 'T-2']])

  expect((await accept(staff, order.id)).status).toBe(204)
  expect([await waiting(), await codes(staff, 'unaccepted')]).toEqual([1, ['T-2']])
  expect(await listed(staff, 'awaited')).toMatchObject([{ code: 'T-1', acceptedAt: expect.any(String) }])
  expect(await fetched()).toEqual(['T-1'])
  const seen = await dataOf(await call(`/api/orders/${order.id}`))
  expect(seen).toMatchObject({
    status: 'registered',
    deliveryDate: day,
    delivery: { display: 'planned' },
    pickup: { date: addDays(today, 2), isDone: false },
  })
  expect(seen.timeline.at(-1).note).toBe('Accepté par le laboratoire, qui attend l’empreinte.')
  expect(JSON.stringify(seen)).not.toContain('acceptedAt')

  const received = { status: 'in_preparation', from: 'registered', deliveryDate: day }
  expect((await staff(`/api/staff/orders/${order.id}/status`, { body: received })).status).toBe(204)
  expect([await codes(staff, 'awaited'), await fetched()]).toEqual([[], []])
  expect(await dataOf(await staff(`/api/staff/orders/${order.id}`))).not.toHaveProperty('acceptedAt')
})

it('only an impression is waited for, for a day, and once', async () => {
  const { practice, order, staff, call } = await opened()
  const optical = await make.order(practice)
  const begun = await make.order(practice, { print_type: 'physical', status: 'in_preparation' })
  for (const [id, changes] of [
    [optical.id, {}],
    [order.id, { deliveryDate: undefined }],
    [order.id, { status: 'in_preparation' }],
    [begun.id, { status: 'in_preparation', from: 'in_preparation' }],
  ] as const)
    expect(await problemOf(await accept(staff, id, changes))).toMatchObject({
      errors: [{ path: 'isAccepted', code: 'not_allowed' }],
    })
  expect((await accept(call, order.id)).status).toBe(403)
  expect((await accept(staff, order.id)).status).toBe(204)
  expect(await problemOf(await accept(staff, order.id))).toMatchObject({ status: 409, code: 'status_not_allowed' })
})
