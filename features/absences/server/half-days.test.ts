import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { problemOf, startTestApp } from '#test/harness.ts'
import type { TestPractice } from '#test/make.ts'

const { make, as } = startTestApp({ connections: 20 })

// A Monday. The database's clock may differ.
beforeEach(() => void vi.useFakeTimers({ now: new Date('2027-06-07T08:00:00Z'), toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

async function practiceWithCall(user: Record<string, unknown> = {}) {
  const practice = await make.practice(await make.laboratory())
  return { practice, call: await as(await make.user(practice, user)) }
}
type Call = Awaited<ReturnType<typeof as>>
const wednesday = '2027-06-16'
const afternoon = { from: wednesday, to: wednesday, fromShift: 'PM', toShift: 'PM', deliveryPossible: false }
const morning = { ...afternoon, fromShift: 'AM', toShift: 'AM' }
const declare = (call: Call, body: object) => call('/api/absences', { body })
const declared = async (call: Call, body: object) => {
  const response = await declare(call, body)
  expect(response.status).toBe(201)
  return (await response.json()).data
}
const preview = async (call: Call, body: object) => (await (await call('/api/absences/preview', { body })).json()).data
const errorsOf = async (response: Response) => (await problemOf(response)).errors
const codeOf = async (response: Response) => [response.status, (await problemOf(response)).code]
const deliveriesOf = async ({ laboratory }: TestPractice) =>
  (
    await make.within(laboratory.id, client =>
      client.query('select code, delivery_on::text as day from orders order by code'),
    )
  ).rows.map(({ code, day }) => `${code} ${day}`)
const oneRound = ({ laboratory }: TestPractice, weekday: number, missing: 'AM' | 'PM') =>
  make.insert(laboratory.id, 'rounds', { brand_id: laboratory.id, weekday, shift: missing })

describe('half a day', () => {
  it('is declared beside its other half, and counts half', async () => {
    const { call } = await practiceWithCall()
    expect(await declared(call, afternoon)).toMatchObject({ days: 0.5, fromShift: 'PM', toShift: 'PM', seriesId: null })
    expect(await codeOf(await declare(call, afternoon))).toEqual([409, 'absence_overlaps'])
    expect(await codeOf(await declare(call, { ...afternoon, fromShift: 'AM' }))).toEqual([409, 'absence_overlaps'])
    expect(await declared(call, morning)).toMatchObject({ days: 0.5 })
    for (const [tab, order] of [
      ['upcoming', ['AM', 'PM']],
      ['all', ['PM', 'AM']],
    ] as const) {
      const { data } = (await (await call(`/api/absences?tab=${tab}`)).json()) as { data: { fromShift: string }[] }
      expect(data.map(({ fromShift }) => fromShift)).toEqual(order)
    }
    const long = { from: '2027-06-17', to: '2027-06-19', fromShift: 'PM', toShift: 'AM', deliveryPossible: true }
    expect(await declared(call, long)).toMatchObject({ days: 2 })
    expect(await codeOf(await declare(call, { ...morning, from: '2027-06-10' }))).toEqual([409, 'absence_overlaps'])
  })

  it('ends no sooner than it begins', async () => {
    const { practice, call } = await practiceWithCall()
    const backwards = { ...afternoon, toShift: 'AM' }
    expect(await errorsOf(await declare(call, backwards))).toEqual([{ path: 'toShift', code: 'before_from' }])
    await expect(
      make.absence(practice, wednesday, wednesday, { from_shift: 'PM', to_shift: 'AM' }),
    ).rejects.toMatchObject({ constraint: 'absences__halves_in_order' })
  })

  it('lets the delivery come where there is a round in the other half, and moves it where there is none', async () => {
    const { practice, call } = await practiceWithCall()
    await make.order(practice, { code: 'A', delivery_on: wednesday })
    expect(await preview(call, afternoon)).toMatchObject({ overlaps: false, movedOrders: [] })
    // From now on, Wednesdays have the afternoon round only.
    await oneRound(practice, 3, 'AM')
    expect(await preview(call, morning)).toMatchObject({ movedOrders: [] })
    expect(await preview(call, afternoon)).toMatchObject({
      movedOrders: [{ code: 'A', from: wednesday, to: '2027-06-17' }],
    })
    expect(await deliveriesOf(practice)).toEqual([`A ${wednesday}`])
    const { id } = await declared(call, afternoon)
    expect(await deliveriesOf(practice)).toEqual(['A 2027-06-17'])
    expect((await call(`/api/absences/${id}`, { method: 'DELETE' })).status).toBe(204)
    expect(await deliveriesOf(practice)).toEqual([`A ${wednesday}`])
  })

  it('is a whole day with its other half, in whichever order they are declared', async () => {
    const { practice, call } = await practiceWithCall()
    await make.order(practice, { code: 'A', delivery_on: wednesday })
    await declared(call, morning)
    expect((await declared(call, afternoon)).movedOrders).toMatchObject([{ code: 'A', to: '2027-06-17' }])
  })

  it('keeps the driver away then, and not in the other half: also for whoever may not know why', async () => {
    const { practice, call } = await practiceWithCall()
    await declared(call, afternoon)
    const other = await as(await make.user(practice, { is_practice_doctor: true }))
    const ask = (caller: Call, shift: string) => caller('/api/rides', { body: { date: wednesday, shift } })
    expect(await codeOf(await ask(call, 'PM'))).toEqual([422, 'practice_absent'])
    expect(await codeOf(await ask(other, 'PM'))).toEqual([422, 'no_round'])
    expect((await ask(other, 'AM')).status).toBe(201)
    const closedOf = async (caller: Call) =>
      ((await (await caller('/api/rides')).json()).closed as { day: string }[]).filter(({ day }) => day === wednesday)
    expect(await closedOf(call)).toEqual([{ day: wednesday, because: 'absence', shift: 'PM' }])
    expect(await closedOf(other)).toEqual([{ day: wednesday, because: 'no_round', shift: 'PM' }])
  })

  it('stands on the dashboard as such', async () => {
    const { practice, call } = await practiceWithCall()
    await declared(call, afternoon)
    const dayOf = async (caller: Call) => (await (await caller(`/api/dashboard?from=${wednesday}`)).json()).data.days[0]
    expect((await dayOf(call)).absent).toEqual({ from: wednesday, to: wednesday, deliveryPossible: false, half: 'PM' })
    const other = await as(await make.user(practice, { is_practice_doctor: true }))
    expect(await dayOf(other)).not.toHaveProperty('withoutRounds')
    await oneRound(practice, 3, 'AM')
    expect(await dayOf(other)).toMatchObject({ withoutRounds: true })
  })

  it('is told to the driver, who is sent there all the same', async () => {
    const { practice, call } = await practiceWithCall()
    await make.order(practice, { code: 'A', delivery_on: wednesday, status: 'shipped' })
    await declared(call, afternoon)
    const staff = await as(await make.user(practice.laboratory))
    const sheet = async () => (await (await staff(`/api/staff/deliveries?day=${wednesday}`)).json()).data
    expect(await sheet()).toMatchObject({ stops: [{ away: 'PM' }], leftOut: [] })
    await oneRound(practice, 3, 'AM')
    expect(await sheet()).toMatchObject({ stops: [], leftOut: [{ codes: ['A'] }] })
  })
})
