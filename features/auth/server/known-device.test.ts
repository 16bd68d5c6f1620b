import { describe, expect, it } from 'vitest'
import { openLaboratoryOf } from '#tenancy/server/guards.ts'
import { listMails } from '#tenancy/server/outbox-sql.ts'
import { cookieIn, count, newAddress, startGuessing } from '#test/guessing.ts'
import { type TestUser, testPassword } from '#test/make.ts'

const { app, make, request, laboratory, newUser, signIn, knownAt, statusOf, guesses, insertCounter } =
  await startGuessing()

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

describe('a computer that an office shares', () => {
  /** A browser, with the cookies that it keeps. */
  const newBrowser = () => {
    const jar = new Map<string, string>()
    const come = async (user: TestUser) => {
      const response = await signIn(user.login, testPassword, { cookie: [...jar.values()].join('; ') || undefined })
      expect(response.status).toBe(200)
      for (const name of ['__Host-refresh', '__Host-device', '__Host-others']) {
        const set = cookieIn(response, name)
        if (set) jar.set(name, set)
      }
    }
    return { jar, come }
  }
  const alarms = async (users: TestUser[]) => {
    const mails = await openLaboratoryOf(app.api.services.database, laboratory.id, 'read', one =>
      listMails(one, { most: 1_000 }),
    )
    return mails.filter(
      ({ subject, recipient }) =>
        subject === 'Connexion depuis un nouvel appareil' && users.some(({ login }) => recipient.startsWith(login)),
    ).length
  }
  const office = (people: number) => Promise.all(Array.from({ length: people }, () => newUser()))

  it('is new to nobody who has signed in there, however often its users take turns', async () => {
    const users = await office(3)
    const { come } = newBrowser()
    for (let day = 0; day < 3; day += 1) for (const user of users) await come(user)
    expect(await alarms(users)).toBe(0)
  })

  it('lets each of them in where strangers have used the limit of their account up', async () => {
    const users = await office(2)
    const { jar, come } = newBrowser()
    for (const user of users) await come(user)
    const cookie = [...jar.values()].join('; ')
    for (const user of users) {
      await insertCounter('account', user, { failures: 200 })
      expect(await statusOf(user.login, testPassword)).toBe(429)
      expect(await statusOf(user.login, testPassword, { cookie })).toBe(200)
    }
    const stranger = await newUser()
    await insertCounter('account', stranger, { failures: 200 })
    expect(await statusOf(stranger.login, testPassword, { cookie })).toBe(429)
  })

  it('remembers the eight who came last, each once, and nothing that it did not get from here', async () => {
    const users = await office(10)
    const { jar, come } = newBrowser()
    for (const user of [...users, ...users.slice(-2)]) await come(user)
    const others = jar.get('__Host-others') ?? ''
    expect(others).toMatch(/^__Host-others=[\w-]+\.0\.[\w-]{43}(~[\w-]+\.0\.[\w-]{43}){6}$/)
    for (const user of users.slice(2)) await come(user)
    expect(await alarms(users)).toBe(0)

    const [one, other] = (await office(2)) as [TestUser, TestUser]
    const forged = newBrowser()
    await forged.come(other)
    const mark = jar.get('__Host-device')?.split('=')[1] ?? ''
    const long = Array.from({ length: 30 }, () => mark.replace(/[\w-]{43}$/, 'A'.repeat(43))).join('~')
    forged.jar.set('__Host-others', `__Host-others=${long}`)
    await forged.come(one)
    expect(forged.jar.get('__Host-others')).toMatch(/^__Host-others=[\w-]+\.0\.[\w-]{43}$/)
  })

  it('is known by a mark alone, as the release before reads and writes it', async () => {
    const [ana, bob] = (await office(2)) as [TestUser, TestUser]
    const { jar, come } = newBrowser()
    await come(ana)
    await come(bob)
    expect(jar.get('__Host-device')).toMatch(/^__Host-device=[\w-]+\.0\.[\w-]{43}$/)
    // The release before signs Ana in and writes her mark over Bob's.
    jar.delete('__Host-refresh')
    jar.set('__Host-device', (await knownAt(ana)).device ?? '')
    const before = await alarms([ana])
    await come(ana)
    expect(await alarms([ana])).toBe(before)
  })
})
