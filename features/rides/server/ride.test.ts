import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { addDays } from '#kit/day.ts'
import { problemOf, startTestApp } from '#test/harness.ts'
import type { TestPractice, TestUser } from '#test/make.ts'
import type { StaffRide } from '../contract.ts'

const { make, as, request } = startTestApp()

/** Monday 7 June 2027, half past nine in Paris. */
const now = '2027-06-07T07:30:00Z'
beforeEach(() => void vi.useFakeTimers({ now: new Date(now), toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

async function practiceWithUser(laboratory: Record<string, unknown> = {}) {
  const practice = await make.practice(await make.laboratory(laboratory))
  const user = await make.user(practice)
  return { practice, user, call: await as(user) }
}
type Call = Awaited<ReturnType<typeof as>>
type Shown = { id: string; date: string; shift: string; status: string; cancelBefore: string | null }
type Listed = { data: Shown[]; next: Shown | null; cutOffs: unknown; closed: unknown[] }
const list = async (call: Call) => {
  const response = await call('/api/rides')
  expect(response.status).toBe(200)
  return (await response.json()) as Listed
}
const schedule = (call: Call, date: string, shift = 'AM', more: object = {}, headers: Record<string, string> = {}) =>
  call('/api/rides', { body: { date, shift, ...more }, headers })
const cancel = (call: Call, id: string) => call(`/api/rides/${id}`, { method: 'DELETE' })
const refusalOf = async (response: Response) => [response.status, (await problemOf(response)).code]
const rowsOf = async (practice: TestPractice, text: string) =>
  (await make.within(practice.laboratory.id, client => client.query(text))).rows

describe('a pickup', () => {
  it('is asked for, with what the driver has to know, and listed', async () => {
    const { practice, user, call } = await practiceWithUser()
    const asked = await schedule(call, '2027-06-08', 'PM', { complementaryInformation: ' Sonner au 2e étage ' })
    expect(asked.status).toBe(201)
    const { data } = await asked.json()
    expect(data).toEqual({
      id: expect.any(String),
      date: '2027-06-08',
      shift: 'PM',
      complementaryInformation: 'Sonner au 2e étage',
      status: 'requested',
      cancelBefore: '2027-06-08T11:00:00.000Z',
      orders: [],
    })
    expect(await list(call)).toMatchObject({ data: [data], next: data })
    expect(await rowsOf(practice, 'select created_by, (select kind from audit_events) as kind from rides')).toEqual([
      { created_by: user.id, kind: 'ride_requested' },
    ])
  })

  it('is asked for once for each half day; a cancelled one can be asked for again', async () => {
    const { practice, call } = await practiceWithUser()
    const first = (await (await schedule(call, '2027-06-08')).json()).data
    expect(await refusalOf(await schedule(call, '2027-06-08'))).toEqual([409, 'ride_exists'])
    expect((await schedule(call, '2027-06-08', 'PM')).status).toBe(201)
    expect(
      (await schedule(await as(await make.user(await make.practice(practice.laboratory))), '2027-06-08')).status,
    ).toBe(201)
    expect((await cancel(call, first.id)).status).toBe(204)
    expect((await schedule(call, '2027-06-08')).status).toBe(201)
  })

  it('is asked for again in a half day in which the driver found nobody', async () => {
    const { practice, call } = await practiceWithUser()
    const { id } = await make.ride(practice, '2027-06-07', 'PM', { status: 'nobody_there' })
    expect((await schedule(call, '2027-06-07', 'PM')).status).toBe(201)
    expect((await list(call)).next).toMatchObject({ date: '2027-06-07', shift: 'PM', status: 'requested' })
    expect(await refusalOf(await schedule(call, '2027-06-07', 'PM'))).toEqual([409, 'ride_exists'])
    const staff = await as(await make.user(practice.laboratory))
    const move = (status: string) => staff(`/api/staff/rides/${id}/status`, { body: { status } })
    expect(await refusalOf(await move('picked_up'))).toEqual([409, 'ride_exists'])
  })

  it('sent twice with one key is asked for once, with the same answer', async () => {
    const { practice, call } = await practiceWithUser()
    const key = { 'idempotency-key': randomUUID() }
    const [first, again] = [
      await schedule(call, '2027-06-08', 'AM', {}, key),
      await schedule(call, '2027-06-08', 'AM', {}, key),
    ]
    expect([first.status, again.status]).toEqual([201, 201])
    expect(await again.text()).toBe(await first.text())
    expect(await rowsOf(practice, 'select from rides')).toHaveLength(1)
  })

  it('is refused where no driver can come, each time with the reason', async () => {
    const { practice, call } = await practiceWithUser()
    await make.holiday(practice.laboratory, '2027-06-10')
    await make.absence(practice, '2027-06-14', '2027-06-18')
    await make.absence(practice, '2027-06-21', '2027-06-21', { is_delivery_possible: true })
    for (const [date, code] of [
      ['2027-06-07', 'ride_too_late'],
      ['2027-06-04', 'ride_too_late'],
      ['2027-06-10', 'laboratory_closed'],
      ['2027-06-12', 'laboratory_closed'],
      ['2027-06-14', 'practice_absent'],
      ['2027-06-18', 'practice_absent'],
      ['2027-08-09', 'ride_too_far'],
    ] as const)
      expect(await refusalOf(await schedule(call, date)), date).toEqual([422, code])
    expect((await schedule(call, '2027-06-07', 'PM')).status).toBe(201)
    expect((await schedule(call, '2027-06-21')).status).toBe(201)
    expect((await schedule(call, '2027-08-06')).status).toBe(201)
    expect(await rowsOf(practice, 'select from rides')).toHaveLength(3)
  })

  it('takes what it is asked for, and nothing else', async () => {
    const { call } = await practiceWithUser()
    const errorsOf = async (body: object) => (await problemOf(await call('/api/rides', { body }))).errors
    expect(await errorsOf({ date: '2027-02-29', shift: 'AM' })).toEqual([{ path: 'date', code: 'not_a_day' }])
    expect(await errorsOf({ date: '2027-06-08', shift: 'NOON' })).toEqual([{ path: 'shift', code: 'not_listed' }])
    expect(await errorsOf({ date: '2027-06-08', shift: 'AM', complementaryInformation: 'x'.repeat(501) })).toEqual([
      { path: 'complementaryInformation', code: 'too_long' },
    ])
  })

  it('is cancelled before its cut-off and not after, and stays cancelled', async () => {
    const { practice, call } = await practiceWithUser()
    const ride = await make.ride(practice, '2027-06-08', 'AM')
    const confirmed = await make.ride(practice, '2027-06-08', 'PM', { status: 'confirmed' })
    const picked = await make.ride(practice, '2027-06-09', 'AM', { status: 'picked_up' })
    expect((await cancel(call, confirmed.id)).status).toBe(204)
    expect((await cancel(call, confirmed.id)).status).toBe(204)
    expect(await refusalOf(await cancel(call, picked.id))).toEqual([422, 'ride_too_late'])
    expect(await refusalOf(await cancel(call, randomUUID()))).toEqual([404, 'not_found'])
    // Eight in the morning in Paris.
    vi.setSystemTime(new Date('2027-06-08T06:00:00Z'))
    expect(await refusalOf(await cancel(await as(await make.user(practice)), ride.id))).toEqual([422, 'ride_too_late'])
    expect(await rowsOf(practice, 'select status from rides order by day, shift')).toEqual([
      { status: 'requested' },
      { status: 'cancelled' },
      { status: 'picked_up' },
    ])
    expect(await rowsOf(practice, `select kind from audit_events where kind::text !~ '_(viewed|refused)$'`)).toEqual([
      { kind: 'ride_cancelled' },
    ])
  })

  it('keeps to the clock of the laboratory and not to the server’s, also over a change of the clocks', async () => {
    vi.setSystemTime(new Date('2028-03-25T22:30:00Z'))
    const { call } = await practiceWithUser({
      time_zone: 'Pacific/Auckland',
      working_days: [1, 2, 3, 4, 5, 6, 7],
      pickup_am_cutoff_days: 1,
      pickup_am_cutoff: '12:00',
    })
    // Sunday 26 March there, 11:30 in summer time; clocks go back on 2 April.
    const { cutOffs, closed } = await list(call)
    expect({ cutOffs, closed }).toEqual({
      cutOffs: { AM: { days: 1, time: '12:00' }, PM: { days: 0, time: '13:00' }, byWeekday: [] },
      closed: [],
    })
    expect((await (await schedule(call, '2028-03-27')).json()).data.cancelBefore).toBe('2028-03-25T23:00:00.000Z')
    expect((await (await schedule(call, '2028-04-03')).json()).data.cancelBefore).toBe('2028-04-02T00:00:00.000Z')
    expect(await refusalOf(await schedule(call, '2028-03-26'))).toEqual([422, 'ride_too_late'])
  })
})

describe('the list of pickups', () => {
  it('shows what is to come, soonest first, then what is over, latest first, and the next one', async () => {
    const { practice, call } = await practiceWithUser()
    for (const [day, shift, status] of [
      ['2027-06-04', 'AM', 'picked_up'],
      ['2027-06-04', 'PM', 'requested'],
      ['2027-06-03', 'AM', 'cancelled'],
      ['2027-06-07', 'AM', 'picked_up'],
      ['2027-06-07', 'PM', 'cancelled'],
      ['2027-06-09', 'PM', 'requested'],
      ['2027-06-09', 'AM', 'confirmed'],
    ] as const)
      await make.ride(practice, day, shift, { status })
    const { data, next } = await list(call)
    expect(
      data.map(({ date, shift, status, cancelBefore }) => [date.slice(-2), shift, status, !!cancelBefore]),
    ).toEqual([
      ['07', 'PM', 'cancelled', false],
      ['09', 'AM', 'confirmed', true],
      ['09', 'PM', 'requested', true],
      ['07', 'AM', 'picked_up', false],
      ['04', 'PM', 'requested', false],
      ['04', 'AM', 'picked_up', false],
      ['03', 'AM', 'cancelled', false],
    ])
    expect(next).toEqual(data[1])
  })

  it('has nothing next where nothing is to come, and ends after fifty that are over', async () => {
    const { practice, user, call } = await practiceWithUser()
    await make.within(practice.laboratory.id, client =>
      client.query(
        `insert into rides (brand_id, practice_id, day, shift, created_by)
         select $1, $2, '2027-06-07'::date - n, 'AM', $3 from generate_series(1, 60) n`,
        [practice.laboratory.id, practice.id, user.id],
      ),
    )
    const { data, next } = await list(call)
    expect([data.length, data[0]?.date, next]).toEqual([50, '2027-06-06', null])
  })

  it('names the days without a round, in the language of the reader', async () => {
    const { practice, call } = await practiceWithUser()
    await make.holiday(practice.laboratory, '2027-07-14', { name_fr: 'Fête nationale', name_en: 'Bastille Day' })
    await make.absence(practice, '2027-06-08', '2027-06-08')
    const { closed } = await list(call)
    expect(closed.slice(0, 2)).toEqual([
      { day: '2027-06-08', because: 'absence' },
      { day: '2027-06-12', because: 'weekend' },
    ])
    expect(closed).toContainEqual({ day: '2027-07-14', because: 'holiday', name: 'Fête nationale' })
    const inEnglish = await list(await as(await make.user(practice, { language: 'en' })))
    expect(inEnglish.closed).toContainEqual({ day: '2027-07-14', because: 'holiday', name: 'Bastille Day' })
  })
})

describe('the laboratory’s side of a pickup', () => {
  const move = async (staff: TestUser, id: string, status: string) =>
    (await as(staff))(`/api/staff/rides/${id}/status`, { body: { status } })

  it('goes from asked for to planned to done, finds nobody or is called off, and each press can be taken back', async () => {
    const { practice, call } = await practiceWithUser()
    const staff = await make.user(practice.laboratory)
    const ways: Record<string, string[]> = {
      requested: ['confirmed', 'picked_up', 'nobody_there', 'cancelled'],
      confirmed: ['requested', 'picked_up', 'nobody_there', 'cancelled'],
      picked_up: ['requested', 'confirmed'],
      nobody_there: ['requested', 'confirmed', 'picked_up'],
      cancelled: ['requested', 'confirmed'],
    }
    for (const [index, from] of Object.keys(ways).entries())
      for (const [step, to] of Object.keys(ways).entries()) {
        const day = addDays('2027-06-10', index * 5 + step)
        const { id } = await make.ride(practice, day, 'AM', { status: from, status_by: staff.id })
        const response = await move(staff, id, to)
        if (ways[from]?.includes(to)) expect(response.status, `${from} ${to}`).toBe(204)
        else expect(await refusalOf(response), `${from} ${to}`).toEqual([409, 'status_not_allowed'])
      }
    expect((await list(call)).data.map(({ status }) => status)).toContain('confirmed')
    expect(await rowsOf(practice, 'select distinct kind from audit_events')).toEqual([{ kind: 'ride_status_changed' }])
  })

  it('leaves what the practice has called off as it is, and asks nobody twice', async () => {
    const { practice, call } = await practiceWithUser()
    const staff = await make.user(practice.laboratory)
    const { id } = await make.ride(practice, '2027-06-10', 'AM')
    await cancel(call, id)
    expect(await refusalOf(await move(staff, id, 'requested'))).toEqual([409, 'status_not_allowed'])
    const ours = await make.ride(practice, '2027-06-11', 'AM')
    expect((await move(staff, ours.id, 'cancelled')).status).toBe(204)
    expect((await schedule(call, '2027-06-11')).status).toBe(201)
    expect(await refusalOf(await move(staff, ours.id, 'requested'))).toEqual([409, 'ride_exists'])
  })

  it('stands on the board of its day, by shift and round, with who has moved it and where to next', async () => {
    const { practice } = await practiceWithUser()
    const { laboratory } = practice
    const [far, placed] = [
      await make.practice(laboratory, { name: 'Zoé', phone: '01 02 03 04 05' }),
      await make.practice(laboratory, { name: 'Yves' }),
    ]
    for (const [index, stop] of [far, placed].entries())
      await make.insert(laboratory.id, 'round_stops', {
        brand_id: laboratory.id,
        practice_id: stop.id,
        round: 'Nord',
        position: 2 - index,
      })
    await make.ride(practice, '2027-06-07', 'PM')
    await make.ride(practice, '2027-06-07', 'AM')
    await make.ride(placed, '2027-06-07', 'AM')
    const done = await make.ride(far, '2027-06-07', 'AM', { complementary_information: 'Code 12' })
    await make.ride(far, '2027-06-08', 'AM')
    const driver = await make.user(laboratory, { role: 'driver', title: '', first_name: 'Paul', last_name: 'Durand' })
    expect((await move(driver, done.id, 'picked_up')).status).toBe(204)
    const board = async (query: string) => (await (await as(driver))(`/api/staff/rides${query}`)).json()
    const today = await board('')
    expect([today.day, today.toPlan]).toEqual([
      '2027-06-07',
      [
        { day: '2027-06-07', count: 3 },
        { day: '2027-06-08', count: 1 },
      ],
    ])
    expect(today.data.map((ride: StaffRide) => [ride.shift, ride.round, ride.practice.name, ride.status])).toEqual([
      ['AM', 'Nord', 'Yves', 'requested'],
      ['AM', 'Nord', 'Zoé', 'picked_up'],
      ['AM', '', 'Cabinet d’essai', 'requested'],
      ['PM', '', 'Cabinet d’essai', 'requested'],
    ])
    expect(today.data[1]).toMatchObject({
      complementaryInformation: 'Code 12',
      practice: { phone: '01 02 03 04 05' },
      movedBy: 'Paul Durand',
      movedAt: expect.stringMatching(/Z$/),
      next: ['confirmed', 'requested'],
    })
    expect((await board('?day=2027-06-08')).data).toHaveLength(1)
    const elsewhere = await as(await make.user(await make.laboratory()))
    expect((await (await elsewhere('/api/staff/rides')).json()).data).toEqual([])
  })

  it('of a driver and a practice at once tells one of them that it was too late', async () => {
    const { practice, call } = await practiceWithUser()
    const staff = await as(await make.user(practice.laboratory))
    for (let round = 0; round < 10; round++) {
      const { id } = await make.ride(practice, `2027-06-${11 + round}`, 'AM')
      const [cancelled, picked] = await Promise.all([
        cancel(call, id),
        staff(`/api/staff/rides/${id}/status`, { body: { status: 'picked_up' } }),
      ])
      expect([
        [204, 409],
        [422, 204],
      ]).toContainEqual([cancelled.status, picked.status])
    }
  })
})

describe('pickups are not for', () => {
  it('strangers and staff, while everyone of a practice may', async () => {
    const { practice } = await practiceWithUser()
    const { id } = await make.ride(practice, '2027-06-09', 'AM')
    const calls = [
      ['/api/rides', {}],
      ['/api/rides', { body: { date: '2027-06-10', shift: 'AM' } }],
      [`/api/rides/${id}`, { method: 'DELETE' }],
      [`/api/staff/rides/${id}/status`, { body: { status: 'confirmed' } }],
    ] as const
    for (const [path, options] of calls) expect((await request(practice.laboratory, path, options)).status).toBe(401)
    const staff = await as(await make.user(practice.laboratory))
    for (const [path, options] of calls.slice(0, 3)) expect((await staff(path, options)).status).toBe(403)
    for (const [index, values] of [
      { is_practice_doctor: true },
      { is_dlcpm: true },
      { account_type: 'manager' },
    ].entries()) {
      const call = await as(await make.user(practice, values))
      expect((await schedule(call, `2027-06-${15 + index}`)).status).toBe(201)
      expect((await call(...calls[3])).status).toBe(403)
    }
  })

  it('the practice’s absences to be learnt from by whoever may not see them', async () => {
    const { practice } = await practiceWithUser()
    await make.absence(practice, '2027-06-08', '2027-06-08')
    await make.holiday(practice.laboratory, '2027-06-09')
    const call = await as(await make.user(practice, { is_practice_doctor: true }))
    const { closed } = await list(call)
    for (const day of ['2027-06-08', '2027-06-09', '2027-06-12'])
      expect(closed).toContainEqual({ day, because: 'no_round' })
    expect(JSON.stringify(closed)).not.toMatch(/name|holiday|absence|weekend/)
    for (const day of ['2027-06-08', '2027-06-09', '2027-06-12'])
      expect(await refusalOf(await schedule(call, day))).toEqual([422, 'no_round'])
  })

  it('an absence of the practice, whoever asks and whether or not anything is brought on that weekday', async () => {
    const practice = await make.practice(await make.laboratory(), { delivery_days: '{1,2,4,5}' })
    await make.absence(practice, '2027-06-14', '2027-06-16')
    await make.absence(practice, '2027-06-23', '2027-06-23', { from_shift: 'PM' })
    for (const [values, code] of [
      [{ account_type: 'manager' }, 'practice_absent'],
      [{ is_practice_doctor: true }, 'no_round'],
    ] as const) {
      const call = await as(await make.user(practice, values))
      for (const day of ['2027-06-15', '2027-06-16'])
        expect(await refusalOf(await schedule(call, day))).toEqual([422, code])
      expect(await refusalOf(await schedule(call, '2027-06-23', 'PM'))).toEqual([422, code])
      expect((await list(call)).closed).toContainEqual(expect.objectContaining({ day: '2027-06-16' }))
    }
    const call = await as(await make.user(practice, { is_practice_doctor: true }))
    expect((await schedule(call, '2027-06-23', 'AM')).status).toBe(201)
  })

  it('another practice or laboratory: unseen and untouched', async () => {
    const { practice } = await practiceWithUser()
    const { id } = await make.ride(practice, '2027-06-09', 'AM')
    const elsewhere = await practiceWithUser()
    const neighbour = await as(await make.user(await make.practice(practice.laboratory)))
    for (const call of [elsewhere.call, neighbour]) {
      expect(await list(call)).toMatchObject({ data: [], next: null })
      expect(await refusalOf(await cancel(call, id))).toEqual([404, 'not_found'])
    }
    const foreignStaff = await as(await make.user(elsewhere.practice.laboratory))
    expect((await foreignStaff(`/api/staff/rides/${id}/status`, { body: { status: 'confirmed' } })).status).toBe(404)
    expect(await rowsOf(practice, 'select status from rides')).toEqual([{ status: 'requested' }])
  })
})
