import { describe, expect, it } from 'vitest'
import { addDays, type Day } from '#kit/day.ts'
import { noCreatingRates, problemOf, startTestApp } from '#test/harness.ts'
import type { TestPractice, TestUser } from '#test/make.ts'
import { today } from '#test/today.ts'

const { make, as } = startTestApp({ creatingRates: noCreatingRates })
const asksSeldom = startTestApp({ creatingRates: { ...noCreatingRates, questions: { points: 3, seconds: 60 } } })

const always = [1, 2, 3, 4, 5, 6, 7]
const inDays = (days: number) => addDays(today, days)
const pathOfPromise = '/api/orders/promise'

/** Works every day with this limit on each, so that a splint ordered today leaves in five days. */
async function laboratoryWith(elements: number, counts = true) {
  const laboratory = await make.laboratory({ working_days: always, counts_capacity: counts })
  const { reference } = await make.product(laboratory, { tooth_need: 'none', shade_need: 'none' })
  for (const weekday of always)
    await make.insert(laboratory.id, 'capacity_weekdays', {
      brand_id: laboratory.id,
      family: 'fixed',
      weekday,
      elements,
    })
  const newPractice = () => make.practice(laboratory, { delivery_days: always, opening_days: always })
  return { laboratory, reference, newPractice, practice: await newPractice(), other: await newPractice() }
}
const bodyOf = (reference: string, quantity = 1) => ({ printType: 'optical', products: [{ reference, quantity }] })
type Call = Awaited<ReturnType<typeof as>>
const dayFor = async (call: Call, reference: string, quantity = 1): Promise<Day> =>
  (await (await call(pathOfPromise, { body: bodyOf(reference, quantity) })).json()).data.deliveryDate
const orderBody = (reference: string, quantity = 1) => ({
  patientCode: 'P-77',
  printType: 'optical',
  products: [{ reference, quantity, teeth: [] }],
})
const order = async (user: TestUser, reference: string, quantity = 1) => {
  const response = await (await as(user))('/api/orders', { body: orderBody(reference, quantity) })
  expect(response.status, await response.clone().text()).toBe(201)
  return (await response.json()).data as { id: string; deliveryDate: Day }
}
async function promised(practice: TestPractice, reference: string, day: Day, quantity: number, status: string) {
  const { id } = await make.order(practice, { delivery_on: day, status })
  const of = { brand_id: practice.laboratory.id, practice_id: practice.id, order_id: id, case_sequence: 1, reference }
  const values = { ...of, product_version: 1, label_fr: 'Gouttière', label_en: 'Splint', quantity }
  await make.insert(practice.laboratory.id, 'order_products', values)
  return id
}

describe('how full a day is', () => {
  it('is asked in steps: whatever quantity is asked, days of different room answer alike', async () => {
    const { practice, other, reference } = await laboratoryWith(20)
    const call = await as(await make.user(practice))
    await promised(other, reference, inDays(5), 13, 'in_production')
    const answers = async () => {
      const days: Day[] = []
      for (let quantity = 1; quantity <= 20; quantity++) days.push(await dayFor(call, reference, quantity))
      return days
    }
    const withRoomOfSeven = await answers()
    expect(withRoomOfSeven.filter(day => day === inDays(5))).toHaveLength(6)
    await promised(other, reference, inDays(5), 1, 'in_production')
    expect(await answers()).toEqual(withRoomOfSeven)
  })

  it('is asked by all of a practice together so often, and what is ordered is promised all the same', async () => {
    const { practice, other, reference } = await laboratoryWith(20)
    const [call, colleague, elsewhere] = await Promise.all(
      [practice, practice, other].map(async one => asksSeldom.as(await make.user(one))),
    )
    const ask = (one = call) => (one as Call)(pathOfPromise, { body: bodyOf(reference) })
    expect([(await ask()).status, (await ask(colleague)).status, (await ask()).status]).toEqual([200, 200, 200])
    const refused = await ask(colleague)
    expect([refused.status, (await problemOf(refused)).code]).toEqual([429, 'too_many_requests'])
    expect((await ask(elsewhere)).status).toBe(200)
    // Sent by a form that was shown no day: it is told the day, and accepts it.
    const send = (promisedDate: Day | null) =>
      (call as Call)('/api/orders', { body: { ...orderBody(reference), promisedDate } })
    expect(await problemOf(await send(null))).toMatchObject({
      code: 'promise_changed',
      present: { deliveryDate: inDays(5) },
    })
    const sent = await send(inDays(5))
    expect(sent.status).toBe(201)
    const { id } = (await sent.json()).data
    const preview = (changes: object) => (call as Call)(`/api/orders/${id}/change-preview`, { body: changes })
    expect((await preview({ wishedDate: inDays(9) })).status).toBe(429)
    expect((await preview({ comment: 'Merci' })).status).toBe(200)
  })

  it('is no question where the laboratory counts no capacity', async () => {
    const { practice, reference } = await laboratoryWith(20, false)
    const call = await asksSeldom.as(await make.user(practice))
    for (let asked = 0; asked < 5; asked++)
      expect((await call(pathOfPromise, { body: bodyOf(reference) })).status).toBe(200)
  })

  it('is told to nobody by leaving out a case of another practice, in the database either', async () => {
    const { laboratory, practice, other, reference } = await laboratoryWith(4)
    const theirs = await promised(other, reference, inDays(5), 4, 'in_production')
    const own = await promised(practice, reference, inDays(6), 4, 'in_production')
    const user = await make.user(practice)
    const daysWithout = (leavingOut: string) =>
      make.within(laboratory.id, async client => {
        await client.query('select tenant.set_context($1, $2, $3)', [laboratory.id, practice.id, user.id])
        const work = JSON.stringify([{ family: 'fixed', elements: 1 }])
        const asked = [inDays(1), inDays(9), work, leavingOut]
        const days = 'select day::text from tenant.days_without_room($1, $2, $3, $4) day order by day'
        return (await client.query<{ day: Day }>(days, asked)).rows.map(({ day }) => day)
      })
    expect(await daysWithout(theirs)).toEqual([inDays(5), inDays(6)])
    expect(await daysWithout(own)).toEqual([inDays(5)])
  })
})

describe('what the laboratory has not accepted yet', () => {
  it('pushes nobody else back, however much one practice orders', async () => {
    const { laboratory, practice, other, reference } = await laboratoryWith(12)
    const attacker = await make.user(other)
    const days: Day[] = []
    for (let sent = 0; sent < 40; sent++) days.push((await order(attacker, reference, 99)).deliveryDate)
    // The attacker's orders wait for each other.
    expect(days.toSorted().at(-1)).toBe(inDays(44))
    expect(await dayFor(await as(attacker), reference)).toBe(inDays(45))
    // Others lose at most half a day: small orders find their day at once, large ones after ten.
    const call = await as(await make.user(practice))
    expect(await dayFor(call, reference)).toBe(inDays(5))
    expect(await dayFor(call, reference, 6)).toBe(inDays(5))
    expect(await dayFor(call, reference, 12)).toBe(inDays(15))
    // Once the laboratory has accepted them, they count fully.
    await make.within(laboratory.id, client =>
      client.query(`update orders set status = 'in_preparation' where practice_id = $1 and delivery_on <= $2`, [
        other.id,
        inDays(7),
      ]),
    )
    expect(await dayFor(call, reference)).toBe(inDays(8))
  })

  it('counts at most half of all families together, too', async () => {
    const { laboratory, practice, other, reference } = await laboratoryWith(999)
    for (const weekday of always)
      await make.insert(laboratory.id, 'capacity_weekdays', { brand_id: laboratory.id, weekday, elements: 8 })
    await order(await make.user(other), reference, 99)
    const call = await as(await make.user(practice))
    expect(await dayFor(call, reference, 4)).toBe(inDays(5))
    expect(await dayFor(call, reference, 6)).toBe(inDays(6))
  })

  it('fills a day all the same where it comes of several practices', async () => {
    const { newPractice, practice, reference } = await laboratoryWith(6)
    for (let one = 0; one < 3; one++) await order(await make.user(await newPractice()), reference, 2)
    expect(await dayFor(await as(await make.user(practice)), reference)).toBe(inDays(6))
  })
})

it('finds room however far away it is', async () => {
  const { laboratory, practice, reference } = await laboratoryWith(6)
  for (let day = 0; day < 100; day++)
    await make.insert(laboratory.id, 'capacity_days', {
      brand_id: laboratory.id,
      family: 'fixed',
      day: inDays(day),
      elements: 0,
    })
  expect(await dayFor(await as(await make.user(practice)), reference)).toBe(inDays(100))
})
