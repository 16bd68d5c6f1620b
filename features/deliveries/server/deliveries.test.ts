import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { problemOf, startTestApp } from '#test/harness.ts'
import type { TestLaboratory, TestPractice } from '#test/make.ts'
import { waitedFor } from '#test/waited-for.ts'
import type { RunSheet } from '../contract.ts'

const { make, as, request } = startTestApp({ connections: 25 })

/** Monday 7 June 2027, half past nine in Paris. */
const today = '2027-06-07'
beforeEach(() => void vi.useFakeTimers({ now: new Date(`${today}T07:30:00Z`), toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

type Call = Awaited<ReturnType<typeof as>>
const rowsOf = async ({ id }: TestLaboratory, text: string) =>
  (await make.within(id, client => client.query(text))).rows
const refusalOf = async (response: Response) => [response.status, (await problemOf(response)).code]
const sheetOf = async (call: Call, day = ''): Promise<RunSheet> =>
  (await (await call(`/api/staff/deliveries${day && `?day=${day}`}`)).json()).data

async function place() {
  const laboratory = await make.laboratory()
  const practice = await make.practice(laboratory, { name: 'Cabinet Lilas', phone: '01 02 03 04 05' })
  const driver = await make.user(laboratory, { role: 'driver', title: '', first_name: 'Paul', last_name: 'Durand' })
  return { laboratory, practice, driver, call: await as(driver) }
}

const toBring = (practice: TestPractice, values: Record<string, unknown> = {}) =>
  make.order(practice, { status: 'shipped', delivery_on: today, ...values })
/** By the clock of the database, which no test turns. */
const tenMinutesAgo = new Date(performance.timeOrigin + performance.now() - 600_000).toISOString()
const told = <More extends object>(practice: TestPractice, values: More) => ({
  id: randomUUID(),
  practiceId: practice.id,
  day: today,
  outcome: 'handed_over',
  orderIds: [] as string[],
  rideIds: [] as string[],
  at: tenMinutesAgo,
  ...values,
})
const handOver = (call: Call, body: object) => call('/api/staff/hand-overs', { body })

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
    // Two hours before midnight in UTC it is the next day at the laboratory.
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

describe('a stop', () => {
  it('that is done delivers its cases and fetches its pickups, each with who and when, told to the practice', async () => {
    const { laboratory, practice, driver, call } = await place()
    const [sent, ready] = [await toBring(practice), await toBring(practice, { status: 'in_production' })]
    const ride = await make.ride(practice, today, 'AM')
    const body = told(practice, {
      orderIds: [sent.id, ready.id],
      rideIds: [ride.id],
      receivedBy: ' Mme Petit ',
      signature: 'M1 2L30 40M5 6',
    })
    const answer = await handOver(call, body)
    expect([answer.status, (await answer.json()).data]).toEqual([
      201,
      { id: body.id, orderIds: [sent.id, ready.id].toSorted(), rideIds: [ride.id] },
    ])
    const { stops } = await sheetOf(call)
    expect(stops).toMatchObject([
      {
        cases: [{ status: 'delivered' }, { status: 'delivered' }],
        pickups: [{ status: 'picked_up' }],
        handOvers: [{ receivedBy: 'Mme Petit', signature: body.signature, by: 'Paul Durand', at: tenMinutesAgo }],
        lastReceivedBy: 'Mme Petit',
      },
    ])
    const doctor = await as(await make.user(practice))
    const shown = await (await doctor(`/api/orders/${ready.id}`)).json()
    expect(shown.data).toMatchObject({
      status: 'delivered',
      timeline: [{ status: 'shipped' }, { status: 'delivered', note: 'Remis au cabinet contre signature.' }],
    })
    const colleague = await as(await make.user(practice, { language: 'en' }))
    expect((await (await colleague(`/api/orders/${ready.id}`)).json()).data.timeline.at(-1)).toMatchObject({
      note: 'Handed over at the practice against a signature.',
    })
    expect(await rowsOf(laboratory, 'select status_by, status_at is not null as at from rides')).toEqual([
      { status_by: driver.id, at: true },
    ])
    expect(
      await rowsOf(
        laboratory,
        `select kind, order_id from audit_events where user_id = '${driver.id}' and kind::text !~ 'viewed' order by id`,
      ),
    ).toEqual([
      ...[sent.id, ready.id].toSorted().map(order_id => ({ kind: 'order_status_changed', order_id })),
      { kind: 'hand_over_noted', order_id: null },
    ])
  })

  it('where nobody was stays to be brought, and says so to the practice', async () => {
    const { laboratory, practice, call } = await place()
    const { id } = await toBring(practice)
    const ride = await make.ride(practice, today, 'AM')
    const nobody = { outcome: 'nobody_there', orderIds: [id], rideIds: [ride.id] }
    expect((await handOver(call, told(practice, nobody))).status).toBe(201)
    expect((await sheetOf(call)).stops).toMatchObject([
      { cases: [{ status: 'shipped' }], pickups: [{ status: 'nobody_there' }], handOvers: [nobodyThere] },
    ])
    const doctor = await as(await make.user(practice))
    expect((await (await doctor(`/api/orders/${id}`)).json()).data).toMatchObject({
      status: 'shipped',
      timeline: [{ status: 'shipped', note: expect.stringMatching(/^Le coursier n’a trouvé personne/) }],
    })
    expect(await refusalOf(await handOver(call, told(practice, nobody)))).toEqual([409, 'stop_done'])
    expect((await handOver(call, told(practice, { orderIds: [id], rideIds: [ride.id] }))).status).toBe(201)
    expect(await rowsOf(laboratory, 'select status from orders')).toEqual([{ status: 'delivered' }])
  })

  it('that is told twice is done once, also when its key has been forgotten', async () => {
    const { laboratory, practice, call } = await place()
    const { id } = await toBring(practice)
    const body = told(practice, { orderIds: [id] })
    const key = { 'idempotency-key': body.id }
    const first = await call('/api/staff/hand-overs', { body, headers: key })
    const again = await call('/api/staff/hand-overs', { body, headers: key })
    expect([first.status, again.status, await again.text()]).toEqual([201, 201, await first.text()])
    expect((await handOver(call, body)).status).toBe(201)
    expect(await rowsOf(laboratory, 'select status from order_events')).toEqual([{ status: 'delivered' }])
  })

  it('is never noted for later than now, whatever the phone’s clock says', async () => {
    const { laboratory, practice, call } = await place()
    const { id } = await toBring(practice)
    expect((await handOver(call, told(practice, { orderIds: [id], at: '2099-01-01T00:00:00Z' }))).status).toBe(201)
    expect(await rowsOf(laboratory, 'select done_at = told_at as is_now from hand_overs')).toEqual([{ is_now: true }])
  })

  it('is of a day near this one', async () => {
    const { laboratory, practice, call } = await place()
    const { id } = await toBring(practice)
    const on = (day: string, outcome: string) => handOver(call, told(practice, { orderIds: [id], day, outcome }))
    for (const outcome of ['nobody_there', 'handed_over'])
      for (const day of ['2027-06-27', '2027-06-11', '2027-05-23', '1999-01-01'])
        expect(await refusalOf(await on(day, outcome))).toEqual([422, 'not_that_day'])
    expect(await rowsOf(laboratory, 'select from hand_overs')).toEqual([])
    for (const day of ['2027-06-10', '2027-05-24']) expect((await on(day, 'nobody_there')).status).toBe(201)
  })

  it('that two drivers press at once is done by one; the other is told', async () => {
    const { laboratory, practice, call } = await place()
    const colleague = await as(await make.user(laboratory, { role: 'driver' }))
    for (let round = 0; round < 5; round++) {
      const cases = [await toBring(practice), await toBring(practice, { status: 'in_production' })]
      const orderIds = cases.map(({ id }) => id)
      const answers = await Promise.all([
        handOver(call, told(practice, { orderIds })),
        handOver(colleague, told(practice, { orderIds: orderIds.toReversed() })),
      ])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
    }
    expect(await rowsOf(laboratory, 'select count(*)::int as told from hand_overs')).toEqual([{ told: 5 }])
    expect(
      await rowsOf(
        laboratory,
        `select order_id from order_events where status = 'delivered' group by 1 having count(*) > 1`,
      ),
    ).toEqual([])
  })

  it('of which a colleague has brought a part is done for the rest', async () => {
    const { practice, call } = await place()
    const [one, other] = [await toBring(practice), await toBring(practice)]
    await handOver(call, told(practice, { orderIds: [one.id] }))
    const rest = await handOver(call, told(practice, { orderIds: [one.id, other.id] }))
    expect((await rest.json()).data.orderIds).toEqual([other.id])
  })

  it('takes nothing of another practice, and no drawing that is none', async () => {
    const { laboratory, practice, call } = await place()
    const neighbour = await make.practice(laboratory)
    const theirs = await toBring(neighbour)
    expect(await refusalOf(await handOver(call, told(practice, { orderIds: [theirs.id] })))).toEqual([409, 'stop_done'])
    const { id } = await toBring(practice)
    for (const wrong of [
      { signature: '<svg onload=alert(1)>' },
      { signature: 'M1 2'.repeat(2000) },
      { receivedBy: ' ' },
      { receivedBy: 'x'.repeat(81) },
      { at: 'yesterday' },
      { at: '2026-02-30T23:59:59Z' },
      { day: '2027-02-31' },
      { id: 'x' },
    ])
      expect((await handOver(call, told(practice, { orderIds: [id], ...wrong }))).status).toBe(422)
    expect(await rowsOf(laboratory, 'select from hand_overs')).toEqual([])
  })
})

describe('a practice that has gone into another one', () => {
  async function goingAndStaying() {
    const { laboratory, practice: staying, driver, call } = await place()
    const going = await make.practice(laboratory, { name: 'Cabinet Rose' })
    return { laboratory, staying, going, call, driver, administrator: await make.user(laboratory) }
  }
  type Both = Awaited<ReturnType<typeof goingAndStaying>>
  type Merged = Pick<Both, 'administrator' | 'going' | 'staying'> & { name?: string }
  const merge = async ({ administrator, going, staying, name = 'Cabinet Rose' }: Merged) => {
    const body = { goingId: going.id, name }
    const answer = await (await as(administrator))(`/api/staff/practices/${staying.id}/merging`, { body })
    expect(answer.status).toBe(204)
  }

  it('is told of by what was noted before that, and what was told by then stays told', async () => {
    const both = await goingAndStaying()
    const { laboratory, going, staying, call } = both
    const [first, second] = [await toBring(going), await toBring(going)]
    const { id: rideId } = await make.ride(going, today, 'AM')
    const before = told(going, { orderIds: [first.id] })
    expect((await handOver(call, before)).status).toBe(201)
    await merge(both)
    const again = await handOver(call, before)
    expect([again.status, (await again.json()).data.orderIds]).toEqual([201, [first.id]])
    const after = told(going, { orderIds: [second.id], rideIds: [rideId], receivedBy: 'Mme Petit' })
    expect((await handOver(call, after)).status).toBe(201)
    expect((await sheetOf(call)).stops).toMatchObject([
      {
        practice: { id: staying.id },
        cases: [{ status: 'delivered' }, { status: 'delivered' }],
        pickups: [{ status: 'picked_up' }],
        lastReceivedBy: 'Mme Petit',
      },
    ])
    expect(await rowsOf(laboratory, 'select distinct practice_id from hand_overs')).toEqual([
      { practice_id: staying.id },
    ])
  })

  it.each(['cases', 'a pickup alone'])('is told of in the moment in which it goes: %s', async what => {
    const { laboratory, going, staying, call, administrator } = await goingAndStaying()
    const orderIds = what === 'cases' ? [(await toBring(going)).id] : []
    const rideIds = what === 'cases' ? [] : [(await make.ride(going, today, 'AM')).id]
    const answer = await make.within(laboratory.id, async client => {
      await client.query("select tenant.set_context($1, null, $2, 'staff')", [laboratory.id, administrator.id])
      await client.query('select tenant.merge_practices($1, $2)', [going.id, staying.id])
      const pending = handOver(call, told(going, { orderIds, rideIds }))
      await waitedFor(client)
      return { pending }
    })
    expect((await answer.pending).status).toBe(201)
    expect((await sheetOf(call)).stops).toMatchObject([
      {
        practice: { id: staying.id },
        cases: orderIds.map(() => ({ status: 'delivered' })),
        pickups: rideIds.map(() => ({ status: 'picked_up' })),
      },
    ])
  })

  it('had a pickup in the half-day in which the other had one: it is one, by either name, and once a third practice comes', async () => {
    const both = await goingAndStaying()
    const { laboratory, going, staying, call } = both
    const third = await make.practice(laboratory, { name: 'Cabinet Iris' })
    const theirs = await make.ride(going, today, 'AM', { complementary_information: 'Sonner', status: 'confirmed' })
    const [own, last] = [await make.ride(staying, today, 'AM'), await make.ride(third, today, 'AM')]
    await merge(both)
    await merge({ ...both, going: staying, staying: third, name: 'Cabinet Lilas' })
    const noted = (practice: TestPractice, { id }: { id: string }) => told(practice, { rideIds: [id] })
    const fetched = await handOver(call, noted(staying, own))
    expect([fetched.status, (await fetched.json()).data.rideIds]).toEqual([201, [theirs.id]])
    expect((await sheetOf(call)).stops).toMatchObject([
      {
        practice: { id: third.id },
        pickups: [{ id: theirs.id, status: 'picked_up', complementaryInformation: 'Sonner' }],
      },
    ])
    for (const [door, ride] of [
      [going, theirs],
      [third, last],
    ] as const)
      expect(await refusalOf(await handOver(call, noted(door, ride)))).toEqual([409, 'stop_done'])
  })

  it('stands in the order of the road for the one that stays, once', async () => {
    const both = await goingAndStaying()
    const { laboratory, going, staying, call } = both
    const other = await make.practice(laboratory, { name: 'Cabinet Iris' })
    await merge(both)
    const practiceIds = [going, other, staying].map(({ id }) => id)
    expect(
      (await call('/api/staff/deliveries/round', { method: 'PUT', body: { round: '', practiceIds } })).status,
    ).toBe(204)
    expect(await rowsOf(laboratory, 'select practice_id from round_stops order by position')).toEqual([
      { practice_id: staying.id },
      { practice_id: other.id },
    ])
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

const nobodyThere = { outcome: 'nobody_there', receivedBy: null, signature: null }
