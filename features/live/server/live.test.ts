import { randomUUID } from 'node:crypto'
import { decodeJwt } from 'jose'
import pg from 'pg'
import { afterEach, describe, expect, inject, it, vi } from 'vitest'
import { listenTo } from '#test/events.ts'
import { problemOf, startTestApp } from '#test/harness.ts'
import type { TestLaboratory, TestPractice, TestUser } from '#test/make.ts'

/** Of this file alone, so that killing its connections affects no other tests. */
const connections = `live ${randomUUID()}`
const databaseUrl = `${inject('database').appUrl}?${new URLSearchParams({ application_name: connections })}`
const { app, make, as, request, tokenFor, accessTokens, database } = startTestApp({ databaseUrl })
const elsewhere = startTestApp({ databaseUrl })
afterEach(() => void vi.useRealTimers())

const listen = async (user: TestUser) => listenTo(await (await as(user))('/api/events'))

async function listening(of?: TestLaboratory, values: Record<string, unknown> = {}) {
  const practice = await make.practice(of ?? (await make.laboratory()))
  const user = await make.user(practice, values)
  const events = await listen(user)
  await events.next('ready')
  return { practice, user, events }
}
const sessionPath = (token: string) => `/api/account/sessions/${decodeJwt(token).sid}`
const change = ({ laboratory, id }: TestPractice) =>
  make.within(laboratory.id, client =>
    client.query('update orders set comment = now()::text || random() where practice_id = $1', [id]),
  )
/** Resolves once all earlier events have been received: they come in the order of their commits. */
async function mark({ practice, events }: Pick<Awaited<ReturnType<typeof listening>>, 'practice' | 'events'>) {
  await make.supplyOrder(practice, [(await make.supply(practice.laboratory)).name])
  for (;;) if ((await events.next('change')).topics.includes('supplies')) return
}
const changes = (events: { event: string; data: unknown }[]) => events.filter(({ event }) => event === 'change')

describe('the events of a practice', () => {
  it('begin with "ready" and tell within a moment what has changed', async () => {
    const practice = await make.practice(await make.laboratory())
    const user = await make.user(practice)
    const answer = await (await as(user))('/api/events')
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    })
    const events = listenTo(answer)
    await events.next('ready')
    const at = performance.now()
    await make.order(practice)
    expect(await events.next('change')).toEqual({ topics: ['orders'] })
    expect(performance.now() - at).toBeLessThan(15_000)
    await make.absence(practice, '2099-01-01', '2099-01-02')
    await make.ride(practice, '2099-01-04', 'AM')
    await make.supplyOrder(practice, [(await make.supply(practice.laboratory)).name])
    const told = new Set<string>()
    while (told.size < 4) for (const topic of (await events.next('change')).topics) told.add(topic)
    expect([...told].toSorted()).toEqual(['absences', 'closures', 'rides', 'supplies'])
    await events.close()
  })

  it('tell at commit, and nothing of what is rolled back', async () => {
    const { practice, events } = await listening()
    await make
      .within(practice.laboratory.id, async client => {
        await client.query(
          "insert into absences (brand_id, practice_id, from_on, to_on) values ($1, $2, '2099-01-01', '2099-01-02')",
          [practice.laboratory.id, practice.id],
        )
        throw new Error('rolled back')
      })
      .catch(() => undefined)
    await make.order(practice)
    expect(await events.next('change')).toEqual({ topics: ['orders'] })
    await events.close()
  })

  it('gather what changes together, and while much goes on come once a second', async () => {
    const { practice, events } = await listening()
    await make.order(practice)
    const until = performance.now() + 2_500
    while (performance.now() < until) await change(practice)
    await mark({ practice, events })
    const told = changes(events.heard).length
    expect(told).toBeGreaterThanOrEqual(2)
    expect(told).toBeLessThanOrEqual(5)
    await events.close()
  })

  it('say at the beginning what has changed a moment before, when the screen was already loaded', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { practice, user, events } = await listening()
    // The process has listened for longer than it remembers, so it knows every relevant change.
    vi.setSystemTime(Date.now() + 120_000)
    expect((await (await listen(user)).next('ready')).topics).toEqual([])
    await make.order(practice)
    await events.next('change')
    expect((await (await listen(user)).next('ready')).topics).toEqual(['orders'])
    vi.setSystemTime(Date.now() + 61_000)
    expect((await (await listen(user)).next('ready')).topics).toEqual([])
  })

  it('reach no other practice and no other laboratory, a thousand interleaved', async () => {
    const ours = await make.laboratory()
    const places = [await listening(ours), await listening(ours), await listening()]
    const [one, , other] = places
    if (!one || !other) throw new Error('three')
    for (const { practice } of places) await make.order(practice)
    for (const { events } of places) await events.next('change')
    const quiet = await listening(ours)
    const silent = await listening()
    // The topic tells which practice has changed.
    const acts = [
      (n: number) => make.absence(one.practice, day(n), day(n)),
      (n: number) => make.ride(other.practice, day(n), 'AM', { created_by: other.user.id }),
    ]
    const day = (n: number) => new Date(Date.UTC(2060, 0, 1 + n)).toISOString().slice(0, 10)
    for (let n = 0; n < 1_000; n += 10)
      await Promise.all(Array.from({ length: 10 }, (_, k) => acts[(n + k) % 2]?.(n + k)))
    for (const place of [...places, quiet, silent]) await mark(place)
    const topicsOf = (heard: { event: string; data: unknown }[]) => [
      ...new Set(changes(heard).flatMap(({ data }) => (data as { topics: string[] }).topics)),
    ]
    expect(places.map(({ events }) => topicsOf(events.heard))).toEqual([
      ['orders', 'absences', 'closures', 'supplies'],
      ['orders', 'supplies'],
      ['orders', 'rides', 'supplies'],
    ])
    for (const { events } of [quiet, silent]) expect(topicsOf(events.heard)).toEqual(['supplies'])
    for (const { events } of [...places, quiet, silent]) await events.close()
  }, 180_000)

  it('say to a practice doctor that days have no deliveries, not even that there are absences', async () => {
    const { practice, events } = await listening(undefined, { is_practice_doctor: true })
    await make.absence(practice, '2099-02-01', '2099-02-02', { is_delivery_possible: true })
    await make.order(practice)
    expect(await events.next('change')).toEqual({ topics: ['orders'] })
    await make.absence(practice, '2099-01-01', '2099-01-02')
    expect(await events.next('change')).toEqual({ topics: ['closures'] })
    expect(JSON.stringify(events.heard)).not.toContain('absences')
    await events.close()
  })
})

describe('the events of a laboratory’s own people', () => {
  it('tell what changes in any of its practices, and in no other laboratory', async () => {
    const laboratory = await make.laboratory()
    const practices = [await make.practice(laboratory), await make.practice(laboratory)]
    const [events, other] = [await listen(await make.user(laboratory)), await listening()]
    await events.next('ready')
    // The announcement of the new users themselves may come late.
    const told = () =>
      changes(events.heard)
        .flatMap(({ data }) => (data as { topics: string[] }).topics)
        .filter(topic => topic !== 'staff')
    for (const [index, practice] of practices.entries()) {
      await make.order(practice)
      await expect.poll(told).toEqual(Array(index + 1).fill('orders'))
    }
    await mark(other)
    const [practice] = practices
    if (!practice) throw new Error('two')
    await mark({ practice, events })
    expect(told()).toEqual(['orders', 'orders', 'supplies'])
    for (const one of [events, other.events]) await one.close()
  })

  it.each([
    ['accounting', ['orders', 'rides', 'supplies']],
    ['driver', ['orders', 'absences', 'closures', 'rides', 'supplies']],
    ['production', ['orders', 'attachments', 'rides', 'supplies']],
  ])('tell %s of what their console counts and their own work shows, and of nothing else', async (role, topics) => {
    const practice = await make.practice(await make.laboratory())
    const events = await listen(await make.user(practice.laboratory, { role }))
    await events.next('ready')
    const { id: order_id } = await make.order(practice)
    const created_by = (await make.user(practice)).id
    const brand_id = practice.laboratory.id
    await make.insert(brand_id, 'attachments', { brand_id, practice_id: practice.id, order_id, created_by })
    await make.within(brand_id, client => client.query("update attachments set state = 'removed', order_id = null"))
    await make.absence(practice, '2099-01-01', '2099-01-02')
    await make.ride(practice, '2099-01-04', 'AM')
    await mark({ practice, events })
    const told = changes(events.heard).flatMap(({ data }) => (data as { topics: string[] }).topics)
    expect(new Set(told)).toEqual(new Set(topics))
    await events.close()
  })

  it('say at the beginning what has changed a moment before, and end with the account', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { practice, events: first } = await listening()
    const staff = await make.user(practice.laboratory, { role: 'production' })
    vi.setSystemTime(Date.now() + 120_000)
    await make.order(practice)
    await first.next('change')
    const events = await listen(staff)
    expect(await events.next('ready')).toEqual({ topics: ['orders'] })
    await make.within(practice.laboratory.id, client =>
      client.query('update users set disabled_at = now() where id = $1', [staff.id]),
    )
    expect(await events.next('end')).toEqual({ because: 'session' })
    await events.ended
    await first.close()
  })
})

describe('whoever begins to listen', () => {
  it('with rights that have changed since the page was drawn is asked for a new token, before anything else', async () => {
    const user = await make.user(await make.practice(await make.laboratory()))
    const session = decodeJwt(await tokenFor(user))
    const listenAs = async (shown: object) => {
      const name = { brandId: user.laboratory.id, sessionId: String(session.sid) }
      const token = await accessTokens.sign(name, { id: user.id, kind: 'practice', isPracticeDoctor: false, ...shown })
      return listenTo(await request(user.laboratory, '/api/events', { headers: { authorization: `Bearer ${token}` } }))
    }
    const outdated = await listenAs({ accountType: 'manager', isDLCPM: false })
    expect(await outdated.next('end')).toEqual({ because: 'session' })
    await outdated.ended
    expect(outdated.heard).toHaveLength(1)
    const present = await listenAs({ accountType: 'doctor', isDLCPM: false })
    await present.next('ready')
    await present.close()
  })
})

describe('the events are refused', () => {
  it('to strangers, and to a session of another laboratory', async () => {
    const laboratory = await make.laboratory()
    expect((await request(laboratory, '/api/events')).status).toBe(401)
    const call = await as(await make.user(await make.practice(await make.laboratory())))
    const refused = await call('/api/events', { laboratory })
    expect([refused.status, (await problemOf(refused)).code]).toEqual([401, 'signed_out'])
    const { status } = await request(laboratory, '/api/events?access_token=x', { method: 'POST' })
    expect(status).toBe(405)
  })

  it('HEAD opens nothing', async () => {
    const user = await make.user(await make.practice(await make.laboratory()))
    const before = app.liveStreams()
    const { status, body } = await (await as(user))('/api/events', { method: 'HEAD' })
    expect([status, body, app.liveStreams()]).toEqual([200, null, before])
  })
})

describe('an open answer', () => {
  it('holds no connection to the database: thirty answers, eight connections', async () => {
    const places = await Promise.all(Array.from({ length: 30 }, () => listening()))
    const [first] = places
    if (!first) throw new Error('thirty')
    expect((await (await as(first.user))('/api/orders')).status).toBe(200)
    for (const { events } of places) await events.close()
  })

  it('of one user gives way to the eleventh', async () => {
    const user = await make.user(await make.practice(await make.laboratory()))
    const all = []
    for (let n = 0; n < 11; n++) {
      const events = await listen(user)
      await events.next('ready')
      all.push(events)
    }
    expect(await all[0]?.next('end')).toEqual({ because: 'elsewhere' })
    await all[0]?.ended
    const before = app.liveStreams()
    for (const events of all) await events.close()
    expect(app.liveStreams()).toBe(before - 10)
  })

  it('ends with its token', async () => {
    const user = await make.user(await make.practice(await make.laboratory()))
    const token = await tokenFor(user)
    vi.useFakeTimers({
      now: Date.now(),
      toFake: ['Date', 'setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'],
    })
    const answer = await request(user.laboratory, '/api/events', { headers: { authorization: `Bearer ${token}` } })
    const events = listenTo(answer)
    await events.next('ready')
    await vi.advanceTimersByTimeAsync((await accessTokens.endOf(token)) - Date.now() - 1_000)
    expect(events.heard.map(({ event }) => event)).not.toContain('end')
    await vi.advanceTimersByTimeAsync(1_001)
    expect(await events.next('end')).toEqual({ because: 'token' })
    await events.ended
  })

  describe('ends at once, on every process, when', () => {
    const open = async (user: TestUser) => {
      const call = await as(user)
      const token = await tokenFor(user)
      const headers = { authorization: `Bearer ${token}` }
      const answers = [request, elsewhere.request].map(ask => ask(user.laboratory, '/api/events', { headers }))
      const events = await Promise.all(answers.map(async answer => listenTo(await answer)))
      for (const one of events) await one.next('ready')
      const other = listenTo(await call('/api/events'))
      await other.next('ready')
      return { token, headers, events, call, other }
    }
    const expectEnded = async (events: ReturnType<typeof listenTo>[]) => {
      for (const one of events) {
        expect(await one.next('end')).toEqual({ because: 'session' })
        await one.ended
      }
    }

    it.each([
      ['its user leaves', (token: string) => ['/api/token/invalidate', 'POST', token] as const],
      ['its session is ended from the list', (token: string) => [sessionPath(token), 'DELETE', undefined] as const],
    ])('%s: of that session alone', async (_, how) => {
      const user = await make.user(await make.practice(await make.laboratory()))
      const { token, events, call, other } = await open(user)
      const [path, method, bearer] = how(token)
      const headers: Record<string, string> = bearer ? { authorization: `Bearer ${bearer}` } : {}
      expect((await call(path, { method, headers })).status).toBe(204)
      await expectEnded(events)
      expect(other.heard.map(({ event }) => event)).not.toContain('end')
      await other.close()
    })

    it.each([
      ['may see less', "role = 'driver'"],
      ['may see more', "role = 'administrator'"],
      [
        'is theirs no more',
        "kind = 'practice', role = null, account_type = 'doctor', practice_id = (select id from practices)",
      ],
    ])('somebody of the staff %s', async (_, set) => {
      const { practice, events: apart } = await listening()
      const user = await make.user(practice.laboratory, { role: 'production' })
      const { events, other } = await open(user)
      await make.within(user.laboratory.id, client => client.query(`update users set ${set} where id = $1`, [user.id]))
      await expectEnded([...events, other])
      expect(apart.heard.map(({ event }) => event)).not.toContain('end')
      await apart.close()
    })

    it.each([
      ['a used-up token is shown', "update sessions set ended_at = now(), ended_because = 'reuse' where user_id = $1"],
      ['its user is disabled', 'update users set disabled_at = now() where id = $1'],
      ['its laboratory is disabled', 'update brands set disabled_at = now() where $1::text is not null'],
      ['its user may see less', 'update users set is_practice_doctor = true where id = $1'],
      [
        'its laboratory demands a second factor of its staff',
        'update brands set staff_need_second_factor = true where $1::text is not null',
      ],
    ])('%s', async (_, statement) => {
      const { user: neighbour, events: apart } = await listening()
      const user = await make.user(await make.practice(await make.laboratory()))
      const { events, other } = await open(user)
      await make.within(user.laboratory.id, client => client.query(statement, [user.id]))
      await expectEnded([...events, other])
      expect(
        apart.heard.map(({ event }) => event),
        neighbour.id,
      ).not.toContain('end')
      await apart.close()
    })
  })

  it('whose session is gone without a word ends within a minute', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { user, events } = await listening()
    await make.within(user.laboratory.id, client => client.query('delete from sessions where user_id = $1', [user.id]))
    await vi.advanceTimersByTimeAsync(50_000)
    expect(await events.next('end')).toEqual({ because: 'session' })
    await events.ended
    expect(events.comments).toBe(2)
  })

  it('that nobody reads is cut', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const user = await make.user(await make.practice(await make.laboratory()))
    const before = app.liveStreams()
    const answer = await (await as(user))('/api/events')
    expect(app.liveStreams()).toBe(before + 1)
    await vi.advanceTimersByTimeAsync(25_000 * 17)
    await expect.poll(() => app.liveStreams()).toBe(before)
    await expect(answer.text()).rejects.toThrow('Nobody reads')
  })
})

describe('the connection that hears of changes', () => {
  const kill = async () => {
    const admin = new pg.Client({ connectionString: database.adminUrl })
    await admin.connect()
    const { rowCount } = await admin.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1 and query in ('listen changes', 'select 1')",
      [connections],
    )
    await admin.end()
    return rowCount
  }

  it('comes back when it is killed, and every open answer is told to catch up: no change is lost', async () => {
    const places = [await listening(), await listening()]
    for (let round = 0; round < 3; round++) {
      const caughtUp = places.map(({ events }) => events.next('resync'))
      expect(await kill()).toBeGreaterThan(0)
      // Falls into the gap: not announced, but found when catching up.
      await Promise.all(places.map(({ practice }) => make.order(practice)))
      await Promise.all(caughtUp)
      for (const place of places) await mark(place)
    }
    for (const { events } of places) await events.close()
  })
})
