import { connect } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type HttpServer, openHttpServer } from '#kit/server/http-server.ts'
import { startTestApp } from '#test/harness.ts'
import type { TestLaboratory } from '#test/make.ts'

const { app, make, tokenFor } = startTestApp()
let server: HttpServer
let laboratory: TestLaboratory
let token: string
beforeAll(async () => {
  laboratory = await make.laboratory()
  token = await tokenFor(await make.user(await make.practice(laboratory)))
  server = await openHttpServer({ port: 0, host: '127.0.0.1' })
  server.serve(app.fetch)
})
afterAll(async () => {
  server.cutOff()
  await server.drain()
})

type Answer = Awaited<ReturnType<typeof answerTo>>

/** As bytes on a connection of its own: what `fetch` would not send. */
async function answerTo(text: string) {
  const startedAt = performance.now()
  const socket = connect(server.port, '127.0.0.1').setEncoding('utf8')
  // What is still being sent when the answer is there may find the connection closed.
  socket.on('error', () => undefined)
  const { promise, resolve } = Promise.withResolvers<void>()
  let received = ''
  socket.on('data', part => {
    received += part
    if (received.endsWith('}')) resolve()
  })
  socket.on('close', () => resolve())
  socket.write(text)
  await promise
  socket.destroy()
  const [head = '', body = ''] = received.split('\r\n\r\n')
  const problem = JSON.parse(body || '{}') as { code?: string; requestId?: string }
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]), head, body, problem, ms: performance.now() - startedAt }
}

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

/** What is held, and not what the collector has not come to yet. */
function megabytesInUse() {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1e6
}

function expectRefusal({ head, problem }: Answer, what: string) {
  expect(head, what).toMatch(/^content-type: application\/problem\+json; charset=utf-8$/im)
  expect(head, what).toMatch(/^x-content-type-options: nosniff$/im)
  expect(head, what).toMatch(/^content-security-policy: default-src 'none'/im)
  expect(head, what).toMatch(new RegExp(`^x-request-id: ${problem.requestId}$`, 'im'))
  expect(head, what).not.toMatch(/^(server|x-powered-by|via):/im)
}

const headers = (more = '') => `Host: ${laboratory.host}\r\nAuthorization: Bearer ${token}\r\n${more}\r\n`
const get = (path: string, more?: string) => `GET ${path} HTTP/1.1\r\n${headers(more)}`
const sending = (line: string, body: string) =>
  `${line} HTTP/1.1\r\n${headers(`Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`)}${body}`
const post = (body: string) => sending('POST /auth', body)
const put = (body: string) => sending('PUT /api/order-drafts/0198f0a0-0000-7000-8000-000000000000', body)

it('refuses what is too large, too long, too deep or too many in the form of every refusal', async () => {
  const nested = `${'['.repeat(60_000)}${']'.repeat(60_000)}`
  const asJson = 'Content-Type: application/json\r\n'
  const chunks = `10000\r\n${'x'.repeat(0x10000)}\r\n`.repeat(16)
  const tried: [what: string, text: string, status: number, code: string][] = [
    ['a body of 20 kB of a stranger', post(`{"login":"${'x'.repeat(20_000)}"}`), 413, 'body_too_large'],
    ['a body of 200 kB', put(`{"content":"${'x'.repeat(200_000)}"}`), 413, 'body_too_large'],
    [
      'a body of 1 MB that does not say so',
      `POST /auth HTTP/1.1\r\n${headers(`${asJson}Transfer-Encoding: chunked\r\n`)}${chunks}0\r\n\r\n`,
      413,
      'body_too_large',
    ],
    [
      'a body that only says it is large',
      `POST /auth HTTP/1.1\r\n${headers(`${asJson}Content-Length: 99999999\r\n`)}{`,
      413,
      'body_too_large',
    ],
    ['60,000 lists in each other', put(nested), 422, 'input_invalid'],
    ['60,000 lists in a field', put(`{"content":${nested},"follows":0}`), 422, 'input_invalid'],
    ['a header of 20 kB', get('/api/orders', `X-Long: ${'x'.repeat(20_000)}\r\n`), 431, 'headers_too_large'],
    ['3,000 headers', get('/api/orders', 'X-Many: 1\r\n'.repeat(3_000)), 431, 'headers_too_large'],
    ['an address of 5 kB', get(`/api/orders?search=${'x'.repeat(5_000)}`), 414, 'address_too_long'],
    ['an address of 50 kB', get(`/api/orders?search=${'x'.repeat(50_000)}`), 431, 'headers_too_large'],
    ['a list of 10 where 9 exist', get(`/api/orders?${'statuses=shipped&'.repeat(10)}`), 422, 'input_invalid'],
    ['a list of 200', get(`/api/orders?${'statuses=shipped&'.repeat(200)}`), 422, 'input_invalid'],
    ['no HTTP', 'nonsense\r\n\r\n', 400, 'request_malformed'],
  ]
  const times: string[] = []
  for (const [what, text, status, code] of tried) {
    const answer = await answerTo(text)
    expect([answer.status, answer.problem.code], what).toEqual([status, code])
    expectRefusal(answer, what)
    times.push(`${what} ${answer.ms.toFixed(1)} ms`)
  }
  const memory: number[] = []
  for (let round = 1; round <= 120; round++) {
    for (const [, text] of tried) await answerTo(text)
    if (round % 30 === 0) memory.push(megabytesInUse())
  }
  // How long it takes depends on the machine: told, not judged.
  const told = memory.map(megabytes => megabytes.toFixed()).join(', ')
  process.stdout.write(`limits: ${times.join(', ')}; in use after each ${30 * tried.length} more: ${told} MB\n`)
  // Of some 120 MB that were sent in between, nothing stays; how full the heap is differs by ten from one look to the next.
  expect((memory.at(-1) ?? 0) - (memory[0] ?? 0)).toBeLessThan(40)
})

it('answers methods that nothing here has with 405, on the interface and on pages', async () => {
  for (const path of ['/api/orders', '/auth', '/login', '/', '/cases/anything']) {
    for (const method of ['TRACE', 'TRACK', 'PROPFIND', 'PURGE', 'BREW', 'PUT']) {
      const answer = await answerTo(`${method} ${path} HTTP/1.1\r\n${headers('Content-Length: 0\r\n')}`)
      expect([answer.status, answer.problem.code], `${method} ${path}`).toEqual([405, 'method_not_allowed'])
      expectRefusal(answer, `${method} ${path}`)
      // Nothing of the request comes back: a page could read its own cookie there.
      expect(answer.body).not.toContain(token)
    }
  }
})

it('answers the next request of a connection whose last one was answered, however bad', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const socket = connect(server.port, '127.0.0.1').setEncoding('utf8')
  let received = ''
  socket.on('data', part => {
    if (received === '') socket.write(get('/', `X-Long: ${'x'.repeat(20_000)}\r\n`))
    received += part
  })
  socket.on('close', () => resolve())
  socket.write(get('/healthz'))
  await promise
  expect(received).toMatch(/^HTTP\/1\.1 200 [\s\S]*HTTP\/1\.1 431 [\s\S]*connection: close/)
})
