import { beforeAll, describe, expect, it } from 'vitest'
import { startTestApp } from '#test/harness.ts'
import { type TestLaboratory, type TestUser, testPassword } from '#test/make.ts'
import { type LimitKind, limitsOf, signInLimits } from './limits.ts'

const { make, request } = startTestApp()
const secondProcess = startTestApp()
let laboratory: TestLaboratory
beforeAll(async () => {
  laboratory = await make.laboratory()
})

const newUser = async () => make.user(await make.practice(laboratory))
let addresses = 0
/** Another address each time, so that one test's attempts do not count against the next. */
const newAddress = () => {
  addresses += 1
  return `198.51.${100 + Math.floor(addresses / 250)}.${addresses % 250}`
}

type Attempt = { from?: string; cookie?: string | undefined; at?: { host: string }; by?: typeof request }
const signIn = (login: string, password: string, attempt: Attempt = {}) => {
  const { from = newAddress(), cookie, at = laboratory, by = request } = attempt
  return by(at, '/auth', { body: { login, password }, address: from, headers: cookie ? { cookie } : {} })
}
const statusOf = async (...attempt: Parameters<typeof signIn>) => (await signIn(...attempt)).status
const guesses = (count: number, login: (n: number) => string, attempt: (n: number) => Attempt) =>
  Promise.all(Array.from({ length: count }, (_, n) => statusOf(login(n), 'guess', attempt(n))))
const count = (statuses: number[], status: number) => statuses.filter(one => one === status).length

const cookieIn = (response: Response, name: string) =>
  response.headers
    .getSetCookie()
    .find(cookie => cookie.startsWith(`${name}=`))
    ?.split(';')[0]
/** The cookies that a browser keeps of a sign-in from there. */
async function knownAt(user: TestUser) {
  const response = await signIn(user.login, testPassword)
  expect(response.status).toBe(200)
  return { refresh: cookieIn(response, '__Host-refresh'), device: cookieIn(response, '__Host-device') }
}

/** A counter as if attempts had come before; `left` is the time until it is forgotten. */
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

describe('wrong passwords', () => {
  it('of a hundred at once are looked at to the documented number, then it is said when to come back', async () => {
    const victim = await newUser()
    const from = newAddress()
    // Processor time of ten looks, to compare with: what is refused must not have been hashed first.
    const beforeTen = process.cpuUsage()
    for (let look = 0; look < 10; look++) await signIn('somebody', 'guess')
    const ten = process.cpuUsage(beforeTen).user
    const beforeHundred = process.cpuUsage()
    const statuses = await guesses(
      100,
      () => victim.login,
      () => ({ from }),
    )
    expect(process.cpuUsage(beforeHundred).user / ten).toBeLessThan(5)
    expect(count(statuses, 401)).toBe(signInLimits.account_at_address.failures)
    expect(count(statuses, 429)).toBe(100 - signInLimits.account_at_address.failures)

    const refused = await signIn(victim.login, testPassword, { from })
    expect(refused.status).toBe(429)
    const retryAfter = Number(refused.headers.get('retry-after'))
    expect(retryAfter).toBeGreaterThan(signInLimits.account_at_address.seconds - 60)
    expect(retryAfter).toBeLessThanOrEqual(signInLimits.account_at_address.seconds)
    // A header that anyone can write does not make another address.
    const forged = await request(laboratory, '/auth', {
      body: { login: victim.login, password: testPassword },
      address: from,
      headers: { 'x-forwarded-for': '203.0.113.9' },
    })
    expect(forged.status).toBe(429)
    // The owner, elsewhere, is not locked out.
    expect(await statusOf(victim.login, testPassword)).toBe(200)
  })

  it('sent to two processes at once are looked at no more often', async () => {
    const from = newAddress()
    const statuses = await guesses(
      60,
      () => 'in-two-places',
      n => ({ from, by: n % 2 ? request : secondProcess.request }),
    )
    expect(count(statuses, 401)).toBe(signInLimits.account_at_address.failures)
    expect(count(statuses, 429)).toBe(60 - signInLimits.account_at_address.failures)
  })

  it('are limited for an address over all accounts, for known and unknown ones alike', async () => {
    const from = newAddress()
    const known = await newUser()
    await insertCounter('address', { address: from }, { failures: 50 })
    const statuses = await guesses(
      20,
      n => `guess-${n}`,
      () => ({ from }),
    )
    expect([count(statuses, 401), count(statuses, 429)]).toEqual([10, 10])
    expect(await statusOf(known.login, testPassword, { from })).toBe(429)
    expect(await statusOf('nobody-at-all', testPassword, { from })).toBe(429)
  })

  it('count together under all host names of a laboratory, and apart from another laboratory’s', async () => {
    const host = `other-name-${laboratory.host}`
    await make.insert(laboratory.id, 'brand_hosts', { brand_id: laboratory.id, host })
    const user = await newUser()
    const from = newAddress()
    const ten = await guesses(
      10,
      () => user.login,
      n => ({ from, at: n % 2 ? { host } : laboratory }),
    )
    expect(count(ten, 401)).toBe(10)
    for (const at of [laboratory, { host }]) expect(await statusOf(user.login, testPassword, { from, at })).toBe(429)
    expect(await statusOf(user.login, 'guess', { from, at: await make.laboratory() })).toBe(401)
  })

  it('come from one address wherever in its /64 they come from, and from IPv4 also where it is mapped', async () => {
    const login = 'many-addresses'
    const ten = await guesses(
      10,
      () => login,
      n => ({ from: `2001:db8:1:1:${n}::${n}` }),
    )
    expect(count(ten, 401)).toBe(10)
    expect(await statusOf(login, 'guess', { from: '2001:db8:1:1:ffff::1' })).toBe(429)
    expect(await statusOf(login, 'guess', { from: '2001:db8:1:2::1' })).toBe(401)

    const from = newAddress()
    expect(
      count(
        await guesses(
          10,
          () => login,
          () => ({ from }),
        ),
        401,
      ),
    ).toBe(10)
    expect(await statusOf(login, 'guess', { from: `::ffff:${from}` })).toBe(429)
  })

  it('from a whole /48 have a limit of their own, too low to use up that of an account', async () => {
    expect(signInLimits.network.failures).toBeLessThan(signInLimits.account.failures)
    expect(signInLimits.network.seconds).toBeGreaterThanOrEqual(signInLimits.account.seconds)
    const user = await newUser()
    await insertCounter('network', { address: '2001:db8:2::' }, { failures: 140 })
    const statuses = await guesses(
      30,
      () => user.login,
      n => ({ from: `2001:db8:2:${n}::1` }),
    )
    expect([count(statuses, 401), count(statuses, 429)]).toEqual([10, 20])
    expect(await statusOf('another', 'guess', { from: '2001:db8:2:ffff::1' })).toBe(429)
    expect(await statusOf(user.login, testPassword, { from: '2001:db8:3::1' })).toBe(200)
  })

  it('from one /64, however many, do not lock the owner out', async () => {
    const owner = await newUser()
    const statuses = await guesses(
      100,
      () => owner.login,
      n => ({ from: `2001:db8:4:4::${n.toString(16)}` }),
    )
    expect(count(statuses, 401)).toBe(10)
    expect(await statusOf(owner.login, testPassword)).toBe(200)
  })

  it('are forgiven by the right one after them', async () => {
    const from = newAddress()
    const clumsy = await newUser()
    for (let round = 0; round < 3; round++) {
      for (let slip = 0; slip < 6; slip++) expect(await statusOf(clumsy.login, 'slip', { from })).toBe(401)
      expect(await statusOf(clumsy.login, testPassword, { from })).toBe(200)
    }
  })

  it('are forgotten in time, and their counters taken away by those who come later', async () => {
    const [login, address] = ['forgotten', newAddress()]
    const past = new Date(Date.now() - 1_000)
    const full = await insertCounter('account_at_address', { login, address }, { failures: 10 })
    expect(await statusOf(login, 'guess', { from: address })).toBe(429)
    await full.set("forgotten_at = now() - interval '1 second'")
    expect(await statusOf(login, 'guess', { from: address })).toBe(401)
    expect((await full.read())?.failures).toBe(1)

    const old = await insertCounter(
      'account',
      { login: 'long-ago' },
      { failures: 3, forgotten_at: past, in_flight_until: past },
    )
    expect(await statusOf(login, 'guess')).toBe(401)
    expect(await old.read()).toBeUndefined()
  })
})

describe('what is not charged', () => {
  it('are right passwords: a whole office is in, though at once it is more than its address may mistype', async () => {
    const colleagues = [await newUser(), await newUser(), await newUser()]
    const from = newAddress()
    const statuses = await Promise.all(
      Array.from({ length: 80 }, (_, n) => statusOf(colleagues[n % 3]?.login ?? '', testPassword, { from })),
    )
    expect(count(statuses, 200)).toBe(80)
    const { rows } = await make.within(laboratory.id, client =>
      client.query('select 1 from sign_in_limits where key = any($1)', [
        colleagues.flatMap(({ login }) => limitsOf({ login, address: from, device: undefined }).map(({ key }) => key)),
      ]),
    )
    expect(rows).toEqual([])
  })

  it('are right passwords while their session is being written: nobody at the same address waits for that', async () => {
    const user = await newUser()
    const from = newAddress()
    const counter = await insertCounter('account_at_address', { ...user, address: from }, { failures: 3 })
    const { promise: isSeen, resolve: letGo } = Promise.withResolvers<void>()
    const { promise: isHeld, resolve: held } = Promise.withResolvers<void>()
    const holding = make.within(laboratory.id, async client => {
      await client.query('select from users where id = $1 for update', [user.id])
      held()
      await isSeen
    })
    await isHeld
    const answer = statusOf(user.login, testPassword, { from })
    await expect.poll(counter.read).toBeUndefined()
    letGo()
    await holding
    expect(await answer).toBe(200)
  })

  it('are attempts that were refused: they prolong nothing', async () => {
    const address = newAddress()
    const counter = await insertCounter('address', { address }, { failures: 60 })
    const before = await counter.read()
    expect(
      count(
        await guesses(
          20,
          n => `refused-${n}`,
          () => ({ from: address }),
        ),
        429,
      ),
    ).toBe(20)
    expect(await counter.read()).toEqual(before)
    await counter.set("forgotten_at = now() - interval '1 second'")
    expect(await statusOf('anybody', 'guess', { from: address })).toBe(401)
  })

  it('is what is being looked at: whoever has to wait for that is not refused', async () => {
    const user = await newUser()
    const from = newAddress()
    const counter = await insertCounter('address', { address: from }, { failures: 58 })
    const statuses = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        statusOf(user.login, testPassword, { from, by: n % 2 ? request : secondProcess.request }),
      ),
    )
    expect(count(statuses, 200)).toBe(20)
    expect(await counter.read()).toMatchObject({ failures: 58, in_flight: 0 })
  })

  it('is what a process that was killed was looking at, after half a minute', async () => {
    const user = await newUser()
    const from = newAddress()
    const waited = await insertCounter(
      'address',
      { address: from },
      { in_flight: 60, in_flight_until: new Date(Date.now() + 60_000) },
    )
    let isAnswered = false
    const answer = statusOf(user.login, testPassword, { from }).finally(() => {
      isAnswered = true
    })
    // Others are not held up meanwhile.
    expect(await statusOf(user.login, testPassword)).toBe(200)
    expect(isAnswered).toBe(false)
    await waited.set("in_flight_until = now() - interval '1 second'")
    expect(await answer).toBe(200)
  })
})

describe('a device from which its user has signed in before', () => {
  /** A botnet has used up what the account is allowed. */
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

describe('in a flood of guesses', () => {
  /** How many of the flood were answered before the sign-in was: not the clock, which a busy machine slows. */
  const answeredBefore = (guess: (n: number) => Attempt, signsIn: () => Promise<number>) =>
    answeredOf(n => statusOf(`flood-${n}`, 'guess', guess(n)), signsIn)
  const answeredOf = async (attempt: (n: number) => Promise<number>, signsIn: () => Promise<number>) => {
    let answered = 0
    const flood = Array.from({ length: 40 }, async (_, n) => {
      await attempt(n)
      answered += 1
    })
    expect(await signsIn()).toBe(200)
    const before = answered
    await Promise.all(flood)
    return before
  }

  it('from one network somebody elsewhere does not wait for it', async () => {
    const user = await newUser()
    const before = await answeredBefore(
      n => ({ from: `2001:db8:5:${n}::${n}` }),
      () => statusOf(user.login, testPassword),
    )
    expect(before).toBeLessThan(20)
  })

  it('from everywhere neither a device that is known waits for it nor another laboratory', async () => {
    const user = await newUser()
    const { device: cookie } = await knownAt(user)
    const other = await make.user(await make.practice(await make.laboratory()))
    const guess = () => ({ from: newAddress() })
    expect(await answeredBefore(guess, () => statusOf(user.login, testPassword, { cookie }))).toBeLessThan(20)
    const elsewhere = () => statusOf(other.login, testPassword, { at: other.laboratory })
    expect(await answeredBefore(guess, elsewhere)).toBeLessThan(20)
  })

  it('at as many accounts as addresses, a new device of the same laboratory does not wait for it', async () => {
    const user = await newUser()
    const guess = () => ({ from: newAddress() })
    expect(await answeredBefore(guess, () => statusOf(user.login, testPassword))).toBeLessThan(25)
  })

  it('at one account, from everywhere, somebody else of the same laboratory does not wait for it', async () => {
    const user = await newUser()
    const guess = () => statusOf('everybody-guesses', 'guess', { from: newAddress() })
    expect(await answeredOf(guess, () => statusOf(user.login, testPassword))).toBeLessThan(20)
  })

  it('of right passwords from a device that is known, somebody elsewhere on a new one does not wait for it', async () => {
    const user = await newUser()
    const { device: cookie } = await knownAt(user)
    const other = await make.user(await make.practice(await make.laboratory()))
    const signsIn = () => statusOf(user.login, testPassword, { cookie })
    const elsewhere = () => statusOf(other.login, testPassword, { at: other.laboratory })
    expect(await answeredOf(signsIn, elsewhere)).toBeLessThan(20)
  })
})
