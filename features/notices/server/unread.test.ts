import { describe, expect, it } from 'vitest'
import { doChores } from '#tenancy/server/chores.ts'
import { listenTo } from '#test/events.ts'
import { startTestApp } from '#test/harness.ts'
import type { TestUser } from '#test/make.ts'
import type { UnreadCase } from '../contract.ts'

const { app, make, as } = startTestApp()

async function aPractice() {
  const laboratory = await make.laboratory()
  const practice = await make.practice(laboratory)
  const order = await make.order(practice, { status: 'in_production', delivery_on: '2099-03-02' })
  const [doctor, colleague, staff] = [await make.user(practice), await make.user(practice), await make.user(laboratory)]
  return { laboratory, practice, order, doctor, colleague, staff }
}
type Place = Awaited<ReturnType<typeof aPractice>>

const unreadOf = async (user: TestUser) => {
  const { data, total } = (await (await (await as(user))('/api/unread')).json()) as {
    data: UnreadCase[]
    total: number
  }
  expect(total).toBe(data.length)
  return data
}
const read = async (user: TestUser, { id }: { id: string }, news: number) =>
  expect((await (await as(user))(`/api/orders/${id}/read`, { body: { news } })).status).toBe(204)
const laboratoryWrites = async ({ staff, order }: Place) =>
  expect(
    (await (await as(staff))(`/api/staff/orders/${order.id}/messages`, { body: { body: 'Bonjour' } })).status,
  ).toBe(201)

describe('the mark of what has not been read', () => {
  it('is read up to a number that the database can count to', async () => {
    const { doctor, order } = await aPractice()
    const call = await as(doctor)
    for (const news of [0, 1.5, 2 ** 53, 1e300])
      expect((await call(`/api/orders/${order.id}/read`, { body: { news } })).status).toBe(422)
  })

  it.each<[string, (place: Place) => Promise<unknown>]>([
    ['a message of the laboratory', laboratoryWrites],
    [
      'a status',
      async ({ staff, order }) =>
        (await as(staff))(`/api/staff/orders/${order.id}/status`, { body: { status: 'shipped' } }),
    ],
    [
      'a question',
      async ({ staff, order }) =>
        (await as(staff))(`/api/staff/orders/${order.id}/status`, {
          body: { status: 'on_hold', hold: { reason: 'other', question: 'Oui ?' } },
        }),
    ],
    [
      'a new day of delivery',
      async ({ staff, order }) =>
        (await as(staff))(`/api/staff/orders/${order.id}/status`, {
          body: { status: 'in_production', deliveryDate: '2099-03-09' },
        }),
    ],
  ])('comes with %s, to everybody of the practice, and goes for whoever has read it', async (_, act) => {
    const place = await aPractice()
    const { order, doctor, colleague } = place
    expect(await unreadOf(doctor)).toEqual([])
    await act(place)
    const [mark] = await unreadOf(doctor)
    expect(mark?.id).toBe(order.id)
    await read(doctor, order, mark?.news ?? 0)
    expect(await unreadOf(doctor)).toEqual([])
    expect(await unreadOf(colleague)).toHaveLength(1)
  })

  it('does not come with one’s own doing, but with a colleague’s', async () => {
    const { order, doctor, colleague } = await aPractice()
    await (await as(doctor))(`/api/orders/${order.id}/messages`, { body: { body: 'Bonjour' } })
    expect(await unreadOf(doctor)).toEqual([])
    expect(await unreadOf(colleague)).toMatchObject([{ id: order.id }])
  })

  it('stays for what has happened since it was read', async () => {
    const place = await aPractice()
    await laboratoryWrites(place)
    const [seen] = await unreadOf(place.doctor)
    await laboratoryWrites(place)
    await read(place.doctor, place.order, seen?.news ?? 0)
    const [since] = await unreadOf(place.doctor)
    expect(since?.news).toBeGreaterThan(seen?.news ?? 0)
    await read(place.doctor, place.order, since?.news ?? 0)
    await laboratoryWrites(place)
    // A device that reports late what another one has read long ago.
    await read(place.doctor, place.order, since?.news ?? 0)
    expect(await unreadOf(place.doctor)).toHaveLength(1)
  })

  it('is nobody else’s to see or to take away', async () => {
    const place = await aPractice()
    await laboratoryWrites(place)
    const [mark] = await unreadOf(place.doctor)
    const stranger = await make.user(await make.practice(place.laboratory))
    expect(await unreadOf(stranger)).toEqual([])
    await read(place.colleague, place.order, mark?.news ?? 0)
    const body = { news: mark?.news }
    expect((await (await as(stranger))(`/api/orders/${place.order.id}/read`, { body })).status).toBe(404)
    expect(await unreadOf(place.doctor)).toHaveLength(1)
    expect((await (await as(place.staff))('/api/unread')).status).toBe(403)
  })

  it('is told to every device of its reader and to nobody else, when it comes and when it goes', async () => {
    const place = await aPractice()
    const [phone, desk, other] = await Promise.all(
      [place.doctor, place.doctor, place.colleague].map(async user => listenTo(await (await as(user))('/api/events'))),
    )
    if (!phone || !desk || !other) throw new Error('three')
    for (const device of [phone, desk, other]) await device.next('ready')
    const heard = async (device: typeof phone) => (await device.next('change')).topics.toSorted()
    await laboratoryWrites(place)
    for (const device of [phone, desk, other]) expect(await heard(device)).toEqual(['orders', 'unread'])
    const [mark] = await unreadOf(place.doctor)
    await read(place.doctor, place.order, mark?.news ?? 0)
    for (const device of [phone, desk]) expect(await heard(device)).toEqual(['unread'])
    // The colleague's next event is about something else: they were not told of the reading.
    await make.within(place.laboratory.id, client =>
      client.query(
        `insert into absences (brand_id, practice_id, from_on, to_on) values ($1, $2, '2099-01-01', '2099-01-01')`,
        [place.laboratory.id, place.practice.id],
      ),
    )
    expect(await heard(other)).not.toContain('unread')
    for (const device of [phone, desk, other]) await device.close()
  })

  it('goes by itself after two months', async () => {
    const place = await aPractice()
    await laboratoryWrites(place)
    await make.within(place.laboratory.id, client =>
      client.query(`update unread_cases set since = since - interval '61 days'`),
    )
    await doChores(app.chores, { laboratories: [place.laboratory.id] })
    expect(await unreadOf(place.doctor)).toEqual([])
  })
})
