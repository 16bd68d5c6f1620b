import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startTestApp } from '#test/harness.ts'
import type { TestPractice } from '#test/make.ts'
import type { AwayPickup } from '../contract.ts'

const { make, as } = startTestApp()

/** Monday 7 June 2027, half past nine in Paris; the database's clock may differ. */
beforeEach(() => void vi.useFakeTimers({ now: new Date('2027-06-07T07:30:00Z'), toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

async function practiceWithCall(laboratory: Record<string, unknown> = {}) {
  const practice = await make.practice(await make.laboratory(laboratory))
  return { practice, call: await as(await make.user(practice)) }
}
type Call = Awaited<ReturnType<typeof as>>
type Told = { id: string; pickups: AwayPickup[]; pickupInstead: unknown }

const away = (from: string, to: string, more: object = {}) => ({ from, to, deliveryPossible: false, ...more })
const sent = async (call: Call, path: string, body: object, method = 'POST') => {
  const response = await call(`/api/absences${path}`, { method, body })
  expect(response.ok).toBe(true)
  return (await response.json()).data as Told
}
const slotsOf = ({ pickups }: Told) => pickups.map(({ date, shift }) => `${date} ${shift}`)
const statusesOf = async ({ laboratory }: TestPractice) =>
  (
    await make.within(laboratory.id, client =>
      client.query<{ slot: string }>(
        `select concat_ws(' ', day, shift, status) as slot from rides order by day, shift, status`,
      ),
    )
  ).rows.map(({ slot }) => slot)

describe('a pickup that an absence falls on', () => {
  it('is named before it is declared, with what waits for it and what takes that instead, and stays as it is', async () => {
    const { practice, call } = await practiceWithCall()
    const { id } = await make.ride(practice, '2027-06-14', 'PM', { status: 'confirmed' })
    await make.ride(practice, '2027-06-17', 'AM')
    for (const [code, appointment_at] of [
      ['A', null],
      ['B', '2027-06-25T08:00:00Z'],
      ['C', '2027-06-16T08:00:00Z'],
    ])
      await make.order(practice, { code, print_type: 'physical', created_at: '2027-06-07T07:00:00Z', appointment_at })
    const told = await sent(call, '/preview', away('2027-06-14', '2027-06-15', { keptRides: [] }))
    expect(told).toMatchObject({
      pickups: [
        {
          ...{ id, date: '2027-06-14', shift: 'PM', status: 'confirmed', isTooLate: false, isCancelled: true },
          // The case whose patient comes before that first, then by appointment.
          orders: [
            { code: 'C', what: 'impression', isTooLate: true },
            { code: 'B', isTooLate: false },
            { code: 'A', isTooLate: false },
          ],
        },
      ],
      pickupInstead: { date: '2027-06-17', shift: 'AM', isPlanned: true },
    })
    expect(await statusesOf(practice)).toEqual(['2027-06-14 PM confirmed', '2027-06-17 AM requested'])
  })

  it('is called off with it, and its impressions wait for a pickup again; what is kept is made', async () => {
    const { practice, call } = await practiceWithCall()
    await make.ride(practice, '2027-06-14', 'PM', { status: 'confirmed' })
    const kept = await make.ride(practice, '2027-06-15', 'AM', { status: 'confirmed' })
    const { id } = await make.order(practice, { print_type: 'physical', created_at: '2027-06-07T07:00:00Z' })
    const pickupOf = async () => (await (await call(`/api/orders/${id}`)).json()).data.pickup
    const told = await sent(call, '', away('2027-06-14', '2027-06-15', { keptRides: [kept.id] }))
    expect(told.pickups.map(({ isCancelled }) => isCancelled)).toEqual([true, false])
    expect(told.pickupInstead).toEqual({ date: '2027-06-15', shift: 'AM', isPlanned: true })
    expect(await statusesOf(practice)).toEqual(['2027-06-14 PM cancelled', '2027-06-15 AM confirmed'])
    const { next } = await (await call('/api/rides')).json()
    expect(next).toMatchObject({ id: kept.id, orders: [{ id, what: 'impression' }] })
    expect(await pickupOf()).toMatchObject({ date: '2027-06-15', shift: 'AM' })
  })

  it('stays where nothing is said of pickups, as for those who know nothing of it', async () => {
    const { practice, call } = await practiceWithCall()
    await make.ride(practice, '2027-06-14', 'PM', { status: 'confirmed' })
    const told = await sent(call, '', away('2027-06-14', '2027-06-15'))
    expect(told).toMatchObject({ pickups: [{ isCancelled: false }], pickupInstead: null })
    expect(await statusesOf(practice)).toEqual(['2027-06-14 PM confirmed'])
  })

  it('is only one in its halves, on its days and while nobody is there to open', async () => {
    const { practice, call } = await practiceWithCall()
    for (const [day, shift] of [
      ['2027-06-14', 'AM'],
      ['2027-06-14', 'PM'],
      ['2027-06-16', 'AM'],
      ['2027-06-16', 'PM'],
      ['2027-06-21', 'AM'],
      ['2027-06-21', 'PM'],
    ] as const)
      await make.ride(practice, day, shift)
    await make.ride(practice, '2027-06-15', 'AM', { status: 'cancelled' })
    const previewed = async (more: object, to = '2027-06-16') =>
      slotsOf(await sent(call, '/preview', away('2027-06-14', to, more)))
    expect(await previewed({ fromShift: 'PM', toShift: 'AM' })).toEqual(['2027-06-14 PM', '2027-06-16 AM'])
    expect(await previewed({ deliveryPossible: true })).toEqual([])
    expect(await previewed({ fromShift: 'PM', every: 'week', until: '2027-07-05' }, '2027-06-14')).toEqual([
      '2027-06-14 PM',
      '2027-06-21 PM',
    ])
    expect((await statusesOf(practice)).filter(slot => slot.endsWith('cancelled'))).toHaveLength(1)
  })

  it('is one of a change as far as it did not fall into it before', async () => {
    const { practice, call } = await practiceWithCall()
    const kept = await make.ride(practice, '2027-06-14', 'PM')
    await make.ride(practice, '2027-06-16', 'AM')
    const { id } = await sent(call, '', away('2027-06-14', '2027-06-14', { keptRides: [kept.id] }))
    const change = away('2027-06-14', '2027-06-16', { keptRides: [] })
    expect(slotsOf(await sent(call, '/preview', { ...change, absenceId: id }))).toEqual(['2027-06-16 AM'])
    expect(slotsOf(await sent(call, `/${id}`, change, 'PUT'))).toEqual(['2027-06-16 AM'])
    expect(await statusesOf(practice)).toEqual(['2027-06-14 PM requested', '2027-06-16 AM cancelled'])
  })

  it('and of a series as it is changed', async () => {
    const { practice, call } = await practiceWithCall()
    const weekly = away('2027-06-14', '2027-06-14', { every: 'week', until: '2027-07-05' })
    const { id } = await sent(call, '', weekly)
    await make.ride(practice, '2027-06-22', 'AM')
    const change = away('2027-06-15', '2027-06-15', { scope: 'all', until: '2027-07-06', keptRides: [] })
    expect(slotsOf(await sent(call, `/${id}`, change, 'PUT'))).toEqual(['2027-06-22 AM'])
    expect(await statusesOf(practice)).toEqual(['2027-06-22 AM cancelled'])
  })

  it('is made once the driver has been sent, and none of another practice is touched', async () => {
    const { practice, call } = await practiceWithCall({ pickup_am_cutoff: '09:00', pickup_am_cutoff_days: 0 })
    await make.ride(practice, '2027-06-07', 'AM', { status: 'confirmed' })
    await make.ride(await make.practice(practice.laboratory), '2027-06-08', 'AM', { status: 'confirmed' })
    const told = await sent(call, '', away('2027-06-07', '2027-06-08', { keptRides: [] }))
    expect(told.pickups).toMatchObject([{ date: '2027-06-07', isTooLate: true, isCancelled: false }])
    expect(await statusesOf(practice)).toEqual(['2027-06-07 AM confirmed', '2027-06-08 AM confirmed'])
  })

  it('is called off in the name of who declares, for the laboratory and in the record', async () => {
    const { practice, call } = await practiceWithCall()
    const { id } = await make.ride(practice, '2027-06-14', 'PM', { status: 'confirmed' })
    await sent(call, '', away('2027-06-14', '2027-06-15', { keptRides: [] }))
    const staff = await as(await make.user(practice.laboratory, { role: 'administrator' }))
    const { data } = await (await staff('/api/staff/rides?day=2027-06-14')).json()
    expect(data).toMatchObject([{ id, status: 'cancelled', next: [] }])
    const deeds = await make.within(practice.laboratory.id, client =>
      client.query(`select from audit_events where kind in ('absence_declared', 'ride_cancelled')`),
    )
    expect(deeds.rows).toHaveLength(2)
  })
})

it('that was called off with an absence stays so once that is taken back, which is said before', async () => {
  const { practice, call } = await practiceWithCall()
  for (const [day, shift, status] of [
    ['2027-06-14', 'PM', 'confirmed'],
    ['2027-06-15', 'AM', 'confirmed'],
    ['2027-06-16', 'AM', 'confirmed'],
  ] as const)
    await make.ride(practice, day, shift, { status })
  const { id } = await sent(call, '', away('2027-06-14', '2027-06-15', { keptRides: [] }))
  // One that was asked for again in its place is missed no more.
  await make.ride(practice, '2027-06-15', 'AM')
  expect(await sent(call, `/${id}/removal-preview`, {})).toMatchObject({
    cancelledPickups: [{ date: '2027-06-14', shift: 'PM' }],
  })
  expect((await call(`/api/absences/${id}`, { method: 'DELETE' })).status).toBe(204)
  expect(await statusesOf(practice)).toContain('2027-06-14 PM cancelled')
})

it('that was called off stays so once its day is given back, which is said before the absence is made shorter', async () => {
  const { practice, call } = await practiceWithCall()
  await make.ride(practice, '2027-06-14', 'PM', { status: 'confirmed' })
  await make.ride(practice, '2027-06-15', 'AM', { status: 'confirmed' })
  await make.ride(practice, '2027-06-15', 'PM', { status: 'confirmed' })
  const { id } = await sent(call, '', away('2027-06-14', '2027-06-15', { keptRides: [] }))
  const shorter = away('2027-06-14', '2027-06-15', { toShift: 'AM', keptRides: [] })
  const givenBack = { cancelledPickups: [{ date: '2027-06-15', shift: 'PM' }] }
  expect(await sent(call, '/preview', { ...shorter, absenceId: id })).toMatchObject(givenBack)
  expect(await sent(call, `/${id}`, shorter, 'PUT')).toMatchObject(givenBack)
  // Somebody is there on all of its days.
  const there = { ...shorter, deliveryPossible: true }
  expect(await sent(call, `/${id}`, there, 'PUT')).toMatchObject({
    cancelledPickups: [
      { date: '2027-06-14', shift: 'PM' },
      { date: '2027-06-15', shift: 'AM' },
    ],
  })
  expect(await sent(call, '/preview', away('2027-06-20', '2027-06-21'))).toMatchObject({ cancelledPickups: [] })
})

it('that would be over by now is not said to stay called off', async () => {
  const practice = await make.practice(await make.laboratory())
  const user = await make.user(practice)
  await make.ride(practice, '2027-06-07', 'AM', { status: 'cancelled' })
  await make.ride(practice, '2027-06-07', 'PM', { status: 'cancelled' })
  const { id } = await sent(await as(user), '', away('2027-06-07', '2027-06-08'))
  vi.setSystemTime(new Date('2027-06-07T11:00:00Z'))
  expect(await sent(await as(user), `/${id}/removal-preview`, {})).toMatchObject({
    cancelledPickups: [{ date: '2027-06-07', shift: 'PM' }],
  })
})
