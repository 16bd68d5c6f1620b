import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { addDays, dayInZone } from '#kit/day.ts'
import { noCreatingRates, startTestApp } from '#test/harness.ts'
import type { TestPractice } from '#test/make.ts'

const { make, as } = startTestApp({ creatingRates: noCreatingRates })
const everyDay = '{1,2,3,4,5,6,7}'
const soon = addDays(dayInZone(new Date(), 'Europe/Paris'), 5)
const closure = { body: { from: soon, to: soon, nameFr: 'Pont', nameEn: 'Bridge', moves: true } }

async function opened() {
  const laboratory = await make.laboratory({ working_days: everyDay })
  const newPractice = (name: string) =>
    make.practice(laboratory, { name, delivery_days: everyDay, opening_days: everyDay })
  const staff = await as(await make.user(laboratory))
  return { newPractice, staff, close: () => staff('/api/staff/calendar/closures', closure) }
}
const dueOn = (practice: TestPractice) =>
  make.within(practice.laboratory.id, async client => {
    const { rows } = await client.query('select id from orders where delivery_on = $1', [soon])
    return rows
  })

it('a day that is closed while a practice goes into another one takes the cases of both along', async () => {
  for (const wait of [20, 40, 60]) {
    const { newPractice, staff, close } = await opened()
    const [staying, going] = [await newPractice('Un'), await newPractice('Deux')]
    for (let made = 0; made < 10; made++) await make.order(going, { delivery_on: soon, status: 'in_production' })
    await make.order(staying, { delivery_on: soon, status: 'in_production' })
    const merging = { body: { goingId: going.id, name: 'Deux' } }
    const both = await Promise.all([
      staff(`/api/staff/practices/${staying.id}/merging`, merging),
      pause(wait).then(close),
    ])
    expect(both.map(({ status }) => status)).toEqual([204, 201])
    expect(await dueOn(staying)).toEqual([])
  }
})

it('what the laboratory makes again is promised for no day that it closes meanwhile', async () => {
  for (let round = 0; round < 6; round++) {
    const { newPractice, staff, close } = await opened()
    const practice = await newPractice('Un')
    const { reference, version } = await make.product(practice.laboratory)
    const { id } = await make.order(practice, { status: 'delivered' })
    await make.orderLine(practice, id, reference, { product_version: version })
    const remake = { kind: 'fit', description: 'Trop serré', isSerious: false, cause: 'impression' }
    const both = await Promise.all([staff(`/api/staff/orders/${id}/remake`, { body: remake }), pause(4).then(close)])
    expect(both.map(({ status }) => status)).toEqual([201, 201])
    expect(await dueOn(practice)).toEqual([])
  }
})
