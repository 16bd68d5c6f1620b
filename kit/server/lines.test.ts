import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { setTimeout as working } from 'node:timers/promises'
import * as v from 'valibot'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { data, endpoint } from '#kit/contract.ts'
import { problem } from '#kit/problem.ts'
import { asSignedIn, asStaff } from '#tenancy/server/guards.ts'
import { startTestApp } from '#test/harness.ts'
import type { TestUser } from '#test/make.ts'
import { openHttpServer } from './http-server.ts'
import { giveLines, takeLines } from './lines.ts'
import { answerErrors, withRequestContext } from './middleware.ts'
import { describeApi } from './openapi.ts'
import { newApi } from './serve.ts'

const { app, make, tokenFor, as } = startTestApp()

const newUser = async () => make.user(await make.practice(await make.laboratory()))

const shape = v.strictObject({ name: v.pipe(v.string(), v.maxLength(20)) })
const batch = endpoint({
  method: 'POST',
  path: '/things/batch',
  needs: 'session',
  summary: '',
  status: 201,
  creates: true,
  lines: { of: shape, most: 5, longestBytes: 100 },
  reply: data(v.object({ number: v.number(), name: v.string() })),
  refusals: { taken: 409 },
})
const export_ = endpoint({
  method: 'GET',
  path: '/things',
  needs: 'session',
  summary: '',
  query: v.strictObject({ fails: v.optional(v.picklist(['first', 'later'])) }),
  replyLines: v.object({ number: v.number(), filling: v.string() }),
})

function smallApi() {
  const api = newApi(app.api.services)
  answerErrors(api)
  api.http.use(withRequestContext(api.services))
  const state = { made: [] as string[], given: 0 }
  takeLines(api, batch, asSignedIn, async ({ line, actor, refuse }) => {
    if (line.name === 'bug') throw new Error('A bug.')
    if (line.name === 'taken') return refuse('taken')
    // A transaction of its own, which ends with its line.
    await actor.tx.selectFrom('brands').select('id').execute()
    state.made.push(line.name)
    return { data: { number: state.made.length, name: line.name } }
  })
  takeLines(api, { ...batch, path: '/staff/batch', needs: 'production' }, asStaff, async () => ({
    data: { number: 0, name: '' },
  }))
  giveLines(api, export_, asSignedIn, async function* ({ page, query }) {
    if (query.fails === 'first') throw problem('not_found')
    for (;;) {
      const rows = await page(async ({ tx }) => tx.selectFrom('brands').select('id').execute())
      for (const { id } of rows) yield { number: ++state.given, filling: 'x'.repeat(8_000), secret: id }
      if (query.fails === 'later' && state.given === 3) throw new Error('A bug.')
      if (query.fails && state.given > 3) return
    }
  })
  return { api, state }
}

const textOf = (...values: unknown[]) =>
  values.map(value => `${typeof value === 'string' ? value : JSON.stringify(value)}\n`).join('')

describe('an endpoint that takes lines', () => {
  async function sender(user?: TestUser) {
    const asking = user ?? (await newUser())
    const small = smallApi()
    const known = { host: asking.laboratory.host, authorization: `Bearer ${await tokenFor(asking)}` }
    const send = async (
      body: string | ReadableStream,
      headers: Record<string, string> = {},
      path = '/things/batch',
    ) => {
      const all = { ...known, 'content-type': 'application/x-ndjson', ...headers }
      const sent = { method: 'POST', headers: all, body, duplex: 'half' }
      const response = await small.api.http.request(path, sent)
      const text = await response.text()
      const isLines = response.headers.get('content-type') === 'application/x-ndjson'
      const lines = isLines
        ? text
            .split('\n')
            .filter(Boolean)
            .map(line => JSON.parse(line))
        : []
      return { status: response.status, text, lines }
    }
    return { ...small, send }
  }

  it('does each by itself, and answers each by itself: a broken one breaks no other', async () => {
    const { send, state } = await sender()
    const { status, lines } = await send(
      textOf({ name: 'a' }, '{"name":', { name: 'x'.repeat(21) }, { name: 'taken' }, { name: 'b' }),
    )
    expect(status).toBe(200)
    expect(lines).toEqual([
      { line: 1, status: 201, data: { number: 1, name: 'a' } },
      { line: 2, status: 400, code: 'json_malformed' },
      { line: 3, status: 422, code: 'input_invalid', errors: [{ path: 'name', code: 'max_length' }] },
      { line: 4, status: 409, code: 'taken' },
      { line: 5, status: 201, data: { number: 2, name: 'b' } },
    ])
    expect(state.made).toEqual(['a', 'b'])
  })

  it('asks the database nothing about lines that are none', async () => {
    const { send } = await sender()
    const opened = vi.spyOn(app.api.services.database, 'withTenant')
    onTestFinished(() => opened.mockRestore())
    const { lines } = await send(textOf('{', '[]', '{"__proto__":{}}', '{"name":1}'))
    expect(lines.map(({ status }) => status)).toEqual([400, 422, 422, 422])
    // The caller is checked once for the whole stream.
    expect(opened).toHaveBeenCalledTimes(1)
  })

  it('counts lines as an editor does, with or without an end of the last, and passes over empty ones', async () => {
    const { send } = await sender()
    const { lines } = await send('{"name":"a"}\r\n\r\n{"name":"é"}')
    expect(lines).toMatchObject([
      { line: 1, data: { name: 'a' } },
      { line: 3, data: { name: 'é' } },
    ])
  })

  it('passes over a line that is too long, and reads no more lines than it says', async () => {
    const { send, state } = await sender()
    const long = await send(textOf({ name: 'x'.repeat(200) }, { name: 'a' }))
    expect(long.lines).toMatchObject([
      { line: 1, status: 413, code: 'body_too_large' },
      { line: 2, status: 201 },
    ])
    const many = await send(textOf(...Array.from({ length: 7 }, () => ({ name: 'm' }))))
    expect(many.lines.map(({ line, status }) => [line, status])).toEqual([
      [1, 201],
      [2, 201],
      [3, 201],
      [4, 201],
      [5, 201],
      [6, 413],
    ])
    const endless = new ReadableStream({ pull: controller => controller.enqueue(new Uint8Array(1_000).fill(120)) })
    expect((await send(endless)).lines).toMatchObject([{ line: 1, status: 413 }])
    expect(state.made).toEqual(['a', 'm', 'm', 'm', 'm', 'm'])
  })

  it('answers a bug with a reference at its line, and goes on', async () => {
    const { send } = await sender()
    const { lines } = await send(textOf({ name: 'bug' }, { name: 'a' }))
    expect(lines).toEqual([
      { line: 1, status: 500, code: 'unexpected', requestId: expect.stringMatching(/^\w{4}-\w{4}$/) },
      { line: 2, status: 201, data: { number: 1, name: 'a' } },
    ])
  })

  it('answers a stream that is sent again under its key as before, and goes on where it broke off', async () => {
    const { send, state } = await sender()
    const key = { 'idempotency-key': 'import-1' }
    await send(textOf({ name: 'a' }, { name: 'b' }), key)
    const again = await send(textOf({ name: 'a' }, { name: 'other' }, { name: 'c' }), key)
    expect(again.lines).toMatchObject([
      { line: 1, status: 201, data: { number: 1, name: 'a' } },
      { line: 2, status: 422, code: 'idempotency_key_reused' },
      { line: 3, status: 201, data: { number: 3, name: 'c' } },
    ])
    expect(state.made).toEqual(['a', 'b', 'c'])
  })

  it('tells whoever may not ask so before a line is read, and takes nothing but lines', async () => {
    const { send } = await sender()
    expect((await send(textOf({ name: 'a' }), {}, '/staff/batch')).status).toBe(403)
    expect((await send(textOf({ name: 'a' }), { authorization: 'Bearer forged' })).status).toBe(401)
    expect((await send(textOf({ name: 'a' }), { 'content-type': 'application/json' })).status).toBe(415)
  })

  it('reads no further than it has come, and ends when the sender has gone', async () => {
    const user = await newUser()
    const { api, state } = smallApi()
    const server = await openHttpServer({ port: 0, host: '127.0.0.1' })
    onTestFinished(() => server.drain())
    const held = Promise.withResolvers<void>()
    const slow = endpoint({ ...batch, path: '/slow', lines: { of: shape, most: 100_000, longestBytes: 100_000 } })
    takeLines(api, slow, asSignedIn, async ({ line }) => {
      state.made.push(line.name)
      if (state.made.length === 1) await held.promise
      await working(5)
      return { data: { number: state.made.length, name: line.name } }
    })
    server.serve(api.http.fetch)
    const request = httpRequest({
      port: server.port,
      method: 'POST',
      path: '/slow',
      headers: {
        host: user.laboratory.host,
        authorization: `Bearer ${await tokenFor(user)}`,
        'content-type': 'application/x-ndjson',
      },
    })
    request.on('error', () => undefined)
    let sent = 0
    const line = `${JSON.stringify({ name: 'x' })}${' '.repeat(9_000)}\n`
    // Sends as much as is taken; with unread answers, the rest waits at the sender.
    while (
      sent < 20_000 &&
      (request.write(line) || (await Promise.race([once(request, 'drain').then(() => true), working(500, false)])))
    )
      sent += 1
    expect(sent).toBeLessThan(20_000)
    await expect.poll(() => state.made).toHaveLength(1)
    request.destroy()
    held.resolve()
    // Lines that arrived before the sender left may be done, but none of the rest.
    await expect
      .poll(async () => {
        const before = state.made.length
        await working(100)
        return state.made.length - before
      })
      .toBe(0)
    expect(state.made.length).toBeLessThan(sent)
  })
})

describe('an endpoint that gives lines', () => {
  const get = async (api: ReturnType<typeof smallApi>['api'], user: TestUser, path: string) =>
    api.http.request(path, {
      headers: { host: user.laboratory.host, authorization: `Bearer ${await tokenFor(user)}` },
    })

  it('gives what the contract names, as far as somebody reads, and ends when the reader has gone', async () => {
    const { api, state } = smallApi()
    const response = await get(api, await newUser(), '/things')
    expect(response.headers.get('content-type')).toBe('application/x-ndjson')
    const reader = response.body?.getReader()
    const first = await reader?.read()
    expect(new TextDecoder().decode(first?.value)).toMatch(/^\{"number":1,"filling":"x+"\}\n$/)
    await expect
      .poll(
        async () => {
          const before = state.given
          await working(200)
          return state.given - before
        },
        { timeout: 20_000 },
      )
      .toBe(0)
    const given = state.given
    await reader?.cancel()
    await working(100)
    expect(state.given).toBe(given)
  })

  it('refuses like every other call as long as nothing is given, and breaks off what fails later', async () => {
    const { api } = smallApi()
    const user = await newUser()
    expect((await get(api, user, '/things?fails=first')).status).toBe(404)
    expect((await get(api, user, '/things?fails=never')).status).toBe(422)
    expect((await api.http.request('/things')).status).toBe(401)
    const broken = await get(api, user, '/things?fails=later')
    expect(broken.status).toBe(200)
    await expect(broken.text()).rejects.toThrow()
  })
})

it('the description says which bodies and answers are lines', async () => {
  const { api } = smallApi()
  type Operation = {
    requestBody: { content: object; description: string }
    responses: Record<string, { content: object }>
  }
  const { paths } = describeApi(api) as { paths: Record<string, Record<string, Operation>> }
  const taking = paths['/things/batch']?.post
  expect(Object.keys(taking?.requestBody.content ?? {})).toEqual(['application/x-ndjson'])
  expect(taking?.requestBody.description).toContain('5 at most, 100 bytes each')
  expect(Object.keys(taking?.responses['200']?.content ?? {})).toEqual(['application/x-ndjson'])
  expect(Object.keys(paths['/things']?.get?.responses['200']?.content ?? {})).toEqual(['application/x-ndjson'])
  expect((await (await as(await newUser()))('/api/openapi.json')).status).toBe(200)
})
