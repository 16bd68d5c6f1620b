import { describe, expect, it } from 'vitest'
import { problemOf, startTestApp } from '#test/harness.ts'
import type { TestPractice } from '#test/make.ts'
import type { UnsignedShipping } from '../unsigned-rules.ts'

const { make, as } = startTestApp()
type Call = Awaited<ReturnType<typeof as>>
const dataOf = async (answer: Response) => (await answer.json()).data

async function opened(setting?: UnsignedShipping) {
  const laboratory = await make.laboratory(setting ? { unsigned_shipping: setting } : {})
  const practice = await make.practice(laboratory)
  const [signed, unsigned] = [await made(practice), await made(practice)]
  await sign(practice, signed.id)
  const callOf = async (role: string) => as(await make.user(laboratory, { role }))
  return { laboratory, practice, signed, unsigned, callOf }
}
const made = (practice: TestPractice) => make.order(practice, { status: 'in_production', delivery_on: '2199-01-04' })
const sign = async (practice: TestPractice, orderId: string) =>
  make.insert(practice.laboratory.id, 'traceability_statements', {
    brand_id: practice.laboratory.id,
    practice_id: practice.id,
    order_id: orderId,
    version: 1,
    number: orderId,
    content: '{}',
    signed_by: (await make.user(practice.laboratory)).id,
    signed_by_name: 'Ana Costa',
    kept_until: '2209-01-01',
  })
const check = async (call: Call, ...ids: string[]) =>
  dataOf(await call('/api/staff/sheets/unsigned', { body: { orderIds: ids } }))
const ship = async (call: Call, ...orderIds: string[]) =>
  dataOf(await call('/api/staff/shipping', { body: { orderIds } }))
const setStatus = (call: Call, id: string) => call(`/api/staff/orders/${id}/status`, { body: { status: 'shipped' } })
const move = async (call: Call, ...ids: string[]) =>
  dataOf(
    await call('/api/staff/orders/moves', {
      body: { status: 'shipped', cases: ids.map(id => ({ id, from: 'in_production' })) },
    }),
  )

describe('a case that would leave without a signed sheet', () => {
  it('is named before it leaves, to everybody who may let it', async () => {
    const { signed, unsigned, callOf } = await opened()
    for (const role of ['driver', 'production', 'administrator'])
      expect(await check(await callOf(role), signed.id, unsigned.id)).toEqual({
        cases: [{ id: unsigned.id, code: unsigned.code }],
        mayShip: true,
      })
    expect((await ship(await callOf('driver'), unsigned.id)).orderIds).toEqual([unsigned.id])
    // Cases that have left already are not listed again.
    expect((await check(await callOf('driver'), unsigned.id)).cases).toEqual([])
  })

  it('is one whose signed sheet says something else by now', async () => {
    const { practice, signed, callOf } = await opened('nobody')
    const { reference } = await make.product(practice.laboratory)
    await make.orderLine(practice, signed.id, reference, { teeth: [26], shade: 'A2' })
    const call = await callOf('administrator')
    expect((await check(call, signed.id)).cases).toEqual([])
    await make.within(practice.laboratory.id, client =>
      client.query(`update order_products set shade = 'B1' where order_id = $1`, [signed.id]),
    )
    expect((await check(call, signed.id)).cases).toEqual([{ id: signed.id, code: signed.code }])
    expect((await setStatus(call, signed.id)).status).toBe(409)
  })

  it('is nothing to a laboratory that signs elsewhere', async () => {
    const { unsigned, callOf } = await opened('not_asked')
    expect(await check(await callOf('driver'), unsigned.id)).toEqual({ cases: [], mayShip: true })
  })

  it.each<[UnsignedShipping, string[]]>([
    ['anyone', ['driver', 'production', 'administrator']],
    ['signers', ['production', 'administrator']],
    ['administrators', ['administrator']],
    ['nobody', []],
  ])('is let go, where the laboratory says %s, by %j', async (setting, roles) => {
    const { practice, callOf } = await opened(setting)
    for (const role of ['driver', 'production', 'administrator']) {
      const one = await made(practice)
      const call = await callOf(role)
      const isLetGo = roles.includes(role)
      expect((await check(call, one.id)).mayShip).toBe(isLetGo)
      expect(await shippedBy(role, call, practice)).toBe(isLetGo)
    }
  })

  async function shippedBy(role: string, call: Call, practice: TestPractice) {
    const { id, code } = await made(practice)
    if (role === 'driver') {
      const { orderIds, left } = await ship(call, id)
      if (orderIds.length === 0) expect(left).toEqual([code])
      return orderIds.includes(id)
    }
    const [{ outcome }] = await move(call, id)
    const other = await made(practice)
    const answer = await setStatus(call, other.id)
    if (outcome === 'moved') expect(answer.status).toBe(204)
    else expect([outcome, (await problemOf(answer)).code]).toEqual(['sheet_unsigned', 'sheet_unsigned'])
    return outcome === 'moved'
  }

  it('is held back alone: the signed ones beside it leave', async () => {
    const { signed, unsigned, callOf } = await opened('nobody')
    const outcomes = await move(await callOf('production'), unsigned.id, signed.id)
    expect(
      Object.fromEntries(outcomes.map(({ id, outcome }: { id: string; outcome: string }) => [id, outcome])),
    ).toEqual({
      [unsigned.id]: 'sheet_unsigned',
      [signed.id]: 'moved',
    })
    expect(await ship(await callOf('driver'), unsigned.id, signed.id)).toMatchObject({ left: [unsigned.code] })
  })

  it.each(['shipped', 'delivered'])('may also be one of unknown status: it is %s by none', async status => {
    const { practice, callOf } = await opened('nobody')
    const { id, code } = await make.order(practice, { status: 'unknown' })
    const call = await callOf('administrator')
    expect((await check(call, id)).cases).toEqual([{ id, code }])
    const alone = await call(`/api/staff/orders/${id}/status`, { body: { status } })
    expect([alone.status, (await problemOf(alone)).code]).toEqual([409, 'sheet_unsigned'])
    const together = await call('/api/staff/orders/moves', { body: { status, cases: [{ id, from: 'unknown' }] } })
    expect(await dataOf(together)).toEqual([{ id, outcome: 'sheet_unsigned' }])
  })

  it('is no more where somebody was quicker: alone or among several, that is said first', async () => {
    const { unsigned, callOf } = await opened('nobody')
    const call = await callOf('production')
    const body = { status: 'shipped', from: 'in_preparation' }
    const alone = await call(`/api/staff/orders/${unsigned.id}/status`, { body })
    expect((await problemOf(alone)).code).toBe('changed_meanwhile')
    const together = { status: 'shipped', cases: [{ id: unsigned.id, from: 'in_preparation' }] }
    expect(await dataOf(await call('/api/staff/orders/moves', { body: together }))).toEqual([
      { id: unsigned.id, outcome: 'changed_meanwhile' },
    ])
  })

  it('is of the own laboratory', async () => {
    const { unsigned } = await opened()
    const { callOf } = await opened()
    expect((await check(await callOf('administrator'), unsigned.id)).cases).toEqual([])
  })
})

it('who lets it go is said by administrators', async () => {
  const { unsigned, callOf } = await opened()
  const path = '/api/staff/sheets/settings'
  const put = (call: Call) => call(path, { method: 'PUT', body: { unsignedShipping: 'nobody' } })
  expect((await put(await callOf('production'))).status).toBe(403)
  const administrator = await callOf('administrator')
  expect((await put(administrator)).status).toBe(204)
  expect(await dataOf(await administrator(path))).toEqual({ unsignedShipping: 'nobody' })
  expect((await check(administrator, unsigned.id)).mayShip).toBe(false)
})
