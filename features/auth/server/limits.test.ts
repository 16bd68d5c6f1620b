import { describe, expect, it } from 'vitest'
import { count, newAddress, startGuessing } from '#test/guessing.ts'
import { startTestApp } from '#test/harness.ts'
import { testPassword } from '#test/make.ts'
import { limitsOf, signInLimits } from './limits.ts'

const { make, request, laboratory, newUser, signIn, statusOf, guesses, insertCounter } = await startGuessing()
const secondProcess = startTestApp()

describe('wrong passwords', () => {
  it('of a hundred at once are looked at to the documented number, then it is said when to come back', async () => {
    const victim = await newUser()
    const from = newAddress()
    // Processor time of ten checks, for comparison: refused attempts must not have been hashed.
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
    // A forged header does not count as another address.
    const forged = await request(laboratory, '/auth', {
      body: { login: victim.login, password: testPassword },
      address: from,
      headers: { 'x-forwarded-for': '203.0.113.9' },
    })
    expect(forged.status).toBe(429)
    // The owner, at another address, is not locked out.
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
    // Others are not delayed meanwhile.
    expect(await statusOf(user.login, testPassword)).toBe(200)
    expect(isAnswered).toBe(false)
    await waited.set("in_flight_until = now() - interval '1 second'")
    expect(await answer).toBe(200)
  })
})
