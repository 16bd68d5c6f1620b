import { isoCBOR } from '@simplewebauthn/server/helpers'
import { beforeAll, describe, expect, it } from 'vitest'
import { openLaboratoryOf } from '#tenancy/server/guards.ts'
import { listMails } from '#tenancy/server/outbox-sql.ts'
import { problemOf, startTestApp } from '#test/harness.ts'
import { type TestLaboratory, type TestPractice, type TestUser, testPassword } from '#test/make.ts'
import { Authenticator, byItself, byItsMaker } from '#test/software-key.ts'
import { signInLimits } from './limits.ts'

const { app, make, request, as } = startTestApp()
let laboratory: TestLaboratory
let practice: TestPractice
beforeAll(async () => {
  laboratory = await make.laboratory({ company_name: 'Laboratoire Opaline' })
  practice = await make.practice(laboratory)
})

type Call = Awaited<ReturnType<typeof as>>
type Options = Parameters<Authenticator['register']>[0] & { excludeCredentials: { id: string }[] }
type Passkey = { id: string; name: string; device: string; host: string; isBackedUp: boolean; usedAt: string | null }

const here = () => `https://${laboratory.host}`
const prepare = (call: Call, body: object = {}) => call('/api/account/passkeys/challenge', { body })
const optionsOf = async (response: Response) => ((await response.json()) as { data: Options }).data
const add = (call: Call, body: object) =>
  call('/api/account/passkeys', { body, headers: { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/150.0' } })
const list = async (call: Call) => ((await (await call('/api/account/passkeys')).json()) as { data: Passkey[] }).data

async function addNew(call: Call, authenticator = new Authenticator()) {
  const response = await add(call, authenticator.register(await optionsOf(await prepare(call)), { origin: here() }))
  expect(response.status).toBe(201)
  return ((await response.json()) as { data: { id: string } }).data.id
}

/** Makes the sign-in so old that the password is required again. */
const setSignedInEarlier = (user: TestUser) =>
  make.within(laboratory.id, client =>
    client.query("update sessions set created_at = now() - interval '11 minutes' where user_id = $1", [user.id]),
  )
const mailsTo = async ({ login }: TestUser) => {
  const mails = await openLaboratoryOf(app.api.services.database, laboratory.id, 'read', actor =>
    listMails(actor, { most: 100 }),
  )
  return mails.filter(({ recipient }) => recipient === `${login}@example.test`)
}
const auditOf = async ({ id }: TestUser) => {
  const { rows } = await make.within(laboratory.id, client =>
    client.query<{ kind: string }>('select kind from audit_events where user_id = $1 order by id', [id]),
  )
  return rows.map(({ kind }) => kind)
}

describe('a passkey is added', () => {
  it('by a user of a practice and of the laboratory, who are told by mail, and stands in their list alone', async () => {
    for (const of of [practice, laboratory]) {
      const user = await make.user(of)
      const [call, colleague] = [await as(user), await as(await make.user(of))]
      const id = await addNew(call, new Authenticator({ isSynced: true }))
      expect(await list(call)).toMatchObject([
        { id, name: '', device: 'Chrome · Windows', host: laboratory.host, isBackedUp: true, usedAt: null },
      ])
      expect(await list(colleague)).toEqual([])
      expect(await mailsTo(user)).toMatchObject([
        { subject: 'Une clé d’accès a été ajoutée', text_part: expect.stringContaining('Chrome · Windows') },
      ])
      expect(await auditOf(user)).toEqual(['passkey_added'])
    }
  })

  it('as one that its device finds by itself and recognises its user for; a second time it is left out', async () => {
    const user = await make.user(practice)
    const call = await as(user)
    const options = await optionsOf(await prepare(call))
    expect(options).toMatchObject({
      rp: { id: laboratory.host, name: 'Laboratoire Opaline' },
      user: { name: user.login, displayName: 'Claire Martin' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
      excludeCredentials: [],
    })
    const made = new Authenticator().register(options, { origin: here() })
    expect((await add(call, made)).status).toBe(201)
    expect((await optionsOf(await prepare(call))).excludeCredentials).toMatchObject([{ id: made.id }])
  })

  it('with the password by whoever has not just signed in', async () => {
    const user = await make.user(practice)
    const call = await as(user)
    await setSignedInEarlier(user)
    expect(await problemOf(await prepare(call))).toMatchObject({ status: 422, code: 'password_needed' })
    const wrong = await problemOf(await prepare(call, { password: 'a guess' }))
    expect(wrong).toMatchObject({ status: 422, code: 'password_wrong' })
    expect((await prepare(call, { password: testPassword })).status).toBe(200)
    expect(await auditOf(user)).toEqual(['passkey_refused'])
  })

  it('by nobody who guesses that password: it is tried as often as at a known device', async () => {
    const user = await make.user(practice)
    const call = await as(user)
    await setSignedInEarlier(user)
    const { failures } = signInLimits.device
    const answers = await Promise.all(Array.from({ length: 20 }, () => prepare(call, { password: 'a guess' })))
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(failures)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20 - failures)
    expect((await prepare(call, { password: testPassword })).status).toBe(429)
  })

  it('twenty times and no more, however many at once', async () => {
    const call = await as(await make.user(practice))
    for (let made = 0; made < 18; made++) await addNew(call)
    const prepared = await Promise.all(Array.from({ length: 4 }, async () => optionsOf(await prepare(call))))
    const statuses = await Promise.all(
      prepared.map(
        async options => (await add(call, new Authenticator().register(options, { origin: here() }))).status,
      ),
    )
    expect(statuses.filter(status => status !== 201 && status !== 409)).toEqual([])
    while ((await list(call)).length < 20) await addNew(call)
    expect(await problemOf(await prepare(call))).toMatchObject({ status: 409, code: 'passkeys_full' })
    const late = prepared[statuses.indexOf(409)]
    if (late) {
      const response = await add(call, new Authenticator().register(late, { origin: here() }))
      expect(await problemOf(response)).toMatchObject({ status: 409, code: 'passkeys_full' })
    }
    expect(await list(call)).toHaveLength(20)
    const [oldest] = (await list(call)).slice(-1)
    await call(`/api/account/passkeys/${oldest?.id}`, { method: 'DELETE' })
    await addNew(call)
  })
})

describe('what a browser brings is no passkey', () => {
  type Register = Parameters<Authenticator['register']>[1]
  it.each<[string, Omit<Register, 'origin'> & { origin?: string }]>([
    ['made on a page of another origin', { origin: 'https://elsewhere.test' }],
    ['made for another host', { rpId: 'elsewhere.test' }],
    ['of a device that recognises nobody', { isVerified: false }],
    ['where it is a signature for signing in', { type: 'webauthn.get' }],
  ])('when %s', async (_, saying) => {
    const call = await as(await make.user(practice))
    const made = new Authenticator().register(await optionsOf(await prepare(call)), { origin: here(), ...saying })
    expect(await problemOf(await add(call, made))).toMatchObject({ status: 422, code: 'passkey_unusable' })
    expect(await list(call)).toEqual([])
  })

  it('when it answers no challenge of this very session, or one that was answered', async () => {
    const user = await make.user(practice)
    const [call, elsewhere, colleague] = [await as(user), await as(user), await as(await make.user(practice))]
    const options = await optionsOf(await prepare(call))
    for (const other of [elsewhere, colleague]) {
      const made = new Authenticator().register(options, { origin: here() })
      expect(await problemOf(await add(other, made))).toMatchObject({ code: 'passkey_unusable' })
    }
    const forSigningIn = await request(laboratory, '/api/passkeys/challenge', { method: 'POST' })
    const { data } = (await forSigningIn.json()) as { data: { challenge: string } }
    const wrong = new Authenticator().register({ ...options, ...data }, { origin: here() })
    expect(await problemOf(await add(call, wrong))).toMatchObject({ code: 'passkey_unusable' })
    expect((await add(call, new Authenticator().register(options, { origin: here() }))).status).toBe(201)
    const second = new Authenticator().register(options, { origin: here() })
    expect(await problemOf(await add(call, second))).toMatchObject({ code: 'passkey_unusable' })
  })

  it('when certificates vouch for it, which would be looked up elsewhere; the key itself may', async () => {
    const call = await as(await make.user(practice))
    const addVouched = async (vouch: Register['vouch']) => {
      const options = await optionsOf(await prepare(call))
      return add(call, new Authenticator().register(options, { origin: here(), ...(vouch && { vouch }) }))
    }
    expect(await problemOf(await addVouched(await byItsMaker()))).toMatchObject({ code: 'passkey_unusable' })
    expect((await addVouched(byItself)).status).toBe(201)
  })

  it('when it is none at all', async () => {
    const call = await as(await make.user(practice))
    const made = new Authenticator().register(await optionsOf(await prepare(call)), { origin: here() })
    const empty = Buffer.from(isoCBOR.encode(new Map())).toString('base64url')
    for (const attestationObject of ['AAAA', '!', empty]) {
      const response = await add(call, { ...made, attestationObject })
      expect(await problemOf(response)).toMatchObject({ status: 422, code: 'passkey_unusable' })
    }
  })
})

describe('a passkey', () => {
  it('is renamed by its user', async () => {
    const user = await make.user(practice)
    const call = await as(user)
    const id = await addNew(call)
    const rename = (name: string) => call(`/api/account/passkeys/${id}`, { method: 'PATCH', body: { name } })
    expect((await rename('  Poste de l’accueil ')).status).toBe(204)
    expect(await list(call)).toMatchObject([{ name: 'Poste de l’accueil' }])
    for (const name of [' ', 'x'.repeat(61)]) expect((await rename(name)).status).toBe(422)
    expect(await auditOf(user)).toEqual(['passkey_added', 'passkey_renamed'])
  })

  it('is removed by its user, the last one too; they are told by mail, and the password stays', async () => {
    const user = await make.user(practice)
    const call = await as(user)
    const id = await addNew(call)
    await call(`/api/account/passkeys/${id}`, { method: 'PATCH', body: { name: 'Mon téléphone' } })
    expect((await call(`/api/account/passkeys/${id}`, { method: 'DELETE' })).status).toBe(204)
    expect(await list(call)).toEqual([])
    expect((await call(`/api/account/passkeys/${id}`, { method: 'DELETE' })).status).toBe(404)
    expect(await auditOf(user)).toEqual(['passkey_added', 'passkey_renamed', 'passkey_removed'])
    const mails = await mailsTo(user)
    expect(mails.find(({ subject }) => subject === 'Une clé d’accès a été retirée')?.text_part).toContain(
      'Mon téléphone',
    )
    const signIn = await request(laboratory, '/auth', { body: { login: user.login, password: testPassword } })
    expect(signIn.status).toBe(200)
  })

  it('is not to be had, renamed or removed by anybody else', async () => {
    const call = await as(await make.user(practice))
    const id = await addNew(call)
    const others = [
      await make.user(practice, { account_type: 'manager' }),
      await make.user(laboratory),
      await make.user(await make.practice(laboratory)),
    ]
    for (const other of await Promise.all(others.map(as))) {
      const rename = { method: 'PATCH', body: { name: 'Mine' } }
      expect((await other(`/api/account/passkeys/${id}`, rename)).status).toBe(404)
      expect((await other(`/api/account/passkeys/${id}`, { method: 'DELETE' })).status).toBe(404)
    }
    expect(await list(call)).toMatchObject([{ id, name: '' }])
  })
})

it('nobody makes a passkey for somebody else, nor a twenty-first, should a statement go astray', async () => {
  const [claire, paul] = [await make.user(practice), await make.user(practice)]
  const columns = '(brand_id, user_id, place, host, credential_id, public_key, counter, is_backed_up)'
  const insertAs = (context: unknown[], place = 1) =>
    make.within(laboratory.id, async client => {
      await client.query('select tenant.set_context($1, $2, $3)', context)
      await client.query(`insert into passkeys ${columns} values ($1, $2, $3, $4, $5, '\\x00', 0, false)`, [
        laboratory.id,
        claire.id,
        place,
        laboratory.host,
        Buffer.alloc(16, claire.id),
      ])
    })
  await expect(insertAs([laboratory.id, practice.id, paul.id])).rejects.toThrow(/row-level security/)
  await expect(insertAs([laboratory.id, null, null])).rejects.toThrow(/row-level security/)
  await expect(insertAs([laboratory.id, practice.id, claire.id], 21)).rejects.toThrow(/passkeys_place_check/)
  await insertAs([laboratory.id, practice.id, claire.id])
})
