import { decodeJwt } from 'jose'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openLaboratoryOf } from '#tenancy/server/guards.ts'
import { listMails } from '#tenancy/server/outbox-sql.ts'
import { codeOf, midStep } from '#test/authenticator.ts'
import { problemOf, startTestApp } from '#test/harness.ts'
import { type TestLaboratory, type TestPractice, type TestUser, testPassword } from '#test/make.ts'
import { tokenHashOf } from './link.ts'
import { deleteChallengesOver } from './second-factor-sql.ts'

const { app, make, request, tokenFor } = startTestApp()
const { database } = app.api.services
let laboratory: TestLaboratory
let practice: TestPractice
beforeAll(async () => {
  laboratory = await make.laboratory()
  practice = await make.practice(laboratory)
})

// Frozen, so that no code expires during a test.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: midStep() })
})
afterEach(() => {
  vi.useRealTimers()
})

let addresses = 0
/** Another address each time, so that one test's attempts do not count against the next. */
const address = () => {
  addresses += 1
  return `203.0.${100 + Math.floor(addresses / 250)}.${addresses % 250}`
}

/** Calls within one session of this user. */
async function sessionOf(user: TestUser) {
  const token = await tokenFor(user)
  return (path: string, body?: unknown) =>
    request(user.laboratory, path, {
      ...(body === undefined ? {} : { body }),
      headers: { authorization: `Bearer ${token}` },
    })
}
type Call = Awaited<ReturnType<typeof sessionOf>>

const dataOf = async <T>(response: Response) => ((await response.json()) as { data: T }).data
const codeOfRefusal = async (response: Response) => [response.status, (await problemOf(response)).code]
const base = '/api/account/second-factor'
const password = { password: testPassword }

const secretFor = async (call: Call) => (await dataOf<{ secret: string }>(await call(base, password))).secret
/** Confirms with the previous step's code, so that the current and the next one are still unused. */
async function switchOn(call: Call) {
  const secret = await secretFor(call)
  const confirmed = await call(`${base}/confirmation`, { code: codeOf(secret, -1) })
  expect(confirmed.status).toBe(200)
  return { secret, ...(await dataOf<{ recoveryCodes: string[] }>(confirmed)) }
}
async function withSecondFactor() {
  const user = await make.user(practice)
  const call = await sessionOf(user)
  return { user, call, ...(await switchOn(call)) }
}

const signIn = (user: TestUser, at = user.laboratory, given = testPassword) =>
  request(at, '/auth', { body: { login: user.login, password: given }, address: address() })
async function challengeFor(user: TestUser) {
  const response = await signIn(user)
  expect(response.status).toBe(200)
  return (await dataOf<{ challenge: string }>(response)).challenge
}
const prove = (challenge: string, code: string, { at = laboratory, from = address(), headers = {} } = {}) =>
  request(at, '/auth/second-factor', { body: { challenge, code }, address: from, headers })

const sessionsOf = async (user: TestUser) => {
  const { rows } = await make.within(laboratory.id, client =>
    client.query<{ second_factor: string | null; ended_because: string | null }>(
      'select second_factor, ended_because from sessions where user_id = $1 order by created_at',
      [user.id],
    ),
  )
  return rows
}
const kindsOf = async (user: TestUser) => {
  const { rows } = await make.within(laboratory.id, client =>
    client.query<{ kind: string }>('select kind from audit_events where user_id = $1 order by id', [user.id]),
  )
  return rows.map(({ kind }) => kind)
}
const subjectsTo = async (user: TestUser) => {
  const mails = await openLaboratoryOf(database, laboratory.id, 'read', actor => listMails(actor, { most: 50 }))
  return mails.filter(({ recipient }) => recipient === `${user.login}@example.test`).map(({ subject }) => subject)
}

describe('switching codes on', () => {
  it('takes the password, gives a secret for whoever holds a camera or types, and asks for nothing before a first code', async () => {
    const user = await make.user(practice)
    const call = await sessionOf(user)
    expect(await codeOfRefusal(await call(base, { password: 'wrong' }))).toEqual([422, 'password_wrong'])
    const begun = await dataOf<{ secret: string; address: string }>(await call(base, password))
    expect(begun.secret).toMatch(/^[A-Z2-7]{32}$/)
    const asked = new URL(begun.address)
    expect(decodeURIComponent(asked.href)).toMatch(`otpauth://totp/Laboratoire d’essai:${user.login}?`)
    expect(asked.searchParams.get('secret')).toBe(begun.secret)
    expect(await dataOf(await call(base))).toEqual({ addedAt: null, recoveryCodesLeft: 0, isDemanded: false })
    expect(await dataOf(await signIn(user))).toHaveProperty('token')
  })

  it('holds from the first right code on, with ten recovery codes of which only hashes are kept', async () => {
    const user = await make.user(practice)
    const call = await sessionOf(user)
    expect(await codeOfRefusal(await call(`${base}/confirmation`, { code: '000000' }))).toEqual([409, 'not_begun'])
    const secret = await secretFor(call)
    const wrong = codeOf(secret, 5)
    expect(await codeOfRefusal(await call(`${base}/confirmation`, { code: wrong }))).toEqual([422, 'code_wrong'])
    const confirmed = await call(`${base}/confirmation`, { code: ` ${codeOf(secret).replace(/^.../, '$& ')} ` })
    const { recoveryCodes } = await dataOf<{ recoveryCodes: string[] }>(confirmed)
    expect(new Set(recoveryCodes).size).toBe(10)
    for (const code of recoveryCodes) expect(code).toMatch(/^[A-Z2-7]{5}-[A-Z2-7]{5}-[A-Z2-7]{5}$/)
    const { rows } = await make.within(laboratory.id, client =>
      client.query('select r::text as row from recovery_codes r where user_id = $1', [user.id]),
    )
    expect(rows).toHaveLength(10)
    expect(JSON.stringify(rows)).not.toContain(recoveryCodes[0]?.slice(0, 5))
    expect(await dataOf(await call(base))).toMatchObject({ addedAt: expect.any(String), recoveryCodesLeft: 10 })
    expect(await dataOf(await signIn(user))).not.toHaveProperty('token')
    expect(await codeOfRefusal(await call(base, password))).toEqual([409, 'second_factor_on'])
    const again = await call(`${base}/confirmation`, { code: codeOf(secret, 1) })
    expect(await codeOfRefusal(again)).toEqual([409, 'not_begun'])
  })

  it('marks this session, ends all others, and is told by mail and to the audit', async () => {
    const user = await make.user(practice)
    const other = await sessionOf(user)
    const call = await sessionOf(user)
    await switchOn(call)
    expect((await call(base)).status).toBe(200)
    expect((await other(base)).status).toBe(401)
    expect(await sessionsOf(user)).toEqual([
      { second_factor: null, ended_because: 'second_factor_changed' },
      { second_factor: 'totp', ended_because: null },
    ])
    expect(await kindsOf(user)).toEqual(['second_factor_added', 'session_ended'])
    expect(await subjectsTo(user)).toEqual(['Vérification en deux étapes activée'])
  })

  it('lets no session of that user begin without one, whatever statement makes it', async () => {
    const { user } = await withSecondFactor()
    await expect(tokenFor(user)).rejects.toMatchObject({ constraint: 'sessions__second_factor' })
  })

  it('is nobody’s but the user’s: not signed out, not at another laboratory, and the secret in no statement', async () => {
    const { user, secret } = await withSecondFactor()
    const colleague = await sessionOf(await make.user(practice))
    expect(await dataOf(await colleague(base))).toMatchObject({ addedAt: null, recoveryCodesLeft: 0 })
    for (const path of [base, `${base}/confirmation`, `${base}/removal`, `${base}/recovery-codes`])
      expect((await request(laboratory, path, { body: {} })).status, path).toBe(401)
    const elsewhere = await make.laboratory()
    const token = await tokenFor(await make.user(practice))
    const abroad = await request(elsewhere, base, { headers: { authorization: `Bearer ${token}` } })
    expect(abroad.status).toBe(401)
    const reading = openLaboratoryOf(database, laboratory.id, 'read', ({ tx }) =>
      tx.selectFrom('authenticators').select('secret').where('user_id', '=', user.id).execute(),
    )
    await expect(reading).rejects.toMatchObject({ code: '42501' })
    expect(secret).toHaveLength(32)
  })
})

describe('a sign-in with codes', () => {
  it('answers the right password with a challenge that says nothing of whose it is, and no cookie', async () => {
    const { user } = await withSecondFactor()
    const response = await signIn(user)
    expect(response.headers.getSetCookie()).toEqual([])
    const text = await response.text()
    expect(JSON.parse(text)).toEqual({ data: { challenge: expect.stringMatching(/^[\w-]{43}$/) } })
  })

  it('tells whoever has a wrong password nothing of the codes', async () => {
    const { user } = await withSecondFactor()
    const [wrong, plain] = [
      await signIn(user, laboratory, 'wrong'),
      await signIn(await make.user(practice), laboratory, 'wrong'),
    ]
    const shape = async (response: Response) => {
      const { requestId, ...rest } = await problemOf(response)
      return { rest, headers: [...response.headers.keys()] }
    }
    expect(await shape(wrong)).toEqual(await shape(plain))
  })

  it('opens with the code of the moment, typed in groups, and says so in the session', async () => {
    const { user, secret } = await withSecondFactor()
    const response = await prove(await challengeFor(user), codeOf(secret).replace(/^.../, '$& '))
    expect(response.status).toBe(200)
    expect(response.headers.getSetCookie()[0]).toMatch(/^__Host-refresh=/)
    const { token } = await dataOf<{ token: string }>(response)
    expect(decodeJwt(token)).toMatchObject({ id: user.id })
    expect(await sessionsOf(user)).toMatchObject([{ second_factor: 'totp' }, { second_factor: 'totp' }])
    expect(await subjectsTo(user)).toContain('Connexion depuis un nouvel appareil')
  })

  it('takes the codes before and after the present one, and none further away', async () => {
    const { user, secret } = await withSecondFactor()
    const taken = async (steps: number) => {
      await make.within(laboratory.id, client =>
        client.query('update authenticators set last_step = 0 where user_id = $1', [user.id]),
      )
      return (await prove(await challengeFor(user), codeOf(secret, steps))).status
    }
    expect([await taken(-1), await taken(0), await taken(1)]).toEqual([200, 200, 200])
    expect([await taken(-4), await taken(4)]).toEqual([401, 401])
  })

  it('takes each code once: neither the same again nor an earlier one', async () => {
    const { user, secret } = await withSecondFactor()
    const code = codeOf(secret, 1)
    expect((await prove(await challengeFor(user), code)).status).toBe(200)
    for (const replayed of [code, codeOf(secret)])
      expect(await codeOfRefusal(await prove(await challengeFor(user), replayed))).toEqual([401, 'code_wrong'])
  })

  it('makes one session of twenty uses at once, of one challenge or of many', async () => {
    const { user, secret } = await withSecondFactor()
    const one = await challengeFor(user)
    const together = await Promise.all(Array.from({ length: 20 }, () => prove(one, codeOf(secret))))
    expect(together.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await sessionsOf(user)).toHaveLength(2)
    const next = codeOf(secret, 1)
    const many = await Promise.all(Array.from({ length: 6 }, () => challengeFor(user)))
    const apart = await Promise.all(many.map(challenge => prove(challenge, next)))
    expect(apart.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await sessionsOf(user)).toHaveLength(3)
  })

  it('is not locked by its own user’s double clicks: what is gone counts for nobody', async () => {
    const { user, secret } = await withSecondFactor()
    const one = await challengeFor(user)
    await Promise.all(Array.from({ length: 20 }, () => prove(one, codeOf(secret))))
    expect((await prove(await challengeFor(user), codeOf(secret, 1))).status).toBe(200)
  })

  it('opens with a recovery code, once, however it is typed, and says how many are left', async () => {
    const { user, recoveryCodes } = await withSecondFactor()
    const [first = '', second = ''] = recoveryCodes
    const typed = first.toLowerCase().replaceAll('-', ' ').replaceAll('o', '0').replaceAll('i', '1')
    expect((await prove(await challengeFor(user), typed)).status).toBe(200)
    expect(await codeOfRefusal(await prove(await challengeFor(user), first))).toEqual([401, 'code_wrong'])
    expect(await kindsOf(user)).toContain('recovery_code_used')
    expect(await subjectsTo(user)).toContain('Un code de secours a été utilisé')
    const challenges = await Promise.all([challengeFor(user), challengeFor(user), challengeFor(user)])
    const together = await Promise.all(challenges.map(challenge => prove(challenge, second)))
    expect(together.filter(({ status }) => status === 200)).toHaveLength(1)
    const { rows } = await make.within(laboratory.id, client =>
      client.query('select count(*)::int as left from recovery_codes where user_id = $1', [user.id]),
    )
    expect(rows).toEqual([{ left: 8 }])
  })

  it('does not take a colleague’s recovery code', async () => {
    const [{ user }, { recoveryCodes }] = [await withSecondFactor(), await withSecondFactor()]
    const response = await prove(await challengeFor(user), recoveryCodes[0] ?? '')
    expect(await codeOfRefusal(response)).toEqual([401, 'code_wrong'])
  })

  it('ends a challenge after five minutes, and at another laboratory there is none', async () => {
    const { user, secret } = await withSecondFactor()
    const challenge = await challengeFor(user)
    const abroad = await prove(challenge, codeOf(secret), { at: await make.laboratory() })
    expect(await codeOfRefusal(abroad)).toEqual([401, 'challenge_over'])
    await make.within(laboratory.id, client =>
      client.query(
        `update sign_in_challenges set created_at = created_at - interval '5 minutes',
           expires_at = expires_at - interval '5 minutes' where user_id = $1`,
        [user.id],
      ),
    )
    expect(await codeOfRefusal(await prove(challenge, codeOf(secret)))).toEqual([401, 'challenge_over'])
    await openLaboratoryOf(database, laboratory.id, 'write', deleteChallengesOver)
    const { rows } = await make.within(laboratory.id, client =>
      client.query('select 1 from sign_in_challenges where user_id = $1', [user.id]),
    )
    expect(rows).toEqual([])
  })

  it('ends a challenge where the password was changed meanwhile, the user disabled or the codes switched off', async () => {
    const { user, secret, call } = await withSecondFactor()
    const change = { currentPassword: testPassword, newPassword: 'Autre-phrase-7 !' }
    const before = await challengeFor(user)
    expect((await call('/api/account/password', change)).status).toBe(204)
    expect(await codeOfRefusal(await prove(before, codeOf(secret)))).toEqual([401, 'challenge_over'])

    const kept = await withSecondFactor()
    const disabled = await challengeFor(kept.user)
    await make.within(laboratory.id, client =>
      client.query('update users set disabled_at = now() where id = $1', [kept.user.id]),
    )
    expect(await codeOfRefusal(await prove(disabled, codeOf(kept.secret)))).toEqual([401, 'challenge_over'])

    const free = await withSecondFactor()
    const needless = await challengeFor(free.user)
    expect((await free.call(`${base}/removal`, password)).status).toBe(204)
    expect(await codeOfRefusal(await prove(needless, codeOf(free.secret)))).toEqual([401, 'challenge_over'])
  })

  it('looks at five codes for a challenge and no more, a hundred at once included, and mails what happened', async () => {
    const { user, secret } = await withSecondFactor()
    const challenge = await challengeFor(user)
    const wrong = codeOf(secret, 7)
    const tried = await Promise.all(Array.from({ length: 40 }, () => prove(challenge, wrong)))
    const codes = await Promise.all(tried.map(async response => (await problemOf(response)).code))
    expect(codes.filter(code => code === 'code_wrong')).toHaveLength(4)
    expect(await codeOfRefusal(await prove(challenge, codeOf(secret)))).toEqual([401, 'challenge_over'])
    expect((await kindsOf(user)).filter(kind => kind === 'second_factor_refused')).toHaveLength(5)
    expect(await subjectsTo(user)).toContain('Connexion interrompue après plusieurs codes faux')
  })

  it('stops at ten wrong codes an hour from wherever they come, and not on the user’s own device', async () => {
    const { user, secret } = await withSecondFactor()
    const [own = '', device = ''] = (await prove(await challengeFor(user), codeOf(secret))).headers.getSetCookie()
    const cookie = [own, device].map(one => one.split(';')[0]).join('; ')
    for (let challenges = 0; challenges < 2; challenges++) {
      const challenge = await challengeFor(user)
      for (let tries = 0; tries < 5; tries++) expect((await prove(challenge, codeOf(secret, 7))).status).toBe(401)
    }
    const stopped = await prove(await challengeFor(user), codeOf(secret, 1))
    expect(stopped.status).toBe(429)
    expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(3_000)
    const owned = await prove(await challengeFor(user), codeOf(secret, 1), { headers: { cookie } })
    expect(owned.status).toBe(200)
    expect((await subjectsTo(user)).filter(subject => /nouvel appareil/.test(subject))).toHaveLength(1)
  })

  it.each(['', '12345', '1234567', 'ABCDE-FGHIJ', '１２３４５６'])('says that %j is no code', async code => {
    const response = await prove('a'.repeat(43), code)
    expect(response.status).toBe(422)
    expect((await problemOf(response)).errors?.map(({ path }) => path)).toEqual(['code'])
  })

  it('is not gone round by a forgotten password', async () => {
    const { user, secret } = await withSecondFactor()
    const token = 'r'.repeat(43)
    await make.insert(laboratory.id, 'password_links', {
      brand_id: laboratory.id,
      user_id: user.id,
      purpose: 'reset',
      token_hash: tokenHashOf(token),
      expires_at: new Date(Date.now() + 60_000),
    })
    const chosen = 'Autre-phrase-7 !'
    const confirm = { token, password: chosen }
    expect((await request(laboratory, '/api/password-resets/confirm', { body: confirm })).status).toBe(204)
    const response = await signIn(user, laboratory, chosen)
    const { challenge } = await dataOf<{ challenge: string }>(response)
    expect((await prove(challenge, codeOf(secret, 7))).status).toBe(401)
    expect((await prove(challenge, codeOf(secret))).status).toBe(200)
  })

  it('refuses a foreign page', async () => {
    const { user, secret } = await withSecondFactor()
    const headers = { origin: 'https://elsewhere.test', 'sec-fetch-site': 'cross-site' }
    const response = await prove(await challengeFor(user), codeOf(secret), { headers })
    expect(response.status).toBe(403)
  })
})

describe('switching codes off', () => {
  it('asks for the password, and is told by mail; the password is enough then', async () => {
    const { user, call } = await withSecondFactor()
    expect(await codeOfRefusal(await call(`${base}/removal`, { password: 'wrong' }))).toEqual([422, 'password_wrong'])
    expect((await call(`${base}/removal`, password)).status).toBe(204)
    expect(await dataOf(await signIn(user))).toHaveProperty('token')
    expect(await sessionsOf(user)).toMatchObject([{ second_factor: null }, { second_factor: null }])
    expect(await subjectsTo(user)).toContain('Vérification en deux étapes désactivée')
    expect(await kindsOf(user)).toContain('second_factor_removed')
  })

  it('makes no guess at the password cheaper: it stops after ten', async () => {
    const { call } = await withSecondFactor()
    const statuses = await Promise.all(
      Array.from({ length: 14 }, async () => (await call(`${base}/removal`, { password: 'wrong' })).status),
    )
    expect(statuses.filter(status => status === 422)).toHaveLength(10)
    expect((await call(`${base}/recovery-codes`, password)).status).toBe(429)
  })

  it('puts other recovery codes in place of the old ones, for the password', async () => {
    const { user, call, recoveryCodes } = await withSecondFactor()
    const path = `${base}/recovery-codes`
    expect(await codeOfRefusal(await call(path, { password: 'wrong' }))).toEqual([422, 'password_wrong'])
    const made = await dataOf<{ recoveryCodes: string[] }>(await call(path, password))
    expect(new Set([...recoveryCodes, ...made.recoveryCodes]).size).toBe(20)
    expect((await prove(await challengeFor(user), recoveryCodes[0] ?? '')).status).toBe(401)
    expect((await prove(await challengeFor(user), made.recoveryCodes[0] ?? '')).status).toBe(200)
    expect(await subjectsTo(user)).toContain('Nouveaux codes de secours')
    const without = await sessionOf(await make.user(practice))
    expect(await codeOfRefusal(await without(path, password))).toEqual([409, 'second_factor_off'])
  })
})
