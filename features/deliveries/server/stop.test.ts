import { describe, expect, it } from 'vitest'
import { startRounds, tenMinutesAgo, today } from '#test/rounds.ts'

const { make, as, place, toBring, told, handOver, sheetOf, rowsOf, refusalOf } = startRounds()

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
    // The time at the door, not that of the call.
    expect(
      await rowsOf(laboratory, 'select r.status_by, r.status_at = h.done_at as at from rides r, hand_overs h'),
    ).toEqual([{ status_by: driver.id, at: true }])
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

  it('tells of a pickup when it was made, and no statement tells otherwise afterwards', async () => {
    const { laboratory, practice, call } = await place()
    const at = new Date(Date.parse(tenMinutesAgo) - 8 * 3_600_000).toISOString()
    const ride = await make.ride(practice, today, 'AM')
    await handOver(call, told(practice, { rideIds: [ride.id], at }))
    const when = 'select status_at = $1 as as_told from rides'
    const asTold = () => make.within(laboratory.id, client => client.query(when, [at]))
    expect((await asTold()).rows).toEqual([{ as_told: true }])
    await rowsOf(laboratory, 'update rides set status_at = now()')
    expect((await asTold()).rows).toEqual([{ as_told: true }])
  })

  it('makes the pickup that was asked for again where nobody was, and not the first', async () => {
    const { laboratory, practice, call } = await place()
    const first = await make.ride(practice, today, 'AM', { status: 'nobody_there' })
    const again = await make.ride(practice, today, 'AM')
    const answer = await handOver(call, told(practice, { rideIds: [first.id, again.id] }))
    expect((await answer.json()).data.rideIds).toEqual([again.id])
    expect(await rowsOf(laboratory, 'select status from rides order by status')).toEqual([
      { status: 'picked_up' },
      { status: 'nobody_there' },
    ])
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

const nobodyThere = { outcome: 'nobody_there', receivedBy: null, signature: null }
