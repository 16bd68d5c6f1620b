import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { addDays } from '#kit/day.ts'
import { problemOf, startTestApp } from '#test/harness.ts'
import type { TestPractice } from '#test/make.ts'

const { make, as, request } = startTestApp({ connections: 20 })

// A Monday. The database's clock may differ.
beforeEach(() => void vi.useFakeTimers({ now: new Date('2027-06-07T08:00:00Z'), toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

async function practiceWithCall(user: Record<string, unknown> = {}) {
  const practice = await make.practice(await make.laboratory())
  return { practice, call: await as(await make.user(practice, user)) }
}
type Call = Awaited<ReturnType<typeof as>>
type Listed = { id: string; from: string; to: string; days: number; seriesId: string | null }

const wednesday = '2027-06-16'
const afternoon = { from: wednesday, to: wednesday, fromShift: 'PM', toShift: 'PM', deliveryPossible: false }
const morning = { ...afternoon, fromShift: 'AM', toShift: 'AM' }
const weekly = { ...afternoon, every: 'week', until: '2027-07-07' }
const holidays = { from: '2027-06-21', to: '2027-06-27', deliveryPossible: false }

const declare = (call: Call, body: object) => call('/api/absences', { body })
const declared = async (call: Call, body: object) => {
  const response = await declare(call, body)
  expect(response.status).toBe(201)
  return (await response.json()).data
}
const preview = async (call: Call, body: object) => (await (await call('/api/absences/preview', { body })).json()).data
const listOf = async (call: Call): Promise<Listed[]> => (await (await call('/api/absences?tab=all')).json()).data
const daysOf = async (call: Call) => (await listOf(call)).map(({ from }) => from).sort()
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

describe('an absence that comes back', () => {
  it('is each of its times, and each can be changed or taken back by itself', async () => {
    const { call } = await practiceWithCall()
    expect(await preview(call, weekly)).toMatchObject({ overlaps: false, times: 4, leftOut: 0, replaced: 0 })
    expect(await listOf(call)).toEqual([])
    const { id, seriesId, times } = await declared(call, weekly)
    expect(times).toBe(4)
    expect(await listOf(call)).toMatchObject(
      ['2027-07-07', '2027-06-30', '2027-06-23', wednesday].map(from => ({ from, days: 0.5, every: 'week', seriesId })),
    )
    const [last] = await listOf(call)
    expect((await call(`/api/absences/${last?.id}`, { method: 'DELETE' })).status).toBe(204)
    const changed = await call(`/api/absences/${id}`, { method: 'PUT', body: morning })
    expect((await changed.json()).data).toMatchObject({ fromShift: 'AM', toShift: 'AM', seriesId, times: 1 })
    expect(await daysOf(call)).toEqual([wednesday, '2027-06-23', '2027-06-30'])
  })

  it('comes back each year on its days, the leap day on the one before', async () => {
    const { call } = await practiceWithCall()
    await declared(call, {
      from: '2028-02-29',
      to: '2028-03-01',
      deliveryPossible: false,
      every: 'year',
      until: '2030-03-01',
    })
    expect((await listOf(call)).map(({ from, to }) => [from, to])).toEqual([
      ['2030-02-28', '2030-03-01'],
      ['2029-02-28', '2029-03-01'],
      ['2028-02-29', '2028-03-01'],
    ])
  })

  it('moves what would arrive on any of its times, those that come too late first, and gives it back with all of them', async () => {
    const { practice, call } = await practiceWithCall()
    await oneRound(practice, 3, 'AM')
    await make.order(practice, { code: 'A', delivery_on: wednesday })
    await make.order(practice, { code: 'B', delivery_on: '2027-06-30', appointment_at: '2027-06-30T15:00:00Z' })
    await make.order(practice, { code: 'C', delivery_on: '2027-06-29' })
    const { movedOrders, seriesId } = await declared(call, weekly)
    expect(movedOrders).toMatchObject([
      { code: 'B', to: '2027-07-01', isTooLate: true },
      { code: 'A', to: '2027-06-17', isTooLate: false },
    ])
    expect(await deliveriesOf(practice)).toEqual(['A 2027-06-17', 'B 2027-07-01', 'C 2027-06-29'])
    expect((await call(`/api/absences/series/${seriesId}`, { method: 'DELETE' })).status).toBe(204)
    expect(await deliveriesOf(practice)).toEqual([`A ${wednesday}`, 'B 2027-06-30', 'C 2027-06-29'])
    expect(await listOf(call)).toEqual([])
    const again = await call(`/api/absences/series/${seriesId}`, { method: 'DELETE' })
    expect(await codeOf(again)).toEqual([404, 'not_found'])
  })

  it('leaves out the times on which another absence lasts, and is refused where none is left', async () => {
    const { call } = await practiceWithCall()
    await declared(call, holidays)
    const leftOutTimes = [{ from: '2027-06-23', to: '2027-06-23' }]
    expect(await preview(call, weekly)).toMatchObject({ times: 3, leftOut: 1, leftOutTimes })
    expect(await declared(call, weekly)).toMatchObject({ times: 3, leftOut: 1, leftOutTimes })
    expect(await daysOf(call)).toEqual([wednesday, '2027-06-21', '2027-06-30', '2027-07-07'])
    expect(await preview(call, weekly)).toMatchObject({ overlaps: true, times: 0 })
    expect(await codeOf(await declare(call, weekly))).toEqual([409, 'absence_overlaps'])
  })

  it('makes room for the holidays that are declared over it, where they cover its times whole', async () => {
    const { call } = await practiceWithCall()
    await declared(call, weekly)
    expect(await preview(call, holidays)).toMatchObject({ overlaps: false, replaced: 1 })
    expect(await declared(call, holidays)).toMatchObject({ replaced: 1 })
    expect(await daysOf(call)).toEqual([wednesday, '2027-06-21', '2027-06-30', '2027-07-07'])
    await declared(call, {
      from: '2027-08-04',
      to: '2027-08-04',
      deliveryPossible: true,
      every: 'week',
      until: '2027-08-11',
    })
    const half = { from: '2027-08-01', to: '2027-08-04', toShift: 'AM', deliveryPossible: false }
    expect(await codeOf(await declare(call, half))).toEqual([409, 'absence_overlaps'])
  })

  it('says how often and until when, no longer than two years or ten, and never lasts into its next time', async () => {
    const { call } = await practiceWithCall()
    const { until: _, ...withoutEnd } = weekly
    const wrong: [object, object][] = [
      [withoutEnd, { path: 'until', code: 'required' }],
      [
        { ...afternoon, until: '2027-07-07' },
        { path: 'until', code: 'not_asked' },
      ],
      [
        { ...weekly, until: addDays(wednesday, 6) },
        { path: 'until', code: 'comes_once' },
      ],
      [
        { ...weekly, until: '2029-06-17' },
        { path: 'until', code: 'too_far' },
      ],
      [
        { ...weekly, every: 'year', until: '2037-06-17' },
        { path: 'until', code: 'too_far' },
      ],
      [
        { ...weekly, to: '2027-06-23' },
        { path: 'to', code: 'overlaps_itself' },
      ],
    ]
    for (const [body, error] of wrong) expect(await errorsOf(await declare(call, body))).toEqual([error])
    // From one Wednesday afternoon until the next Wednesday noon is possible.
    expect((await declare(call, { ...weekly, to: '2027-06-23', toShift: 'AM' })).status).toBe(201)
    expect((await declare(call, { ...weekly, every: 'month' })).status).toBe(422)
  })

  const change = (call: Call, id: string, body: object) => call(`/api/absences/${id}`, { method: 'PUT', body })
  const nth = async (call: Call, index: number) => (await listOf(call)).toReversed()[index] as Listed
  const days = ['2027-06-16', '2027-06-23', '2027-06-30', '2027-07-07'] as const

  it('is changed whole: each time stays in its week, what was taken away stays away, and it goes on for longer', async () => {
    const { call } = await practiceWithCall()
    const { id, seriesId } = await declared(call, weekly)
    await call(`/api/absences/${(await nth(call, 1)).id}`, { method: 'DELETE' })
    // One of them is moved to the day before; changing all moves it back.
    await change(call, (await nth(call, 1)).id, { ...afternoon, from: '2027-06-29', to: '2027-06-29' })
    const thursday = { ...morning, from: '2027-06-17', to: '2027-06-17', scope: 'all', until: '2027-07-15' }
    expect(await preview(call, { ...thursday, absenceId: id })).toMatchObject({ overlaps: false, times: 4, leftOut: 0 })
    expect(await daysOf(call)).toEqual(['2027-06-16', '2027-06-29', '2027-07-07'])
    expect((await (await change(call, id, thursday)).json()).data).toMatchObject({
      times: 4,
      from: '2027-06-17',
      seriesId,
    })
    expect((await listOf(call)).toReversed()).toMatchObject(
      ['2027-06-17', '2027-07-01', '2027-07-08', '2027-07-15'].map(from => ({
        from,
        to: from,
        fromShift: 'AM',
        toShift: 'AM',
        every: 'week',
        seriesId,
      })),
    )
  })

  it('is changed or ended from one of its times on: those before stay, as an absence of their own', async () => {
    const { call } = await practiceWithCall()
    const { seriesId } = await declared(call, weekly)
    const third = await nth(call, 2)
    const body = { ...morning, from: '2027-07-01', to: '2027-07-01', scope: 'following', until: '2027-07-08' }
    expect((await change(call, third.id, body)).status).toBe(200)
    const listed = (await listOf(call)).toReversed()
    expect(listed.map(({ from }) => from)).toEqual([days[0], days[1], '2027-07-01', '2027-07-08'])
    expect(listed.map(one => one.seriesId === seriesId)).toEqual([true, true, false, false])
    // And deleted from its second date on.
    const second = listed[1] as Listed
    const path = `/api/absences/${second.id}/removal-preview`
    expect((await (await call(path, { body: { scope: 'following' } })).json()).data).toMatchObject({ times: 1 })
    expect((await call(`/api/absences/series/${seriesId}?from=${second.from}`, { method: 'DELETE' })).status).toBe(204)
    expect(await daysOf(call)).toEqual([days[0], '2027-07-01', '2027-07-08'])
  })

  it('is ended sooner by its last day, even after a single time, and no sooner than the one that is changed', async () => {
    const { call } = await practiceWithCall()
    const { id } = await declared(call, weekly)
    const early = { ...afternoon, scope: 'all', until: '2027-06-15' }
    expect(await errorsOf(await change(call, id, early))).toEqual([{ path: 'until', code: 'comes_once' }])
    expect((await change(call, id, { ...early, until: wednesday })).status).toBe(200)
    expect(await daysOf(call)).toEqual([wednesday])
  })

  it('moves deliveries out of its new days and gives back the old ones, as was shown before', async () => {
    const { practice, call } = await practiceWithCall()
    await make.order(practice, { code: 'A', delivery_on: days[1] })
    await make.order(practice, { code: 'B', delivery_on: '2027-07-01', appointment_at: '2027-07-01T15:00:00Z' })
    const { id, movedOrders } = await declared(call, { ...weekly, fromShift: 'AM' })
    expect(movedOrders).toMatchObject([{ code: 'A', to: '2027-06-24' }])
    const thursdays = {
      ...afternoon,
      fromShift: 'AM',
      from: '2027-06-17',
      to: '2027-06-17',
      scope: 'all',
      until: '2027-07-08',
    }
    const moved = [
      { code: 'B', from: '2027-07-01', to: '2027-07-02', isTooLate: true },
      { code: 'A', from: '2027-06-24', to: days[1], isTooLate: false },
    ]
    expect(await preview(call, { ...thursdays, absenceId: id })).toMatchObject({ times: 4, movedOrders: moved })
    expect(await deliveriesOf(practice)).toEqual(['A 2027-06-24', 'B 2027-07-01'])
    expect((await (await change(call, id, thursdays)).json()).data).toMatchObject({ movedOrders: moved })
    expect(await deliveriesOf(practice)).toEqual([`A ${days[1]}`, 'B 2027-07-02'])
    const [first] = (await listOf(call)).toReversed()
    const back = await call(`/api/absences/${first?.id}/removal-preview`, { body: { scope: 'all' } })
    expect((await back.json()).data).toMatchObject({ times: 4, movedOrders: [{ code: 'B', to: '2027-07-01' }] })
    expect(await listOf(call)).toHaveLength(4)
  })

  it('leaves out the days on which another absence lasts when it is changed, and is refused where none is left', async () => {
    const { call } = await practiceWithCall()
    const { id } = await declared(call, weekly)
    await declared(call, { from: '2027-06-24', to: '2027-06-25', deliveryPossible: false })
    const thursday = { ...afternoon, from: '2027-06-17', to: '2027-06-17', scope: 'all', until: '2027-07-08' }
    expect(await preview(call, { ...thursday, absenceId: id })).toMatchObject({ times: 3, leftOut: 1 })
    await declared(call, { from: '2027-06-17', to: '2027-06-18', deliveryPossible: false })
    const short = { ...thursday, until: '2027-06-24' }
    expect(await preview(call, { ...short, absenceId: id })).toMatchObject({ overlaps: true })
    expect(await codeOf(await change(call, id, short))).toEqual([409, 'absence_overlaps'])
    expect(await daysOf(call)).toEqual(expect.arrayContaining([...days]))
  })

  it('comes back for no longer than one that is declared anew, however often it is changed', async () => {
    const { call } = await practiceWithCall()
    await declared(call, weekly)
    const [last] = await listOf(call)
    const further = { ...afternoon, from: last?.from, to: last?.to, scope: 'all', until: '2029-06-30' }
    const refused = await change(call, last?.id ?? '', further)
    expect(refused.status).toBe(422)
    expect(await problemOf(refused)).toMatchObject({ errors: [{ path: 'until', code: 'too_far' }] })
  })

  it('that comes back each year keeps its years, and what is over stays what it was', async () => {
    const { practice, call } = await practiceWithCall()
    const series_id = randomUUID()
    for (const year of [2026, 2027, 2028, 2029])
      await make.absence(practice, `${year}-08-02`, `${year}-08-08`, { series_id, repeats: 'year' })
    const { id } = await nth(call, 1)
    const body = { from: '2027-08-09', to: '2027-08-15', deliveryPossible: false, scope: 'all', until: '2030-08-09' }
    expect((await change(call, id, body)).status).toBe(200)
    expect(await daysOf(call)).toEqual(['2026-08-02', '2027-08-09', '2028-08-09', '2029-08-09', '2030-08-09'])
  })

  it('is asked for more than one of its times only where there are more, and of what was not declared yet never', async () => {
    const { practice, call } = await practiceWithCall()
    const { id } = await declared(call, afternoon)
    const all = { ...afternoon, scope: 'all', until: '2027-07-07' }
    expect(await errorsOf(await change(call, id, all))).toEqual([{ path: 'scope', code: 'not_allowed' }])
    const { scope: _, ...until } = all
    expect(await errorsOf(await change(call, id, until))).toEqual([{ path: 'until', code: 'not_asked' }])
    expect((await call('/api/absences/preview', { body: { ...weekly, scope: 'all' } })).status).toBe(422)
    const neighbour = await as(await make.user(await make.practice(practice.laboratory)))
    const doctor = await as(await make.user(practice, { is_practice_doctor: true }))
    for (const [other, status] of [
      [neighbour, 404],
      [doctor, 403],
    ] as const) {
      expect((await change(other, id, afternoon)).status).toBe(status)
      expect((await other(`/api/absences/${id}/removal-preview`, { body: { scope: 'all' } })).status).toBe(status)
    }
  })

  it('changed by several at once is there once, without half a day twice', async () => {
    const { call } = await practiceWithCall()
    const { id } = await declared(call, weekly)
    const answers = await Promise.all(
      ['2027-06-15', '2027-06-17', '2027-06-18'].map(from =>
        change(call, id, { ...afternoon, from, to: from, scope: 'all', until: '2027-07-09' }),
      ),
    )
    // The first recreates the dates: the others get 404 for theirs.
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404])
    expect(await listOf(call)).toHaveLength(4)
  })

  it('keeps the times that are over when it is taken back', async () => {
    const { practice, call } = await practiceWithCall()
    const series_id = randomUUID()
    for (const day of ['2027-05-26', '2027-06-02', '2027-06-09'])
      await make.absence(practice, day, day, { series_id, repeats: 'week' })
    expect((await call(`/api/absences/series/${series_id}`, { method: 'DELETE' })).status).toBe(204)
    expect(await daysOf(call)).toEqual(['2027-05-26', '2027-06-02'])
    expect(await codeOf(await call(`/api/absences/series/${series_id}`, { method: 'DELETE' }))).toEqual([
      404,
      'not_found',
    ])
  })

  it('is neither seen nor touched by strangers, practice doctors, another practice or another laboratory', async () => {
    const { practice, call } = await practiceWithCall()
    const { seriesId } = await declared(call, weekly)
    const path = `/api/absences/series/${seriesId}`
    expect((await request(practice.laboratory, path, { method: 'DELETE' })).status).toBe(401)
    const doctor = await as(await make.user(practice, { is_practice_doctor: true }))
    expect((await doctor(path, { method: 'DELETE' })).status).toBe(403)
    const neighbour = await as(await make.user(await make.practice(practice.laboratory)))
    const elsewhere = (await practiceWithCall()).call
    for (const other of [neighbour, elsewhere]) {
      expect((await other(path, { method: 'DELETE' })).status).toBe(404)
      expect(await listOf(other)).toEqual([])
      expect((await declare(other, weekly)).status).toBe(201)
    }
    expect(await listOf(call)).toHaveLength(4)
  })

  it('declared by many at once over each other is there without half a day twice', async () => {
    const { practice, call } = await practiceWithCall()
    const bodies = Array.from({ length: 12 }, (_, index) =>
      index % 2 === 0
        ? weekly
        : { ...(index % 3 === 0 ? morning : afternoon), to: '2027-06-23', from: addDays(wednesday, index % 5) },
    )
    const answers = await Promise.all(bodies.map(async body => (await declare(call, body)).status))
    expect(new Set(answers)).toEqual(new Set([201, 409]))
    const { rows } = await make.within(practice.laboratory.id, client =>
      client.query(
        `select from absences a join absences b on a.id < b.id
        and a.from_on * 2 + (a.from_shift = 'PM')::int <= b.to_on * 2 + (b.to_shift = 'PM')::int
        and b.from_on * 2 + (b.from_shift = 'PM')::int <= a.to_on * 2 + (a.to_shift = 'PM')::int`.replaceAll(
          /(\w\.\w+_on) \*/g,
          "($1 - date '2000-01-01') *",
        ),
      ),
    )
    expect(rows).toEqual([])
  })
})
