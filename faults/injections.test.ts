import { randomBytes } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { Random } from '#db/seed/random.ts'
import { noCreatingRates, startTestApp } from '#test/harness.ts'
import type { TestLaboratory } from '#test/make.ts'
import { dealer } from './dealer.ts'
import { injections, questions } from './injections.ts'

// `npm run injections` sends every text to every place; `npm test` to every place a few, others each time.
const isWhole = process.env.INJECTIONS === 'all'
const atOnePlace = 6
const seed = process.env.INJECTIONS_SEED ?? randomBytes(4).toString('hex')

const { owner, make, request, as } = startTestApp({ creatingRates: noCreatingRates })

let laboratory: TestLaboratory
let call: Awaited<ReturnType<typeof as>>
/** Codes that no answer may hold: of a neighbour, and of another laboratory. */
const foreign = ['NEIGHBOUR-CASE', 'FOREIGN-CASE']
let ownId: string
beforeAll(async () => {
  laboratory = await make.laboratory()
  const practice = await make.practice(laboratory)
  ownId = (await make.order(practice)).id
  call = await as(await make.user(practice, { account_type: 'manager' }))
  await make.order(await make.practice(laboratory), { code: foreign[0] })
  await make.order(await make.practice(await make.laboratory()), { code: foreign[1] })
})

type Schema = {
  type?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  items?: Schema
}
type Operation = {
  parameters: { name: string; in: 'path' | 'query' }[]
  requestBody?: { content: Record<string, { schema?: Schema }> }
}
type Sent = { path: string; method: string; body?: unknown; headers?: Record<string, string> }
/** One place of one call where words of the caller go. */
type Place = { name: string; send: (words: string) => Sent }

let sent = 0

/** A value that the schema might take, with the words in place of one part of it. */
function bodyWith(schema: Schema, words: string, at: string, here = ''): unknown {
  if (here === at) return words
  const one = schema.anyOf?.[0] ?? schema
  if (one.properties) {
    const parts = Object.entries(one.properties)
    return Object.fromEntries(parts.map(([name, part]) => [name, bodyWith(part, words, at, `${here}.${name}`)]))
  }
  if (one.type === 'array') return [bodyWith(one.items ?? {}, words, at, `${here}[]`)]
  if (one.const !== undefined) return one.const
  if (one.enum) return one.enum[0]
  if (one.type === 'integer' || one.type === 'number') return 1
  if (one.type === 'boolean') return false
  // Another each time, or limits on one account would answer in place of the code behind them.
  return `words ${sent}`
}

function placesIn(schema: Schema, here = ''): string[] {
  const one = schema.anyOf?.[0] ?? schema
  if (one.properties) return Object.entries(one.properties).flatMap(([name, part]) => placesIn(part, `${here}.${name}`))
  if (one.type === 'array') return [here, ...placesIn(one.items ?? {}, `${here}[]`)]
  return here ? [here] : []
}

async function places(): Promise<Place[]> {
  const description = await (await call('/api/openapi.json')).json()
  const { paths } = description as { paths: Record<string, Record<string, Operation>> }
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { parameters, requestBody }]) => {
      const address = path.replace(/\{\w+\}/g, ownId)
      const [type = '', content] = Object.entries(requestBody?.content ?? {})[0] ?? []
      const headers: Record<string, string> = type ? { 'content-type': type } : {}
      const name = `${method} ${path}`
      const upper = method.toUpperCase()
      const body = content?.schema && bodyWith(content.schema, '', 'nowhere')
      return [
        ...parameters.map(parameter => ({
          name: `${name} ${parameter.name}`,
          send: (words: string) => ({
            path:
              parameter.in === 'path'
                ? path.replace(`{${parameter.name}}`, encodeURIComponent(words)).replace(/\{\w+\}/g, ownId)
                : `${address}?${new URLSearchParams({ [parameter.name]: words })}`,
            method: upper,
            headers,
            body,
          }),
        })),
        ...placesIn(content?.schema ?? {}).map(at => ({
          name: `${name} ${at}`,
          send: (words: string) => ({
            path: address,
            method: upper,
            headers,
            body: bodyWith(content?.schema ?? {}, words, at),
          }),
        })),
      ]
    }),
  )
  const inHeaders = ['authorization', 'cookie', 'accept-language', 'x-forwarded-for', 'user-agent', 'origin']
  const headed = inHeaders.map(name => ({
    name,
    send: (words: string) => {
      const value = encodeURI(words).replace(/%(20|22|27|7[BCD])/g, escaped => decodeURIComponent(escaped))
      const own = { authorization: `Bearer ${value}`, cookie: `__Host-refresh=${value}; language=${value}` }[name]
      return { path: '/api/token/refresh', method: 'POST', headers: { [name]: own ?? value } }
    },
  }))
  return [...described, ...headed]
}

let slowest = 0

async function answerTo({ path, method, body, headers = {} }: Sent) {
  sent += 1
  // Of which a user may send few a day.
  if (path.startsWith('/api/feedback')) await make.within(laboratory.id, client => client.query('delete from feedback'))
  const startedAt = performance.now()
  const asked = { method, headers, body, address: `10.${sent >> 16}.${(sent >> 8) & 255}.${sent & 255}` }
  const response = await (headers.authorization ? request(laboratory, path, asked) : call(path, asked))
  const text = await response.text()
  slowest = Math.max(slowest, performance.now() - startedAt)
  return { status: response.status, text: text.replace(/"requestId":"[^"]*"|nonce="[^"]*"/g, '') }
}

const marked = async () =>
  (await owner.query("select 1 from pg_locks where locktype = 'advisory' and classid = 74 and objid = 71")).rowCount

it('no words of a caller are ever run as SQL, wherever the description of the interface has a place for them', async () => {
  const tried = await places()
  const wrong: string[] = []
  const random = new Random(seed)
  const [dealInjections, dealQuestions] = [dealer(injections, random), dealer(questions, random)]
  for (const { name, send } of tried) {
    const plain = await answerTo(send('zzz'))
    const answered = async (words: string) => {
      const { status, text } = await answerTo(send(words))
      // So many reports no laboratory's browsers send.
      if (status === 429 && name.includes('/api/csp-reports')) return { status: plain.status, text: plain.text }
      if (status >= 500) wrong.push(`${name}: ${status} for ${words}`)
      // What the schema refuses is refused like any nonsense; what it takes finds what nonsense finds.
      if (Math.floor(status / 100) !== Math.floor(plain.status / 100))
        wrong.push(`${name}: ${plain.status} became ${status} for ${words}`)
      if (foreign.some(code => text.includes(code))) wrong.push(`${name}: shows rows of others for ${words}`)
      return { status, text }
    }
    for (const words of isWhole ? injections : dealInjections(atOnePlace)) await answered(words)
    for (const [yes, no] of isWhole ? questions : dealQuestions(1)) {
      const [one, other] = [await answered(yes), await answered(no)]
      if (send('').method === 'GET' ? one.text !== other.text : one.status !== other.status)
        wrong.push(`${name}: answers ${yes} and ${no} differently`)
    }
    if (await marked()) wrong.push(`${name}: ran what it was sent`)
  }
  process.stdout.write(
    `injections: ${sent} requests at ${tried.length} places, slowest ${slowest.toFixed()} ms, seed ${seed}\n`,
  )
  expect(wrong, `INJECTIONS_SEED=${seed}`).toEqual([])
  // So many that all of them were sent, to one place or another.
  expect(tried.length * atOnePlace).toBeGreaterThan(10 * injections.length)
}, 600_000)

it('the same words do run where a statement is made of strings', async () => {
  const careless = [
    (words: string) => `select 1 where 'x' = '${words}'`,
    (words: string) => `select 1 where ('x' in ('${words}'))`,
    (words: string) => `select '1' where ('x' = '${words}')`,
    (words: string) => `select 1 where 'x' like '%${words}%'`,
    (words: string) => `select 1 where 1 = (${words})`,
    (words: string) => `select 1 where 1 = ${words}`,
    (words: string) => `select 1 order by ${words}`,
    (words: string) => `select 1 as "${words}"`,
    (words: string) => `select '{"${words}"}'::text[]`,
    (words: string) => `select '${words}'::jsonb`,
    (words: string) => `select 1 where 'x' = $$${words}$$`,
  ]
  const client = await owner.connect()
  const tally = async (words: string) => {
    let runs = false
    const found: (number | null)[] = []
    for (const write of careless) {
      const result = await client.query(write(words)).catch(() => ({ rowCount: -1 }))
      found.push(Array.isArray(result) ? -1 : result.rowCount)
      runs ||= (await marked()) === 1
      await client.query('rollback; select pg_advisory_unlock_all()')
    }
    return { runs, found: found.join() }
  }
  try {
    const marking = injections.filter(words => words.includes('pg_advisory_lock'))
    const idle: string[] = []
    for (const words of marking) if (!(await tally(words)).runs) idle.push(words)
    expect(marking.length - idle.length, idle.join('\n')).toBeGreaterThan(30)
    for (const [yes, no] of questions) expect((await tally(yes)).found, yes).not.toBe((await tally(no)).found)
  } finally {
    client.release()
  }
})
