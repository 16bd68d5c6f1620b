import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { addDays } from '#kit/day.ts'
import { problemOf, startTestApp } from '#test/harness.ts'
import type { TestPractice, TestUser } from '#test/make.ts'
import { today } from '#test/today.ts'

const { make, as, request } = startTestApp()
afterEach(() => void vi.useRealTimers())

const inDays = (days: number) => addDays(today, days)
const absence = (from: number, to: number, deliveryPossible = false) => ({
  from: inDays(from),
  to: inDays(to),
  deliveryPossible,
})

async function practiceWithUser() {
  const practice = await make.practice(await make.laboratory())
  const user = await make.user(practice)
  return { practice, user, call: await as(user) }
}
type Call = Awaited<ReturnType<typeof as>>
type Listed = { id: string; from: string; to: string; days: number; deliveryPossible: boolean }
const listOf = async (call: Call, tab = 'upcoming') => {
  const response = await call(`/api/absences?tab=${tab}`)
  expect(response.status).toBe(200)
  return ((await response.json()) as { data: Listed[] }).data
}
const declare = (call: Call, body: object, headers: Record<string, string> = {}) =>
  call('/api/absences', { body, headers })
const refusalOf = async (response: Response) => [response.status, (await problemOf(response)).code]
const rowsOf = async (practice: TestPractice, text: string) =>
  (await make.within(practice.laboratory.id, client => client.query(text))).rows

describe('the absences of a practice', () => {
  it('are declared, with their length, and listed: to come soonest first, all latest first', async () => {
    const { practice, user, call } = await practiceWithUser()
    await make.absence(practice, inDays(-20), inDays(-15))
    await make.absence(practice, inDays(-1), today)
    const declared = await declare(call, absence(30, 34, true))
    expect(declared.status).toBe(201)
    const { data } = await declared.json()
    expect(data).toEqual({
      id: expect.any(String),
      from: inDays(30),
      to: inDays(34),
      days: 5,
      deliveryPossible: true,
      fromShift: 'AM',
      toShift: 'PM',
      every: null,
      seriesId: null,
      times: 1,
      leftOut: 0,
      leftOutTimes: [],
      replaced: 0,
      movedOrders: [],
      parcels: [],
      pickups: [],
      cancelledPickups: [],
      pickupInstead: null,
    })
    expect((await declare(call, absence(10, 10))).status).toBe(201)
    expect((await listOf(call)).map(({ from, days }) => [from, days])).toEqual([
      [inDays(-1), 2],
      [inDays(10), 1],
      [inDays(30), 5],
    ])
    expect((await listOf(call, 'all')).map(({ from }) => from)).toEqual([
      inDays(30),
      inDays(10),
      inDays(-1),
      inDays(-20),
    ])
    expect(await rowsOf(practice, 'select kind, user_id from audit_events')).toEqual([
      { kind: 'absence_declared', user_id: user.id },
      { kind: 'absence_declared', user_id: user.id },
    ])
  })

  it('never overlap, not by a day; side by side they may stand', async () => {
    const { practice, call } = await practiceWithUser()
    await make.absence(practice, inDays(10), inDays(12))
    for (const [from, to] of [
      [10, 12],
      [8, 10],
      [12, 14],
      [11, 11],
      [5, 20],
    ] as const)
      expect(await refusalOf(await declare(call, absence(from, to, true)))).toEqual([409, 'absence_overlaps'])
    expect((await declare(call, absence(9, 9))).status).toBe(201)
    expect((await declare(call, absence(13, 13))).status).toBe(201)
    expect(await listOf(call, 'all')).toHaveLength(3)
    const neighbour = await as(await make.user(await make.practice(practice.laboratory)))
    expect((await declare(neighbour, absence(10, 12))).status).toBe(201)
  })

  it('are days that exist and are not over, a year at most', async () => {
    const { call } = await practiceWithUser()
    const errorsOf = async (body: object) => {
      const response = await declare(call, body)
      expect(response.status).toBe(422)
      return (await problemOf(response)).errors
    }
    expect(await errorsOf(absence(5, 4))).toEqual([{ path: 'to', code: 'before_from' }])
    expect(await errorsOf(absence(-5, -1))).toEqual([{ path: 'to', code: 'in_the_past' }])
    expect(await errorsOf(absence(1, 367))).toEqual([{ path: 'to', code: 'too_long' }])
    expect(await errorsOf({ from: '2027-02-29', to: '2027-03-01', deliveryPossible: false })).toEqual([
      { path: 'from', code: 'not_a_day' },
    ])
    expect(await errorsOf({ from: inDays(1), to: inDays(2) })).toEqual([{ path: 'deliveryPossible', code: 'required' }])
    expect((await declare(call, absence(1, 366))).status).toBe(201)
    expect((await call('/api/absences?tab=past')).status).toBe(422)
  })

  it('are taken back as long as they are not over, once', async () => {
    const { practice, user, call } = await practiceWithUser()
    const over = await make.absence(practice, inDays(-3), inDays(-1))
    const current = await make.absence(practice, today, today)
    const remove = (id: string) => call(`/api/absences/${id}`, { method: 'DELETE' })
    expect(await refusalOf(await remove(over.id))).toEqual([404, 'not_found'])
    expect((await remove(current.id)).status).toBe(204)
    expect(await refusalOf(await remove(current.id))).toEqual([404, 'not_found'])
    expect(await refusalOf(await remove(randomUUID()))).toEqual([404, 'not_found'])
    expect((await listOf(call, 'all')).map(({ id }) => id)).toEqual([over.id])
    expect(
      await rowsOf(practice, `select kind, user_id from audit_events where kind::text !~ '_(viewed|refused)$'`),
    ).toEqual([{ kind: 'absence_deleted', user_id: user.id }])
  })

  it('sent twice with one key are declared once, with the same answer', async () => {
    const { call } = await practiceWithUser()
    const key = { 'idempotency-key': randomUUID() }
    const first = await declare(call, absence(3, 4), key)
    const again = await declare(call, absence(3, 4), key)
    expect([first.status, again.status]).toEqual([201, 201])
    expect(await again.text()).toBe(await first.text())
    expect(await listOf(call)).toHaveLength(1)
    expect(await refusalOf(await declare(call, absence(6, 7), key))).toEqual([422, 'idempotency_key_reused'])
  })

  it('begin and end by the laboratory’s calendar, wherever server and reader are', async () => {
    // Noon in Paris and in UTC; in Auckland already the day after the leap day, in Honolulu still the day before.
    vi.useFakeTimers({ now: new Date('2028-02-29T12:00:00Z'), toFake: ['Date'] })
    for (const [time_zone, day] of [
      ['Pacific/Auckland', '2028-03-01'],
      ['Europe/Paris', '2028-02-29'],
      ['Pacific/Kiritimati', '2028-03-01'],
    ] as const) {
      const practice = await make.practice(await make.laboratory({ time_zone }))
      const call = await as(await make.user(practice))
      const before = addDays(day, -1)
      const isOver = await make.absence(practice, before, before)
      expect((await declare(call, { from: before, to: before, deliveryPossible: true })).status).toBe(422)
      expect((await declare(call, { from: day, to: day, deliveryPossible: true })).status).toBe(201)
      expect((await listOf(call)).map(({ from }) => from)).toEqual([day])
      expect((await call(`/api/absences/${isOver.id}`, { method: 'DELETE' })).status).toBe(404)
    }
  })
})

describe('absences are not for', () => {
  const calls = (id: string) =>
    [
      ['/api/absences', {}],
      ['/api/absences', { body: absence(50, 51) }],
      [`/api/absences/${id}`, { method: 'DELETE' }],
    ] as const
  const refusals = async (user: TestUser, id: string) => {
    const call = await as(user)
    return Promise.all(calls(id).map(async ([path, options]) => (await call(path, options)).status))
  }

  it('strangers, practice doctors and staff; managers, doctors and isDLCPM may', async () => {
    const { practice } = await practiceWithUser()
    const { id } = await make.absence(practice, inDays(2), inDays(3))
    for (const [path, options] of calls(id))
      expect((await request(practice.laboratory, path, options)).status).toBe(401)
    expect(await refusals(await make.user(practice, { is_practice_doctor: true }), id)).toEqual([403, 403, 403])
    expect(await refusals(await make.user(practice.laboratory), id)).toEqual([403, 403, 403])
    for (const [index, values] of [{}, { account_type: 'manager' }, { is_dlcpm: true }].entries()) {
      const call = await as(await make.user(practice, values))
      expect((await declare(call, absence(60 + index, 60 + index))).status).toBe(201)
    }
  })

  it('another practice or laboratory: unseen and untouched', async () => {
    const { practice } = await practiceWithUser()
    const { id } = await make.absence(practice, inDays(2), inDays(3))
    const elsewhere = await practiceWithUser()
    const neighbour = await as(await make.user(await make.practice(practice.laboratory)))
    for (const call of [elsewhere.call, neighbour]) {
      expect(await listOf(call, 'all')).toEqual([])
      expect((await call(`/api/absences/${id}`, { method: 'DELETE' })).status).toBe(404)
    }
    expect(await rowsOf(practice, 'select id from absences')).toEqual([{ id }])
  })
})
