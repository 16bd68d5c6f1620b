import { describe, expect, it } from 'vitest'
import { horizonDays } from '#features/catalogue/rules.ts'
import { addDays, type Day, weekday } from '#kit/day.ts'
import { problemOf, startTestApp } from '#test/harness.ts'
import type { TestLaboratory, TestPractice, TestUser } from '#test/make.ts'
import { today } from '#test/today.ts'
import { mostDays } from '../input.ts'

const { make, as } = startTestApp({ connections: 25 })

const always = [1, 2, 3, 4, 5, 6, 7]
const week = (elements: number | null) => Array.from({ length: 7 }, () => elements)
const inDays = (days: number) => addDays(today, days)

/** Works every day, so that a crown ordered today leaves in five days. */
async function laboratoryOf() {
  const laboratory = await make.laboratory({ working_days: always })
  const practice = await make.practice(laboratory, { delivery_days: always, opening_days: always })
  const { reference } = await make.product(laboratory)
  const staff = await make.user(laboratory)
  return { laboratory, practice, reference, staff, user: await make.user(practice) }
}
type Scope = { family: string | null; elements: (number | null)[] }
const show = async (staff: TestUser) => (await (await (await as(staff))('/api/staff/capacity')).json()).data
const setWeeks = async (staff: TestUser, weeks: Scope[], isCounted = true, changes: object = {}) => {
  const { version } = await show(staff)
  return (await as(staff))('/api/staff/capacity', { method: 'PUT', body: { isCounted, weeks, version, ...changes } })
}
const setDays = async (staff: TestUser, body: object) =>
  (await as(staff))('/api/staff/capacity/days', { method: 'PUT', body })
const counted = async (staff: TestUser, ...weeks: Scope[]) =>
  expect((await setWeeks(staff, weeks)).status, JSON.stringify(weeks)).toBe(204)

const promise = async (user: TestUser, reference: string, more: object = {}, quantity = 1) => {
  const body = { printType: 'optical', products: [{ reference, quantity }], ...more }
  return (await (await (await as(user))('/api/orders/promise', { body })).json()).data
}
const dayFor = async (user: TestUser, reference: string, more: object = {}, quantity = 1): Promise<Day | undefined> =>
  (await promise(user, reference, more, quantity))?.deliveryDate
const teeth = [11, 12, 13, 14, 15, 16, 17, 21, 22, 23, 24, 25, 26, 27]
const order = async (user: TestUser, reference: string, more: object = {}, quantity = 1) =>
  (await as(user))('/api/orders', {
    body: {
      patientCode: 'P-77',
      printType: 'optical',
      products: [{ reference, quantity, teeth: teeth.slice(0, quantity), shade: 'A2' }],
      ...more,
    },
  })
const ordered = async (user: TestUser, reference: string, more: object = {}, quantity = 1) => {
  const response = await order(user, reference, more, quantity)
  expect(response.status, await response.clone().text()).toBe(201)
  return (await response.json()).data as { id: string; deliveryDate: Day | null }
}
/** A case with that many crowns, promised for a day. */
async function promised(practice: TestPractice, reference: string, day: Day, quantity: number, values: object = {}) {
  const { id } = await make.order(practice, { delivery_on: day, ...values })
  const brand_id = practice.laboratory.id
  const of = { brand_id, practice_id: practice.id, order_id: id, case_sequence: 1, reference, product_version: 1 }
  await make.insert(brand_id, 'order_products', { ...of, label_fr: 'Couronne', label_en: 'Crown', quantity })
  return { id }
}
const dayOf = async (laboratory: TestLaboratory, id: string) =>
  (await make.within(laboratory.id, client => client.query('select delivery_on::text from orders where id = $1', [id])))
    .rows[0]?.delivery_on

describe('a promise', () => {
  it('knows no limit as long as the laboratory counts none', async () => {
    const { practice, reference, staff, user } = await laboratoryOf()
    await setWeeks(staff, [{ family: 'fixed', elements: week(1) }], false)
    await promised(practice, reference, inDays(5), 50)
    expect(await dayFor(user, reference)).toBe(inDays(5))
    expect((await ordered(user, reference)).deliveryDate).toBe(inDays(5))
  })

  it('takes the first day that still has room for its elements, of whichever practices the others are', async () => {
    const { laboratory, reference, staff, user } = await laboratoryOf()
    const other = await make.practice(laboratory)
    await counted(staff, { family: 'fixed', elements: week(6) })
    await promised(other, reference, inDays(5), 4, { status: 'in_production' })
    await promised(other, reference, inDays(6), 6, { status: 'in_production' })
    expect(await dayFor(user, reference, {}, 2)).toBe(inDays(5))
    expect(await dayFor(user, reference, {}, 3)).toBe(inDays(7))
    expect((await ordered(user, reference, {}, 3)).deliveryDate).toBe(inDays(7))
    expect((await ordered(user, reference, {}, 2)).deliveryDate).toBe(inDays(5))
    expect(await dayFor(user, reference)).toBe(inDays(7))
  })

  it('counts what is neither delivered nor cancelled, families apart, and all of them together', async () => {
    const { laboratory, practice, reference, staff, user } = await laboratoryOf()
    const splint = await make.product(laboratory, { family: 'splints', tooth_need: 'none', shade_need: 'none' })
    await counted(staff, { family: 'fixed', elements: week(3) })
    await promised(practice, reference, inDays(5), 9, { status: 'delivered' })
    await promised(practice, reference, inDays(5), 9, { status: 'cancelled' })
    await promised(practice, splint.reference, inDays(5), 9)
    expect(await dayFor(user, reference, {}, 3)).toBe(inDays(5))
    await counted(staff, { family: 'fixed', elements: week(3) }, { family: null, elements: week(11) })
    expect(await dayFor(user, reference, {}, 2)).toBe(inDays(5))
    expect(await dayFor(user, reference, {}, 3)).toBe(inDays(6))
    expect(await dayFor(user, splint.reference, {}, 3)).toBe(inDays(6))
  })

  it('follows the weekday, and the day that is not as its weekday', async () => {
    const { reference, staff, user } = await laboratoryOf()
    const elements: (number | null)[] = week(5)
    elements[weekday(inDays(5)) - 1] = 0
    elements[weekday(inDays(6)) - 1] = null
    await counted(staff, { family: 'fixed', elements })
    expect(await dayFor(user, reference, {}, 5)).toBe(inDays(6))
    await setDays(staff, { family: 'fixed', from: inDays(5), to: inDays(5), elements: 9 })
    expect(await dayFor(user, reference, {}, 9)).toBe(inDays(5))
    await setDays(staff, { family: 'fixed', from: inDays(5), to: inDays(8), elements: 0 })
    expect(await dayFor(user, reference)).toBe(inDays(9))
    await setDays(staff, { family: 'fixed', from: inDays(6), to: inDays(6), elements: null })
    expect(await dayFor(user, reference)).toBe(inDays(6))
  })

  it('gives work that is larger than a day a day of its own', async () => {
    const { practice, reference, staff, user } = await laboratoryOf()
    await counted(staff, { family: 'fixed', elements: week(4) })
    await promised(practice, reference, inDays(5), 1)
    expect(await dayFor(user, reference, {}, 14)).toBe(inDays(6))
  })

  it('is none where nothing can be finished on any day; the order is taken all the same, without a day', async () => {
    const { reference, staff, user } = await laboratoryOf()
    await counted(staff, { family: 'fixed', elements: week(0) })
    expect(await promise(user, reference)).toBeNull()
    expect((await ordered(user, reference, { promisedDate: null })).deliveryDate).toBeNull()
  })

  it('for a wished day goes on from there', async () => {
    const { practice, reference, staff, user } = await laboratoryOf()
    await counted(staff, { family: 'fixed', elements: week(1) })
    await promised(practice, reference, inDays(9), 1)
    expect(await dayFor(user, reference, { wishedDate: inDays(9) })).toBe(inDays(10))
  })

  it('shows a practice its day, for how many days the laboratory is full before it, and no number', async () => {
    const { practice, reference, staff, user } = await laboratoryOf()
    await counted(staff, { family: 'fixed', elements: week(3) }, { family: null, elements: week(777) })
    await setDays(staff, { family: 'fixed', from: inDays(5), to: inDays(5), elements: 0 })
    const call = await as(user)
    const catalogue = (await (await call('/api/catalogue')).json()).data
    expect(catalogue.calendar.askForDay).toBe(true)
    expect(JSON.stringify(catalogue)).not.toMatch(/capacity|777|full/i)
    expect((await promise(user, reference)).because).toEqual([
      { step: 'lab', days: 5, from: inDays(1), to: inDays(5) },
      { step: 'first_possible', days: 1, from: inDays(5), to: inDays(5) },
    ])
    expect((await call('/api/staff/capacity')).status).toBe(403)
    // Row-level security hides them as well, whatever a practice queries.
    const read = await make.within(practice.laboratory.id, async client => {
      await client.query('select tenant.set_context($1, $2, $3)', [practice.laboratory.id, practice.id, user.id])
      const weeks = await client.query('select from capacity_weekdays')
      const days = await client.query('select from capacity_days')
      return [weeks.rowCount, days.rowCount]
    })
    expect(read).toEqual([0, 0])
  })
})

describe('the last place', () => {
  it('is given once, however many ask at the same moment', async () => {
    const { laboratory, reference, staff } = await laboratoryOf()
    await counted(staff, { family: 'fixed', elements: week(3) })
    const users = await Promise.all(
      Array.from({ length: 10 }, async () =>
        make.user(await make.practice(laboratory, { delivery_days: always, opening_days: always })),
      ),
    )
    const made = await Promise.all(users.map(user => ordered(user, reference)))
    const days = made.map(({ deliveryDate }) => deliveryDate).toSorted()
    expect(days).toEqual([5, 5, 5, 6, 6, 6, 7, 7, 7, 8].map(inDays))
  })

  it('once shown to two goes to one; the other is told the day that it is now, before anything is made', async () => {
    const { laboratory, reference, staff, user } = await laboratoryOf()
    const rival = await make.user(await make.practice(laboratory, { delivery_days: always, opening_days: always }))
    await counted(staff, { family: 'fixed', elements: week(1) })
    const promisedDate = await dayFor(user, reference)
    expect(await dayFor(rival, reference)).toBe(promisedDate)
    const answers = await Promise.all([user, rival].map(one => order(one, reference, { promisedDate })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
    const refused = answers.find(({ status }) => status === 409) as Response
    expect(await problemOf(refused)).toMatchObject({
      code: 'promise_changed',
      present: { deliveryDate: addDays(promisedDate as Day, 1) },
    })
  })
})

describe('what is promised already', () => {
  it('stays where it is, whatever is said of capacity afterwards', async () => {
    const { laboratory, reference, staff, user } = await laboratoryOf()
    const { id } = await ordered(user, reference, {}, 3)
    await counted(staff, { family: 'fixed', elements: week(1) })
    await setDays(staff, { family: 'fixed', from: inDays(5), to: inDays(5), elements: 0 })
    expect(await dayOf(laboratory, id)).toBe(inDays(5))
  })

  it('is not in its own way, and may keep its day, when its practice wishes for another', async () => {
    const { laboratory, practice, reference, staff, user } = await laboratoryOf()
    await counted(staff, { family: 'fixed', elements: week(3) })
    const { id } = await ordered(user, reference, { wishedDate: inDays(7) }, 3)
    await promised(practice, reference, inDays(9), 1)
    const wish = async (day: Day | null) =>
      (await (await as(user))(`/api/orders/${id}`, { method: 'PATCH', body: { wishedDate: day } })).status
    expect(await wish(inDays(8))).toBe(200)
    expect(await dayOf(laboratory, id)).toBe(inDays(8))
    await promised(practice, reference, inDays(8), 3)
    expect(await wish(inDays(6))).toBe(200)
    expect(await dayOf(laboratory, id)).toBe(inDays(6))
    expect(await wish(inDays(8))).toBe(200)
    expect(await dayOf(laboratory, id)).toBe(inDays(10))
    await setDays(staff, { family: 'fixed', from: inDays(10), to: inDays(10), elements: 0 })
    expect(await wish(inDays(9))).toBe(200)
    expect(await dayOf(laboratory, id)).toBe(inDays(10))
  })
})

describe('the laboratory', () => {
  it('may promise a day that is full: it is told how full, and not refused', async () => {
    const { laboratory, practice, reference, staff, user } = await laboratoryOf()
    await counted(staff, { family: 'fixed', elements: week(4) }, { family: null, elements: week(50) })
    await promised(practice, reference, inDays(5), 4)
    const { id, deliveryDate } = await ordered(user, reference, {}, 2)
    expect(deliveryDate).toBe(inDays(6))
    const call = await as(staff)
    const { proposed, fills } = (await (await call(`/api/staff/orders/${id}/load`)).json()).data
    expect(proposed).toBe(inDays(6))
    const on = (day: Day) => fills.filter((fill: { day: Day }) => fill.day === day)
    expect(on(inDays(5))).toEqual([
      { day: inDays(5), family: 'Fixe', elements: 6, most: 4 },
      { day: inDays(5), family: null, elements: 6, most: 50 },
    ])
    expect(on(inDays(6))[0]).toMatchObject({ family: 'Fixe', elements: 2 })
    const body = { status: 'in_preparation', from: 'registered', deliveryDate: inDays(5) }
    expect((await call(`/api/staff/orders/${id}/status`, { body })).status).toBe(204)
    expect(await dayOf(laboratory, id)).toBe(inDays(5))
  })

  it('is proposed a day with room where the promise cannot be kept', async () => {
    const { practice, reference, staff } = await laboratoryOf()
    await counted(staff, { family: 'fixed', elements: week(4) })
    await promised(practice, reference, inDays(5), 4)
    const { id } = await promised(practice, reference, inDays(-1), 1)
    const { proposed } = (await (await (await as(staff))(`/api/staff/orders/${id}/load`)).json()).data
    expect(proposed).toBe(inDays(6))
  })

  it('makes again at once: a remake takes no place in the queue, and counts for whoever comes next', async () => {
    const { laboratory, practice, reference, staff, user } = await laboratoryOf()
    await counted(staff, { family: 'fixed', elements: week(1) })
    await promised(practice, reference, inDays(5), 1)
    const { id } = await promised(practice, reference, inDays(-3), 1, { status: 'delivered' })
    const body = { kind: 'fit', description: 'Trop haute', remake: true }
    const answer = await (await as(user))(`/api/orders/${id}/problems`, { body })
    expect(answer.status, await answer.clone().text()).toBe(201)
    const { rows } = await make.within(laboratory.id, client =>
      client.query('select delivery_on::text from orders where remake_of = $1', [id]),
    )
    expect(rows).toEqual([{ delivery_on: inDays(5) }])
    expect(await dayFor(user, reference)).toBe(inDays(6))
  })

  it('sees how much is promised of what it can finish on the days it works', async () => {
    const { laboratory, practice, reference, staff } = await laboratoryOf()
    await make.holiday(laboratory, inDays(2))
    await counted(staff, { family: 'fixed', elements: week(8) }, { family: null, elements: week(20) })
    await setDays(staff, { family: 'fixed', from: inDays(1), to: inDays(1), elements: 3 })
    await promised(practice, reference, inDays(1), 5)
    const shown = await show(staff)
    expect(shown).toMatchObject({
      isCounted: true,
      families: [{ id: 'fixed', name: 'Fixe' }],
      weeks: [
        { family: null, elements: week(20) },
        { family: 'fixed', elements: week(8) },
      ],
      days: [{ day: inDays(1), family: 'fixed', elements: 3 }],
    })
    expect(shown.ahead).toHaveLength(27)
    expect(shown.ahead[1]).toEqual({
      day: inDays(1),
      fills: [
        { family: null, elements: 5, most: 20 },
        { family: 'fixed', elements: 5, most: 3 },
      ],
      away: { count: 0, practices: [] },
    })
    expect(shown.ahead.map(({ day }: { day: Day }) => day)).not.toContain(inDays(2))
  })
})

describe('the days ahead', () => {
  it('name who takes no delivery in: each practice once, the first five by name, a half-day as one', async () => {
    const { laboratory, staff } = await laboratoryOf()
    const alone = await make.practice(laboratory, { name: 'A seul' })
    const halves = await make.practice(laboratory, { name: 'B moitiés' })
    const open = await make.practice(laboratory, { name: 'C ouvert' })
    await make.absence(alone, inDays(1), inDays(2))
    await make.absence(halves, inDays(1), inDays(1), { to_shift: 'AM' })
    await make.absence(halves, inDays(2), inDays(2), { to_shift: 'AM' })
    await make.absence(halves, inDays(2), inDays(2), { from_shift: 'PM' })
    await make.absence(open, inDays(1), inDays(1), { is_delivery_possible: true })
    await make.absence(await make.practice((await laboratoryOf()).laboratory), inDays(1), inDays(1))
    for (const n of [1, 2, 3, 4, 5])
      await make.absence(await make.practice(laboratory, { name: `D ${n}` }), inDays(3), inDays(3))
    await make.absence(open, inDays(3), inDays(3))

    const { ahead } = await show(staff)
    const awayOn = (day: Day) => ahead.find((one: { day: Day }) => one.day === day).away
    expect(awayOn(inDays(1))).toEqual({
      count: 2,
      practices: [
        { id: alone.id, name: 'A seul', half: null },
        { id: halves.id, name: 'B moitiés', half: 'AM' },
      ],
    })
    expect(awayOn(inDays(2)).practices.map(({ half }: { half: unknown }) => half)).toEqual([null, null])
    const third = awayOn(inDays(3))
    expect(third.count).toBe(6)
    expect(third.practices.map(({ name }: { name: string }) => name)).toEqual(['C ouvert', 'D 1', 'D 2', 'D 3', 'D 4'])
    expect(awayOn(inDays(4))).toEqual({ count: 0, practices: [] })
  })
})

describe('who says it', () => {
  it('is an administrator, of families that there are, and not over what a colleague has said meanwhile', async () => {
    const { laboratory, staff } = await laboratoryOf()
    const weeks = [{ family: 'fixed', elements: week(4) }]
    const refusalOf = async (answer: Response) => {
      const { status, code, errors } = await problemOf(answer)
      return [status, code, ...(errors ?? []).map(({ path, code }) => `${path} ${code}`)]
    }
    expect(await refusalOf(await setWeeks(staff, weeks, true, { version: 'earlier' }))).toEqual([409, 'conflict'])
    expect((await setWeeks(staff, [...weeks, { family: null, elements: week(9) }])).status).toBe(204)
    // A retry after a lost answer succeeds, in any order, and beside a family without limits.
    const again = [{ family: null, elements: week(9) }, { family: 'removable', elements: week(null) }, ...weeks]
    expect((await setWeeks(staff, again, true, { version: 'earlier' })).status).toBe(204)
    expect(await refusalOf(await setWeeks(staff, again, false, { version: 'earlier' }))).toEqual([409, 'conflict'])
    const unknown = { family: 'elsewhere', elements: week(1) }
    expect(await refusalOf(await setWeeks(staff, [unknown]))).toEqual([422, 'input_invalid', 'weeks not_listed'])
    const day = { family: 'elsewhere', from: today, to: today, elements: 1 }
    expect(await refusalOf(await setDays(staff, day))).toEqual([422, 'input_invalid', 'family not_listed'])
    const backwards = { family: null, from: inDays(2), to: today, elements: 1 }
    expect(await refusalOf(await setDays(staff, backwards))).toEqual([422, 'input_invalid', 'to before_from'])
    for (const role of ['production', 'driver', 'accounting']) {
      const colleague = await as(await make.user(laboratory, { role }))
      expect((await colleague('/api/staff/capacity')).status, role).toBe(403)
    }
    // The database checks too, should a route forget to.
    const worker = await make.user(laboratory, { role: 'production' })
    const written = make.within(laboratory.id, async client => {
      await client.query(`select tenant.set_context($1, null, $2, 'staff')`, [laboratory.id, worker.id])
      await client.query('insert into capacity_weekdays values ($1, null, default, 1, 5)', [laboratory.id])
    })
    await expect(written).rejects.toThrow('an administrator of the laboratory sets this')
  })

  it('says it of days that can be promised, of so many at most, and is shown those', async () => {
    const { laboratory, staff } = await laboratoryOf()
    const said = async (from: Day, to: Day, elements: number | null = 1) => {
      const answer = await setDays(staff, { family: 'fixed', from, to, elements })
      if (answer.status === 204) return []
      return (await problemOf(answer)).errors?.map(({ path, code }) => `${path} ${code}`)
    }
    // Exceptions saved before these limits existed.
    for (const day of [inDays(-1), inDays(horizonDays + 2)])
      await make.insert(laboratory.id, 'capacity_days', { brand_id: laboratory.id, family: 'fixed', day, elements: 1 })
    expect(await said(inDays(-2), today)).toEqual(['from past'])
    expect(await said(inDays(horizonDays), inDays(horizonDays + 3))).toEqual(['to too_far'])
    expect(await said(inDays(2), inDays(2))).toEqual([])
    expect((await show(staff)).days).toEqual([{ day: inDays(2), family: 'fixed', elements: 1 }])

    await make.within(laboratory.id, async client => {
      await client.query(
        `insert into product_families (brand_id, id, position, name_fr, name_en)
         select $1, 'f' || n, n, 'Autre', 'Other' from generate_series(1, 4) n`,
        [laboratory.id],
      )
      await client.query(
        `insert into capacity_days (brand_id, family, day, elements)
         select $1, 'f' || n, $2::date + d, 1 from generate_series(1, 4) n, generate_series(1, 500) d limit $3`,
        [laboratory.id, today, mostDays - 1],
      )
    })
    expect(await said(inDays(2), inDays(3))).toEqual(['to too_many'])
    expect((await show(staff)).days).toHaveLength(mostDays)
    expect(await said(inDays(2), inDays(2), 7)).toEqual([])
    expect(await said(inDays(2), inDays(2), null)).toEqual([])
    expect(await said(inDays(3), inDays(3))).toEqual([])
  })

  it('leaves every other laboratory out', async () => {
    const [one, other] = [await laboratoryOf(), await laboratoryOf()]
    await counted(one.staff, { family: 'fixed', elements: week(0) })
    expect(await dayFor(other.user, other.reference)).toBe(inDays(5))
    expect((await show(other.staff)).weeks).toEqual([])
  })
})
