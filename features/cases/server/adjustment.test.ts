import { describe, expect, it } from 'vitest'
import { addDays, dayInZone, weekday } from '#kit/day.ts'
import { problemOf, startTestApp } from '#test/harness.ts'
import type { TestPractice, TestUser } from '#test/make.ts'

const { make, as } = startTestApp()

const practiceOfItsOwn = async () => make.practice(await make.laboratory())
const report = async (user: TestUser, id: string, body: object = {}) =>
  (await as(user))(`/api/orders/${id}/problems`, {
    body: { kind: 'fit', description: 'Bascule', remake: false, ...body },
  })
const read = async (user: TestUser, path: string) => (await (await as(user))(path)).json()
const refusalOf = async (response: Response) => [response.status, (await problemOf(response)).code]
const rowsOf = async (practice: TestPractice, text: string) =>
  (await make.within(practice.laboratory.id, client => client.query(text))).rows

/** A working day for which it is not too late. */
const [day = ''] = [7, 8, 9]
  .map(ahead => addDays(dayInZone(new Date(), 'Europe/Paris'), ahead))
  .filter(day => weekday(day) < 6)

/** Delivered, with one product for each list of teeth. */
async function caseOn(practice: TestPractice, teeth: number[][], more: object = {}) {
  const order = await make.order(practice, { status: 'delivered', ...more })
  for (const [index, these] of teeth.entries())
    await make.orderLine(practice, order.id, 'CROWN', {
      case_sequence: index + 1,
      quantity: these.length,
      teeth: these,
    })
  return order
}

describe('a piece that is to be adjusted', () => {
  it('goes back with a pickup that is asked for in the same step, and both sides see it', async () => {
    const practice = await practiceOfItsOwn()
    const user = await make.user(practice)
    const { id, code } = await caseOn(practice, [[26]])
    const pickup = { date: day, shift: 'AM' }
    const reported = await report(user, id, { adjust: true, pickup })
    expect(reported.status).toBe(201)
    const adjustment = { pickup: { ...pickup, isDone: false } }
    expect((await reported.json()).data).toMatchObject({ adjustment, remake: null, teeth: [26], state: 'open' })

    const waiting = { id, code, patientCode: expect.any(String), what: 'adjustment' }
    const { next } = await read(user, '/api/rides')
    expect(next).toMatchObject({ ...pickup, status: 'requested', orders: [waiting] })
    const staff = await make.user(practice.laboratory)
    expect((await read(staff, `/api/staff/rides?day=${day}`)).data).toMatchObject([{ orders: [waiting] }])
    expect((await read(staff, '/api/staff/problems')).data).toMatchObject([{ problem: { teeth: [26], adjustment } }])
    expect((await read(staff, `/api/staff/orders/${id}`)).data.problems).toMatchObject([{ teeth: [26], adjustment }])
    expect(
      await rowsOf(practice, `select kind from audit_events where kind::text !~ '_(viewed|refused)$' order by id`),
    ).toEqual([{ kind: 'problem_reported' }, { kind: 'ride_requested' }])
  })

  it('goes with the pickup that is planned already, and with another where that one is called off', async () => {
    const practice = await practiceOfItsOwn()
    const user = await make.user(practice)
    const call = await as(user)
    const { id } = await caseOn(practice, [[26]])
    const first = await (await call('/api/rides', { body: { date: day, shift: 'AM' } })).json()
    expect((await report(user, id, { adjust: true, pickup: { date: day, shift: 'AM' } })).status).toBe(201)
    expect(await rowsOf(practice, 'select from rides')).toHaveLength(1)
    await call('/api/rides', { body: { date: day, shift: 'PM' } })
    await call(`/api/rides/${first.data.id}`, { method: 'DELETE' })
    expect((await read(user, `/api/orders/${id}`)).data.problems[0].adjustment).toEqual({
      pickup: { date: day, shift: 'PM', isDone: false },
    })
  })

  it('waits for no driver once the practice has settled it', async () => {
    const practice = await practiceOfItsOwn()
    const user = await make.user(practice)
    const call = await as(user)
    const { id } = await caseOn(practice, [[26]])
    const { data } = await (await report(user, id, { adjust: true, pickup: { date: day, shift: 'AM' } })).json()
    await call(`/api/orders/${id}/problems/${data.id}/settled`, { method: 'POST' })
    expect((await read(user, `/api/orders/${id}`)).data.problems[0].adjustment).toEqual({ pickup: null })
    expect((await read(user, '/api/rides')).next.orders).toEqual([])
  })

  it('is nothing that is still at the laboratory, nor made again as well, nor fetched when nobody comes', async () => {
    const practice = await practiceOfItsOwn()
    const user = await make.user(practice)
    const [here, there] = [await caseOn(practice, []), await caseOn(practice, [], { status: 'in_production' })]
    const pickup = { date: day, shift: 'AM' }
    expect(await refusalOf(await report(user, there.id, { adjust: true }))).toEqual([409, 'adjustment_too_early'])
    expect((await report(user, here.id, { adjust: true, remake: true })).status).toBe(422)
    expect((await report(user, here.id, { pickup })).status).toBe(422)
    const past = { date: '2026-01-05', shift: 'AM' }
    expect(await refusalOf(await report(user, here.id, { adjust: true, pickup: past }))).toEqual([
      422,
      'pickup_not_possible',
    ])
    expect(await rowsOf(practice, 'select from order_problems union all select from rides')).toEqual([])
    // Nor with a past pickup that was never marked as driven.
    await make.ride(practice, past.date, 'AM', { created_by: user.id })
    expect(await refusalOf(await report(user, here.id, { adjust: true, pickup: past }))).toEqual([
      422,
      'pickup_not_possible',
    ])
  })

  it('is asked by whoever orders nothing, and twice at once asks for one pickup', async () => {
    const practice = await practiceOfItsOwn()
    const user = await make.user(practice, { is_dlcpm: true })
    const cases = [await caseOn(practice, [[11]]), await caseOn(practice, [[21]]), await caseOn(practice, [[36]])]
    const pickup = { date: day, shift: 'PM' }
    const answers = await Promise.all(cases.map(({ id }) => report(user, id, { adjust: true, pickup })))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(await rowsOf(practice, 'select from rides')).toHaveLength(1)
  })
})

describe('the teeth of a problem', () => {
  it('are of that case, in the order of the arch; a single one names itself', async () => {
    const practice = await practiceOfItsOwn()
    const user = await make.user(practice)
    const [many, one] = [await caseOn(practice, [[11, 12, 13], [36]]), await caseOn(practice, [[26]])]
    const teethOf = async (id: string, body: object) => (await (await report(user, id, body)).json()).data.teeth
    expect(await teethOf(many.id, { teeth: [36, 11, 13] })).toEqual([13, 11, 36])
    expect(await teethOf(many.id, {})).toEqual([])
    expect(await teethOf(one.id, {})).toEqual([26])
    const refused = await report(user, many.id, { teeth: [11, 26] })
    expect(refused.status).toBe(422)
    expect((await problemOf(refused)).errors).toEqual([{ path: 'teeth', code: 'not_of_this_case' }])
  })

  it('are of that case for whoever writes to the table itself', async () => {
    const practice = await practiceOfItsOwn()
    const user = await make.user(practice)
    const { id } = await caseOn(practice, [[26]])
    const insert = (values: object) =>
      make.insert(practice.laboratory.id, 'order_problems', {
        brand_id: practice.laboratory.id,
        practice_id: practice.id,
        order_id: id,
        kind: 'fit',
        description: 'x',
        reported_by: user.id,
        ...values,
      })
    await expect(insert({ teeth: [27] })).rejects.toThrow('teeth of another case')
    await expect(insert({ is_adjustment: true, remake_id: id })).rejects.toThrow('order_problems__one_wish')
    await insert({ teeth: [26] })
  })
})

describe('that it came too late', () => {
  it.each(['registered', 'in_production', 'shipped', 'unknown'])('is not said of what is %s', async status => {
    const practice = await practiceOfItsOwn()
    const { id } = await make.order(practice, { status })
    expect(await refusalOf(await report(await make.user(practice), id, { kind: 'late' }))).toEqual([409, 'not_arrived'])
  })

  it.each(['delivered', 'invoiced'])('is said of what is %s', async status => {
    const practice = await practiceOfItsOwn()
    const { id } = await make.order(practice, { status })
    expect((await report(await make.user(practice), id, { kind: 'late' })).status).toBe(201)
  })
})
