import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { queues } from '#kit/server/turns.ts'
import { problemOf, startTestApp } from '#test/harness.ts'
import { type TestLaboratory, type TestUser, testPassword } from '#test/make.ts'
import { passwordMatches } from './password.ts'

const { make, request, another } = startTestApp()
let laboratory: TestLaboratory
let user: TestUser
beforeAll(async () => {
  laboratory = await make.laboratory()
  user = await make.user(await make.practice(laboratory), { account_type: 'manager', language: 'en' })
})

let addresses = 0
/** Another address each time, so that one test's attempts do not count against the next. */
const address = () => {
  addresses += 1
  return `198.51.${100 + Math.floor(addresses / 250)}.${addresses % 250}`
}
const signIn = (login: string, password: string, from = address(), at = laboratory) =>
  request(at, '/auth', { body: { login, password }, address: from })

describe('signing in', () => {
  it('makes only statements after which its connection serves the next', async () => {
    const { request, database } = another({ connections: 1 })
    const backend = () =>
      database.withTenant({ for: 'laboratory', host: laboratory.host }, 'read', async tx => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
        return rows[0]?.pid
      })
    const before = await backend()
    for (const [password, status] of [
      ['not this one', 401],
      [testPassword, 200],
    ] as const) {
      const answer = await request(laboratory, '/auth', { body: { login: user.login, password }, address: address() })
      expect(answer.status).toBe(status)
    }
    expect(await backend()).toBe(before)
  })

  it('answers a token with the twelve claims, of ten minutes, and no patient or secret in it', async () => {
    const response = await signIn(user.login, testPassword)
    expect(response.status).toBe(200)
    const { data } = (await response.json()) as { data: { token: string } }
    const claims = decodeJwt(data.token)
    expect(claims).toMatchObject({
      id: user.id,
      kind: 'practice',
      firstName: 'Claire',
      lastName: 'Martin',
      title: 'Dr',
      email: `${user.login}@example.test`,
      language: 'en',
      countrycode: 'FR',
      accountType: 'manager',
      isDLCPM: false,
      isPracticeDoctor: false,
    })
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(600)
    expect(JSON.stringify(claims)).not.toMatch(/argon2|password|practice_id/)
  })

  it('tells the screens of the laboratory’s people their role, and nothing of a practice', async () => {
    const driver = await make.user(laboratory, { role: 'driver' })
    const { data } = (await (await signIn(driver.login, testPassword)).json()) as { data: { token: string } }
    const claims = decodeJwt(data.token)
    expect(claims).toMatchObject({ id: driver.id, kind: 'staff', role: 'driver' })
    expect(Object.keys(claims)).not.toContain('accountType')
  })

  it('sets the refresh token as a host-only, http-only, strict cookie and shows it nowhere else', async () => {
    const response = await signIn(user.login, testPassword)
    const [cookie = ''] = response.headers.getSetCookie()
    const [pair, ...attributes] = cookie.split('; ')
    expect(pair).toMatch(/^__Host-refresh=[0-9a-f-]{36}\.1\.[\w-]{43}$/)
    expect(attributes.sort()).toEqual(['HttpOnly', 'Max-Age=2592000', 'Path=/', 'SameSite=Strict', 'Secure'])
    expect(await response.text()).not.toContain(cookie.slice(15, 60))
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  it('takes the login in any case and with spaces around it', async () => {
    expect((await signIn(`  ${user.login.toUpperCase()} `, testPassword)).status).toBe(200)
  })

  it('refuses a wrong password and an unknown user alike', async () => {
    const wrong = await signIn(user.login, 'wrong')
    const unknown = await signIn('nobody-at-all', 'wrong')
    expect([wrong.status, unknown.status]).toEqual([401, 401])
    const shape = async (response: Response) => {
      const { requestId, ...rest } = await problemOf(response)
      return { rest, keys: Object.keys(rest), headers: [...response.headers.keys()] }
    }
    expect(await shape(wrong)).toEqual(await shape(unknown))
    expect(await shape(await signIn(user.login, 'wrong'))).toMatchObject({ rest: { code: 'credentials_wrong' } })
  })

  it('works as hard for an unknown user as for a wrong password', async () => {
    // Processor time, because the hash would give an unknown user away, and a busy machine distorts wall-clock time. The minimum
    // of several runs, with more if they differ: other work of this process (garbage collection, above all) only adds.
    const spent = async (login: string) => {
      const before = process.cpuUsage()
      await Promise.all(Array.from({ length: 4 }, () => signIn(login, 'wrong')))
      return process.cpuUsage(before).user
    }
    const known = await make.user(await make.practice(laboratory))
    let [forKnown, forUnknown] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
    const ratio = () => Math.min(forKnown, forUnknown) / Math.max(forKnown, forUnknown)
    for (let round = 0; round < 3 || (round < 15 && ratio() <= 0.5); round++) {
      forKnown = Math.min(forKnown, await spent(known.login))
      forUnknown = Math.min(forUnknown, await spent(`nobody-${round}`))
    }
    expect(ratio()).toBeGreaterThan(0.5)
  })

  it('holds no connection to the database while it waits for its hash', async () => {
    const { request, database } = another({ connections: 8 })
    let left = 120
    const storm = Array.from({ length: left }, async () => {
      await passwordMatches('x', null)
      left -= 1
    })
    const asked = Array.from({ length: 6 }, async (_, n) => {
      const wrong = { login: user.login, password: 'wrong' }
      return (await request(laboratory, '/auth', { body: wrong, address: `10.3.${n}.1` })).status
    })
    // All have looked up their user and now wait behind the flood, without holding a connection.
    const waiting = () => {
      const { running, waiting } = queues.get('hashes')?.() ?? { running: 0, waiting: 0 }
      return { ours: running + waiting - left, busy: database.connectionCounts.busy }
    }
    await expect.poll(waiting, { interval: 2 }).toEqual({ ours: 6, busy: 0 })
    expect(await Promise.all(asked)).toEqual(Array(6).fill(401))
    await Promise.all(storm)
  })

  it.each([
    [{}, ['login', 'password']],
    [{ login: ' ', password: '' }, ['login', 'password']],
    [{ login: 'a', password: 'b', brandId: 'x' }, ['brandId']],
    [{ login: ['a'], password: 'b' }, ['login']],
    [{ login: 'a'.repeat(201), password: 'b' }, ['login']],
  ])('says which input of %j is wrong', async (body, paths) => {
    const response = await request(laboratory, '/auth', { body })
    expect(response.status).toBe(422)
    expect((await problemOf(response)).errors?.map(({ path }) => path)).toEqual(paths)
  })

  it('refuses a disabled user, a user without a password and a user of another laboratory', async () => {
    const practice = await make.practice(laboratory)
    const disabled = await make.user(practice, { disabled_at: new Date() })
    const invited = await make.user(practice, { password_hash: null })
    const elsewhere = await make.user(await make.practice(await make.laboratory()))
    for (const { login } of [disabled, invited, elsewhere])
      expect((await signIn(login, testPassword)).status, login).toBe(401)
  })

  it('says unknown for a host without laboratory and for a disabled laboratory', async () => {
    const disabled = await make.laboratory({ disabled_at: new Date() })
    for (const at of [{ host: 'nowhere.test', id: '' }, disabled]) {
      const response = await signIn(user.login, testPassword, address(), at)
      expect(response.status).toBe(404)
      expect((await problemOf(response)).code).toBe('brand_unknown')
    }
  })
})
