import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type HttpServer, openHttpServer } from '#kit/server/http-server.ts'
import { startTestApp } from '#test/harness.ts'
import type { TestLaboratory } from '#test/make.ts'

const { app, make, tokenFor } = startTestApp({ trustedProxies: 1 })
const agent = new Agent({ keepAlive: true })
let server: HttpServer
let laboratory: TestLaboratory
let order: string
let authorization: string
beforeAll(async () => {
  laboratory = await make.laboratory()
  const practice = await make.practice(laboratory)
  order = (await make.order(practice)).id
  authorization = `Bearer ${await tokenFor(await make.user(practice))}`
  server = await openHttpServer({ port: 0, host: '127.0.0.1' })
  server.serve(app.fetch)
})
afterAll(async () => {
  agent.destroy()
  server.cutOff()
  await server.drain()
})

const long = 'x'.repeat(3_000)
const hostile: Record<string, readonly string[]> = {
  host: [
    'localhost/',
    '/',
    'localhost//',
    'localhost?x',
    'localhost#x',
    'user@localhost',
    'a b',
    'a,b',
    '..',
    '.',
    '[',
    '[::1',
    '[::1]:3000',
    '%00',
    '%2f',
    '\u00e9',
    ':',
    ':80',
    'localhost:',
    'localhost:x',
    'localhost:99999',
    'localhost:1:2',
    '0x7f.1',
    '\\',
    '<script>',
    'xn--',
    long,
  ],
  'content-type': ['', ';', 'application/json;', 'application/json; charset="', 'multipart/form-data', '/', long],
  'idempotency-key': ['', ' ', '\u00e9', "'", long],
  range: ['bytes=0-', 'bytes=9-1', 'bytes=-', 'bytes=-0', 'bytes=0-1,3-4', `bytes=${'9'.repeat(40)}-`, 'x=0-1', long],
  'if-none-match': ['*', '"', 'W/', 'W/"x', '"x", "y', long],
  'if-modified-since': ['0', 'never', '9'.repeat(300)],
  cookie: [
    '=',
    ';;;',
    '__Host-refresh',
    '__Host-refresh=%',
    '__Host-refresh=__proto__',
    `__Host-refresh=${'.'.repeat(99)}`,
  ],
  authorization: [
    'Bearer',
    'Bearer ',
    'Bearer .',
    'Bearer a.b.c',
    'Basic x',
    'bearer null',
    `Bearer ${long}`,
    '\u00e9',
  ],
  'x-forwarded-for': ['', ',', ', ,', '::', '999.1.1.1', "'", '[::1]:80', 'unknown', long],
  'x-forwarded-host': ['localhost/', long],
  'x-forwarded-proto': ['https', 'javascript', ''],
  forwarded: ['for=', 'for="[', ';;', long],
  'x-http-method-override': ['DELETE', 'TRACE', ''],
  'x-method-override': ['DELETE'],
  origin: ['null', '', 'http://', 'http://[', 'https://a b', 'javascript:1', 'http://localhost/', long],
  'sec-fetch-site': ['', 'cross-site', long],
  'accept-encoding': ['', '*;q=0', 'identity;q=0', 'br;q=x', ';;', long],
  accept: ['', '/', 'text/html;q=9', long],
  'accept-language': ['', ';', 'x'.repeat(300), '*', '-', 'fr;q=NaN'],
  'user-agent': ['', '\u00e9', "' or 1=1 --", long],
  'last-event-id': ['', '-1', long],
  upgrade: ['h2c', 'websocket', ''],
  expect: ['100-continue', '200-ok', ''],
  te: ['trailers', 'gzip', ''],
  'content-encoding': ['gzip', 'x', ''],
  'content-length': ['0'],
}

type Answer = { status: number; headers: IncomingHttpHeaders; body: string }
function answerTo(method: string, path: string, headers: Record<string, string>, body?: string) {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const asked = request({ agent, host: '127.0.0.1', port: server.port, method, path, headers }, response => {
    let text = ''
    response.setEncoding('utf8')
    response.on('data', part => {
      text += part
    })
    response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }))
  })
  asked.on('upgrade', () => reject(new Error('The connection was handed over.')))
  asked.on('error', reject)
  asked.end(body)
  return promise
}

it('no header brings the server to an error of its own, nor to an answer in another form', async () => {
  const places = [
    ['GET', '/api/orders'],
    ['GET', `/api/orders/${order}`],
    ['GET', '/api/calendar/x.ics'],
    ['GET', '/login'],
    ['GET', '/assets/web-1.js'],
    ['HEAD', '/api/orders'],
    ['OPTIONS', '/api/orders'],
    ['POST', '/api/token/refresh'],
    ['PUT', `/api/order-drafts/${order}`, '{"content":{},"follows":7}'],
  ] as const
  const failed: string[] = []
  for (const [name, values] of Object.entries(hostile))
    for (const value of values)
      for (const [method, path, body] of places) {
        const sent = {
          host: laboratory.host,
          authorization,
          ...(body ? { 'content-type': 'application/json' } : {}),
          [name]: value,
        }
        const where = `${method} ${path.replace(order, '…')} ${name}: ${value.slice(0, 40)}`
        const {
          status,
          headers,
          body: text,
        } = await answerTo(method, path, sent, name === 'content-length' ? '' : body)
        const isProblem = headers['content-type'] === 'application/problem+json; charset=utf-8'
        const isRefused = status >= 400 && method !== 'HEAD'
        const isWhole = isRefused && isProblem && JSON.parse(text).requestId === headers['x-request-id']
        // A page for people says in words that there is no such laboratory.
        const isPage = path === '/login' && headers['content-type'] === 'text/html; charset=utf-8'
        if (status >= 500) failed.push(`${status} ${where}`)
        else if (isRefused && !isWhole && !isPage) failed.push(`${status} in another form: ${where}`)
        else if (headers['x-content-type-options'] !== 'nosniff') failed.push(`${status} without our headers: ${where}`)
      }
  expect(failed).toEqual([])
  // Nor did any header make one method of another.
  expect((await answerTo('GET', `/api/orders/${order}`, { host: laboratory.host, authorization })).status).toBe(200)
}, 300_000)
