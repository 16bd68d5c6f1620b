import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import type { ObjectSchema } from '#kit/contract.ts'
import { bodyTypesOf } from '#kit/server/input.ts'
import { bodyFor, isForStaff } from '#test/bodies.ts'
import { noCreatingRates, startTestApp } from '#test/harness.ts'
import { isInTurn } from '#test/in-turn.ts'
import type { TestLaboratory } from '#test/make.ts'
import { edgeDays, edgeNumbers } from './edges.ts'

// Others each time (`npm run fuzz` sends ten times as many). A failure prints the seed and the smallest request that shows it.
const requests = Number(process.env.FUZZ_REQUESTS ?? (isInTurn('fuzz') ? 10_000 : 2_500))
const seed = Number(process.env.FUZZ_SEED ?? randomInt(2 ** 31))
/** A stack, a statement, a path, or what our own code is called. */
const internals =
  /\n\s+at |node_modules|file:\/\/|\.[jt]sx?:\d|\/(home|root|srv|tmp|usr|var)\/|\b(select|insert into|update|delete from) .*\b(from|values|set|where)\b|\bbrand_id\b|violates|SQLSTATE|syntax error at/i

const { app, make, as, request } = startTestApp({ creatingRates: noCreatingRates })
let laboratory: TestLaboratory
let knownId: string
let call: Awaited<ReturnType<typeof as>>
let staffCall: Awaited<ReturnType<typeof as>>
beforeAll(async () => {
  laboratory = await make.laboratory()
  const practice = await make.practice(laboratory)
  knownId = (await make.order(practice)).id
  call = await as(await make.user(practice))
  staffCall = await as(await make.user(laboratory))
  await make.product(laboratory, { reference: 'COU-01' })
})

const nasty = fc.constantFrom(
  '',
  ' ',
  '0',
  '-1',
  'NaN',
  '1e9',
  '9007199254740993',
  'null',
  '%',
  '_',
  '\\',
  "' or 1=1 --",
  '{{7*7}}',
  '../../etc/passwd',
  '%00',
  '\u0000',
  '\ud800',
  '😀'.repeat(50),
  'İI',
  '<script>',
  '=cmd()',
  '2026-02-30',
  '0000-00-00',
  '+275760-09-13',
  ...edgeNumbers.map(String),
  ...edgeDays,
  '__proto__',
  'x'.repeat(2_000),
)
const word = fc.oneof(nasty, fc.string({ unit: 'binary', maxLength: 40 }), fc.string({ maxLength: 20 }))
const id = fc.oneof(fc.constant('known'), fc.uuid(), word)
const json = fc.oneof(
  fc.json({ maxDepth: 4 }),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constant('['.repeat(5_000)),
)

/** Where something stands in a body: `[]` is the body itself. */
type Path = readonly (string | number)[]
const pathsIn = (value: unknown, path: Path = []): Path[] =>
  typeof value === 'object' && value !== null
    ? [path, ...Object.entries(value).flatMap(([key, inner]) => pathsIn(inner, [...path, key]))]
    : [path]
const replaced = (value: unknown, [key, ...rest]: Path, by: unknown): unknown => {
  if (key === undefined) return by
  const inner = replaced((value as Record<string, unknown>)[key], rest, by)
  return Array.isArray(value) ? value.with(Number(key), inner) : { ...(value as object), [key]: inner }
}
/** A body as it should be, or with one thing in it that should not: gets past the first look. */
const nearlyWhole = (body: object) =>
  fc
    .tuple(
      fc.constantFrom(...pathsIn(body)),
      fc.oneof(word, fc.integer(), fc.constantFrom(...edgeNumbers), fc.jsonValue({ maxDepth: 2 })),
      fc.boolean(),
    )
    .map(([path, by, isWhole]) => JSON.stringify(isWhole ? body : replaced(body, path, by)))

const namesIn = (schema: ObjectSchema | undefined): string[] =>
  schema && 'entries' in schema ? Object.keys(schema.entries as object) : []

const generated = fc.constantFrom(...app.api.endpoints).chain(endpoint => {
  const whole = bodyFor(endpoint)
  const names = [...namesIn(endpoint.query), 'unknown', '__proto__']
  const bodyNames = endpoint.body ? namesIn(endpoint.body as ObjectSchema) : []
  const shaped = fc
    .dictionary(fc.constantFrom(...bodyNames, 'unknown', 'constructor'), fc.oneof(word, fc.jsonValue({ maxDepth: 2 })))
    .map(value => JSON.stringify(value))
  return fc.record({
    endpoint: fc.constant(endpoint),
    method: fc.oneof(
      { weight: 9, arbitrary: fc.constant(endpoint.method as string) },
      { weight: 1, arbitrary: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD') },
    ),
    id,
    query: fc.array(fc.tuple(fc.constantFrom(...names), word), { maxLength: 5 }),
    body: whole && !(whole instanceof FormData) ? fc.oneof(shaped, json, nearlyWhole(whole)) : fc.oneof(shaped, json),
    key: fc.option(fc.string({ maxLength: 20 }).map(text => text.replace(/[^\x20-\x7e]/g, ''))),
    type: fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...bodyTypesOf(endpoint)) },
      {
        weight: 2,
        arbitrary: fc.constantFrom(
          'application/merge-patch+json',
          'text/plain',
          'application/json; charset=utf-16',
          '',
        ),
      },
    ),
    // Signed out by its own request, the rest of the run would hear nothing but 401.
    // Strangers hear nothing but 401 where somebody is needed, so there are few of them.
    isSignedIn:
      endpoint.path === '/api/token/invalidate'
        ? fc.constant(false)
        : fc.integer({ max: 4, min: 0 }).map(turn => turn > 0),
    cookie: fc.string({ maxLength: 40 }).map(text => text.replace(/[^\x21-\x7e]/g, '')),
  })
})

it(`no request of ${requests} brings the server to an error of its own (seed ${seed})`, async () => {
  const seen = new Map<number, number>()
  const memory: number[] = []
  let done = 0
  await fc.assert(
    fc.asyncProperty(generated, async ({ endpoint, method, id, query, body, key, type, isSignedIn, cookie }) => {
      const part = encodeURIComponent((id === 'known' ? knownId : id).toWellFormed())
      const path = endpoint.path.replaceAll(/:\w+/g, part)
      // Without one of its parts the address of a page that the server writes is nobody's: the portal's own page says so.
      const isPage = part === '' && path !== endpoint.path && !path.startsWith('/api/')
      const search = new URLSearchParams(query.map(([name, value]) => [name, value.toWellFormed()]))
      const options = {
        method,
        headers: {
          cookie: `__Host-refresh=${cookie}`,
          ...(type ? { 'content-type': type } : {}),
          ...(key === null ? {} : { 'idempotency-key': key }),
        },
        ...(['GET', 'HEAD', 'OPTIONS'].includes(method) ? {} : { body: body.toWellFormed() }),
      }
      const response = await (isSignedIn
        ? (isForStaff(endpoint) ? staffCall : call)(`${path}?${search}`, options)
        : request(laboratory, `${path}?${search}`, options))
      seen.set(response.status, (seen.get(response.status) ?? 0) + 1)
      done += 1
      // After a first tenth, in which everything is loaded and compiled, ten times more.
      if (done % Math.ceil(requests / 10) === 0) memory.push(Math.round(process.memoryUsage.rss() / 1e6))
      expect(response.status).toBeLessThan(500)
      if (response.status >= 400 && method !== 'HEAD' && !(isPage && response.status === 404)) {
        expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
        const text = await response.text()
        const problem = JSON.parse(text) as Record<'type' | 'title' | 'code' | 'requestId', string> & { status: number }
        expect(problem.type).toBe(`urn:portal:problem:${problem.code}`)
        expect(problem.title).toBe(problem.code.replaceAll('_', ' '))
        expect(text).not.toMatch(internals)
        expect(problem.status).toBe(response.status)
        expect(problem.code).toMatch(/^[a-z_]+$/)
        expect(problem.requestId).toBe(response.headers.get('x-request-id'))
      }
      // What is never read would keep its turn from the tests after this one.
      if (!response.bodyUsed) await response.body?.cancel()
    }),
    { seed, numRuns: requests },
  )
  process.stdout.write(
    `fuzz: ${[...seen]
      .toSorted()
      .map(([status, count]) => `${status}×${count}`)
      .join(' ')}; memory ${memory.join(' ')} MB\n`,
  )
  // A fuzzer that only ever hears 404 proves nothing.
  expect([...seen.keys()]).toEqual(expect.arrayContaining([200, 401, 404, 415, 422]))
}, 3_600_000)
