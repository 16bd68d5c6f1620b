import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startTestApp } from '#test/harness.ts'
import type { TestPractice } from '#test/make.ts'

const { make, as, database } = startTestApp()

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
const open = ['registered', 'in_preparation', 'in_production', 'on_hold', 'shipped', 'unknown'] as const

describe('declaring an absence', () => {
  it('moves nothing that a carrier has, and says what comes all the same; what the driver has on board moves', async () => {
    const { practice, call } = await practiceWithCall()
    const onItsWay = { delivery_on: '2027-06-14', status: 'shipped' }
    await make.order(practice, { code: 'A', ...onItsWay, carrier: 'Colissimo', patient: 'Zoé' })
    await make.order(practice, { code: 'B', ...onItsWay })
    // On a half day of absence somebody can take a parcel.
    await make.order(practice, { code: 'C', ...onItsWay, delivery_on: '2027-06-16', carrier: 'Colissimo' })
    // Not shipped yet.
    await make.order(practice, { code: 'D', ...onItsWay, status: 'in_production', carrier: 'Colissimo' })
    const body = { from: '2027-06-14', to: '2027-06-16', toShift: 'AM', deliveryPossible: false }
    const { data } = await (await call('/api/absences', { body })).json()
    expect(data.movedOrders.map(({ code }: { code: string }) => code)).toEqual(['B', 'D'])
    expect(data.parcels).toMatchObject([{ code: 'A', patient: 'Zoé', carrier: 'Colissimo', arrivesOn: '2027-06-14' }])
    expect(await daysOf(practice)).toEqual(['A 2027-06-14', 'B 2027-06-16', 'C 2027-06-16', 'D 2027-06-16'])
    const reply = await (await call('/api/orders')).json()
    expect(reply.data.find(({ code }: { code: string }) => code === 'A')).toMatchObject({
      deliveryDate: '2027-06-14',
      tracking: { carrier: 'Colissimo' },
    })
  })

  it('nor brings forward what a carrier has since taken, once it is taken back', async () => {
    const { practice, call } = await practiceWithCall()
    await make.order(practice, { code: 'A', delivery_on: '2027-06-14', status: 'in_production' })
    const absence = await declare(call, '2027-06-14', '2027-06-15')
    await rowsOf(practice, `update orders set status = 'shipped', carrier = 'Colissimo'`)
    await remove(call, absence)
    expect(await daysOf(practice)).toEqual(['A 2027-06-16'])
  })

  it('moves what would arrive in it to the next day that will do, and tells the timeline', async () => {
    const { practice, call } = await practiceWithCall()
    const { id } = await make.order(practice, { code: 'A', delivery_on: '2027-06-16' })
    await make.order(practice, { code: 'B', delivery_on: '2027-06-11' })
    await make.order(practice, { code: 'C', delivery_on: '2027-06-21' })
    const { movedOrders } = await declare(call, '2027-06-14', '2027-06-18')
    // The last day of absence is a Friday, followed by a weekend.
    expect(movedOrders).toMatchObject([{ id, code: 'A', from: '2027-06-16', to: '2027-06-21' }])
    expect(await daysOf(practice)).toEqual(['A 2027-06-21', 'B 2027-06-11', 'C 2027-06-21'])
    const { data } = await (await call(`/api/orders/${id}`)).json()
    expect(data).toMatchObject({
      deliveryDate: '2027-06-21',
      delivery: { display: 'estimated', moved: 'absence' },
      delayDays: 0,
      timeline: [
        {
          status: 'registered',
          note: 'Livraison déplacée au 21 juin\u00a0: cabinet absent du 14 juin au 18 juin.',
        },
      ],
    })
    expect(await rowsOf(practice, "select first_delivery_on::text as first from orders where code = 'A'")).toEqual([
      { first: '2027-06-16' },
    ])
    expect(await rowsOf(practice, 'select from order_events')).toHaveLength(1)
  })

  it('moves every open case, confirmed or not, and none that has come or was called off', async () => {
    const { practice, call } = await practiceWithCall()
    const due = { delivery_on: '2027-06-16' }
    for (const status of open)
      for (const is_delivery_confirmed of [false, true])
        await make.order(practice, {
          ...due,
          code: `${status} ${is_delivery_confirmed}`,
          status,
          is_delivery_confirmed,
          ...(status === 'on_hold' ? { hold_reason: 'other' } : {}),
        })
    for (const status of ['delivered', 'invoiced', 'cancelled']) await make.order(practice, { ...due, status })
    const { movedOrders } = await declare(call, '2027-06-16', '2027-06-16')
    expect(movedOrders).toHaveLength(12)
    const rows = await rowsOf(
      practice,
      `select distinct o.status, delivery_on::text as day, (select string_agg(e.status::text, ',') from order_events e
         where e.order_id = o.id) as told
       from orders o order by day, o.status`,
    )
    expect(rows.filter(({ day }) => day === '2027-06-16').map(({ status, told }) => [status, told])).toEqual([
      ['delivered', null],
      ['invoiced', null],
      ['cancelled', null],
    ])
    expect(rows.filter(({ day }) => day === '2027-06-17').map(({ status, told }) => [status, told])).toEqual(
      expect.arrayContaining(open.map(status => [status, status])),
    )
  })

  it('knows the days of the rounds, the holidays and the other absences', async () => {
    const { practice, call } = await practiceWithCall({}, { delivery_days: [2, 4] })
    await make.holiday(practice.laboratory, '2027-06-17')
    await make.absence(practice, '2027-06-20', '2027-06-23')
    await make.absence(practice, '2027-06-24', '2027-06-28', { is_delivery_possible: true })
    await make.order(practice, { code: 'A', delivery_on: '2027-06-15' })
    const { movedOrders } = await declare(call, '2027-06-15', '2027-06-15')
    expect(movedOrders).toMatchObject([{ code: 'A', to: '2027-06-24' }])
  })

  it('moves nothing where deliveries are taken all the same, nor another practice’s, nor what is late already', async () => {
    const { practice, call } = await practiceWithCall()
    await make.order(practice, { code: 'A', delivery_on: '2027-06-16' })
    await make.order(practice, { code: 'B', delivery_on: '2027-06-04' })
    const neighbour = await make.practice(practice.laboratory)
    await make.order(neighbour, { code: 'C', delivery_on: '2027-06-21' })
    expect((await declare(call, '2027-06-16', '2027-06-16', true)).movedOrders).toEqual([])
    expect((await declare(call, '2027-06-03', '2027-06-08')).movedOrders).toEqual([])
    expect((await declare(call, '2027-06-21', '2027-06-22')).movedOrders).toEqual([])
    expect(await daysOf(practice)).toEqual(['A 2027-06-16', 'B 2027-06-04', 'C 2027-06-21'])
  })

  it('is told in the laboratory’s language, a single day as one', async () => {
    const { practice, call } = await practiceWithCall({ default_language: 'en' })
    await make.order(practice, { delivery_on: '2027-07-01' })
    await declare(call, '2027-07-01', '2027-07-01')
    expect(await rowsOf(practice, 'select note, absence_note from order_events')).toEqual([
      { note: 'Delivery moved to 2 Jul.', absence_note: 'Delivery moved to 2 Jul: practice away on 1 Jul.' },
    ])
    const french = await practiceWithCall()
    await make.order(french.practice, { delivery_on: '2027-11-23' })
    await declare(french.call, '2027-11-22', '2027-11-23')
    // Abbreviated months at the end of a sentence keep a single point.
    expect(await rowsOf(french.practice, 'select note, absence_note from order_events')).toEqual([
      {
        note: 'Livraison déplacée au 24 nov.',
        absence_note: 'Livraison déplacée au 24 nov.\u00a0: cabinet absent du 22 nov. au 23 nov.',
      },
    ])
  })

  it('tells whoever listens that the cases have changed', async () => {
    const { practice, call } = await practiceWithCall()
    await make.order(practice, { delivery_on: '2027-06-16' })
    const listener = new pg.Client({ connectionString: database.ownerUrl })
    const heard: string[] = []
    const place = `${practice.laboratory.id}/${practice.id}`
    listener.on('notification', ({ payload }) => payload?.startsWith(place) && heard.push(payload))
    await listener.connect()
    await listener.query('listen changes')
    await declare(call, '2027-06-16', '2027-06-16')
    await expect.poll(() => heard.toSorted()).toEqual([`${place}/absences`, `${place}/closures`, `${place}/orders`])
    await listener.end()
  })

  it('does not miss a case that is ordered at the same moment', async () => {
    for (let round = 0; round < 10; round++) {
      const { practice, call } = await practiceWithCall()
      const { reference } = await make.product(practice.laboratory, { lead_days: 3, tooth_need: 'none' })
      const product = { reference, quantity: 1, shade: 'A2' }
      const [, ordered] = await Promise.all([
        declare(call, '2027-06-10', '2027-06-18'),
        call('/api/orders', { body: { patientCode: 'P-1', printType: 'optical', products: [product] } }),
      ])
      expect(ordered.status).toBe(201)
      const [order] = await rowsOf(practice, 'select delivery_on::text as day from orders')
      expect(order.day).toBe('2027-06-21')
    }
  })
})

describe('taking an absence back', () => {
  it('gives back the days that it had moved, and tells so', async () => {
    const { practice, call } = await practiceWithCall()
    const { id } = await make.order(practice, { code: 'A', delivery_on: '2027-06-16', is_delivery_confirmed: true })
    await make.order(practice, { code: 'B', delivery_on: '2027-06-21' })
    const absence = await declare(call, '2027-06-14', '2027-06-18')
    await remove(call, absence)
    expect(await daysOf(practice)).toEqual(['A 2027-06-16', 'B 2027-06-21'])
    const { data } = await (await call(`/api/orders/${id}`)).json()
    expect(data).toMatchObject({ delivery: { display: 'planned' }, delayDays: 0 })
    expect(data.timeline.map(({ note }: { note: string }) => note)).toEqual([
      'Livraison déplacée au 21 juin\u00a0: cabinet absent du 14 juin au 18 juin.',
      'Livraison avancée au 16 juin\u00a0: le cabinet n’est plus absent du 14 juin au 18 juin.',
    ])
  })

  it('leaves a case where another absence holds it, until that one goes too', async () => {
    const { practice, call } = await practiceWithCall()
    await make.order(practice, { code: 'A', delivery_on: '2027-06-10' })
    const first = await declare(call, '2027-06-10', '2027-06-11')
    const second = await declare(call, '2027-06-14', '2027-06-15')
    expect(await daysOf(practice)).toEqual(['A 2027-06-16'])
    await remove(call, second)
    expect(await daysOf(practice)).toEqual(['A 2027-06-14'])
    await remove(call, first)
    expect(await daysOf(practice)).toEqual(['A 2027-06-10'])
    await remove(call, await declare(call, '2027-06-21', '2027-06-22'))
    expect(await daysOf(practice)).toEqual(['A 2027-06-10'])
  })

  it('leaves what the laboratory has moved since, and what was ordered around it', async () => {
    const { practice, call } = await practiceWithCall()
    const moved = await make.order(practice, { code: 'A', delivery_on: '2027-06-16' })
    const absence = await declare(call, '2027-06-14', '2027-06-18')
    await make.order(practice, { code: 'B', delivery_on: '2027-06-21' })
    const staff = await as(await make.user(practice.laboratory))
    const confirmed = await staff(`/api/staff/orders/${moved.id}/status`, {
      body: { status: 'registered', deliveryDate: '2027-06-22' },
    })
    expect(confirmed.status).toBe(204)
    await remove(call, absence)
    expect(await daysOf(practice)).toEqual(['A 2027-06-22', 'B 2027-06-21'])
  })

  it('promises nothing for today or before', async () => {
    const { practice, call } = await practiceWithCall()
    await make.order(practice, { code: 'A', delivery_on: '2027-06-08' })
    const absence = await declare(call, '2027-06-07', '2027-06-18')
    vi.setSystemTime(new Date('2027-06-09T08:00:00Z'))
    await remove(await as(await make.user(practice)), absence)
    expect(await daysOf(practice)).toEqual(['A 2027-06-10'])
  })
})

describe('a case that an absence has moved', () => {
  const shown = async (call: Call, id: string) => {
    const { data } = await (await call(`/api/orders/${id}`)).json()
    return { on: data.deliveryDate, ...data.delivery, days: data.delayDays }
  }
  const late = async (call: Call) => {
    const list = await (await call('/api/orders?delivery=delayed')).json()
    const { cards } = (await (await call('/api/dashboard')).json()).data
    expect(cards.delayedDeliveries).toBe(list.page.total)
    return list.page.total as number
  }
  async function movedCase() {
    const { practice, call } = await practiceWithCall()
    const { id } = await make.order(practice, { code: 'A', delivery_on: '2027-06-16', is_delivery_confirmed: true })
    const absence = await declare(call, '2027-06-14', '2027-06-18')
    const staff = await as(await make.user(practice.laboratory))
    const set = async (deliveryDate: string) => {
      const body = { status: 'registered', deliveryDate }
      expect((await staff(`/api/staff/orders/${id}/status`, { body })).status).toBe(204)
    }
    return { practice, call, id, absence, set }
  }

  it('is late nowhere, before the day to which it was moved has gone by', async () => {
    const { practice, call, id } = await movedCase()
    expect(await shown(call, id)).toEqual({ on: '2027-06-21', display: 'planned', moved: 'absence', days: 0 })
    expect(await late(call)).toBe(0)
    const { days } = (await (await call('/api/dashboard?from=2027-06-21')).json()).data
    expect(days[0].deliveries).toMatchObject([{ id, delivery: { display: 'planned', moved: 'absence' } }])
    vi.setSystemTime(new Date('2027-06-21T08:00:00Z'))
    const onItsDay = await as(await make.user(practice))
    expect(await shown(onItsDay, id)).toMatchObject({ display: 'today', moved: 'absence', days: 0 })
    expect(await late(onItsDay)).toBe(0)
    vi.setSystemTime(new Date('2027-06-22T08:00:00Z'))
    const dayAfter = await as(await make.user(practice))
    expect(await shown(dayAfter, id)).toMatchObject({ display: 'delayed', firstDate: '2027-06-21', days: 1 })
    expect(await late(dayAfter)).toBe(1)
  })

  it('is late once the laboratory does not keep the day to which it was moved', async () => {
    const { practice, call, id, set } = await movedCase()
    await set('2027-06-23')
    const delayed = { on: '2027-06-23', display: 'delayed', newDate: '2027-06-23', firstDate: '2027-06-21', days: 2 }
    expect(await shown(call, id)).toEqual(delayed)
    expect(await late(call)).toBe(1)
    await set('2027-06-25')
    expect(await shown(call, id)).toMatchObject({ firstDate: '2027-06-21', days: 4 })
    await set('2027-06-21')
    expect(await shown(call, id)).toEqual({ on: '2027-06-21', display: 'planned', moved: 'absence', days: 0 })
    expect(await late(call)).toBe(0)
    await set('2027-06-16')
    expect(await shown(call, id)).toEqual({ on: '2027-06-16', display: 'planned', days: 0 })
    expect(await rowsOf(practice, 'select first_delivery_on::text as first from orders')).toEqual([
      { first: '2027-06-16' },
    ])
  })

  it('was late before, and stays so by the days of the laboratory', async () => {
    const { practice, call } = await practiceWithCall()
    const promised = { delivery_on: '2027-06-16', first_delivery_on: '2027-06-10', is_delivery_confirmed: true }
    const { id } = await make.order(practice, promised)
    const absence = await declare(call, '2027-06-14', '2027-06-18')
    const delayed = { display: 'delayed', firstDate: '2027-06-10', days: 6 }
    const away = { moved: 'absence', putOffTo: '2027-06-16' }
    expect(await shown(call, id)).toEqual({ on: '2027-06-21', newDate: '2027-06-21', ...delayed, ...away })
    await remove(call, absence)
    expect(await shown(call, id)).toEqual({ on: '2027-06-16', newDate: '2027-06-16', ...delayed })
    expect(await late(call)).toBe(1)
  })

  it('is moved once more by another absence, and still not late after the laboratory has set its day', async () => {
    const { call, id, set } = await movedCase()
    await set('2027-06-21')
    await declare(call, '2027-06-21', '2027-06-22')
    expect(await shown(call, id)).toEqual({ on: '2027-06-23', display: 'planned', moved: 'absence', days: 0 })
    await set('2027-06-24')
    expect(await shown(call, id)).toMatchObject({ display: 'delayed', firstDate: '2027-06-23', days: 1 })
  })
})

it('no case is due while nobody is there, however many declare and take back at once', async () => {
  const always = [1, 2, 3, 4, 5, 6, 7]
  const { practice, call } = await practiceWithCall({ working_days: always }, { delivery_days: always })
  const june = (day: number) => `2027-06-${String(day).padStart(2, '0')}`
  const due = Array.from({ length: 20 }, (_, index) => june(8 + index))
  for (const delivery_on of due) await make.order(practice, { code: delivery_on, delivery_on })
  const caseDaysAway = async () => {
    const { data } = (await (await call('/api/absences')).json()) as { data: { from: string; to: string }[] }
    const days = (await daysOf(practice)).map(line => line.slice(-10))
    return days.filter(day => data.some(({ from, to }) => from <= day && day <= to))
  }
  // One, two, one, two days, some of them adjacent.
  const absences = await Promise.all(
    Array.from({ length: 10 }, (_, index) => declare(call, june(8 + index * 2), june(8 + index * 2 + (index % 2)))),
  )
  expect(await caseDaysAway()).toEqual([])
  await Promise.all(absences.filter((_, index) => index % 3 === 0).map(absence => remove(call, absence)))
  expect(await caseDaysAway()).toEqual([])
  await Promise.all(absences.filter((_, index) => index % 3 !== 0).map(absence => remove(call, absence)))
  expect(await daysOf(practice)).toEqual(due.map(day => `${day} ${day}`))
})
