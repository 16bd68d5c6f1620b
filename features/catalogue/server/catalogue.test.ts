import { describe, expect, it } from 'vitest'
import { addDays, weekday } from '#kit/day.ts'
import { startTestApp } from '#test/harness.ts'
import type { TestPractice } from '#test/make.ts'
import { today } from '#test/today.ts'
import { horizonOf } from '../rules.ts'

const { make, as, request } = startTestApp()

type Told = {
  families: { id: string; name: string; products: { reference: string; label: string; leadDays: number }[] }[]
  calendar: { holidays: unknown[]; absences: unknown[]; withoutRounds?: string[] }
}

async function catalogueFor(practice: TestPractice, values: Record<string, unknown> = {}): Promise<Told> {
  const call = await as(await make.user(practice, values))
  const response = await call('/api/catalogue')
  expect(response.status).toBe(200)
  return ((await response.json()) as { data: Told }).data
}
const references = ({ families }: Told) =>
  families.flatMap(({ products }) => products.map(({ reference }) => reference))

describe('GET /api/catalogue', () => {
  it('tells products by family and the calendar, in the language of the reader', async () => {
    const laboratory = await make.laboratory({ working_days: [1, 2, 4], physical_transport_days: 2 })
    const practice = await make.practice(laboratory, { delivery_days: [2, 5] })
    const { reference } = await make.product(laboratory, { family: 'implant', position: 2, implant_need: 'required' })
    const bridge = await make.product(laboratory, {
      family: 'implant',
      label_fr: 'Bridge zircone',
      label_en: 'Zirconia bridge',
      name_one_fr: 'Bridge',
      name_many_fr: 'Bridges',
      name_one_en: 'Bridge',
      name_many_en: 'Bridges',
      lead_days: 9,
      tooth_need: 'run',
      minimum_teeth: 3,
      has_pontics: true,
      vat: 'standard',
    })
    await make.holiday(laboratory, addDays(today, 30), { name_fr: 'Noël', name_en: 'Christmas' })
    await make.absence(practice, addDays(today, -3), addDays(today, 2), { is_delivery_possible: true })

    expect(await catalogueFor(practice, { language: 'en' })).toEqual({
      families: [
        {
          id: 'implant',
          name: 'Fixed',
          products: [
            {
              reference: bridge.reference,
              label: 'Zirconia bridge',
              name: { one: 'Bridge', many: 'Bridges' },
              leadDays: 9,
              vat: 'standard',
              priceCents: 14_900,
              needs: {
                teeth: 'run',
                minimumTeeth: 3,
                hasPontics: true,
                sector: 'none',
                shade: 'required',
                implant: 'none',
              },
            },
            {
              reference,
              label: 'Monolithic zirconia crown',
              name: { one: 'Zirconia crown', many: 'Zirconia crowns' },
              leadDays: 5,
              vat: 'exempt',
              priceCents: 14_900,
              needs: {
                teeth: 'required',
                minimumTeeth: 1,
                hasPontics: false,
                sector: 'none',
                shade: 'required',
                implant: 'required',
              },
            },
          ],
        },
      ],
      calendar: {
        workingDays: [1, 2, 4],
        deliveryDays: [2, 5],
        holidays: [{ day: addDays(today, 30), name: 'Christmas' }],
        openingDays: [1, 2, 3, 4, 5],
        absences: [
          { from: addDays(today, -3), to: addDays(today, 2), fromShift: 'AM', toShift: 'PM', deliveryPossible: true },
        ],
        oneRounds: [],
        physicalTransportDays: 2,
        appointmentBufferDays: 1,
      },
    })
    const inFrench = await catalogueFor(practice, { language: 'fr' })
    expect(inFrench).toMatchObject({
      families: [{ name: 'Fixe', products: [{ label: 'Bridge zircone' }, { label: 'Couronne zircone monolithique' }] }],
      calendar: { holidays: [{ name: 'Noël' }] },
    })
  })

  it('tells what work costs to those who may see invoices, where the laboratory has said it', async () => {
    const laboratory = await make.laboratory()
    await make.product(laboratory)
    await make.product(laboratory, { price_cents: null })
    const practice = await make.practice(laboratory)
    const pricesFor = async (values: object) =>
      (await catalogueFor(practice, { ...values })).families.flatMap(({ products }) =>
        products.map(product => 'priceCents' in product && product.priceCents),
      )
    expect((await pricesFor({})).toSorted()).toEqual([14_900, false])
    expect((await pricesFor({ account_type: 'manager' })).toSorted()).toEqual([14_900, false])
    expect(await pricesFor({ is_practice_doctor: true })).toEqual([false, false])
  })

  it('shows of each product the latest version, and none that this retires', async () => {
    const laboratory = await make.laboratory()
    const crown = await make.product(laboratory, { lead_days: 5 })
    await make.product(laboratory, { ...crown, version: 2, lead_days: 4 })
    const veneer = await make.product(laboratory)
    await make.product(laboratory, { ...veneer, version: 2, is_retired: true })
    const back = await make.product(laboratory, { is_retired: true, position: 2 })
    await make.product(laboratory, { ...back, version: 2, position: 2 })
    const told = await catalogueFor(await make.practice(laboratory))
    expect(references(told)).toEqual([crown.reference, back.reference])
    expect(told.families[0]?.products[0]?.leadDays).toBe(4)
  })

  it('is sorted as the laboratory has it, families first', async () => {
    const laboratory = await make.laboratory()
    await make.insert(laboratory.id, 'product_families', {
      brand_id: laboratory.id,
      id: 'removable',
      position: 2,
      name_fr: 'Amovible',
      name_en: 'Removable',
    })
    const tray = await make.product(laboratory, { family: 'removable' })
    const second = await make.product(laboratory, { position: 7 })
    const first = await make.product(laboratory, { position: 3 })
    const told = await catalogueFor(await make.practice(laboratory))
    expect(references(told)).toEqual([first.reference, second.reference, tray.reference])
  })

  it('never shows another laboratory’s products or holidays, nor another practice’s absences', async () => {
    const [laboratory, other] = [await make.laboratory(), await make.laboratory()]
    await make.product(other)
    await make.holiday(other, addDays(today, 5))
    await make.absence(await make.practice(other), today, today)
    await make.absence(await make.practice(laboratory), today, today)
    const told = await catalogueFor(await make.practice(laboratory))
    expect(told).toMatchObject({ families: [], calendar: { holidays: [], absences: [] } })
  })

  it('tells whoever may not see absences only of days without a round, and not why', async () => {
    const always = [1, 2, 3, 4, 5, 6, 7]
    const laboratory = await make.laboratory({ working_days: always })
    const practice = await make.practice(laboratory, { delivery_days: always, opening_days: [1, 2, 3, 4, 6] })
    await make.absence(practice, addDays(today, -1), addDays(today, 1))
    await make.absence(practice, addDays(today, 10), addDays(today, 12), { is_delivery_possible: true })
    await make.absence(practice, addDays(today, 20), addDays(today, 21))
    await make.holiday(laboratory, addDays(today, 15))
    const told = await catalogueFor(practice, { is_practice_doctor: true })
    expect(told.calendar).toMatchObject({
      withoutRounds: [0, 1, 15, 20, 21].map(days => addDays(today, days)),
      openingDays: [1, 2, 3, 4, 6],
    })
    expect(told.calendar).not.toHaveProperty('absences')
    expect((await catalogueFor(practice)).calendar).not.toHaveProperty('withoutRounds')
    // Days whose weekday never has a round are not listed.
    const weekly = await make.practice(laboratory, { delivery_days: [1] })
    await make.absence(weekly, addDays(today, 7), addDays(today, 13))
    const { calendar } = await catalogueFor(weekly, { is_practice_doctor: true })
    expect(calendar.withoutRounds?.map(weekday)).toEqual(weekday(addDays(today, 15)) === 1 ? [1, 1] : [1])
  })

  it('looks ahead for 18 months and not back', async () => {
    const laboratory = await make.laboratory()
    const practice = await make.practice(laboratory)
    for (const day of [addDays(today, -1), today, horizonOf(today), addDays(horizonOf(today), 1)])
      await make.holiday(laboratory, day)
    await make.absence(practice, addDays(today, -9), addDays(today, -1))
    const { calendar } = await catalogueFor(practice)
    expect(calendar.holidays).toMatchObject([{ day: today }, { day: horizonOf(today) }])
    expect(calendar.absences).toEqual([])
  })

  it('is for practices alone', async () => {
    const laboratory = await make.laboratory()
    expect((await request(laboratory, '/api/catalogue')).status).toBe(401)
    const call = await as(await make.user(laboratory))
    expect((await call('/api/catalogue')).status).toBe(403)
  })
})
