import { describe, expect, it } from 'vitest'
import { addDays, type Day } from '#kit/day.ts'
import { noCreatingRates, problemOf, startTestApp } from '#test/harness.ts'
import type { TestPractice } from '#test/make.ts'
import { today } from '#test/today.ts'

const { make, as, request } = startTestApp()
const asksSeldom = startTestApp({ creatingRates: { ...noCreatingRates, questions: { points: 2, seconds: 60 } } })
const path = '/api/staff/capacity/preview'
const always = [1, 2, 3, 4, 5, 6, 7]
const week = (elements: number | null) => Array.from({ length: 7 }, () => elements)
const inDays = (days: number) => addDays(today, days)

/** Works every day; a crown ordered today leaves in five days. */
async function laboratoryOf() {
  const laboratory = await make.laboratory({ working_days: always })
  const practice = await make.practice(laboratory, { delivery_days: always, opening_days: always })
  const { reference } = await make.product(laboratory, { lead_days: 5 })
  const administrator = await make.user(laboratory)
  const call = await as(administrator)
  const tried = async (elements: number | null, isCounted = true) =>
    (await (await call(path, { body: { isCounted, weeks: [{ family: 'fixed', elements: week(elements) }] } })).json())
      .data
  return { laboratory, practice, reference, call, tried }
}
async function promised(practice: TestPractice, reference: string, day: Day, quantity: number) {
  const { id } = await make.order(practice, { delivery_on: day, status: 'in_production' })
  const brand_id = practice.laboratory.id
  const of = { brand_id, practice_id: practice.id, order_id: id, case_sequence: 1, reference, product_version: 1 }
  await make.insert(brand_id, 'order_products', { ...of, label_fr: 'Couronne', label_en: 'Crown', quantity })
}

describe('what it would move to count elements', () => {
  it('is the day promised for each family from now on; nothing is written, and what is promised stays', async () => {
    const { practice, reference, call, tried } = await laboratoryOf()
    await promised(practice, reference, inDays(5), 4)
    await promised(practice, reference, inDays(6), 1)
    const moved = (after: Day | null) => [{ family: 'fixed', before: inDays(5), after }]
    expect(await tried(5)).toEqual({ promises: moved(inDays(5)), over: [] })
    expect(await tried(4)).toEqual({ promises: moved(inDays(6)), over: [] })
    expect(await tried(1)).toEqual({ promises: moved(inDays(7)), over: [inDays(5)] })
    expect(await tried(0)).toEqual({ promises: moved(null), over: [inDays(5), inDays(6)] })
    expect(await tried(null), 'no limit').toEqual({ promises: moved(inDays(5)), over: [] })
    expect(await tried(0, false), 'not counted').toEqual({ promises: moved(inDays(5)), over: [] })
    const { isCounted, weeks } = (await (await call('/api/staff/capacity')).json()).data
    expect({ isCounted, weeks }).toEqual({ isCounted: false, weeks: [] })
  })

  it('is said against what is counted now, by all families together, and by days that are not as the others', async () => {
    const { laboratory, practice, reference, call, tried } = await laboratoryOf()
    await make.holiday(laboratory, inDays(6))
    await promised(practice, reference, inDays(7), 1)
    const { version, workingDays } = (await (await call('/api/staff/capacity')).json()).data
    expect(workingDays).toEqual(always)
    const said = { isCounted: true, weeks: [{ family: null, elements: week(1) }], version }
    expect((await call('/api/staff/capacity', { method: 'PUT', body: said })).status).toBe(204)
    const day = { family: null, from: inDays(5), to: inDays(5), elements: 0 }
    expect((await call('/api/staff/capacity/days', { method: 'PUT', body: day })).status).toBe(204)
    // The fifth day takes nothing, the sixth is closed, the seventh is full.
    expect((await tried(9, false)).promises).toEqual([{ family: 'fixed', before: inDays(8), after: inDays(5) }])
  })

  it('is for administrators, of families that there are, in numbers that can be', async () => {
    const { laboratory, practice, call } = await laboratoryOf()
    const body = { isCounted: true, weeks: [{ family: 'elsewhere', elements: week(1) }] }
    const refused = async (answer: Response) => {
      const { status, code, errors } = await problemOf(answer)
      return [status, code, ...(errors ?? []).map(error => `${error.path} ${error.code}`)]
    }
    expect(await refused(await call(path, { body }))).toEqual([422, 'input_invalid', 'weeks not_listed'])
    const wrong = { isCounted: true, weeks: [{ family: 'fixed', elements: week(-1) }] }
    expect((await refused(await call(path, { body: wrong })))[1]).toBe('input_invalid')
    const fine = { isCounted: true, weeks: [] }
    expect((await request(laboratory, path, { method: 'POST', body: JSON.stringify(fine) })).status).toBe(401)
    for (const role of ['production', 'accounting', 'driver'])
      expect((await (await as(await make.user(laboratory, { role })))(path, { body: fine })).status, role).toBe(403)
    expect(
      (await (await as(await make.user(practice, { account_type: 'manager' })))(path, { body: fine })).status,
    ).toBe(403)
  })

  it('is asked so often by each', async () => {
    const { laboratory } = await laboratoryOf()
    const [call, colleague] = await Promise.all([0, 1].map(async () => asksSeldom.as(await make.user(laboratory))))
    const ask = async (one = call) => (await one?.(path, { body: { isCounted: true, weeks: [] } }))?.status
    expect([await ask(), await ask(), await ask(), await ask(colleague)]).toEqual([200, 200, 429, 200])
  })

  it('leaves what other laboratories have promised out', async () => {
    const [one, other] = [await laboratoryOf(), await laboratoryOf()]
    await promised(other.practice, other.reference, inDays(5), 9)
    expect(await one.tried(1)).toEqual({
      promises: [{ family: 'fixed', before: inDays(5), after: inDays(5) }],
      over: [],
    })
  })
})
