import { createHash } from 'node:crypto'
import { PassThrough } from 'node:stream'
import { pino } from 'pino'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { withRequestContext } from '#kit/server/middleware.ts'
import { newApi } from '#kit/server/serve.ts'
import { readCalendar } from '#test/calendar.ts'
import { problemOf, startTestApp } from '#test/harness.ts'
import type { TestLaboratory, TestPractice, TestUser } from '#test/make.ts'
import { calendarRoutes } from './routes.ts'

const { app, make, as, request } = startTestApp()
const at = (now: string) => vi.useFakeTimers({ now: new Date(now), toFake: ['Date'] })
afterEach(() => void vi.useRealTimers())

type Values = Record<string, unknown>
const newPractice = async (values: Values = {}) => make.practice(await make.laboratory(values))

/** A user of the practice with a feed, and the requests of a calendar program. */
async function subscriber(practice: TestPractice, values: Values = {}) {
  const user = await make.user(practice, values)
  const address = await subscribe(user)
  const look = (options: Parameters<typeof request>[2] = {}) => request(practice.laboratory, address, options)
  const read = async () => readCalendar(await (await look()).text())
  return { user, address, look, read }
}
async function subscribe(user: TestUser): Promise<string> {
  const response = await (await as(user))('/api/calendar', { method: 'POST' })
  expect(response.status).toBe(201)
  return `/api/calendar/${(await response.json()).data.secret}`
}
const summaries = ({ events }: ReturnType<typeof readCalendar>) => events.map(({ summary }) => summary).toSorted()
const run = (laboratory: TestLaboratory, statement: string, values: unknown[]) =>
  make.within(laboratory.id, client => client.query(statement, values))

describe('a calendar program reads', () => {
  it('deliveries, appointments, pickups and absences, with the patient’s code alone', async () => {
    at('2027-05-05T07:00:00Z')
    const practice = await newPractice({ company_name: 'Labo Ivoire; Lyon' })
    const { user, look, read } = await subscriber(practice)
    const order = await make.order(practice, {
      code: 'T-26 0012',
      patient: 'Zoé Martin',
      patient_code: 'P-7, haut',
      comment: 'Pour Zoé',
      delivery_on: '2027-05-06',
      is_delivery_confirmed: true,
      appointment_at: '2027-05-07T07:30:00Z',
    })
    await make.order(practice, { patient_code: 'P-8', delivery_on: '2027-05-10', status: 'delivered' })
    const created_by = user.id
    await make.ride(practice, '2027-05-05', 'AM', { created_by, complementary_information: 'Pour Zoé' })
    await make.ride(practice, '2027-05-06', 'PM', { created_by, status: 'confirmed' })
    await make.absence(practice, '2027-05-13', '2027-05-14')
    await make.absence(practice, '2027-06-01', '2027-06-01', { is_delivery_possible: true })

    const answer = await look()
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('private, no-cache')
    expect(await answer.text()).not.toMatch(/Zoé|Martin|Couronne/)
    const { events, title } = await read()
    expect(title).toBe('Labo Ivoire; Lyon')
    const told = Object.fromEntries(events.map(({ summary, start, end, status }) => [summary, [start, end, status]]))
    expect(told).toEqual({
      'Livraison P-7, haut': ['2027-05-06', '2027-05-07', 'CONFIRMED'],
      'Rendez-vous P-7, haut': ['2027-05-07T07:30:00Z', undefined, 'CONFIRMED'],
      'Livraison estimée P-8': ['2027-05-10', '2027-05-11', 'TENTATIVE'],
      'Collecte, matin': ['2027-05-05', '2027-05-06', 'TENTATIVE'],
      'Collecte, après-midi': ['2027-05-06', '2027-05-07', 'CONFIRMED'],
      'Absence du cabinet': ['2027-05-13', '2027-05-15', 'CONFIRMED'],
      'Absence du cabinet, livraison possible': ['2027-06-01', '2027-06-02', 'CONFIRMED'],
    })
    const delivery = events.find(({ uid }) => uid === `delivery-${order.id}`)
    expect(delivery).toMatchObject({
      description: 'Travail T-26 0012',
      url: `https://${practice.laboratory.host}/cases/${order.id}`,
    })
  })

  it('that the practice’s own absence has moved a delivery, and not why to whoever may not see absences', async () => {
    at('2027-05-05T08:00:00Z')
    const practice = await newPractice()
    const moved = { delivery_on: '2027-05-10', first_delivery_on: '2027-05-06', moved_from_on: '2027-05-06' }
    const appointment_at = '2027-05-11T08:00:00Z'
    await make.order(practice, { code: 'T-1', ...moved, appointment_at })
    await make.order(practice, { code: 'T-2', delivery_on: '2027-05-10', first_delivery_on: '2027-05-06' })
    const told = async (values: Record<string, unknown>) => {
      const { read } = await subscriber(practice, values)
      const { events } = await read()
      return events.map(({ description }) => description).toSorted()
    }
    const [appointment, late] = ['Travail T-1', 'Travail T-2 · initialement le 6 mai']
    expect(await told({})).toEqual([appointment, 'Travail T-1 · déplacée\u00a0: votre absence', late])
    expect(await told({ is_practice_doctor: true })).toEqual([appointment, 'Travail T-1 · déplacée', late])
  })

  it('a late work as the dashboard reckons it, however long ago it was promised; and when it has come, on that day', async () => {
    at('2027-05-05T08:00:00Z')
    const practice = await newPractice()
    const { read } = await subscriber(practice)
    const order = await make.order(practice, {
      patient_code: 'P-1',
      status: 'in_production',
      delivery_on: '2027-03-01',
      is_delivery_confirmed: true,
    })
    const told = async () => (await read()).events.map(({ summary, start, status }) => [summary, start, status])
    expect(await told()).toEqual([['Livraison retardée P-1', '2027-05-06', 'TENTATIVE']])
    at('2027-05-06T08:00:00Z')
    expect(await told()).toEqual([['Livraison retardée P-1', '2027-05-07', 'TENTATIVE']])
    // After midnight in the laboratory's time zone.
    const brand_id = practice.laboratory.id
    const ofOrder = { brand_id, practice_id: practice.id, order_id: order.id }
    const delivered = { sequence: 1, status: 'delivered', at: '2027-05-05T22:30:00Z' }
    await make.insert(brand_id, 'order_events', { ...ofOrder, ...delivered })
    for (const status of ['shipped', 'delivered'])
      await run(practice.laboratory, 'update orders set status = $2 where id = $1', [order.id, status])
    expect(await told()).toEqual([['Livraison P-1', '2027-05-06', 'CONFIRMED']])
  })

  it('in the language of its user', async () => {
    const practice = await newPractice()
    const { user, read } = await subscriber(practice, { language: 'en' })
    await make.order(practice, { delivery_on: new Date().toISOString().slice(0, 10) })
    expect(summaries(await read())).toEqual(['Estimated delivery P-0001'])
    await run(practice.laboratory, "update users set language = 'fr' where id = $1", [user.id])
    expect(summaries(await read())).toEqual(['Livraison estimée P-0001'])
  })

  it('what is new and changed under the same name; what is cancelled goes', async () => {
    const practice = await newPractice()
    const { user, read } = await subscriber(practice)
    const today = new Date().toISOString().slice(0, 10)
    const order = await make.order(practice, { delivery_on: today, created_at: '2026-01-05T08:00:00Z' })
    const ride = await make.ride(practice, today, 'AM', { created_by: user.id })
    const before = (await read()).events
    expect(before.map(({ uid, sequence }) => [uid, sequence])).toEqual([
      [`delivery-${order.id}`, 0],
      [`pickup-${ride.id}`, 0],
    ])
    const staff = await as(await make.user(practice.laboratory))
    const set = (path: string, body: object) => staff(`/api/staff/${path}/status`, { body })
    expect((await set(`orders/${order.id}`, { status: 'in_preparation', deliveryDate: today })).status).toBe(204)
    expect((await set(`rides/${ride.id}`, { status: 'confirmed' })).status).toBe(204)
    const after = (await read()).events
    expect(after.map(({ uid, sequence }) => [uid, sequence])).toEqual([
      [`delivery-${order.id}`, 1],
      [`pickup-${ride.id}`, 1],
    ])
    expect(before[0]?.changedAt).toBe('2026-01-05T08:00:00Z')
    expect(Date.parse(after[0]?.changedAt ?? '')).toBeGreaterThan(Date.now() - 60_000)
    await run(practice.laboratory, "update rides set status = 'cancelled' where id = $1", [ride.id])
    await run(practice.laboratory, "update orders set status = 'cancelled' where id = $1", [order.id])
    expect((await read()).events).toEqual([])
  })

  it('days of the laboratory, and instants that are right on every clock, over a change of the clocks too', async () => {
    // Ten in the evening in Paris is the next morning in Auckland, where the window begins a day later.
    at('2027-10-30T20:00:00Z')
    for (const [time_zone, first] of [
      ['Pacific/Auckland', '2027-10-01'],
      ['Europe/Paris', '2027-09-30'],
    ] as const) {
      const practice = await newPractice({ time_zone })
      const { read } = await subscriber(practice)
      await make.order(practice, { patient_code: 'P-1', delivery_on: '2027-09-30', status: 'shipped' })
      await make.order(practice, { patient_code: 'P-2', delivery_on: '2027-10-31' })
      await make.order(practice, { patient_code: 'P-3', appointment_at: '2027-10-31T00:30:00Z' })
      await make.order(practice, { patient_code: 'P-4', appointment_at: '2027-10-31T01:30:00Z' })
      const { events, property } = await read()
      expect(property('x-wr-timezone')).toBe(time_zone)
      const starts = events.map(({ start, summary }) => [summary.slice(-3), start]).toSorted()
      expect(starts).toEqual([
        ...(first === '2027-09-30' ? [['P-1', '2027-09-30']] : []),
        ['P-2', '2027-10-31'],
        ['P-3', '2027-10-31T00:30:00Z'],
        ['P-4', '2027-10-31T01:30:00Z'],
      ])
    }
  })

  it('a month back, a year ahead, and no more than two thousand cases, the nearest', async () => {
    at('2027-05-05T07:00:00Z')
    const practice = await newPractice()
    const { read } = await subscriber(practice)
    for (const day of ['2027-04-04', '2027-04-05', '2028-05-04', '2028-05-05'])
      await make.order(practice, { patient_code: day, delivery_on: day, status: 'shipped' })
    expect(summaries(await read())).toEqual(['Livraison estimée 2027-04-05', 'Livraison estimée 2028-05-04'])
    await run(
      practice.laboratory,
      `insert into orders (brand_id, practice_id, code, patient_code, print_type, delivery_on, first_delivery_on,
         summary_fr, summary_en)
       select $1, $2, 'N-' || n, 'near', 'optical', '2027-05-20', '2027-05-20', 'x', 'x' from generate_series(1, 1999) n`,
      [practice.laboratory.id, practice.id],
    )
    const told = summaries(await read())
    expect(told).toHaveLength(2_000)
    expect(told).toContain('Livraison estimée 2027-04-05')
    expect(told).not.toContain('Livraison estimée 2028-05-04')
  })

  it('nothing of absences for a practice doctor, from the moment that somebody is one', async () => {
    const practice = await newPractice()
    const { user, read } = await subscriber(practice)
    const today = new Date().toISOString().slice(0, 10)
    await make.absence(practice, today, today)
    expect(summaries(await read())).toEqual(['Absence du cabinet'])
    await run(practice.laboratory, 'update users set is_practice_doctor = true where id = $1', [user.id])
    expect(summaries(await read())).toEqual([])
  })

  it('nothing of another practice or laboratory', async () => {
    const ours = await newPractice()
    const neighbour = await make.practice(ours.laboratory)
    const today = new Date().toISOString().slice(0, 10)
    for (const place of [ours, neighbour, await newPractice()]) {
      await make.order(place, { delivery_on: today, patient_code: place === ours ? 'ours' : 'foreign' })
      await make.ride(place, today, place === ours ? 'AM' : 'PM')
      if (place !== ours) await make.absence(place, today, today)
    }
    const { read } = await subscriber(ours)
    expect(summaries(await read())).toEqual(['Collecte, matin', 'Livraison estimée ours'])
  })

  it('once what has not changed', async () => {
    const practice = await newPractice()
    const { look } = await subscriber(practice)
    const today = new Date().toISOString().slice(0, 10)
    await make.order(practice, { delivery_on: today })
    const etag = (await look()).headers.get('etag') ?? ''
    expect(etag).toMatch(/^"\w+"$/)
    const again = await look({ headers: { 'if-none-match': etag } })
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
    await make.order(practice, { delivery_on: today })
    expect((await look({ headers: { 'if-none-match': etag } })).status).toBe(200)
  })

  it('not without end', async () => {
    const practice = await newPractice()
    const { look, user } = await subscriber(practice)
    const colleague = await subscriber(practice)
    for (let n = 0; n < 60; n++) expect((await look({ method: 'HEAD' })).status).toBe(200)
    const refused = await look()
    expect([refused.status, (await problemOf(refused)).code]).toEqual([429, 'too_many_requests'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    // A new address does not evade the limit, and other users are not affected.
    expect((await request(practice.laboratory, await subscribe(user))).status).toBe(429)
    expect((await colleague.look()).status).toBe(200)
  })
})

describe('an address', () => {
  it('that opens nothing is not found, for whatever reason, in the same words', async () => {
    const other = await newPractice()
    const wrongs: ((practice: TestPractice) => Promise<{ laboratory: TestLaboratory; address: string }>)[] = [
      async ({ laboratory }) => ({ laboratory, address: `/api/calendar/${'a'.repeat(43)}.ics` }),
      async ({ laboratory }) => ({ laboratory, address: '/api/calendar/x' }),
      async ({ laboratory }) => ({ laboratory, address: '/api/calendar/%00' }),
      async practice => {
        const { address } = await subscriber(practice)
        return { laboratory: practice.laboratory, address: address.replace('.ics', '') }
      },
      async practice => ({ laboratory: other.laboratory, address: (await subscriber(practice)).address }),
      async practice => {
        const { user, address } = await subscriber(practice)
        expect((await (await as(user))('/api/calendar', { method: 'DELETE' })).status).toBe(204)
        return { laboratory: practice.laboratory, address }
      },
      async practice => {
        const { user, address } = await subscriber(practice)
        expect((await request(practice.laboratory, await subscribe(user))).status).toBe(200)
        return { laboratory: practice.laboratory, address }
      },
      async practice => {
        const { user, address } = await subscriber(practice)
        await run(practice.laboratory, 'update users set disabled_at = now() where id = $1', [user.id])
        return { laboratory: practice.laboratory, address }
      },
      async practice => {
        const { user, address } = await subscriber(practice)
        await run(
          practice.laboratory,
          `update users set kind = 'staff', role = 'driver', practice_id = null, account_type = null where id = $1`,
          [user.id],
        )
        return { laboratory: practice.laboratory, address }
      },
    ]
    for (const wrong of wrongs) {
      const { laboratory, address } = await wrong(await newPractice())
      const answer = await request(laboratory, address)
      const { requestId, ...body } = await problemOf(answer)
      expect([answer.status, body], address).toEqual([
        404,
        { type: 'urn:portal:problem:not_found', title: 'not found', status: 404, code: 'not_found' },
      ])
    }
  })

  it('of a disabled laboratory leads nowhere, as all of it', async () => {
    const practice = await newPractice()
    const { look } = await subscriber(practice)
    await run(practice.laboratory, 'update brands set disabled_at = now() where id = $1', [practice.laboratory.id])
    expect((await problemOf(await look())).code).toBe('brand_unknown')
  })

  it('holds 256 random bits, of which the database keeps only a hash and the log nothing', async () => {
    const practice = await newPractice()
    const { user, address } = await subscriber(practice)
    const secret = address.split('/').at(-1) ?? ''
    expect(secret).toMatch(/^[\w-]{43}\.ics$/)
    const { rows } = await run(practice.laboratory, 'select * from calendar_feeds where user_id = $1', [user.id])
    expect(rows).toMatchObject([{ secret_hash: createHash('sha256').update(secret).digest() }])
    expect(JSON.stringify(rows)).not.toContain(secret.slice(0, 20))

    const stream = new PassThrough()
    let log = ''
    stream.on('data', chunk => (log += chunk))
    const api = newApi({ ...app.api.services, log: pino(stream) })
    api.http.use(withRequestContext(api.services))
    calendarRoutes(api)
    const { host } = practice.laboratory
    for (const path of [address, `${address}x`])
      await api.http.fetch(new Request(`http://${host}${path}`, { headers: { host } }))
    expect(log.match(/"route":"\/api\/calendar\/:secret"/g)).toHaveLength(2)
    expect(log).not.toContain(secret.slice(0, 20))
  })

  it('belongs to one user: another’s stays when one is made or ended, and both are on record', async () => {
    const practice = await newPractice()
    const [one, two] = [await subscriber(practice), await subscriber(practice)]
    const call = await as(one.user)
    const found = async () => (await (await call('/api/calendar')).json()).data
    expect(await found()).toEqual({ createdAt: expect.stringMatching(/^\d{4}-/) })
    expect((await call('/api/calendar', { method: 'DELETE' })).status).toBe(204)
    expect((await call('/api/calendar', { method: 'DELETE' })).status).toBe(204)
    expect(await found()).toBeNull()
    expect((await one.look()).status).toBe(404)
    expect((await two.look()).status).toBe(200)
    const { rows } = await run(
      practice.laboratory,
      'select kind from audit_events where user_id = $1 and kind::text like $2 order by id',
      [one.user.id, 'calendar%'],
    )
    expect(rows.map(({ kind }) => kind)).toEqual(['calendar_feed_made', 'calendar_feed_revoked'])
  })

  it('is for practices: the laboratory’s own people have none', async () => {
    const staff = await as(await make.user(await make.laboratory()))
    for (const method of ['GET', 'POST', 'DELETE'])
      expect((await staff('/api/calendar', { method })).status, method).toBe(403)
  })
})
