import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startTestApp } from '#test/harness.ts'
import type { TestPractice } from '#test/make.ts'

const { make, as } = startTestApp()

// A Monday; nothing is closed in the following weeks except what a test closes. The database's clock may differ.
beforeEach(() => void vi.useFakeTimers({ now: new Date('2027-06-07T08:00:00Z'), toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

async function practiceWithCall(laboratory: Record<string, unknown> = {}, practice: Record<string, unknown> = {}) {
  const made = await make.practice(await make.laboratory(laboratory), practice)
  return { practice: made, call: await as(await make.user(made)) }
}
type Call = Awaited<ReturnType<typeof as>>
const declare = async (call: Call, from: string, to: string, deliveryPossible = false) => {
  const response = await call('/api/absences', { body: { from, to, deliveryPossible } })
  expect(response.status).toBe(201)
  return (await response.json()).data as { id: string; movedOrders: unknown[] }
}
const remove = async (call: Call, { id }: { id: string }) =>
  expect((await call(`/api/absences/${id}`, { method: 'DELETE' })).status).toBe(204)
const daysOf = async (practice: TestPractice) =>
  (
    await make.within(practice.laboratory.id, client =>
      client.query<{ code: string; day: string }>('select code, delivery_on::text as day from orders order by code'),
    )
  ).rows.map(({ code, day }) => `${code} ${day}`)
const rowsOf = async (practice: TestPractice, text: string) =>
  (await make.within(practice.laboratory.id, client => client.query(text))).rows
describe('before an absence is declared', () => {
  const preview = async (call: Call, from: string, to: string, id?: string) => {
    const response = await call('/api/absences/preview', { body: { from, to, deliveryPossible: false, absenceId: id } })
    expect(response.status).toBe(200)
    return (await response.json()).data as { overlaps: boolean; movedOrders: { code: string }[] }
  }
  const change = async (call: Call, { id }: { id: string }, from: string, to: string) =>
    call(`/api/absences/${id}`, { method: 'PUT', body: { from, to, deliveryPossible: false } })

  it('tells what would move, conflicts first, as it then does, and moves nothing', async () => {
    const { practice, call } = await practiceWithCall()
    await make.order(practice, { code: 'A', delivery_on: '2027-06-15', appointment_at: '2027-06-30T08:00:00Z' })
    await make.order(practice, {
      code: 'B',
      delivery_on: '2027-06-16',
      appointment_at: '2027-06-18T08:00:00Z',
      patient: 'Zoé',
    })
    await make.order(practice, { code: 'C', delivery_on: '2027-06-21' })
    const { movedOrders, overlaps } = await preview(call, '2027-06-14', '2027-06-18')
    expect([overlaps, movedOrders]).toMatchObject([
      false,
      [
        { code: 'B', patient: 'Zoé', from: '2027-06-16', to: '2027-06-21', isTooLate: true },
        { code: 'A', from: '2027-06-15', to: '2027-06-21', isTooLate: false },
      ],
    ])
    expect(await daysOf(practice)).toEqual(['A 2027-06-15', 'B 2027-06-16', 'C 2027-06-21'])
    expect(await rowsOf(practice, 'select from absences')).toEqual([])
    expect(await rowsOf(practice, 'select from order_events')).toEqual([])
    expect((await declare(call, '2027-06-14', '2027-06-18')).movedOrders).toEqual(movedOrders)
    expect(await preview(call, '2027-06-18', '2027-06-22')).toMatchObject({ overlaps: true, movedOrders: [] })
  })

  it('tells apart what came after its patient already, behind what comes so by it', async () => {
    const { practice, call } = await practiceWithCall()
    const order = (code: string, appointment: string) =>
      make.order(practice, { code, delivery_on: '2027-06-16', appointment_at: `${appointment}T08:00:00Z` })
    await order('A', '2027-06-15')
    await order('B', '2027-06-30')
    // On the day of its patient it is no conflict, before or after.
    await order('C', '2027-06-16')
    await order('D', '2027-06-21')
    expect((await preview(call, '2027-06-14', '2027-06-18')).movedOrders).toMatchObject([
      { code: 'C', isTooLate: true, wasTooLate: false },
      { code: 'A', isTooLate: true, wasTooLate: true },
      { code: 'B', isTooLate: false, wasTooLate: false },
      { code: 'D', isTooLate: false, wasTooLate: false },
    ])
  })

  it('names the absence that is in the way, the first of several', async () => {
    const { practice, call } = await practiceWithCall()
    const overlappedBy = async (from: string, to: string, more: object = {}) => {
      const response = await call('/api/absences/preview', { body: { from, to, deliveryPossible: false, ...more } })
      const { overlaps, overlapped } = (await response.json()).data
      return [overlaps, overlapped?.from ?? null]
    }
    const [first, second] = [
      await declare(call, '2027-06-14', '2027-06-16'),
      await declare(call, '2027-06-18', '2027-06-22'),
    ]
    expect(await overlappedBy('2027-06-16', '2027-06-18')).toEqual([true, '2027-06-14'])
    expect(await overlappedBy('2027-06-17', '2027-06-18')).toEqual([true, '2027-06-18'])
    expect(await overlappedBy('2027-06-17', '2027-06-17')).toEqual([false, null])
    // An absence being changed does not conflict with itself.
    expect(await overlappedBy('2027-06-15', '2027-06-18', { absenceId: first.id })).toEqual([true, '2027-06-18'])
    expect(await overlappedBy('2027-06-17', '2027-06-23', { absenceId: second.id })).toEqual([false, null])
    // Dates of a recurring absence within the period are replaced: the conflict is with the other absence.
    const weekly = { from: '2027-07-05', to: '2027-07-05', deliveryPossible: false, every: 'week', until: '2027-07-19' }
    expect((await call('/api/absences', { body: weekly })).status).toBe(201)
    await declare(call, '2027-07-08', '2027-07-09')
    expect(await overlappedBy('2027-07-05', '2027-07-08')).toEqual([true, '2027-07-08'])
    // When every date of a recurrence is taken, the conflict is the absence on its first date.
    expect(await overlappedBy('2027-07-05', '2027-07-05', { every: 'week', until: '2027-07-12' })).toEqual([
      true,
      '2027-07-05',
    ])
    const elsewhere = await practiceWithCall()
    await make.absence(await make.practice(practice.laboratory), '2027-08-02', '2027-08-03')
    await make.absence(elsewhere.practice, '2027-08-02', '2027-08-03')
    expect(await overlappedBy('2027-08-02', '2027-08-02')).toEqual([false, null])
  })

  it('and as it is put right: what it no longer holds comes back, what it holds now moves', async () => {
    const { practice, call } = await practiceWithCall()
    await make.order(practice, { code: 'A', delivery_on: '2027-06-15' })
    await make.order(practice, { code: 'B', delivery_on: '2027-06-22' })
    await make.order(practice, { code: 'C', delivery_on: '2027-06-17' })
    const absence = await declare(call, '2027-06-14', '2027-06-17')
    expect(await daysOf(practice)).toEqual(['A 2027-06-18', 'B 2027-06-22', 'C 2027-06-18'])
    const { movedOrders } = await preview(call, '2027-06-16', '2027-06-22', absence.id)
    expect(movedOrders).toMatchObject([
      { code: 'A', from: '2027-06-18', to: '2027-06-15' },
      { code: 'B', from: '2027-06-22', to: '2027-06-23' },
      { code: 'C', from: '2027-06-18', to: '2027-06-23' },
    ])
    const changed = await change(call, absence, '2027-06-16', '2027-06-22')
    expect((await changed.json()).data).toMatchObject({ from: '2027-06-16', to: '2027-06-22', days: 7, movedOrders })
    expect(await daysOf(practice)).toEqual(['A 2027-06-15', 'B 2027-06-23', 'C 2027-06-23'])
    await remove(call, absence)
    expect(await daysOf(practice)).toEqual(['A 2027-06-15', 'B 2027-06-22', 'C 2027-06-17'])
  })

  it('moves only what it is the reason for: not what could have come earlier before', async () => {
    const { practice, call } = await practiceWithCall()
    const closed = { brand_id: practice.laboratory.id, day: '2027-06-16', name_fr: 'Fermé', name_en: 'Closed' }
    await make.insert(practice.laboratory.id, 'holidays', closed)
    await make.order(practice, { code: 'A', delivery_on: '2027-06-15' })
    await make.order(practice, { code: 'B', delivery_on: '2027-06-29' })
    await declare(call, '2027-06-14', '2027-06-15')
    expect(await daysOf(practice)).toEqual(['A 2027-06-17', 'B 2027-06-29'])
    await rowsOf(practice, 'delete from holidays')
    const weekly = { from: '2027-06-30', to: '2027-06-30', deliveryPossible: false, every: 'week', until: '2027-07-07' }
    expect((await call('/api/absences', { body: weekly })).status).toBe(201)
    // It replaces a weekly date, which B was not waiting for.
    const { movedOrders } = await preview(call, '2027-06-28', '2027-07-02')
    expect(movedOrders).toMatchObject([{ code: 'B', to: '2027-07-05' }])
    expect((await declare(call, '2027-06-28', '2027-07-02')).movedOrders).toEqual(movedOrders)
    expect(await daysOf(practice)).toEqual(['A 2027-06-17', 'B 2027-07-05'])
  })

  it('nor what the laboratory has set for a day on which nobody took anything in already', async () => {
    const { practice, call } = await practiceWithCall()
    const absence = await declare(call, '2027-06-14', '2027-06-17')
    await make.order(practice, { code: 'A', delivery_on: '2027-06-16' })
    await make.order(practice, { code: 'B', delivery_on: '2027-06-18' })
    expect((await preview(call, '2027-06-14', '2027-06-18', absence.id)).movedOrders).toMatchObject([{ code: 'B' }])
    expect((await change(call, absence, '2027-06-14', '2027-06-18')).status).toBe(200)
    expect(await daysOf(practice)).toEqual(['A 2027-06-16', 'B 2027-06-21'])
  })

  it('an absence is not put over another one, nor changed once it is over, nor by another practice', async () => {
    const { practice, call } = await practiceWithCall()
    const [first, over] = [
      await make.absence(practice, '2027-06-14', '2027-06-15'),
      await make.absence(practice, '2027-05-03', '2027-05-04'),
    ]
    await make.absence(practice, '2027-06-21', '2027-06-22')
    expect((await change(call, first, '2027-06-14', '2027-06-21')).status).toBe(409)
    expect((await change(call, over, '2027-06-28', '2027-06-29')).status).toBe(404)
    expect((await change(call, first, '2027-06-16', '2027-06-14')).status).toBe(422)
    const { call: stranger } = await practiceWithCall()
    expect((await change(stranger, first, '2027-06-28', '2027-06-29')).status).toBe(404)
  })
})
