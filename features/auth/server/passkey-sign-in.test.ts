import { decodeJwt } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { openLaboratoryOf } from '#tenancy/server/guards.ts'
import { listMails } from '#tenancy/server/outbox-sql.ts'
import { problemOf, startTestApp, testSecret } from '#test/harness.ts'
import type { TestLaboratory, TestPractice, TestUser } from '#test/make.ts'
import { Authenticator } from '#test/software-key.ts'
import { signInLimits } from './limits.ts'
import { challengeSeconds, PasskeyChallenges } from './passkey-challenges.ts'
import { deleteSpentChallenges } from './passkey-sql.ts'

const { app, make, request, as } = startTestApp()
const challenges = new PasskeyChallenges({ appSecret: testSecret })
let laboratory: TestLaboratory
let practice: TestPractice
beforeAll(async () => {
  laboratory = await make.laboratory()
  practice = await make.practice(laboratory)
})

const originOf = ({ host }: { host: string }) => `https://${host}`

/** A user with one passkey, made as the browser makes it. */
async function userWithPasskey(
  of: TestPractice | TestLaboratory = practice,
  { at, isSynced = false }: { at?: TestLaboratory; isSynced?: boolean } = {},
) {
  const user = await make.user(of)
  const call = await as(user)
  const here = at ?? user.laboratory
  const authenticator = new Authenticator({ isSynced })
  const prepared = await call('/api/account/passkeys/challenge', { body: {}, laboratory: here })
  const { data: options } = (await prepared.json()) as { data: Parameters<Authenticator['register']>[0] }
  const body = authenticator.register(options, { origin: originOf(here) })
  const added = await call('/api/account/passkeys', { body, laboratory: here })
  expect(added.status).toBe(201)
  const { data } = (await added.json()) as { data: { id: string } }
  return { user, authenticator, id: data.id, call }
}

async function challengeOf(at: TestLaboratory = laboratory) {
  const response = await request(at, '/api/passkeys/challenge', { method: 'POST' })
  const { data } = (await response.json()) as { data: { challenge: string; rpId: string } }
  return data
}

let addresses = 0
const show = (body: object, at = laboratory, options: { headers?: Record<string, string>; address?: string } = {}) => {
  addresses += 1
  return request(at, '/api/passkeys/sign-in', { body, address: `198.51.100.${addresses % 250}`, ...options })
}

type Saying = Partial<Parameters<Authenticator['sign']>[1]>
const signIn = async (authenticator: Authenticator, saying: Saying = {}, at = laboratory) =>
  show(authenticator.sign(await challengeOf(at), { origin: originOf(at), ...saying }), at)

const outcome = async (response: Response) => (response.status === 200 ? 'signed in' : (await problemOf(response)).code)

describe('a passkey', () => {
  it.each([
    ['a practice', () => make.practice(laboratory)],
    ['the laboratory', async () => laboratory],
  ])('signs in whose it is, of %s, as the password would', async (_, of) => {
    const { user, authenticator } = await userWithPasskey(await of())
    const response = await signIn(authenticator)
    const { data } = (await response.json()) as { data: { token: string } }
    expect(decodeJwt(data.token)).toMatchObject({ id: user.id, kind: user.practiceId ? 'practice' : 'staff' })
    const list = await request(laboratory, '/api/account/sessions', {
      headers: { authorization: `Bearer ${data.token}` },
    })
    expect(list.status).toBe(200)
    const cookies = response.headers.getSetCookie()
    expect(cookies.map(cookie => cookie.split('=')[0])).toEqual(['__Host-refresh', '__Host-device'])
    const [refresh = ''] = cookies
    expect(refresh).toMatch(/; HttpOnly/)
    const renewed = await request(laboratory, '/api/token/refresh', {
      method: 'POST',
      headers: { cookie: refresh.split(';')[0] ?? '' },
    })
    expect(renewed.status).toBe(200)
  })

  it('signs in again and again, and the list says when it did so last', async () => {
    for (const isSynced of [false, true]) {
      const { authenticator, call } = await userWithPasskey(practice, { isSynced })
      expect(await outcome(await signIn(authenticator))).toBe('signed in')
      expect(await outcome(await signIn(authenticator))).toBe('signed in')
      const { data } = (await (await call('/api/account/passkeys')).json()) as { data: { usedAt: string }[] }
      expect(data).toMatchObject([{ isBackedUp: isSynced, usedAt: expect.stringContaining('T') }])
    }
  })

  it('is a second factor by itself: also of a user of whom one is asked', async () => {
    const { user, authenticator } = await userWithPasskey()
    await make.insert(laboratory.id, 'authenticators', {
      brand_id: laboratory.id,
      user_id: user.id,
      secret: Buffer.alloc(20),
      confirmed_at: new Date(),
    })
    expect(await outcome(await signIn(authenticator))).toBe('signed in')
    const { rows } = await make.within(laboratory.id, client =>
      client.query('select second_factor from sessions where user_id = $1 order by created_at desc limit 1', [user.id]),
    )
    expect(rows).toEqual([{ second_factor: 'passkey' }])
  })

  it('is told of by mail where it signs in from a device that is not known', async () => {
    const { user, authenticator } = await userWithPasskey()
    const first = await signIn(authenticator)
    const [cookie = ''] = first.headers.getSetCookie().filter(one => one.startsWith('__Host-device='))
    const headers = { cookie: cookie.split(';')[0] ?? '' }
    const assertion = authenticator.sign(await challengeOf(), { origin: originOf(laboratory) })
    expect((await show(assertion, laboratory, { headers })).status).toBe(200)
    const mails = await openLaboratoryOf(app.api.services.database, laboratory.id, 'read', actor =>
      listMails(actor, { most: 100 }),
    )
    const subjects = mails.filter(({ recipient }) => recipient.startsWith(user.login)).map(({ subject }) => subject)
    expect(subjects.filter(subject => subject === 'Connexion depuis un nouvel appareil')).toHaveLength(1)
  })

  it('is asked for in the same words whoever comes: nothing says which users there are', async () => {
    const ask = async () => {
      const response = await request(laboratory, '/api/passkeys/challenge', { method: 'POST' })
      const { data } = (await response.json()) as { data: { challenge: string } }
      return { ...data, challenge: data.challenge.length }
    }
    const before = await ask()
    const { user } = await userWithPasskey()
    expect(await ask()).toEqual(before)
    expect(JSON.stringify(before)).not.toContain(user.login)
    expect(before).toEqual({ challenge: 72, rpId: laboratory.host, timeout: 300_000, userVerification: 'required' })
  })
})

describe('a passkey opens nothing', () => {
  const disable = (user: TestUser, how = 'disabled_at = now()') =>
    make.within(laboratory.id, client => client.query(`update users set ${how} where id = $1`, [user.id]))

  it('for a user who is disabled, or has no password yet', async () => {
    for (const how of ['disabled_at = now()', 'password_hash = null']) {
      const { user, authenticator } = await userWithPasskey()
      await disable(user, how)
      expect(await outcome(await signIn(authenticator)), how).toBe('passkey_refused')
    }
  })

  it('at another laboratory, nor there with what was signed for this one', async () => {
    const elsewhere = await make.laboratory()
    const { authenticator } = await userWithPasskey()
    expect(await outcome(await signIn(authenticator, {}, elsewhere))).toBe('passkey_refused')
    const assertion = authenticator.sign(await challengeOf(), { origin: originOf(laboratory) })
    expect(await outcome(await show(assertion, elsewhere))).toBe('passkey_refused')
  })

  it('at another host of its laboratory', async () => {
    const second = { id: laboratory.id, host: `second-${laboratory.host}` }
    await make.insert(laboratory.id, 'brand_hosts', { brand_id: laboratory.id, host: second.host })
    const { authenticator } = await userWithPasskey()
    expect(await outcome(await signIn(authenticator, {}, second))).toBe('passkey_refused')
    const there = await userWithPasskey(practice, { at: second })
    expect(await outcome(await signIn(there.authenticator, {}, second))).toBe('signed in')
    expect(await outcome(await signIn(there.authenticator))).toBe('passkey_refused')
  })

  it.each<[string, (host: string) => Saying]>([
    ['a page of another origin', () => ({ origin: 'https://elsewhere.test' })],
    ['a page beside ours', host => ({ origin: `https://portal.${host}` })],
    ['a page without TLS', host => ({ origin: `http://${host}` })],
    ['a page at another port', host => ({ origin: `https://${host}:8443` })],
    ['a key made for another host', () => ({ rpId: 'elsewhere.test' })],
    ['a device that has recognised nobody', () => ({ isVerified: false })],
    ['what is no signature for signing in', () => ({ type: 'webauthn.create' })],
  ])('for %s', async (_, saying) => {
    const { authenticator } = await userWithPasskey()
    expect(await outcome(await signIn(authenticator, saying(laboratory.host)))).toBe('passkey_refused')
    expect(await outcome(await signIn(authenticator))).toBe('signed in')
  })

  it.each([
    ['its signature', 'signature', (text: string) => text.slice(0, -8).concat('AAAAAAAA')],
    ['whose it is', 'userHandle', () => Buffer.alloc(16, 7).toString('base64url')],
    ['what it is called', 'id', () => Buffer.alloc(32, 7).toString('base64url')],
    ['what it has signed', 'clientDataJSON', () => Buffer.from('{}').toString('base64url')],
    ['what it says of itself', 'authenticatorData', () => 'AAAA'],
  ] as const)('where %s was changed', async (_, part, change) => {
    const { authenticator } = await userWithPasskey()
    const assertion = authenticator.sign(await challengeOf(), { origin: originOf(laboratory) })
    expect(await outcome(await show({ ...assertion, [part]: change(assertion[part]) }))).toBe('passkey_refused')
  })

  it('twice with one signature, however many come at once, nor with another one of the same challenge', async () => {
    for (const isSynced of [false, true]) {
      const { authenticator } = await userWithPasskey(practice, { isSynced })
      const challenge = await challengeOf()
      const sign = () => authenticator.sign(challenge, { origin: originOf(laboratory) })
      const assertion = sign()
      const outcomes = await Promise.all(Array.from({ length: 6 }, async () => outcome(await show(assertion))))
      expect(outcomes.filter(one => one === 'signed in')).toHaveLength(1)
      expect(outcomes.filter(one => one === 'passkey_refused')).toHaveLength(5)
      expect(await outcome(await show(sign()))).toBe('passkey_refused')
      expect(await outcome(await signIn(authenticator))).toBe('signed in')
    }
  })

  it('with a challenge that is too old, made for something else, or not ours', async () => {
    const { authenticator, call } = await userWithPasskey()
    const { id: brandId, host } = laboratory
    const old = challenges.make({ brandId, host }, Date.now() - challengeSeconds * 1000)
    const prepared = await call('/api/account/passkeys/challenge', { body: {} })
    const forAdding = ((await prepared.json()) as { data: { challenge: string } }).data.challenge
    const foreign = new PasskeyChallenges({ appSecret: 'another secret'.repeat(4) }).make({ brandId, host })
    for (const challenge of [old, forAdding, foreign, Buffer.alloc(54).toString('base64url'), ''])
      expect(
        await outcome(await show(authenticator.sign({ challenge, rpId: host }, { origin: originOf(laboratory) }))),
      ).toBe('passkey_refused')
    const recent = challenges.make({ brandId, host }, Date.now() - (challengeSeconds - 30) * 1000)
    expect(
      await outcome(
        await show(authenticator.sign({ challenge: recent, rpId: host }, { origin: originOf(laboratory) })),
      ),
    ).toBe('signed in')
  })

  it('where it has counted backwards, or not on: there are two of it', async () => {
    const { authenticator } = await userWithPasskey()
    expect(await outcome(await signIn(authenticator, { counter: 40 }))).toBe('signed in')
    expect(await outcome(await signIn(authenticator, { counter: 39 }))).toBe('passkey_refused')
    expect(await outcome(await signIn(authenticator, { counter: 40 }))).toBe('passkey_refused')
    expect(await outcome(await signIn(authenticator, { counter: 0 }))).toBe('passkey_refused')
    expect(await outcome(await signIn(authenticator, { counter: 41 }))).toBe('signed in')
  })

  it('twice with one count, when two of it sign at the same time', async () => {
    const { authenticator } = await userWithPasskey()
    const assertions = await Promise.all(
      Array.from({ length: 4 }, async () =>
        authenticator.sign(await challengeOf(), { origin: originOf(laboratory), counter: 7 }),
      ),
    )
    const outcomes = await Promise.all(assertions.map(async assertion => outcome(await show(assertion))))
    expect(outcomes.filter(one => one === 'signed in')).toHaveLength(1)
  })

  it('once it was removed, though a signature of it is on its way', async () => {
    const { authenticator, id, call } = await userWithPasskey()
    const assertion = authenticator.sign(await challengeOf(), { origin: originOf(laboratory) })
    expect((await call(`/api/account/passkeys/${id}`, { method: 'DELETE' })).status).toBe(204)
    expect(await outcome(await show(assertion))).toBe('passkey_refused')
  })

  it('to a page of another site', async () => {
    const { authenticator } = await userWithPasskey()
    const assertion = authenticator.sign(await challengeOf(), { origin: originOf(laboratory) })
    const headers = { origin: 'https://elsewhere.test', 'sec-fetch-site': 'cross-site' }
    expect(await outcome(await show(assertion, laboratory, { headers }))).toBe('origin_refused')
  })

  it('and says so alike, whatever was wrong: status, words and headers', async () => {
    const { authenticator } = await userWithPasskey()
    const disabled = await userWithPasskey()
    await disable(disabled.user)
    const refusals = [
      await signIn(new Authenticator()),
      await signIn(disabled.authenticator),
      await signIn(authenticator, { isVerified: false }),
      await signIn(authenticator, { origin: 'https://elsewhere.test' }),
    ]
    const shapes = await Promise.all(
      refusals.map(async response => {
        const { requestId, ...body } = await problemOf(response)
        return { body, headers: [...response.headers.keys()] }
      }),
    )
    expect(shapes[0]?.body).toMatchObject({ status: 401, code: 'passkey_refused' })
    expect(new Set(shapes.map(shape => JSON.stringify(shape)))).toHaveLength(1)
  })
})

it('what is refused counts as a wrong password of its address; the owner elsewhere is not concerned', async () => {
  const here = await make.laboratory()
  const { user, authenticator } = await userWithPasskey(await make.practice(here))
  const { failures } = signInLimits.address
  const stranger = { address: '203.0.113.9' }
  const guess = async () =>
    show(new Authenticator().sign(await challengeOf(here), { origin: 'https://x.test' }), here, stranger)
  const statuses = await Promise.all(Array.from({ length: failures + 10 }, async () => (await guess()).status))
  expect(statuses.filter(status => status === 401)).toHaveLength(failures)
  expect(statuses.filter(status => status === 429)).toHaveLength(10)
  const withPassword = { body: { login: user.login, password: 'a guess' }, ...stranger }
  expect((await request(here, '/auth', withPassword)).status).toBe(429)
  expect(await outcome(await signIn(authenticator, {}, here))).toBe('signed in')
})

it('each sign-in, and each one refused, leaves a line in the audit with whose passkey it was', async () => {
  const { user, authenticator } = await userWithPasskey()
  await signIn(authenticator)
  await signIn(authenticator, { isVerified: false })
  const { rows } = await make.within(laboratory.id, client =>
    client.query<{ kind: string }>('select kind from audit_events where user_id = $1 order by id', [user.id]),
  )
  expect(rows.map(({ kind }) => kind)).toEqual(['passkey_added', 'signed_in', 'sign_in_refused'])
})

it('of challenges that were answered nothing is kept once they are too old', async () => {
  const { authenticator } = await userWithPasskey()
  await signIn(authenticator)
  const count = async () => {
    const { rows } = await make.within(laboratory.id, client =>
      client.query<{ old: number; young: number }>(`select count(*) filter (where forgotten_at < now())::int as old,
        count(*) filter (where forgotten_at >= now())::int as young from spent_challenges`),
    )
    return rows[0]
  }
  await make.insert(laboratory.id, 'spent_challenges', {
    brand_id: laboratory.id,
    challenge_hash: Buffer.alloc(32, 1),
    forgotten_at: new Date(Date.now() - 1000),
  })
  const before = await count()
  expect(before?.old).toBe(1)
  await openLaboratoryOf(app.api.services.database, laboratory.id, 'write', deleteSpentChallenges)
  expect(await count()).toEqual({ ...before, old: 0 })
})
