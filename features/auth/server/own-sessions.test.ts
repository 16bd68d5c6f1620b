import { randomUUID } from 'node:crypto'
import { decodeJwt } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestApp } from '#test/harness.ts'
import { type TestLaboratory, type TestUser, testPassword } from '#test/make.ts'

const { make, request, as, owner } = startTestApp()
let laboratory: TestLaboratory
beforeAll(async () => {
  laboratory = await make.laboratory()
})

const signIn = async (who: TestUser) => {
  const answer = await request(who.laboratory, '/auth', { body: { login: who.login, password: testPassword } })
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { data: { token: string } }).data
}
const orders = (token: string) => request(laboratory, '/api/orders', { headers: { authorization: `Bearer ${token}` } })
const sessionOf = (token: string) => String(decodeJwt(token).sid)
const age = (id: string, column: 'used_at' | 'created_at', interval: string) =>
  make.within(laboratory.id, client =>
    client.query(`update sessions set ${column} = now() - $2::interval where id = $1`, [id, interval]),
  )

describe('the sessions of a user', () => {
  const open = (who: TestUser) =>
    make.within(laboratory.id, async client => {
      const { rows } = await client.query<{ id: string; device: string }>(
        'select id, device from sessions where user_id = $1 and ended_at is null order by used_at desc',
        [who.id],
      )
      return rows
    })
  const withSessions = async (count: number) => {
    const who = await make.user(await make.practice(laboratory))
    await make.within(laboratory.id, client =>
      client.query(
        `insert into sessions (brand_id, user_id, refresh_seed, device, used_at)
           select $1, $2, sha256(n::text::bytea), n, now() - make_interval(mins => n) from generate_series(1, $3::int) n`,
        [laboratory.id, who.id, count],
      ),
    )
    return who
  }

  it('are a hundred at most: signing in once more ends the one left the longest, and is audited', async () => {
    const who = await withSessions(102)
    const { token } = await signIn(who)
    const left = await open(who)
    expect(left).toHaveLength(100)
    expect(left[0]?.id).toBe(sessionOf(token))
    expect(left.at(-1)?.device).toBe('99')
    const { rows } = await make.within(laboratory.id, client =>
      client.query(
        `select s.ended_because from audit_events a join sessions s on s.id = a.session_id
           where a.user_id = $1 and a.kind = 'session_ended'`,
        [who.id],
      ),
    )
    expect(rows).toEqual(Array(3).fill({ ended_because: 'superseded' }))
  })

  it('that came together before there was a bound end a few at a time, and none that is being renewed is waited for', async () => {
    const who = await withSessions(130)
    await make.within(laboratory.id, async client => {
      await client.query("select from sessions where user_id = $1 and device in ('1', '101') for update", [who.id])
      await signIn(who)
      expect(await open(who)).toHaveLength(131 - 19)
    })
    await signIn(who)
    expect(await open(who)).toHaveLength(100)
  })
})

describe('the list of sessions', () => {
  it('shows where the user is signed in, and ends one on request', async () => {
    const someone = await make.user(await make.practice(laboratory))
    const here = await signIn(someone)
    const there = await signIn(someone)
    const list = async () => {
      const response = await request(laboratory, '/api/account/sessions', {
        headers: { authorization: `Bearer ${here.token}` },
      })
      return ((await response.json()) as { data: { id: string; isCurrent: boolean }[] }).data
    }
    expect(
      (await list()).map(({ id, isCurrent }) => ({ id, isCurrent })).toSorted((a, b) => +a.isCurrent - +b.isCurrent),
    ).toEqual([
      { id: sessionOf(there.token), isCurrent: false },
      { id: sessionOf(here.token), isCurrent: true },
    ])
    const end = (id: string) =>
      request(laboratory, `/api/account/sessions/${id}`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${here.token}` },
      })
    expect((await end(sessionOf(there.token))).status).toBe(204)
    expect((await orders(there.token)).status).toBe(401)
    expect(await list()).toHaveLength(1)
  })

  it.each([
    ['used for twelve hours', 'used_at', '12 hours 1 second'],
    ['begun within thirty days', 'created_at', '30 days 1 second'],
  ] as const)('does not show one that was not %s, though it has not been ended', async (_, column, interval) => {
    const someone = await make.user(await make.practice(laboratory))
    const { token: over } = await signIn(someone)
    const { token } = await signIn(someone)
    await age(sessionOf(over), column, interval)
    const response = await request(laboratory, '/api/account/sessions', {
      headers: { authorization: `Bearer ${token}` },
    })
    const { data } = (await response.json()) as { data: { id: string }[] }
    expect(data.map(({ id }) => id)).toEqual([sessionOf(token)])
  })

  it('knows no session of anyone else: colleague, other practice, other laboratory', async () => {
    const practice = await make.practice(laboratory)
    const me = await as(await make.user(practice))
    const others = [
      await signIn(await make.user(practice)),
      await signIn(await make.user(await make.practice(laboratory))),
      await signIn(await make.user(await make.practice(await make.laboratory()))),
    ]
    for (const { token } of others)
      expect((await me(`/api/account/sessions/${sessionOf(token)}`, { method: 'DELETE' })).status).toBe(404)
    expect((await me(`/api/account/sessions/${randomUUID()}`, { method: 'DELETE' })).status).toBe(404)
    expect((await me('/api/account/sessions/not-an-id', { method: 'DELETE' })).status).toBe(404)
    expect((await orders(others[0]?.token ?? '')).status).toBe(200)
  })

  it('is for the signed-in only', async () => {
    expect((await request(laboratory, '/api/account/sessions')).status).toBe(401)
    expect((await request(laboratory, `/api/account/sessions/${randomUUID()}`, { method: 'DELETE' })).status).toBe(401)
    expect((await owner.query('select 1 from sessions')).rowCount).toBe(0)
  })
})
