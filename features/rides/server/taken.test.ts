import { expect, it } from 'vitest'
import { addDays, dayInZone } from '#kit/day.ts'
import { startTestApp } from '#test/harness.ts'
import type { TestPractice, TestUser } from '#test/make.ts'
import { today } from '#test/today.ts'

const { make, as } = startTestApp()

const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
const read = async (user: TestUser, path: string) => (await (await as(user))(path)).json()

const rideOf = async (practice: TestPractice, values: object) =>
  make.insert(practice.laboratory.id, 'rides', {
    brand_id: practice.laboratory.id,
    practice_id: practice.id,
    shift: 'AM',
    created_by: (await make.user(practice)).id,
    ...values,
  })
const pickedUp = async (practice: TestPractice, day: string, at: string | null) => {
  await rideOf(practice, { day })
  await make.within(practice.laboratory.id, client =>
    client.query(
      `alter table rides disable trigger user;
       update rides set status = 'picked_up', status_at = ${at ? `'${at}'` : 'null'} where practice_id = '${practice.id}' and day = '${day}';
       alter table rides enable trigger user;`,
    ),
  )
}

type Listed = { date: string; orders: { code: string; what: string }[] }
const takenBy = (rides: Listed[]) =>
  Object.fromEntries(rides.map(({ date, orders }) => [date, orders.map(({ code, what }) => `${code} ${what}`)]))

async function practiceWithPickups() {
  const practice = await make.practice(await make.laboratory())
  const physical = { print_type: 'physical' }
  await pickedUp(practice, addDays(today, -6), ago(144))
  await pickedUp(practice, addDays(today, -2), ago(48))
  await rideOf(practice, { day: addDays(today, 2) })
  await rideOf(practice, { day: addDays(today, 4) })
  await make.order(practice, { code: 'A', ...physical, status: 'in_production', created_at: ago(150) })
  await make.order(practice, { code: 'B', ...physical, status: 'delivered', created_at: ago(100) })
  await make.order(practice, { code: 'C', ...physical, status: 'cancelled', created_at: ago(99) })
  await make.order(practice, { code: 'D', ...physical, created_at: ago(3) })
  await make.order(practice, { code: 'E', ...physical, created_at: ago(2), status: 'in_preparation' })
  await make.order(practice, { code: 'F', created_at: ago(2) })
  await make.order(practice, {
    code: 'G',
    status: 'on_hold',
    held_from: 'in_preparation',
    hold_reason: 'implant_parts',
    hold_answer: 'parts_with_pickup',
    hold_answered_at: ago(1),
  })
  return practice
}

it('an impression that had come to the laboratory by another way is taken by no pickup', async () => {
  const practice = await make.practice(await make.laboratory())
  await pickedUp(practice, addDays(today, -2), ago(48))
  const values = { print_type: 'physical', status: 'in_production', created_at: ago(100) }
  await make.order(practice, { code: 'A', ...values })
  const brought = await make.order(practice, { code: 'B', ...values })
  await make.insert(practice.laboratory.id, 'order_events', {
    brand_id: practice.laboratory.id,
    practice_id: practice.id,
    order_id: brought.id,
    sequence: 1,
    status: 'in_preparation',
    at: ago(80),
  })
  const { data } = await read(await make.user(practice), '/api/rides?tab=past')
  expect(takenBy(data)).toEqual({ [addDays(today, -2)]: ['A impression'] })
})

it('a pickup lists what it has taken since the one before, the next one what waits for it', async () => {
  const practice = await practiceWithPickups()
  const expected = {
    [addDays(today, -6)]: ['A impression'],
    [addDays(today, -2)]: ['B impression'],
    [addDays(today, 2)]: ['D impression', 'G parts'],
    [addDays(today, 4)]: [],
  }
  expect(takenBy((await read(await make.user(practice), '/api/rides')).data)).toEqual(expected)
  const driver = await make.user(practice.laboratory, { role: 'driver' })
  for (const [day, cases] of Object.entries(expected))
    expect(takenBy((await read(driver, `/api/staff/rides?day=${day}`)).data)).toEqual({ [day]: cases })
  // On the driver's sheet, without anything about the patient.
  const sheet = (await read(driver, `/api/staff/deliveries?day=${addDays(today, 2)}`)).data
  expect(sheet.stops[0].pickups[0].takes).toEqual([
    { code: 'D', what: 'impression' },
    { code: 'G', what: 'parts' },
  ])
})

it('a pickup that is over has taken nothing that was ordered after it, whenever it was marked', async () => {
  const practice = await make.practice(await make.laboratory())
  // Marked yesterday, three days late; and one from before times were recorded.
  await pickedUp(practice, addDays(today, -4), ago(24))
  await pickedUp(practice, addDays(today, -9), null)
  await rideOf(practice, { day: addDays(today, 2) })
  const physical = { print_type: 'physical' }
  await make.order(practice, { code: 'A', ...physical, status: 'delivered', created_at: ago(24 * 11) })
  await make.order(practice, { code: 'B', ...physical, status: 'in_production', created_at: ago(24 * 6) })
  await make.order(practice, { code: 'C', ...physical, created_at: ago(48) })
  const user = await make.user(practice)
  expect(takenBy((await read(user, '/api/rides')).data)).toEqual({
    [addDays(today, -9)]: ['A impression'],
    [addDays(today, -4)]: ['B impression'],
    [addDays(today, 2)]: ['C impression'],
  })
})

it('what a driver has fetched is to be handed over no more', async () => {
  const practice = await make.practice(await make.laboratory())
  const physical = { print_type: 'physical' }
  await make.order(practice, { code: 'A', ...physical, created_at: ago(72) })
  await make.order(practice, { code: 'B', ...physical, created_at: ago(3) })
  const user = await make.user(practice)
  const toHandOver = async () => {
    const { data } = await read(user, '/api/orders?waiting=impression')
    return data.map(({ code }: { code: string }) => code)
  }
  expect((await toHandOver()).toSorted()).toEqual(['A', 'B'])
  await pickedUp(practice, addDays(today, -2), ago(48))
  expect(await toHandOver()).toEqual(['B'])
})

/** Where it is the afternoon now, by every clock of the test. */
function zoneInItsAfternoon() {
  const ahead = Math.min(14, 15 - new Date().getUTCHours())
  return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}

it('what is ordered in the afternoon waits for no pickup of that morning, although nobody has marked it', async () => {
  const time_zone = zoneInItsAfternoon()
  const practice = await make.practice(await make.laboratory({ time_zone, working_days: [1, 2, 3, 4, 5, 6, 7] }))
  const user = await make.user(practice)
  const call = await as(user)
  const day = dayInZone(new Date(), time_zone)
  await rideOf(practice, { day })
  const { id } = await make.order(practice, { code: 'A', print_type: 'physical', created_at: ago(1) })
  const pickupOf = async () => (await read(user, `/api/orders/${id}`)).data.pickup
  expect(await pickupOf()).toBeNull()
  expect((await read(user, '/api/rides')).next).toBeNull()
  const back = await make.order(practice, { status: 'delivered', delivery_on: day })
  const problem = { kind: 'fit', description: 'Bascule', adjust: true, pickup: { date: day, shift: 'AM' } }
  expect((await call(`/api/orders/${back.id}/problems`, { body: problem })).status).toBe(422)
  const next = addDays(day, 2)
  await rideOf(practice, { day: next })
  expect(await pickupOf()).toEqual({ date: next, shift: 'AM', isDone: false })
  const { next: planned, data } = await read(user, '/api/rides')
  expect(planned).toMatchObject({ date: next })
  expect(takenBy(data)).toEqual({ [day]: [], [next]: ['A impression'] })
  // A driver who is late sees what the practice has for them.
  const driver = await make.user(practice.laboratory, { role: 'driver' })
  expect(takenBy((await read(driver, `/api/staff/rides?day=${day}`)).data)).toEqual({ [day]: ['A impression'] })
})

it('nothing waits for a pickup on a day that the laboratory has closed since', async () => {
  const practice = await make.practice(await make.laboratory({ working_days: [1, 2, 3, 4, 5, 6, 7] }))
  const user = await make.user(practice)
  await rideOf(practice, { day: addDays(today, 2) })
  await rideOf(practice, { day: addDays(today, 4) })
  await make.holiday(practice.laboratory, addDays(today, 2))
  const { id } = await make.order(practice, { code: 'A', print_type: 'physical', created_at: ago(1) })
  const { data, next } = await read(user, '/api/rides')
  expect(data.map(({ isClosed }: { isClosed: boolean }) => isClosed)).toEqual([true, false])
  expect(next).toMatchObject({ date: addDays(today, 4) })
  expect(takenBy(data)).toEqual({ [addDays(today, 2)]: [], [addDays(today, 4)]: ['A impression'] })
  expect((await read(user, `/api/orders/${id}`)).data.pickup).toMatchObject({ date: addDays(today, 4) })
})

it('a pickup lists nothing of another practice, nor of another laboratory', async () => {
  const practice = await practiceWithPickups()
  const neighbour = await make.practice(practice.laboratory)
  const stranger = await make.practice(await make.laboratory())
  for (const other of [neighbour, stranger]) {
    await rideOf(other, { day: addDays(today, 2) })
    expect(takenBy((await read(await make.user(other), '/api/rides')).data)).toEqual({ [addDays(today, 2)]: [] })
  }
  const staff = await make.user(stranger.laboratory)
  expect((await read(staff, `/api/staff/rides?day=${addDays(today, 2)}`)).data).toMatchObject([{ orders: [] }])
})

it('an impression about which something is asked before it is begun waits for its pickup all the same, and is to be handed over', async () => {
  const practice = await make.practice(await make.laboratory())
  const user = await make.user(practice)
  const day = addDays(today, 2)
  await rideOf(practice, { day })
  const asked = { print_type: 'physical', status: 'on_hold', hold_reason: 'other', created_at: ago(2) }
  const { id } = await make.order(practice, { code: 'Q', ...asked, held_from: 'registered' })
  const begun = await make.order(practice, { code: 'R', ...asked, held_from: 'in_preparation' })
  expect(takenBy((await read(user, '/api/rides')).data)).toEqual({ [day]: ['Q impression'] })
  const pickupOf = async (id: string) => (await read(user, `/api/orders/${id}`)).data.pickup
  expect(await pickupOf(id)).toEqual({ date: day, shift: 'AM', isDone: false })
  expect(await pickupOf(begun.id)).toBeNull()
  expect((await read(user, '/api/to-do')).data).toMatchObject({ impressions: 1, questions: 2, cases: 2 })
})
