import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, describe, expect, it } from 'vitest'
import { doChores } from '#tenancy/server/chores.ts'
import { dataOf, refusalOf } from '#test/asking-as-program.ts'
import { problemOf, startTestApp } from '#test/harness.ts'
import type { TestLaboratory } from '#test/make.ts'
import { makeOwnDatabase } from '#test/own-database.ts'

// A database of its own, since the tests count jobs in the queue.
const own = await makeOwnDatabase()
afterAll(() => own.drop())
const testApp = startTestApp(
  { jobPollSeconds: 0.5, areProgramsWithin: true },
  { ownerUrl: own.ownerUrl, appUrl: own.appUrl, jobsUrl: own.jobsUrl, adminUrl: '' },
)
const { app, make, as, request, another } = testApp
await app.jobs.start()
const { owner } = testApp

async function administrator() {
  const laboratory = await make.laboratory()
  const call = await as(await make.user(laboratory))
  const opens = async (key: string) => {
    const headers = { authorization: `Bearer ${key}` }
    return (await request(laboratory, '/api/integration/v1/changes', { headers })).status === 200
  }
  const list = async () => dataOf(await call('/api/staff/programs'))
  const add = async (name = 'Dentalsoft') => dataOf(await call('/api/staff/programs', { body: { name } }))
  return { laboratory, call, opens, list, add }
}

describe('the programs of a laboratory', () => {
  it('are let in with a key that is said once, and listed by its last letters', async () => {
    const { laboratory, opens, list, add } = await administrator()
    expect(await list()).toEqual([])
    const { id, key } = await add()
    expect(key).toMatch(/^arcade_[\w-]{43}$/)
    expect(await list()).toEqual([
      {
        id,
        name: 'Dentalsoft',
        addedAt: expect.any(String),
        removedAt: null,
        keys: [
          { id: expect.any(String), hint: key.slice(-4), createdAt: expect.any(String), endsAt: null, seenAt: null },
        ],
        toldAt: null,
      },
    ])
    expect(await opens(key)).toBe(true)
    expect((await list())[0].keys[0].seenAt).toEqual(expect.any(String))
    const { rows } = await make.within(laboratory.id, client =>
      client.query('select program_keys::text as row from program_keys'),
    )
    expect(rows[0].row).not.toContain(key.slice(8, 20))
    const { rows: kept } = await make.within(laboratory.id, client =>
      client.query('select count(*)::int as answers from idempotency_keys'),
    )
    expect(kept).toEqual([{ answers: 0 }])
  })

  it('get another key while those before go on for a day, also where it was made twice', async () => {
    const { laboratory, call, opens, list, add } = await administrator()
    const { id, key: first } = await add()
    const anew = async () => (await dataOf(await call(`/api/staff/programs/${id}/key`, { method: 'POST' }))).key
    const [second, third] = [await anew(), await anew()]
    expect(await Promise.all([first, second, third].map(opens))).toEqual([true, true, true])
    const [{ keys }] = await list()
    expect(keys.map(({ hint, endsAt }: { hint: string; endsAt: string | null }) => [hint, endsAt !== null])).toEqual([
      [third.slice(-4), false],
      [second.slice(-4), true],
      [first.slice(-4), true],
    ])
    const { rows } = await make.within(laboratory.id, client =>
      client.query(
        `select max(ends_at) <= now() + interval '1 day' as soon from program_keys where ends_at <> 'infinity'`,
      ),
    )
    expect(rows).toEqual([{ soon: true }])
  })

  it('are kept out at once, and what they have done stays under their name', async () => {
    const { laboratory, call, opens, list, add } = await administrator()
    const { id, key } = await add()
    expect((await call(`/api/staff/programs/${id}`, { method: 'DELETE' })).status).toBe(204)
    expect(await opens(key)).toBe(false)
    expect(await list()).toMatchObject([{ id, removedAt: expect.any(String), keys: [] }])
    for (const [path, method, body] of [
      ['', 'DELETE'],
      ['/address', 'PUT', { url: 'https://software.example' }],
    ] as const)
      expect((await call(`/api/staff/programs/${id}${path}`, { method, ...(body && { body }) })).status).toBe(404)
    const { rows } = await make.within(laboratory.id, client =>
      client.query('select last_name from users where id = $1', [id]),
    )
    expect(rows).toEqual([{ last_name: 'Dentalsoft' }])
  })

  it('are let in again by another key, and find their cases under the names that they have for them', async () => {
    const { laboratory, call, opens, list, add } = await administrator()
    const { id, key } = await add()
    const { id: order } = await make.order(await make.practice(laboratory), { status: 'in_production' })
    const put = (with_: string, body: object) =>
      request(laboratory, '/api/integration/v1/orders/DS-1', {
        method: 'PUT',
        body,
        headers: { authorization: `Bearer ${with_}` },
      })
    expect((await put(key, { orderId: order })).status).toBe(200)
    await call(`/api/staff/programs/${id}`, { method: 'DELETE' })
    const { key: another } = await dataOf(await call(`/api/staff/programs/${id}/key`, { method: 'POST' }))
    expect(await Promise.all([key, another].map(opens))).toEqual([false, true])
    expect(await list()).toMatchObject([{ id, removedAt: null }])
    expect(await dataOf(await put(another, { status: 'shipped' }))).toMatchObject({ id: order, status: 'shipped' })
  })

  it('are said by administrators alone, in the database too, and are no person who signs in', async () => {
    const { laboratory, call, add } = await administrator()
    const { id } = await add()
    await call(`/api/staff/programs/${id}/address`, { method: 'PUT', body: { url: 'https://software.example' } })
    const production = await make.user(laboratory, { role: 'production' })
    expect((await (await as(production))('/api/staff/programs')).status).toBe(403)
    for (const statement of [
      `insert into users (brand_id, kind, login, email, first_name, last_name) values ('${laboratory.id}', 'program', 'x', '', '', 'x')`,
      `update users set disabled_at = now() where id = '${id}'`,
      `update users set password_hash = '$argon2id$x' where id = '${id}'`,
      `update program_keys set ends_at = 'infinity'`,
      `select secret from program_addresses`,
    ])
      await expect(testApp.tried(production, statement), statement).rejects.toThrow()
    const team = await (await call('/api/staff/team')).json()
    expect(JSON.stringify(team)).not.toContain('Dentalsoft')
    const login = `program/${id}`
    expect((await request(laboratory, '/auth', { body: { login, password: 'x' } })).status).toBe(401)
    expect((await request(laboratory, '/api/password-resets', { body: { login } })).status).toBe(202)
  })

  it('are twenty at most, and have names', async () => {
    const { call, add } = await administrator()
    expect(await refusalOf(await call('/api/staff/programs', { body: { name: ' ' } }))).toEqual([
      422,
      'input_invalid',
      'name required',
    ])
    const { id } = await add('Gone')
    await call(`/api/staff/programs/${id}`, { method: 'DELETE' })
    const names = Array.from({ length: 30 }, (_, number) => `Logiciel ${number}`)
    const made = await Promise.all(names.map(name => call('/api/staff/programs', { body: { name } })))
    expect(made.filter(({ status }) => status === 201)).toHaveLength(20)
    expect((await problemOf(await call(`/api/staff/programs/${id}/key`, { method: 'POST' }))).code).toBe(
      'too_many_programs',
    )
    expect(await refusalOf(await call('/api/staff/programs', { body: { name: 'One more' } }))).toEqual([
      409,
      'too_many_programs',
    ])
  })
})

/** The software's own server: keeps what it is told, and answers as it is asked to. */
async function softwareServer({ beforeAnswer = async () => {} } = {}) {
  const told: { headers: NodeJS.Dict<string | string[]>; body: string }[] = []
  const answers: number[] = []
  const server = createServer(async (asked, answer) => {
    told.push({ headers: asked.headers, body: await text(asked) })
    await beforeAnswer()
    answer.writeHead(answers.shift() ?? 204, { location: 'http://127.0.0.1:1/' }).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/portal`, told, answers }
}
const minute = (laboratory: TestLaboratory) => doChores(app.chores, { laboratories: [laboratory.id] })

describe('a program that wants to be told', () => {
  it('hears within a minute that there is something to fetch, signed, and nothing of it', async () => {
    const { laboratory, call, add } = await administrator()
    const { id, key } = await add()
    const { url, told } = await softwareServer()
    const { secret } = await dataOf(await call(`/api/staff/programs/${id}/address`, { method: 'PUT', body: { url } }))
    expect(secret).toMatch(/^whsec_/)
    const practice = await make.practice(laboratory)
    const { id: order } = await make.order(practice, { patient: 'Élodie Martin', status: 'in_preparation' })
    await call(`/api/staff/orders/${order}/status`, { body: { status: 'in_production' } })
    await minute(laboratory)
    await minute(laboratory)
    await expect.poll(() => told.length).toBe(1)
    const [{ headers, body } = { headers: {}, body: '' }] = told
    expect(JSON.parse(body)).toEqual({ type: 'changes.waiting', timestamp: expect.any(String), data: {} })
    const { 'webhook-id': message, 'webhook-timestamp': at, 'webhook-signature': signature } = headers
    const whole = createHmac('sha256', Buffer.from(secret.slice(6), 'base64')).update(`${message}.${at}.${body}`)
    expect(signature).toBe(`v1,${whole.digest('base64')}`)
    expect(Math.abs(Number(at) - Date.now() / 1000)).toBeLessThan(300)
    await expect
      .poll(async () => (await dataOf(await call('/api/staff/programs')))[0].toldAt)
      .toEqual({ url, answeredAt: expect.any(String), failingSince: null, failure: null })

    // Each event is notified once, and a program's own changes not at all.
    const tellings = async () => {
      const { rows } = await owner.query(
        `select count(*)::int as jobs from pgboss.job where name = 'tell_program' and data->>'brandId' = $1`,
        [laboratory.id],
      )
      return rows[0].jobs
    }
    await minute(laboratory)
    expect(await tellings()).toBe(1)
    const headersOfKey = { authorization: `Bearer ${key}` }
    const put = { method: 'PUT', headers: headersOfKey, body: { orderId: order, status: 'shipped' } }
    expect((await request(laboratory, '/api/integration/v1/orders/A', put)).status).toBe(200)
    await minute(laboratory)
    expect(await tellings()).toBe(1)
    await call(`/api/staff/orders/${order}/messages`, { body: { body: 'Bonjour' } })
    await minute(laboratory)
    await expect.poll(() => told.length).toBe(2)
  })

  it('is told again where it does not answer, and the laboratory sees since when; a redirection is no answer', async () => {
    const { laboratory, call, add } = await administrator()
    const { id } = await add()
    const { url, told, answers } = await softwareServer()
    answers.push(302)
    await call(`/api/staff/programs/${id}/address`, { method: 'PUT', body: { url } })
    const practice = await make.practice(laboratory)
    const { id: order } = await make.order(practice, { status: 'in_preparation' })
    await call(`/api/staff/orders/${order}/status`, { body: { status: 'in_production' } })
    await minute(laboratory)
    await expect
      .poll(async () => (await dataOf(await call('/api/staff/programs')))[0].toldAt)
      .toEqual({ url, answeredAt: null, failingSince: expect.any(String), failure: '302' })
    expect(told).toHaveLength(1)
    expect((await call(`/api/staff/programs/${id}/address`, { method: 'DELETE' })).status).toBe(204)
    expect((await dataOf(await call('/api/staff/programs')))[0].toldAt).toBeNull()
  })

  it('is not blamed at its new address for what the former one has answered', async () => {
    const { laboratory, call, add } = await administrator()
    const { id } = await add()
    const say = (url: string) => call(`/api/staff/programs/${id}/address`, { method: 'PUT', body: { url } })
    const { url: next } = await softwareServer()
    const { url, told, answers } = await softwareServer({
      beforeAnswer: async () => {
        await say(next)
      },
    })
    answers.push(500)
    await say(url)
    const { id: order } = await make.order(await make.practice(laboratory), { status: 'in_preparation' })
    await call(`/api/staff/orders/${order}/messages`, { body: { body: 'Bonjour' } })
    await minute(laboratory)
    await expect.poll(() => told.length).toBe(1)
    const tried = `select count(*)::int as tries from pgboss.job where name = 'tell_program' and state = 'retry' and data->>'brandId' = $1`
    await expect.poll(async () => (await owner.query(tried, [laboratory.id])).rows[0].tries).toBe(1)
    const [{ toldAt }] = await dataOf(await call('/api/staff/programs'))
    expect(toldAt).toMatchObject({ url: next, failingSince: null, failure: null })
  })

  it('is told of nothing more while it is being told, however often something happens', async () => {
    const { laboratory, call, add } = await administrator()
    const { id } = await add()
    const { url, told, answers } = await softwareServer()
    answers.push(...Array.from({ length: 9 }, () => 503))
    await call(`/api/staff/programs/${id}/address`, { method: 'PUT', body: { url } })
    const { id: order } = await make.order(await make.practice(laboratory), { status: 'in_preparation' })
    for (let turn = 0; turn < 5; turn++) {
      await call(`/api/staff/orders/${order}/messages`, { body: { body: `Bonjour ${turn}` } })
      await minute(laboratory)
    }
    await expect.poll(() => told.length).toBe(1)
    const { rows } = await owner.query(
      `select count(*)::int as jobs from pgboss.job where name = 'tell_program' and data->>'brandId' = $1`,
      [laboratory.id],
    )
    expect(rows).toEqual([{ jobs: 1 }])
  })

  it('is told outside of this installation alone, unless its operator says otherwise', async () => {
    const { laboratory, call, add } = await administrator()
    const { id } = await add()
    const usual = another({ areProgramsWithin: false })
    const token = await testApp.tokenFor(await make.user(laboratory))
    const set = (url: string) =>
      usual.request(laboratory, `/api/staff/programs/${id}/address`, {
        method: 'PUT',
        body: { url },
        headers: { authorization: `Bearer ${token}` },
      })
    for (const url of [
      'http://software.example',
      'https://127.0.0.1',
      'https://[::1]/',
      'https://u:p@software.example',
    ])
      expect(await refusalOf(await set(url)), url).toEqual([422, 'address_not_allowed'])
    for (const url of ['software.example', 'ftp://software.example', ''])
      expect((await problemOf(await set(url))).code, url).toBe('input_invalid')
    expect((await set('https://software.example/portal')).status).toBe(200)
    // And the screen shows the setting in force.
    const headers = { authorization: `Bearer ${token}` }
    for (const [answer, isWithinAllowed] of [
      [usual.request(laboratory, '/api/staff/programs', { headers }), false],
      [call('/api/staff/programs'), true],
    ] as const)
      expect(await (await answer).json()).toMatchObject({ isWithinAllowed })
  })
})
