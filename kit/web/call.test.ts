import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { data, endpoint } from '#kit/contract.ts'
import { Problem } from '#kit/problem.ts'
import { type Authorization, call, setUpCalls } from './call.ts'
import { serverNow } from './clock.ts'

const calls = {
  find: endpoint({ method: 'GET', path: '/api/things/:id', needs: 'session', summary: '', reply: data(v.string()) }),
  list: endpoint({
    method: 'GET',
    path: '/api/things',
    needs: 'session',
    summary: '',
    query: v.object({
      page: v.optional(v.number()),
      search: v.optional(v.string()),
      kinds: v.optional(v.array(v.string())),
    }),
    reply: data(v.string()),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/things',
    needs: 'session',
    summary: '',
    body: v.object({ name: v.string() }),
    reply: data(v.string()),
  }),
  make: endpoint({
    method: 'POST',
    path: '/api/made',
    needs: 'session',
    summary: '',
    creates: true,
    reply: data(v.string()),
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/api/things',
    needs: 'session',
    summary: '',
    body: v.object({ name: v.string() }),
    status: 204,
  }),
  picture: endpoint({ method: 'GET', path: '/api/picture', needs: 'session', summary: '', reply: 'binary' }),
  renew: endpoint({
    method: 'POST',
    path: '/api/renew',
    needs: 'session',
    summary: '',
    cookie: true,
    reply: data(v.string()),
  }),
}

type Sent = { url: string; method: string; headers: Headers; body: unknown; signal: AbortSignal; credentials: string }
let sent: Sent[]
let answers: (() => Promise<Response> | Response)[]

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}) =>
  () =>
    Response.json(body, { status, headers })
const refusal =
  (status: number, code: string, more: object = {}, headers: Record<string, string> = {}) =>
  () =>
    new Response(JSON.stringify({ type: 'about:blank', title: code, status, code, requestId: 'r1', ...more }), {
      status,
      headers: { 'content-type': 'application/problem+json; charset=utf-8', ...headers },
    })
const ok = json(200, { data: 'yes' })

const signedIn: Authorization = {
  user: () => null,
  stored: () => 'old',
  valid: async () => 'old',
  renew: async () => 'new',
}

beforeEach(() => {
  sent = []
  answers = []
  setUpCalls({ apiOrigin: '', authorization: signedIn })
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push({
      url,
      method: init.method ?? '',
      headers: new Headers(init.headers),
      body: init.body,
      signal: init.signal as AbortSignal,
      credentials: String(init.credentials),
    })
    return (answers.shift() ?? ok)()
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const rejection = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.fail('resolved'),
    (error: unknown) => error,
  )

describe('a call', () => {
  test('puts values into the path, encoded', async () => {
    await call(calls.find, { params: { id: 'a/b ?#é' } })
    expect(sent[0]?.url).toBe('/api/things/a%2Fb%20%3F%23%C3%A9')
  })

  test.each(['', '.', '..'])('does not climb with the value %j', async id => {
    expect(await rejection(call(calls.find, { params: { id } }))).toMatchObject({ code: 'not_found' })
    expect(sent).toEqual([])
  })

  test('writes the query: lists as repeated keys, nothing for what is not set', async () => {
    await call(calls.list, { query: { page: 2, search: 'é&=', kinds: ['a', 'b'] } })
    await call(calls.list, { query: { search: '', kinds: [] } })
    expect(sent.map(({ url }) => url)).toEqual([
      '/api/things?page=2&search=%C3%A9%26%3D&kinds=a&kinds=b',
      '/api/things',
    ])
  })

  test('sends JSON, and merge-patch for PATCH, with credentials', async () => {
    answers = [ok, () => new Response(null, { status: 204 })]
    expect(await call(calls.create, { body: { name: 'x' } })).toEqual({ data: 'yes' })
    expect(await call(calls.change, { body: { name: 'x' } })).toBeUndefined()
    expect(sent.map(({ headers }) => headers.get('content-type'))).toEqual([
      'application/json',
      'application/merge-patch+json',
    ])
    expect(sent.map(({ body }) => body)).toEqual(['{"name":"x"}', '{"name":"x"}'])
    expect(sent[0]?.credentials).toBe('include')
  })

  test('returns bytes as a blob', async () => {
    answers = [() => new Response('bytes')]
    const blob = await call(calls.picture)
    expect(new TextDecoder().decode(await blob.arrayBuffer())).toBe('bytes')
  })

  test('goes to the API’s own origin when the page comes from elsewhere', async () => {
    setUpCalls({ apiOrigin: 'https://api.example' })
    await call(calls.picture)
    expect(sent[0]?.url).toBe('https://api.example/api/picture')
  })

  test('learns the server’s time', async () => {
    answers = [json(200, { data: '' }, { date: 'Sat, 01 Jan 2050 00:00:00 GMT' })]
    await call(calls.list, { query: {} })
    expect(Math.abs(serverNow() - Date.UTC(2050, 0, 1))).toBeLessThan(5000)
  })
})

describe('the token', () => {
  const bearers = () => sent.map(({ headers }) => headers.get('authorization'))

  test('is renewed once after a 401, and the call made once more', async () => {
    answers = [refusal(401, 'signed_out'), ok]
    expect(await call(calls.list, { query: {} })).toEqual({ data: 'yes' })
    expect(bearers()).toEqual(['Bearer old', 'Bearer new'])
  })

  test('refused twice is refused', async () => {
    answers = [refusal(401, 'signed_out'), refusal(401, 'signed_out'), ok]
    expect(await rejection(call(calls.list, { query: {} }))).toMatchObject({ status: 401 })
    expect(sent).toHaveLength(2)
  })

  test('that cannot be renewed rejects with that reason', async () => {
    const renew = async () => {
      throw new Problem('unavailable', 503)
    }
    setUpCalls({ authorization: { ...signedIn, renew } })
    answers = [refusal(401, 'signed_out')]
    expect(await rejection(call(calls.list, { query: {} }))).toMatchObject({ code: 'unavailable' })
  })

  test.each(['valid', 'renew'] as const)('of who has signed in meanwhile is not used: %s', async asked => {
    let id = 'u1'
    const another = async () => {
      id = 'u2'
      return 'of u2'
    }
    setUpCalls({ authorization: { ...signedIn, user: () => ({ id }), [asked]: another } })
    answers = [refusal(401, 'session_ended'), ok]
    expect(await rejection(call(calls.create, { body: { name: 'x' } }))).toMatchObject({ code: 'signed_out' })
    expect(bearers()).not.toContain('Bearer of u2')
  })

  test('goes along as it is with calls of the cookie, which are never made again', async () => {
    answers = [refusal(401, 'session_ended')]
    expect(await rejection(call(calls.renew))).toMatchObject({ code: 'session_ended' })
    expect(bearers()).toEqual(['Bearer old'])
  })

  test('stays at home where the call says so, or is the one it says', async () => {
    await call(calls.renew, { session: 'none' })
    await call(calls.renew, { session: { token: 'mine' } })
    await call(calls.renew, { session: { token: null } })
    expect(bearers()).toEqual([null, 'Bearer mine', null])
  })
})

describe('a failure', () => {
  test('is the Problem that the server names, with what it says about it', async () => {
    const errors = [{ path: 'name', code: 'required' }]
    answers = [refusal(422, 'input_invalid', { errors }), refusal(429, 'too_many_requests', {}, { 'retry-after': '7' })]
    const first = await rejection(call(calls.create, { body: { name: '' } }))
    expect(first).toBeInstanceOf(Problem)
    expect(first).toMatchObject({ code: 'input_invalid', status: 422, requestId: 'r1', details: { errors } })
    expect(await rejection(call(calls.list, { query: {} }))).toMatchObject({ details: { retryAfter: 7 } })
  })

  test.each([
    [403, 'forbidden'],
    [404, 'not_found'],
    [418, 'unexpected'],
    [429, 'too_many_requests'],
    [500, 'unexpected'],
    [502, 'unavailable'],
    [503, 'unavailable'],
    [504, 'unavailable'],
  ])('of somebody else’s making is judged by its status %i', async (status, code) => {
    answers = [() => new Response('<h1>proxy</h1>', { status, headers: { 'content-type': 'text/html' } })]
    expect(await rejection(call(calls.list, { query: {} }))).toMatchObject({ code, status })
  })

  test('to reach anybody is offline', async () => {
    answers = [() => Promise.reject(new TypeError('Failed to fetch'))]
    expect(await rejection(call(calls.list, { query: {} }))).toMatchObject({ code: 'offline', status: 0 })
  })

  test('to read the answer is unexpected', async () => {
    answers = [() => new Response('<html>', { status: 200 })]
    expect(await rejection(call(calls.list, { query: {} }))).toMatchObject({ code: 'unexpected' })
  })

  const never = () =>
    new Promise<Response>((_, reject) => {
      const { signal } = sent.at(-1) as Sent
      signal.addEventListener('abort', () => reject(signal.reason))
    })

  test('to answer in time is a time-out', async () => {
    vi.useFakeTimers()
    answers = [never]
    const promise = rejection(call(calls.list, { query: {} }))
    await vi.advanceTimersByTimeAsync(14_999)
    expect(sent[0]?.signal.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(await promise).toMatchObject({ code: 'timeout', status: 0 })
  })

  test('that the caller asked for is the caller’s own abort', async () => {
    const controller = new AbortController()
    answers = [never]
    const promise = rejection(call(calls.list, { query: {}, signal: controller.signal }))
    await expect.poll(() => sent).toHaveLength(1)
    controller.abort()
    expect(await promise).toBe(controller.signal.reason)
  })
})

describe('what makes something', () => {
  const keys = () => sent.map(({ headers }) => headers.get('idempotency-key'))

  test('is one intent for as long as one call lasts, also when it is sent again', async () => {
    answers = [refusal(401, 'signed_out'), ok, ok]
    await call(calls.make)
    await call(calls.make)
    const [first, again, next] = keys()
    expect(first).toMatch(/^[0-9a-f-]{36}$/)
    expect(again).toBe(first)
    expect(next).not.toBe(first)
  })

  test('carries the key of whoever wants to find a lost answer again', async () => {
    answers = [() => Promise.reject(new TypeError('connection lost')), ok]
    await expect(call(calls.make, { key: 'intent' })).rejects.toMatchObject({ code: 'offline' })
    await call(calls.make, { key: 'intent' })
    expect(keys()).toEqual(['intent', 'intent'])
  })

  test('is the only thing with a key', async () => {
    await call(calls.create, { body: { name: 'x' } })
    await call(calls.find, { params: { id: '1' } })
    expect(keys()).toEqual([null, null])
  })
})
