import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { declaredJobs } from '#app/server/jobs.ts'
import { migrate } from '#db/migrate.ts'
import { settleQueues } from '#db/queues.ts'
import { replaceSecret, rotateSecret } from '#db/signing-key.ts'
import { problemOf, startTestApp } from '#test/harness.ts'
import { type TestUser, testPassword } from '#test/make.ts'

const { adminUrl, ...urls } = inject('database')
const own = `rotated_${randomBytes(4).toString('hex')}`
const at = (url: string) => Object.assign(new URL(url), { pathname: own }).href
const database = { adminUrl, ownerUrl: at(urls.ownerUrl), appUrl: at(urls.appUrl), jobsUrl: at(urls.jobsUrl) }
const { ownerUrl } = database
const admin = new pg.Client({ connectionString: adminUrl })
const owner = new pg.Client({ connectionString: ownerUrl })

const first = 'the first secret of this laboratory, long enough'
const second = 'the second secret of this laboratory, long enough'
const third = 'a third secret that nobody has asked for, long enough'

await admin.connect()
await admin.query(`create database ${own} owner arcade_owner`)
// Registered first, so it runs last: the processes below close their connections before.
afterAll(async () => {
  await owner.end()
  await admin.query(`drop database ${own}`)
  await admin.end()
})
beforeAll(() => owner.connect())
/** As at a start: the database admits the secret or not, and the process learns about the old one. */
const start = async (secrets: { appSecret: string; oldSecret?: string }) => ({
  appSecret: secrets.appSecret,
  oldSecret: await migrate({ ownerUrl, ...secrets }),
})
type Process = Pick<ReturnType<typeof startTestApp>, 'request'>

const before = startTestApp(await start({ appSecret: first }), database)
// Signing in from an unknown device sends a mail.
await settleQueues(ownerUrl, declaredJobs)

type Signed = { token: string; cookie: string }
const keep = async (response: Response): Promise<Signed> => {
  expect(response.status).toBe(200)
  const { data } = (await response.json()) as { data: { token: string } }
  return { token: data.token, cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '' }
}
const signIn = async (at: Process, user: TestUser) =>
  keep(await at.request(user.laboratory, '/auth', { body: { login: user.login, password: testPassword } }))
const refresh = (at: Process, user: TestUser, { cookie }: Signed) =>
  at.request(user.laboratory, '/api/token/refresh', { method: 'POST', headers: { cookie } })
const orders = async (at: Process, user: TestUser, { token }: Signed) =>
  (await at.request(user.laboratory, '/api/orders', { headers: { authorization: `Bearer ${token}` } })).status
const ready = async (at: Process) => (await at.request({ host: '127.0.0.1' }, '/readyz')).status
const later = (interval: string) =>
  owner.query(
    'update tenant.signing_key set added_at = added_at - $1::interval, ends_at = ends_at - $1::interval where true',
    [interval],
  )

describe('a second process with another APP_SECRET', () => {
  it('does not start unasked, and the first goes on', async () => {
    const user = await before.make.user(await before.make.practice(await before.make.laboratory()))
    const signed = await signIn(before, user)
    await expect(start({ appSecret: third })).rejects.toMatchObject({
      name: 'OperatorError',
      message: expect.stringMatching(
        /^APP_SECRET is not the one that this database knows: .*lost, run `npm run rotate-secret -- --sign-everyone-out`/,
      ),
    })
    await expect(start({ appSecret: third, oldSecret: first })).rejects.toThrow('not the one that this database knows')
    expect([await orders(before, user, signed), await ready(before)]).toEqual([200, 200])
  })

  it('is let in only by who knows the one in force', async () => {
    await expect(rotateSecret(ownerUrl, { appSecret: third, oldSecret: second })).rejects.toThrow(
      'APP_SECRET_OLD is not the secret that this database knows. If that one is lost, run `npm run rotate-secret -- --sign-everyone-out`.',
    )
    const isInForce = 'APP_SECRET is the one in force: expected another to take its place.'
    await expect(rotateSecret(ownerUrl, { appSecret: first, oldSecret: third })).rejects.toThrow(isInForce)
    await expect(replaceSecret(ownerUrl, first)).rejects.toThrow(isInForce)
    await expect(rotateSecret(ownerUrl, { appSecret: third })).rejects.toThrow('APP_SECRET_OLD is not')
    await expect(start({ appSecret: third })).rejects.toThrow('not the one that this database knows')
  })
})

describe('while a secret takes the place of another', () => {
  it('nobody is signed out, whichever process answers, and a day later the old one opens nothing', async () => {
    const user = await before.make.user(await before.make.practice(await before.make.laboratory()))
    const signedBefore = await signIn(before, user)
    const unused = await signIn(before, user)
    await rotateSecret(ownerUrl, { appSecret: second, oldSecret: first })
    await rotateSecret(ownerUrl, { appSecret: second, oldSecret: first })
    await expect(rotateSecret(ownerUrl, { appSecret: third, oldSecret: second })).rejects.toThrow('less than a day ago')

    await expect(start({ appSecret: second })).rejects.toThrow('set APP_SECRET_OLD to that one')
    await expect(start({ appSecret: second, oldSecret: third })).rejects.toThrow('set APP_SECRET_OLD to that one')
    await start({ appSecret: first })
    const restarted = before.another(await start({ appSecret: second, oldSecret: first }))

    // Requests are spread over processes without sticky sessions.
    let signed = signedBefore
    for (const process of [restarted, before, restarted, restarted, before, before]) {
      for (const other of [before, restarted]) expect(await orders(other, user, signed)).toBe(200)
      signed = await keep(await refresh(process, user, signed))
    }
    for (const [here, there] of [
      [before, restarted],
      [restarted, before],
    ] as const) {
      const fresh = await signIn(here, user)
      expect(await orders(there, user, fresh)).toBe(200)
      expect((await refresh(there, user, fresh)).status).toBe(200)
    }
    expect([await ready(before), await ready(restarted)]).toEqual([200, 200])

    // After the hour for restarts the new secret signs; signatures of the old one stay valid.
    await later('61 minutes')
    await expect(start({ appSecret: first })).rejects.toThrow('APP_SECRET has been replaced: set the new one.')
    const signing = before.another(await start({ appSecret: second, oldSecret: first }))
    expect(await orders(signing, user, signed)).toBe(200)
    signed = await keep(await refresh(signing, user, signed))
    for (const process of [restarted, signing]) expect(await orders(process, user, signed)).toBe(200)
    expect(await orders(before, user, signed), 'which knows the old one alone').toBe(401)
    signed = await keep(await refresh(restarted, user, signed))

    await later('1 day')
    expect(await ready(before)).toBe(503)
    expect((await problemOf(await before.request(user.laboratory, '/api/brand'))).code).toBe('unavailable')
    const after = before.another(await start({ appSecret: second, oldSecret: first }))
    expect(await orders(after, user, signed)).toBe(401)
    signed = await keep(await refresh(signing, user, signed))
    expect(await orders(after, user, signed)).toBe(200)
    expect((await refresh(after, user, signed)).status).toBe(200)
    expect((await refresh(after, user, unused)).status, 'a token of the old secret').toBe(401)
    await start({ appSecret: second })
  })

  it('that has leaked, all others are void at once', async () => {
    const process = before.another(await start({ appSecret: second }))
    const user = await before.make.user(await before.make.practice(await before.make.laboratory()))
    const signed = await signIn(process, user)
    await process.database.withTenant({ for: 'laboratory', host: user.laboratory.host }, 'read', async tx => {
      await replaceSecret(ownerUrl, third)
      const seen = await tx.selectFrom('users').select('id').execute()
      expect(seen, 'what has begun goes on to its end').toEqual([{ id: user.id }])
    })
    expect([await ready(process), await orders(process, user, signed)]).toEqual([503, 503])
    const after = before.another(await start({ appSecret: third }))
    expect([await ready(after), await orders(after, user, signed)]).toEqual([200, 401])
    await expect(start({ appSecret: second })).rejects.toThrow('not the one that this database knows')
  })
})
