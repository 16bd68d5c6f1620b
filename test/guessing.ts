import { expect } from 'vitest'
import { type LimitKind, limitsOf } from '#features/auth/server/limits.ts'
import { insisting, startTestApp } from './harness.ts'
import { type TestUser, testPassword } from './make.ts'

type Request = ReturnType<typeof startTestApp>['request']
export type Attempt = { from?: string; cookie?: string | undefined; at?: { host: string }; by?: Request }

let addresses = 0
/** Another address each time, so that one test's attempts do not count against the next. */
export const newAddress = () => {
  addresses += 1
  return `198.51.${100 + Math.floor(addresses / 250)}.${addresses % 250}`
}

export const count = (statuses: number[], status: number) => statuses.filter(one => one === status).length

export const cookieIn = (response: Response, name: string) =>
  response.headers
    .getSetCookie()
    .find(cookie => cookie.startsWith(`${name}=`))
    ?.split(';')[0]

/** A laboratory at whose door passwords are tried, in a running product. */
export async function startGuessing() {
  const testApp = startTestApp()
  const { make, request } = testApp
  const laboratory = await make.laboratory()

  const newUser = async () => make.user(await make.practice(laboratory))
  const signIn = (login: string, password: string, attempt: Attempt = {}) => {
    const { from = newAddress(), cookie, at = laboratory, by = request } = attempt
    return by(at, '/auth', { body: { login, password }, address: from, headers: cookie ? { cookie } : {} })
  }
  const statusOf = async (...attempt: Parameters<typeof signIn>) => (await insisting(() => signIn(...attempt))).status
  const guesses = (count: number, login: (n: number) => string, attempt: (n: number) => Attempt) =>
    Promise.all(Array.from({ length: count }, (_, n) => statusOf(login(n), 'guess', attempt(n))))

  /** The cookies that a browser keeps of a sign-in from there. */
  async function knownAt(user: TestUser) {
    const response = await signIn(user.login, testPassword)
    expect(response.status).toBe(200)
    return { refresh: cookieIn(response, '__Host-refresh'), device: cookieIn(response, '__Host-device') }
  }

  /** A counter as if attempts had come before. */
  async function insertCounter(
    kind: LimitKind,
    attempt: { login?: string; address?: string },
    values: Record<string, unknown>,
  ) {
    const { login = '', address = '' } = attempt
    const key = limitsOf({ login, address, device: undefined }).find(limit => limit.kind === kind)?.key
    const row = { failures: 0, forgotten_at: new Date(Date.now() + 600_000), ...values }
    await make.insert(laboratory.id, 'sign_in_limits', { brand_id: laboratory.id, kind, key, ...row })
    const read = () =>
      make.within(laboratory.id, async client => {
        const found = await client.query('select * from sign_in_limits where kind = $1 and key = $2', [kind, key])
        return found.rows[0] as { failures: number; in_flight: number; forgotten_at: Date } | undefined
      })
    const set = (change: string) =>
      make.within(laboratory.id, client =>
        client.query(`update sign_in_limits set ${change} where kind = $1 and key = $2`, [kind, key]),
      )
    return { read, set }
  }

  return { ...testApp, laboratory, newUser, signIn, statusOf, guesses, knownAt, insertCounter }
}
