import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { tenantKey } from '#db/signing-key.ts'
import { data, endpoint } from '#kit/contract.ts'
import { problem } from '#kit/problem.ts'
import { Database } from '#tenancy/server/database.ts'
import { asPracticeUser, asSignedIn, asVisitor } from '#tenancy/server/guards.ts'
import { startTestApp, testSecret } from '#test/harness.ts'
import { smallApi } from '#test/small-api.ts'
import { on } from './serve.ts'

const { app, database, make, tokenFor } = startTestApp()

const row = { id: '1', secret: 'hash', nested: { shown: 1, hidden: 2 } }

it('drops from a reply whatever the contract does not name', async () => {
  const { api } = smallApi(app.api.services)
  const find = endpoint({
    method: 'GET',
    path: '/one',
    needs: 'nothing',
    summary: '',
    reply: data(v.object({ id: v.string(), nested: v.object({ shown: v.number() }) })),
  })
  on(api, find, asVisitor, async () => ({ data: row }))
  expect(await (await api.http.request('/one')).json()).toEqual({ data: { id: '1', nested: { shown: 1 } } })
})

it('drops it at every depth, also from what is strict where it is sent to us, and still refuses what is wrong', async () => {
  const { api } = smallApi(app.api.services)
  const Tooth = v.strictObject({ fdi: v.number(), shade: v.optional(v.strictObject({ name: v.string() })) })
  const find = endpoint({
    method: 'GET',
    path: '/deep',
    needs: 'nothing',
    summary: '',
    reply: data(
      v.strictObject({
        teeth: v.pipe(v.array(Tooth), v.maxLength(2)),
        owner: v.nullable(v.strictObject({ name: v.string() })),
      }),
    ),
  })
  let answer: unknown
  on(api, find, asVisitor, async () => answer as never)
  const old = { gone: true }
  const teeth = [
    { fdi: 11, ...old },
    { fdi: 12, shade: { name: 'A2', ...old } },
  ]
  answer = { data: { teeth, owner: { name: 'x', ...old }, ...old, also: 1 } }
  expect(await (await api.http.request('/deep')).json()).toEqual({
    data: { teeth: [{ fdi: 11 }, { fdi: 12, shade: { name: 'A2' } }], owner: { name: 'x' } },
  })
  for (const wrong of [{ teeth: [{ fdi: '11', ...old }] }, { teeth: [...teeth, ...teeth] }, { owner: old }]) {
    answer = { data: { teeth, owner: null, ...old, ...wrong } }
    expect((await api.http.request('/deep')).status).toBe(500)
  }
})

it('takes a merge patch as such and nothing else', async () => {
  const { api } = smallApi(app.api.services)
  const change = endpoint({
    method: 'PATCH',
    path: '/one',
    needs: 'nothing',
    summary: '',
    body: v.strictObject({ name: v.string() }),
    status: 204,
  })
  on(api, change, asVisitor, async () => undefined)
  const patch = async (type: string) =>
    (await api.http.request('/one', { method: 'PATCH', headers: { 'content-type': type }, body: '{"name":"x"}' }))
      .status
  expect(await patch('application/merge-patch+json')).toBe(204)
  expect(await patch('application/merge-patch+json; charset=utf-8')).toBe(204)
  for (const type of ['application/json', 'text/plain', 'multipart/form-data'])
    expect(await patch(type), type).toBe(415)
})

it('makes bytes only once the transaction is over, and answers what making them refuses', async () => {
  const { api } = smallApi(app.api.services)
  const user = await make.user(await make.practice(await make.laboratory()))
  const authorization = `Bearer ${await tokenFor(user)}`
  on(
    api,
    endpoint({ method: 'GET', path: '/paper', needs: 'session', summary: '', reply: 'binary' }),
    asSignedIn,
    async ({ actor }) => ({
      type: 'application/pdf',
      bytes: async () => {
        await expect(actor.tx.selectFrom('brands').select('id').execute()).rejects.toThrow('transaction is over')
        return new Uint8Array([37, 80])
      },
    }),
  )
  on(
    api,
    endpoint({ method: 'GET', path: '/none', needs: 'session', summary: '', reply: 'binary' }),
    asSignedIn,
    async () => ({
      type: 'application/pdf',
      bytes: async () => {
        throw problem('unavailable', { retryAfter: 2 })
      },
    }),
  )
  const get = (path: string) => api.http.request(path, { headers: { host: user.laboratory.host, authorization } })
  const paper = await get('/paper')
  expect(paper.headers.get('content-type')).toBe('application/pdf')
  expect(new Uint8Array(await paper.arrayBuffer())).toEqual(new Uint8Array([37, 80]))
  const none = await get('/none')
  expect([none.status, none.headers.get('retry-after')]).toEqual([503, '2'])
  expect(none.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
})

it('refuses with the status the endpoint declares, and keeps the cookie it wants taken away', async () => {
  const { api } = smallApi(app.api.services)
  const leave = endpoint({
    method: 'POST',
    path: '/leave',
    needs: 'nothing',
    summary: '',
    status: 204,
    refusals: { too_late: 409 },
  })
  on(api, leave, asVisitor, async ({ outgoing, refuse }) => {
    outgoing.append('set-cookie', 'a=; Max-Age=0')
    return refuse('too_late')
  })
  const response = await api.http.request('/leave', { method: 'POST' })
  expect(response.status).toBe(409)
  expect(response.headers.getSetCookie()).toEqual(['a=; Max-Age=0'])
  expect(await response.json()).toMatchObject({ code: 'too_late', status: 409 })
})

it('answers a bug with a reference and nothing else, and logs it without the values that caused it', async () => {
  const { api, lines } = smallApi(app.api.services)
  const laboratory = await make.laboratory()
  const fail = endpoint({ method: 'GET', path: '/fail', needs: 'nothing', summary: '', reply: data(v.string()) })
  on(api, fail, asVisitor, async ({ actor: visitor }) =>
    visitor.laboratory(async ({ tx }) => {
      await tx.selectFrom('orders').select('id').where('id', '=', 'Madame Canari').execute()
      return { data: '' }
    }),
  )
  const response = await api.http.request('/fail?search=Madame+Canari', { headers: { host: laboratory.host } })
  const body = await response.text()
  expect(response.status).toBe(500)
  expect(JSON.parse(body)).toEqual({
    type: 'urn:portal:problem:unexpected',
    title: 'unexpected',
    status: 500,
    code: 'unexpected',
    requestId: response.headers.get('x-request-id'),
  })
  expect(lines.join()).toContain(response.headers.get('x-request-id'))
  expect(lines.join()).toContain('22P02')
  expect(lines.join() + body).not.toContain('Canari')
})

it('logs who is turned away in one short line, without a stack', async () => {
  const away = new Database({
    url: 'postgres://nobody@127.0.0.1:1/nothing',
    tenantKey: tenantKey(testSecret),
    connections: 1,
    onIdleError: () => {},
  })
  const { api, lines } = smallApi({ ...app.api.services, database: away })
  const look = endpoint({ method: 'GET', path: '/look', needs: 'nothing', summary: '', reply: data(v.string()) })
  on(api, look, asVisitor, async ({ actor: visitor }) => visitor.laboratory(async () => ({ data: '' })))
  const response = await api.http.request('/look', { headers: { host: 'nobody.example' } })
  expect(response.status).toBe(503)
  const { level, msg, error, code, cause } = JSON.parse(lines.at(-1) ?? '')
  expect({ level, msg, error, code, cause }).toEqual({
    level: 40,
    msg: 'request turned away',
    code: 'unavailable',
    cause: { type: 'Error', code: 'ECONNREFUSED' },
  })
  await away.close()
})

describe('the caller is judged before what is sent', () => {
  const change = endpoint({
    method: 'POST',
    path: '/things/:id',
    needs: 'session',
    summary: '',
    query: v.strictObject({ page: v.optional(v.string()) }),
    body: v.strictObject({ name: v.string() }),
    status: 204,
    creates: true,
  })
  const wrong: { what: string; path: string; headers?: Record<string, string>; body?: string }[] = [
    { what: 'a path that names nothing', path: '/things/nothing' },
    { what: 'a query', path: `/things/${randomUUID()}?page=1&page=2` },
    { what: 'no body', path: `/things/${randomUUID()}`, body: '' },
    { what: 'broken JSON', path: `/things/${randomUUID()}`, body: '{' },
    { what: 'a body of another form', path: `/things/${randomUUID()}`, body: '{"name":1}' },
    { what: 'another type', path: `/things/${randomUUID()}`, headers: { 'content-type': 'text/plain' } },
    { what: 'a key', path: `/things/${randomUUID()}`, headers: { 'idempotency-key': 'a b' } },
  ]
  it.each(wrong)(
    '401 and 403 come before what is wrong with $what',
    async ({ path, headers, body = '{"name":"x"}' }) => {
      const { api } = smallApi(app.api.services)
      on(api, { ...change, needs: 'order' }, asPracticeUser, async () => undefined)
      const practice = await make.practice(await make.laboratory())
      const statusFor = async (authorization: string) => {
        const known = { host: practice.laboratory.host, authorization, 'content-type': 'application/json' }
        const sent = { method: 'POST', headers: { ...known, ...headers }, body }
        return (await api.http.request(path, sent)).status
      }
      expect(await statusFor('Bearer forged')).toBe(401)
      const assistant = await make.user(practice, { is_dlcpm: true })
      expect(await statusFor(`Bearer ${await tokenFor(assistant)}`)).toBe(403)
      const ended = await tokenFor(await make.user(practice, { disabled_at: '2026-01-01' }))
      expect(await statusFor(`Bearer ${ended}`)).toBe(401)
      expect([400, 404, 415, 422]).toContain(await statusFor(`Bearer ${await tokenFor(await make.user(practice))}`))
    },
  )

  it('of strangers no body is read, and of visitors a small one', async () => {
    const { api } = smallApi(app.api.services)
    on(api, change, asSignedIn, async () => undefined)
    const { creates: _, ...open } = change
    on(api, { ...open, path: '/open', needs: 'nothing' }, asVisitor, async () => undefined)
    let asked = 0
    const send = (path: string, headers: Record<string, string> = {}) => {
      asked = 0
      const body = new ReadableStream<Uint8Array>(
        {
          pull(controller) {
            asked += 1
            if (asked > 200) controller.close()
            else controller.enqueue(new Uint8Array(1_024).fill(32))
          },
        },
        { highWaterMark: 0 },
      )
      const all = { 'content-type': 'application/json', ...headers }
      const sent = { method: 'POST', headers: all, body, duplex: 'half' } as const
      return api.http.request(new Request(`http://x${path}`, sent))
    }
    expect((await send(`/things/${randomUUID()}`, { authorization: 'Bearer forged' })).status).toBe(401)
    expect(asked).toBe(0)
    expect((await send('/open')).status).toBe(413)
    expect(asked).toBeLessThan(20)
    const user = await make.user(await make.practice(await make.laboratory()))
    const known = { host: user.laboratory.host, authorization: `Bearer ${await tokenFor(user)}` }
    expect((await send(`/things/${randomUUID()}`, known)).status).toBe(413)
    expect(asked).toBeLessThan(135)
  })

  it('whoever sends nothing is judged once, by the transaction', async () => {
    const { api } = smallApi(app.api.services)
    const asked: string[] = []
    const guard: typeof asVisitor = {
      ...asVisitor,
      bodyAllowance: context => {
        asked.push(context.host)
        return asVisitor.bodyAllowance(context)
      },
    }
    const without = { path: '/one', needs: 'nothing', summary: '', reply: data(v.object({})) } as const
    on(api, endpoint({ ...without, method: 'GET' }), guard, async () => ({ data: {} }))
    on(api, endpoint({ ...without, method: 'PUT', body: v.strictObject({}) }), guard, async () => ({ data: {} }))
    expect((await api.http.request('/one')).status).toBe(200)
    expect(asked).toHaveLength(0)
    const headers = { 'content-type': 'application/json' }
    expect((await api.http.request('/one', { method: 'PUT', headers, body: '{}' })).status).toBe(200)
    expect(asked).toHaveLength(1)
  })

  it('a body that its sender cuts off is no fault of ours', async () => {
    const { api, lines } = smallApi(app.api.services)
    on(api, change, asSignedIn, async () => undefined)
    const user = await make.user(await make.practice(await make.laboratory()))
    const known = { host: user.laboratory.host, authorization: `Bearer ${await tokenFor(user)}` }
    const body = new ReadableStream({ pull: controller => controller.error(new Error('aborted')) })
    const sent = { method: 'POST', headers: known, body, duplex: 'half' } as const
    const response = await api.http.request(new Request(`http://x/things/${randomUUID()}`, sent))
    expect(response.status).toBe(400)
    expect(lines.join()).not.toContain('request failed')
  })

  it('no connection to the database waits for a slow sender', async () => {
    const connection = new Database({
      url: database.appUrl,
      tenantKey: tenantKey(testSecret),
      connections: 1,
      onIdleError: () => {},
    })
    const { api } = smallApi({ ...app.api.services, database: connection })
    on(api, change, asSignedIn, async () => undefined)
    const user = await make.user(await make.practice(await make.laboratory()))
    const { host } = user.laboratory
    const headers = { host, authorization: `Bearer ${await tokenFor(user)}`, 'content-type': 'application/json' }
    const send = (body: BodyInit) => {
      const sent = { method: 'POST', headers, body, duplex: 'half' } as const
      return api.http.request(new Request(`http://x/things/${randomUUID()}`, sent))
    }
    const slow = new TransformStream<Uint8Array, Uint8Array>()
    const writer = slow.writable.getWriter()
    const late = send(slow.readable)
    await writer.write(new TextEncoder().encode('{"name":'))
    expect((await send('{"name":"x"}')).status).toBe(204)
    await writer.write(new TextEncoder().encode('"x"}'))
    await writer.close()
    expect((await late).status).toBe(204)
    await connection.close()
  })
})

it('takes no letters of another encoding and nothing packed, where a name would be kept with "�" in it', async () => {
  const { api } = smallApi(app.api.services)
  const make = endpoint({
    method: 'POST',
    path: '/one',
    needs: 'nothing',
    summary: '',
    body: v.strictObject({ name: v.string() }),
    reply: data(v.object({ name: v.string() })),
  })
  on(api, make, asVisitor, async ({ body }) => ({ data: body }))
  const send = async (body: Uint8Array<ArrayBuffer>, more: Record<string, string> = {}) => {
    const headers = { 'content-type': 'application/json', ...more }
    const answer = await api.http.request('/one', { method: 'POST', headers, body })
    return [answer.status, ((await answer.json()) as { data?: { name: string } }).data?.name]
  }
  const bytes = (name: string, encoding: BufferEncoding = 'utf8') => Buffer.from(`{"name":"${name}"}`, encoding)
  expect(await send(bytes('Élodie 🦷'))).toEqual([200, 'Élodie 🦷'])
  for (const name of ['Élodie', '\xc0\xaf', '\xed\xa0\x80', '\xf0\x9f'])
    expect(await send(bytes(name, 'latin1')), name).toEqual([400, undefined])
  for (const encoding of ['gzip', 'br', 'GZIP, identity'])
    expect(await send(bytes('Zoé'), { 'content-encoding': encoding }), encoding).toEqual([415, undefined])
  expect(await send(bytes('Zoé'), { 'content-encoding': 'Identity' })).toEqual([200, 'Zoé'])
})
