import { describe, expect, it } from 'vitest'
import type { TestPractice } from '#test/make.ts'
import { startRounds, today } from '#test/rounds.ts'

const { make, as, request, place, toBring, told, handOver, sheetOf, rowsOf, refusalOf } = startRounds()

describe('the run sheet of a day', () => {
  it('has what is brought and fetched at each stop, and nobody’s patient', async () => {
    const { practice, call } = await place()
    const bridge = await toBring(practice, { patient: 'Zacharie', patient_code: 'P-77', summary_fr: 'Bridge 13–23' })
    const ready = await toBring(practice, { status: 'in_production' })
    const late = await toBring(practice, { delivery_on: '2027-06-03', first_delivery_on: '2027-06-03' })
    const { id: rideId } = await make.ride(practice, today, 'AM', { complementary_information: 'Code 12' })
    for (const other of [
      { status: 'in_preparation' },
      { status: 'delivered' },
      { carrier: 'Colissimo' },
      { delivery_on: '2027-06-08', first_delivery_on: '2027-06-08' },
      { delivery_on: '2027-05-03', first_delivery_on: '2027-05-03' },
      { delivery_on: '2027-06-03', first_delivery_on: '2027-06-03', status: 'in_production' },
    ])
      await toBring(practice, other)
    await make.ride(practice, today, 'PM', { status: 'cancelled' })
    const sheet = await sheetOf(call)
    expect(sheet).toMatchObject({
      day: today,
      leftOut: [],
      stops: [{ round: '', handOvers: [], lastReceivedBy: null }],
    })
    const [stop] = sheet.stops
    expect(stop?.practice).toMatchObject({ name: 'Cabinet Lilas', phone: '01 02 03 04 05' })
    expect(new Set(stop?.cases.map(({ id }) => id))).toEqual(new Set([bridge.id, ready.id, late.id]))
    expect(stop?.pickups).toMatchObject([{ id: rideId, shift: 'AM', complementaryInformation: 'Code 12' }])
    expect(JSON.stringify(sheet)).not.toMatch(/Zacharie|P-77/)
    expect((await sheetOf(call, '2027-06-08')).stops[0]?.cases).toHaveLength(1)
  })

  it('has what has left early from the day on which it left, until it is handed over', async () => {
    const { laboratory, practice, call } = await place()
    const promised = { delivery_on: '2027-06-14', first_delivery_on: '2027-06-14' }
    const left = async (at: string, values: Record<string, unknown> = {}) => {
      const one = await toBring(practice, { ...promised, ...values })
      await make.within(laboratory.id, client =>
        client.query(
          `insert into order_events (brand_id, practice_id, order_id, sequence, status, at)
           values ($1, $2, $3, 1, 'shipped', $4)`,
          [laboratory.id, practice.id, one.id, at],
        ),
      )
      return one
    }
    // 22:30 UTC is already the next day at the laboratory.
    const [early, now] = [await left('2027-06-02T22:30:00Z'), await left(`${today}T07:00:00Z`)]
    const longPast = await left(`${today}T07:00:00Z`, { delivery_on: '2027-05-03', first_delivery_on: '2027-05-03' })
    await left('2027-05-10T08:00:00Z')
    await left(`${today}T07:00:00Z`, { carrier: 'Colissimo' })
    await left(`${today}T07:00:00Z`, { status: 'on_hold', hold_reason: 'other' })
    const broughtOn = async (day: string) =>
      (await sheetOf(call, day)).stops.flatMap(({ cases }) => cases.map(({ id }) => id)).toSorted()
    expect(await broughtOn('2027-06-02')).toEqual([])
    for (const day of ['2027-06-03', '2027-06-06']) expect(await broughtOn(day)).toEqual([early.id])
    expect(await broughtOn(today)).toEqual([early.id, now.id, longPast.id].toSorted())
    expect(await broughtOn('2027-06-08')).toEqual([])
    expect((await handOver(call, told(practice, { orderIds: [early.id, now.id, longPast.id] }))).status).toBe(201)
    expect((await sheetOf(call)).stops).toMatchObject([
      { cases: Array.from({ length: 3 }, () => ({ status: 'delivered' })) },
    ])
    expect(await broughtOn('2027-06-06')).toEqual([])
  })

  it('leaves out where nobody is, and says until when, unless something can be left there', async () => {
    const { laboratory, practice, call } = await place()
    const away = await toBring(practice)
    await make.absence(practice, '2027-06-04', '2027-06-09')
    const open = await make.practice(laboratory, { name: 'Cabinet Rose' })
    await toBring(open)
    await make.absence(open, today, today, { is_delivery_possible: true })
    const { stops, leftOut } = await sheetOf(call)
    expect(stops.map(({ practice }) => practice.name)).toEqual(['Cabinet Rose'])
    expect(leftOut).toMatchObject([
      { practice: { name: 'Cabinet Lilas' }, from: '2027-06-04', to: '2027-06-09', codes: [away.code] },
    ])
  })

  it('stops where a pickup stands all the same in an absence, and says which half nobody opens', async () => {
    const { practice, call } = await place()
    const { id } = await make.ride(practice, today, 'PM', { status: 'confirmed' })
    await make.absence(practice, '2027-06-04', '2027-06-09')
    const { stops, leftOut } = await sheetOf(call)
    expect(leftOut).toEqual([])
    expect(stops).toMatchObject([
      { pickups: [{ id }], cases: [], away: 'AM', absence: { from: '2027-06-04', to: '2027-06-09' } },
    ])
    await make.ride(practice, today, 'AM')
    expect((await sheetOf(call)).stops).toMatchObject([{ away: null }])
    expect((await handOver(call, told(practice, { rideIds: [id] }))).status).toBe(201)
    expect((await sheetOf(call)).stops).toMatchObject([{ pickups: [{ shift: 'AM' }, { status: 'picked_up' }] }])
  })

  it('says of a practice that it is closed on that weekday, unless it has deliveries brought or has asked for a pickup', async () => {
    const { laboratory, practice: closed, call } = await place()
    const monday = { opening_days: '{2,3,4,5}', delivery_days: '{2,3,4,5}' }
    const { rows } = await make.within(laboratory.id, client =>
      client.query(
        "update practices set opening_days = '{2,3,4,5}', delivery_days = '{2,3,4,5}' where id = $1 returning id",
        [closed.id],
      ),
    )
    expect(rows).toHaveLength(1)
    const brought = await make.practice(laboratory, { name: 'Cabinet Rose', ...monday, delivery_days: '{1,2}' })
    const asking = await make.practice(laboratory, { name: 'Cabinet Tilleul', ...monday })
    for (const practice of [closed, brought, asking]) await toBring(practice)
    await make.ride(asking, today, 'PM')
    const stops = (await sheetOf(call)).stops
    expect(stops.map(({ practice, isClosed }) => [practice.name, isClosed])).toEqual([
      ['Cabinet Lilas', true],
      ['Cabinet Rose', false],
      ['Cabinet Tilleul', false],
    ])
  })

  it('remembers the order in which the driver comes by, round by round, also of those without a stop today', async () => {
    const { laboratory, call } = await place()
    const [a, b, c, d] = await Promise.all(['A', 'B', 'C', 'D'].map(async name => make.practice(laboratory, { name })))
    if (!a || !b || !c || !d) throw new Error('Four were made.')
    const arrange = (round: string, ...practices: TestPractice[]) =>
      call('/api/staff/deliveries/round', {
        method: 'PUT',
        body: { round, practiceIds: practices.map(({ id }) => id) },
      })
    expect((await arrange('', a, b, c)).status).toBe(204)
    for (const stop of [a, c, d]) await toBring(stop)
    const names = async () => (await sheetOf(call)).stops.map(({ round, practice }) => `${round}${practice.name}`)
    expect(await names()).toEqual(['A', 'C', 'D'])
    await arrange('', c, a)
    expect(await names()).toEqual(['C', 'A', 'D'])
    await arrange('Sud ', d)
    expect(await names()).toEqual(['C', 'A', 'SudD'])
    await toBring(b)
    expect(await names()).toEqual(['C', 'B', 'A', 'SudD'])
    const elsewhere = await place()
    await arrange('', a)
    expect(await refusalOf(await arrange('', elsewhere.practice))).toEqual([404, 'not_found'])
    expect(await rowsOf(elsewhere.laboratory, 'select from round_stops')).toEqual([])
  })
})

describe('deliveries are not for', () => {
  it('strangers, practices and those of the laboratory who do not drive', async () => {
    const { laboratory, practice } = await place()
    const { id } = await toBring(practice)
    const calls = [
      ['/api/staff/deliveries', {}],
      ['/api/staff/hand-overs', { body: told(practice, { orderIds: [id] }) }],
      ['/api/staff/deliveries/round', { method: 'PUT', body: { round: '', practiceIds: [practice.id] } }],
      ['/api/staff/shipping', {}],
      ['/api/staff/shipping', { body: { orderIds: [id] } }],
    ] as const
    for (const [path, options] of calls) {
      expect((await request(laboratory, path, options)).status).toBe(401)
      for (const user of [
        await make.user(practice, { account_type: 'manager' }),
        await make.user(laboratory, { role: 'accounting' }),
        await make.user(laboratory, { role: 'production' }),
      ])
        expect((await (await as(user))(path, options)).status, path).toBe(403)
    }
    expect(await rowsOf(laboratory, `select status from orders where status <> 'shipped'`)).toEqual([])
  })

  it('another laboratory: unseen and untouched', async () => {
    const { laboratory, practice } = await place()
    const { id } = await toBring(practice)
    const { call } = await place()
    expect((await sheetOf(call)).stops).toEqual([])
    expect(await refusalOf(await handOver(call, told(practice, { orderIds: [id] })))).toEqual([404, 'not_found'])
    expect(await rowsOf(laboratory, 'select status from orders')).toEqual([{ status: 'shipped' }])
  })
})
