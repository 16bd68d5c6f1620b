import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { problemOf, startTestApp } from '#test/harness.ts'
import type { TestPractice, TestUser } from '#test/make.ts'
import type { LeftCase } from '../contract.ts'

const { make, as, request } = startTestApp()

/** Monday 7 June 2027, half past nine in Paris; the database's clock need not agree. */
const now = '2027-06-07T07:30:00Z'
beforeEach(() => void vi.useFakeTimers({ now: new Date(now), toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

type Left = { orders: LeftCase[]; instead: unknown }
const lookAt = async (user: TestUser, id: string) => {
  const response = await (await as(user))(`/api/rides/${id}/cancellation`)
  expect(response.status).toBe(200)
  return (await response.json()).data as Left
}
const told = ({ orders }: Left) =>
  orders.map(({ code, what, isTooLate }) => `${code} ${what}${isTooLate ? ' late' : ''}`)
const at = (day: string) => `${day}T08:00:00Z`

const impression = (practice: TestPractice, code: string, appointment: string | null, more: object = {}) =>
  make.order(practice, {
    code,
    print_type: 'physical',
    created_at: '2027-06-07T07:00:00Z',
    appointment_at: appointment && at(appointment),
    ...more,
  })
async function adjusted(practice: TestPractice, code: string, appointment: string) {
  const order = await make.order(practice, { code, status: 'delivered', appointment_at: at(appointment) })
  await make.insert(practice.laboratory.id, 'order_problems', {
    brand_id: practice.laboratory.id,
    practice_id: practice.id,
    order_id: order.id,
    kind: 'fit',
    description: 'Bascule',
    is_adjustment: true,
    reported_at: '2027-06-07T07:10:00Z',
    reported_by: (await make.user(practice)).id,
  })
}

async function practiceWithPickup() {
  const practice = await make.practice(await make.laboratory())
  return { practice, user: await make.user(practice), ride: await make.ride(practice, '2027-06-09', 'AM') }
}

describe('before a pickup is called off', () => {
  it('what it was to take is told, with the patient and the work, and the pickup that takes it instead', async () => {
    const { practice, user, ride } = await practiceWithPickup()
    await make.ride(practice, '2027-06-10', 'PM', { status: 'cancelled' })
    await make.ride(practice, '2027-06-14', 'PM')
    await impression(practice, 'A', '2027-06-30', { patient: 'Zoé Petit', summary_fr: 'Bridge 13–23' })
    const left = await lookAt(user, ride.id)
    expect(left).toMatchObject({
      orders: [
        {
          code: 'A',
          what: 'impression',
          patient: 'Zoé Petit',
          summary: 'Bridge 13–23',
          appointmentDate: '2027-06-30T08:00:00.000Z',
          isTooLate: false,
        },
      ],
      instead: { date: '2027-06-14', shift: 'PM', isPlanned: true },
    })
    const { data } = await (await (await as(user))('/api/rides')).json()
    expect(data.map(({ status }: { status: string }) => status)).toEqual(['requested', 'cancelled', 'requested'])
  })

  it('an impression or a piece to adjust whose patient comes before the next pickup is told first', async () => {
    const { practice, user, ride } = await practiceWithPickup()
    await make.ride(practice, '2027-06-14', 'PM')
    await impression(practice, 'A', null)
    await impression(practice, 'B', '2027-06-15')
    await impression(practice, 'C', '2027-06-14')
    await adjusted(practice, 'D', '2027-06-10')
    // The patient comes before this pickup anyway, so cancelling it is not the reason.
    await impression(practice, 'E', '2027-06-09')
    expect(told(await lookAt(user, ride.id))).toEqual([
      'D adjustment late',
      'C impression late',
      'E impression',
      'B impression',
      'A impression',
    ])
  })

  it('an impression that leaves on the day of its delivery or later is told, of what has a day that stands', async () => {
    const { practice, user, ride } = await practiceWithPickup()
    await make.ride(practice, '2027-06-14', 'PM')
    for (const [code, delivery_on] of [
      ['A', '2027-06-15'],
      ['B', '2027-06-14'],
      ['C', '2027-06-09'],
      ['D', null],
    ] as const)
      await impression(practice, code, '2027-06-30', { delivery_on })
    const back = { code: 'E', status: 'on_hold', delivery_on: '2027-06-11' }
    await make.order(practice, {
      ...back,
      ...{ hold_reason: 'implant_parts', hold_answer: 'parts_with_pickup', hold_answered_at: '2027-06-07T07:10:00Z' },
    })
    const { orders } = await lookAt(user, ride.id)
    expect(orders.map(({ code, deliveryDate, isDayLost }) => [code, deliveryDate, isDayLost])).toEqual([
      ['B', '2027-06-14', true],
      ['A', '2027-06-15', false],
      ['C', '2027-06-09', false],
      ['D', null, false],
      ['E', null, false],
    ])
  })

  it('where no other one is planned the first that can be asked for is told, not the same one again', async () => {
    const { practice, user } = await practiceWithPickup()
    const { id } = await make.ride(practice, '2027-06-07', 'PM')
    await impression(practice, 'A', '2027-06-08')
    const only = await make.practice(practice.laboratory)
    const theirs = await make.ride(only, '2027-06-07', 'PM')
    await impression(only, 'B', '2027-06-08')
    expect(await lookAt(user, id)).toMatchObject({ instead: { date: '2027-06-09', shift: 'AM', isPlanned: true } })
    const left = await lookAt(await make.user(only), theirs.id)
    expect(left).toMatchObject({ instead: { date: '2027-06-08', shift: 'AM', isPlanned: false } })
    expect(told(left)).toEqual(['B impression late'])
  })

  it('the half day of today that has had its driver is not told instead', async () => {
    const { practice, user, ride } = await practiceWithPickup()
    await make.ride(practice, '2027-06-07', 'PM', { status: 'picked_up' })
    expect(await lookAt(user, ride.id)).toMatchObject({
      instead: { date: '2027-06-08', shift: 'AM', isPlanned: false },
    })
  })

  it('a pickup before which another one comes has nothing to leave behind', async () => {
    const { practice, user } = await practiceWithPickup()
    const { id } = await make.ride(practice, '2027-06-14', 'PM')
    await impression(practice, 'A', '2027-06-10')
    expect(await lookAt(user, id)).toMatchObject({ orders: [], instead: { date: '2027-06-09', isPlanned: true } })
  })

  it('nobody else looks: no stranger, no staff, no other practice and no other laboratory', async () => {
    const { practice, ride } = await practiceWithPickup()
    await impression(practice, 'A', null)
    const path = `/api/rides/${ride.id}/cancellation`
    expect((await request(practice.laboratory, path)).status).toBe(401)
    expect((await (await as(await make.user(practice.laboratory)))(path)).status).toBe(403)
    for (const other of [await make.practice(practice.laboratory), await make.practice(await make.laboratory())]) {
      const response = await (await as(await make.user(other)))(path)
      expect([response.status, (await problemOf(response)).code]).toEqual([404, 'not_found'])
    }
  })
})
