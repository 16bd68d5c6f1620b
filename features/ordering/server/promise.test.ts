import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import type { DeliveryCalendar } from '#features/catalogue/contract.ts'
import type { rideCalls } from '#features/rides/contract.ts'
import { pickupOf } from '#features/rides/rules.ts'
import type { Reply } from '#kit/contract.ts'
import { addDays, dayInZone, instantInZone, weekday } from '#kit/day.ts'
import { problemOf, startTestApp } from '#test/harness.ts'
import { today } from '#test/today.ts'
import { promiseOf } from '../promise.ts'

const { make, as, request } = startTestApp()

const zone = 'Europe/Paris'
const path = '/api/orders/promise'

async function practiceWithCrown(laboratoryValues: Record<string, unknown> = {}) {
  const laboratory = await make.laboratory({ time_zone: zone, ...laboratoryValues })
  const practice = await make.practice(laboratory)
  const crown = await make.product(laboratory, { lead_days: 5 })
  const user = await make.user(practice, { language: 'en' })
  return { laboratory, practice, crown, user, call: await as(user) }
}

describe('POST /api/orders/promise', () => {
  it('says when work would arrive, whether in time, and why', async () => {
    const always = [1, 2, 3, 4, 5, 6, 7]
    const { laboratory, practice, crown, call } = await practiceWithCrown({ working_days: always })
    await make.within(laboratory.id, client =>
      client.query('update practices set delivery_days = $2, opening_days = $2 where id = $1', [practice.id, always]),
    )
    await make.holiday(laboratory, addDays(today, 2), { name_fr: 'Inventaire', name_en: 'Stocktaking' })
    const appointmentDate = instantInZone(addDays(today, 6), '09:00', zone).toISOString()
    const body = { printType: 'optical', appointmentDate, products: [{ reference: crown.reference }] }
    const response = await call(path, { body })
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({
      data: {
        deliveryDate: addDays(today, 6),
        appointmentDate: addDays(today, 6),
        verdict: 'late',
        days: 1,
        earliest: addDays(today, 7),
        because: [
          { step: 'lab', days: 5, from: addDays(today, 1), to: addDays(today, 6) },
          { step: 'closed', days: 1, name: 'Stocktaking', from: addDays(today, 2), to: addDays(today, 2) },
        ],
      },
    })
  })

  it('assumes no pickup on a weekday on which the practice is closed, nor one that the laboratory has closed since', async () => {
    vi.useFakeTimers({ now: new Date('2027-06-08T15:00:00Z'), toFake: ['Date'] })
    try {
      const week = '{1,2,4,5}'
      const laboratory = await make.laboratory({ time_zone: zone })
      const practice = await make.practice(laboratory, { delivery_days: week, opening_days: week })
      const { reference } = await make.product(laboratory)
      const call = await as(await make.user(practice))
      const ask = async () =>
        (await (await call(path, { body: { printType: 'physical', products: [{ reference }] } })).json()).data.pickup
      expect(await ask()).toEqual({ date: '2027-06-10', shift: 'AM', isPlanned: false })
      await make.ride(practice, '2027-06-11', 'AM', { status: 'confirmed' })
      expect(await ask()).toEqual({ date: '2027-06-11', shift: 'AM', isPlanned: true })
      await make.holiday(laboratory, '2027-06-11')
      expect(await ask()).toEqual({ date: '2027-06-10', shift: 'AM', isPlanned: false })
    } finally {
      vi.useRealTimers()
    }
  })

  it('offers an appointment on a day on which the practice works', async () => {
    const always = [1, 2, 3, 4, 5, 6, 7]
    const laboratory = await make.laboratory({ time_zone: zone, working_days: always })
    const open = weekday(addDays(today, 11))
    const practice = await make.practice(laboratory, { delivery_days: always, opening_days: [open] })
    const { reference } = await make.product(laboratory, { lead_days: 5 })
    const call = await as(await make.user(practice))
    const response = await call(path, { body: { printType: 'optical', products: [{ reference }] } })
    const { data } = await response.json()
    expect(data).toMatchObject({ deliveryDate: addDays(today, 5), earliest: addDays(today, 11) })
  })

  it('says the same as the screen, which asks the catalogue and the pickups and computes by itself', async () => {
    const { laboratory, practice, crown, call } = await practiceWithCrown()
    const slow = await make.product(laboratory, { lead_days: 12 })
    for (const days of [1, 9, 10, 17]) await make.holiday(laboratory, addDays(today, days))
    await make.absence(practice, addDays(today, 12), addDays(today, 16))
    const catalogue = (await (await call('/api/catalogue')).json()) as {
      data: {
        families: { products: { reference: string; leadDays: number }[] }[]
        calendar: DeliveryCalendar
      }
    }
    const rides = (await (await call('/api/rides')).json()) as Reply<typeof rideCalls.list>
    const pickup = pickupOf(rides.data, { now: new Date(), timeZone: zone, ...rides })
    const products = catalogue.data.families.flatMap(family => family.products)
    const anyQuestion = fc.record(
      {
        printType: fc.constantFrom('optical', 'physical'),
        wishedDate: fc.integer({ min: 0, max: 60 }).map(days => addDays(today, days)),
        appointmentDate: fc
          .integer({ min: 1, max: 60 })
          .map(days => instantInZone(addDays(today, days), '00:30', zone).toISOString()),
        products: fc.constantFrom([crown], [slow], [crown, slow]),
      },
      { requiredKeys: ['printType', 'products'] },
    )
    await fc.assert(
      fc.asyncProperty(anyQuestion, async question => {
        const references = question.products.map(({ reference }) => ({ reference }))
        const response = await call(path, { body: { ...question, products: references } })
        expect(await response.json()).toEqual({
          data: promiseOf({
            today,
            products: products.filter(({ reference }) => references.some(asked => asked.reference === reference)),
            printType: question.printType,
            pickup,
            wishedOn: question.wishedDate,
            appointmentOn: question.appointmentDate && dayInZone(question.appointmentDate, zone),
            calendar: catalogue.data.calendar,
          }),
        })
      }),
      { numRuns: 60 },
    )
  })

  it('counts a physical impression from the pickup that takes it, and says what an earlier one would win', async () => {
    const always = [1, 2, 3, 4, 5, 6, 7]
    const laboratory = await make.laboratory({ time_zone: zone, working_days: always, physical_transport_days: 1 })
    const practice = await make.practice(laboratory, { delivery_days: always, opening_days: always })
    const { reference } = await make.product(laboratory, { lead_days: 5 })
    const user = await make.user(practice)
    const call = await as(user)
    await make.insert(laboratory.id, 'rides', {
      brand_id: laboratory.id,
      practice_id: practice.id,
      day: addDays(today, 12),
      shift: 'AM',
      created_by: user.id,
    })
    const asked = { printType: 'physical', products: [{ reference }] }
    const promised = async (body: object) => (await (await call(path, { body })).json()).data
    expect(await promised(asked)).toMatchObject({
      deliveryDate: addDays(today, 18),
      pickup: { date: addDays(today, 12), shift: 'AM', isPlanned: true },
      because: [
        { step: 'pickup', days: 12 },
        { step: 'transport', days: 1 },
        { step: 'lab', days: 5 },
      ],
    })
    const earlier = { ...asked, pickup: { date: addDays(today, 2), shift: 'PM' } }
    expect((await promised(earlier)).deliveryDate).toBe(addDays(today, 8))
    const order = { patientCode: 'P-1', ...asked, products: [{ reference, quantity: 1, teeth: [26], shade: 'A2' }] }
    const sent = await call('/api/orders', { body: { ...order, prescriberName: 'Dr Anne Leroy' } })
    expect(sent.status, await sent.clone().text()).toBe(201)
    expect((await sent.json()).data).toMatchObject({
      deliveryDate: addDays(today, 18),
      pickup: { date: addDays(today, 12), isPlanned: true },
    })
  })

  it('says that a pickup is assumed where none is planned, and leaves today where nobody can come', async () => {
    const { laboratory, crown, call } = await practiceWithCrown({ working_days: [1, 2, 3, 4, 5, 6, 7] })
    const body = { printType: 'physical', products: [{ reference: crown.reference }] }
    const pickup = async () => (await (await call(path, { body })).json()).data.pickup
    expect(await pickup()).toMatchObject({ isPlanned: false })
    await make.within(laboratory.id, client =>
      client.query(
        `insert into rounds (brand_id, weekday, shift) select $1, day, shift::ride_shift
         from generate_series(1, 7) day, unnest(array['AM', 'PM']) shift`,
        [laboratory.id],
      ),
    )
    expect(await pickup()).toBeUndefined()
  })

  it('knows the latest lead time', async () => {
    const { laboratory, crown, call } = await practiceWithCrown()
    await make.product(laboratory, { ...crown, version: 2, lead_days: 10 })
    const body = { printType: 'optical', products: [crown].map(({ reference }) => ({ reference })) }
    const answer = (await (await call(path, { body })).json()) as { data: { because: unknown[] } }
    expect(answer.data.because[0]).toMatchObject({ step: 'lab', days: 10 })
  })

  it('says so where no day of 18 months will do', async () => {
    const { crown, call } = await practiceWithCrown({ working_days: [weekday('2026-11-28')] })
    const response = await call(path, { body: { printType: 'optical', products: [{ reference: crown.reference }] } })
    // The laboratory works only on Saturdays, the practice accepts deliveries only on weekdays.
    expect([response.status, await response.json()]).toEqual([200, { data: null }])
  })

  it('refuses what is wrong with the path of each fault', async () => {
    const { crown, call } = await practiceWithCrown()
    const { crown: foreign } = await practiceWithCrown()
    const response = await call(path, {
      body: {
        printType: 'optical',
        wishedDate: addDays(today, -1),
        appointmentDate: instantInZone(addDays(today, -1), '10:00', zone).toISOString(),
        products: [crown, foreign].map(({ reference }) => ({ reference })),
      },
    })
    expect(response.status).toBe(422)
    expect(await problemOf(response)).toMatchObject({
      code: 'input_invalid',
      errors: [
        { path: 'products.1.reference', code: 'not_in_catalogue' },
        { path: 'wishedDate', code: 'in_the_past' },
        { path: 'appointmentDate', code: 'in_the_past' },
      ],
    })
    const without = await call(path, { body: { printType: 'optical', products: [] } })
    expect((await problemOf(without)).errors).toEqual([{ path: 'products', code: 'required' }])
  })

  it('is for practices alone', async () => {
    const { laboratory, crown } = await practiceWithCrown()
    const body = { printType: 'optical', products: [{ reference: crown.reference }] }
    expect((await request(laboratory, path, { body })).status).toBe(401)
    const call = await as(await make.user(laboratory))
    expect((await call(path, { body })).status).toBe(403)
  })
})
