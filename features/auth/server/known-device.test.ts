import { describe, expect, it } from 'vitest'
import { cookieIn, count, newAddress, startGuessing } from '#test/guessing.ts'
import { testPassword } from '#test/make.ts'

const { make, request, laboratory, newUser, knownAt, statusOf, guesses, insertCounter } = await startGuessing()

describe('a device from which its user has signed in before', () => {
  /** Uses up the account's limit, as a botnet would. */
  const lockedOut = async () => {
    const owner = await newUser()
    const known = await knownAt(owner)
    await insertCounter('account', owner, { failures: 200 })
    expect(await statusOf(owner.login, testPassword)).toBe(429)
    return { owner, ...known }
  }

  it('is let in where strangers have used the limit of the account up', async () => {
    const { owner, refresh, device } = await lockedOut()
    expect(device).toMatch(/^__Host-device=[\w-]+\.0\.[\w-]{43}$/)
    for (const cookie of [refresh, device, `language=fr; ${device}`])
      expect(await statusOf(owner.login, testPassword, { cookie })).toBe(200)
  })

  it('is so too once its session has ended, by leaving or by itself', async () => {
    const { owner, refresh, device } = await lockedOut()
    const left = await request(laboratory, '/api/token/invalidate', {
      method: 'POST',
      headers: { cookie: refresh ?? '' },
    })
    expect(left.status).toBe(204)
    expect(cookieIn(left, '__Host-device')).toBeUndefined()
    expect(await statusOf(owner.login, testPassword, { cookie: refresh })).toBe(200)
    expect(await statusOf(owner.login, testPassword, { cookie: device })).toBe(200)
  })

  it('has a limit of its own, and uses nobody else’s up', async () => {
    const owner = await newUser()
    const { device: cookie } = await knownAt(owner)
    const statuses = await guesses(
      30,
      () => owner.login,
      () => ({ cookie }),
    )
    expect([count(statuses, 401), count(statuses, 429)]).toEqual([10, 20])
    expect(await statusOf(owner.login, testPassword, { cookie })).toBe(429)
    expect(await statusOf(owner.login, testPassword)).toBe(200)
  })

  it('is none with the cookie of somebody else, a made-up one, one that was stolen, or for another login', async () => {
    const { owner, refresh = '', device = '' } = await lockedOut()
    const other = await knownAt(await newUser())
    const elsewhere = await knownAt(await make.user(await make.practice(laboratory)))
    const madeUp = [refresh.replace(/[\w-]{43}$/, 'A'.repeat(43)), device.replace(/[\w-]{43}$/, 'A'.repeat(43))]
    const swapped = [
      device.replace('__Host-device', '__Host-refresh'),
      refresh.replace('__Host-refresh', '__Host-device'),
    ]
    for (const cookie of [...Object.values(other), ...Object.values(elsewhere), ...madeUp, ...swapped])
      expect(await statusOf(owner.login, testPassword, { cookie }), cookie).toBe(429)
    await make.within(laboratory.id, client =>
      client.query("update sessions set ended_at = now(), ended_because = 'reuse' where user_id = $1", [owner.id]),
    )
    for (const cookie of [refresh, device]) expect(await statusOf(owner.login, testPassword, { cookie })).toBe(429)
  })

  it('renews nothing by what it is known by', async () => {
    const { device = '' } = await knownAt(await newUser())
    for (const cookie of [device, device.replace('__Host-device', '__Host-refresh')]) {
      const refused = await request(laboratory, '/api/token/refresh', { method: 'POST', headers: { cookie } })
      expect(refused.status).toBe(401)
    }
  })

  it('tells a stranger with its cookie nothing about other accounts', async () => {
    const { device: cookie } = await knownAt(await newUser())
    const known = await newUser()
    for (const login of [known.login, 'nobody-here']) {
      const from = newAddress()
      const statuses = await guesses(
        12,
        () => login,
        () => ({ from, cookie }),
      )
      expect([count(statuses, 401), count(statuses, 429)]).toEqual([10, 2])
    }
  })
})
