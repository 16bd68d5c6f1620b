import { describe, expect, it } from 'vitest'
import type { TestPractice } from '#test/make.ts'
import { startRounds, today } from '#test/rounds.ts'
import { waitedFor } from '#test/waited-for.ts'

const { make, as, place, toBring, told, handOver, sheetOf, rowsOf, refusalOf } = startRounds()

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
