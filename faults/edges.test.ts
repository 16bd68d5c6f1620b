import { randomBytes } from 'node:crypto'
import type { GenericSchema } from 'valibot'
import { expect, it } from 'vitest'
import { Random } from '#db/seed/random.ts'
import type { Endpoint } from '#kit/contract.ts'
import { bodyFor, isForStaff } from '#test/bodies.ts'
import { noCreatingRates, startTestApp } from '#test/harness.ts'
import { dealer } from './dealer.ts'
import { edgeDays, edgeNumbers } from './edges.ts'

// `npm run injections` sends every edge to every place; `npm test` to every place a few, others each time.
const isWhole = process.env.EDGES === 'all'
const atOnePlace = 6
const seed = process.env.EDGES_SEED ?? randomBytes(4).toString('hex')

const { app, make, as } = startTestApp({ creatingRates: noCreatingRates })

type Path = readonly string[]
type Place = { path: Path; kind: 'number' | 'string' }
type Shape = {
  type?: string
  entries?: Record<string, Shape>
  item?: Shape
  wrapped?: Shape
  pipe?: readonly Shape[]
}

/** Every number and every text that a contract takes, whether the sample has it or not. */
function placesIn(schema: Shape, path: Path = []): Place[] {
  if (schema.wrapped) return placesIn(schema.wrapped, path)
  if (schema.pipe?.[0] && schema.pipe[0] !== schema) return placesIn({ ...schema.pipe[0], pipe: [] } as Shape, path)
  if (schema.entries) return Object.entries(schema.entries).flatMap(([key, inner]) => placesIn(inner, [...path, key]))
  if (schema.item) return placesIn(schema.item, [...path, '0'])
  return schema.type === 'number' || schema.type === 'string' ? [{ path, kind: schema.type }] : []
}
const placesOf = (schema: GenericSchema | undefined) => (schema ? placesIn(schema as unknown as Shape) : [])

function replaced(value: unknown, [key, ...rest]: Path, by: unknown): unknown {
  if (key === undefined) return by
  const at = (value ?? {}) as Record<string, unknown>
  const inner = replaced(at[key], rest, by)
  if (key === '0') return [inner]
  return { ...at, [key]: inner }
}

it('no number and no day, wherever it is sent, brings the server to an error of its own', async () => {
  const laboratory = await make.laboratory()
  const practice = await make.practice(laboratory)
  await make.product(laboratory, { reference: 'COU-01' })
  await make.supply(laboratory, { name: 'labels' })
  const callers = {
    practice: await as(await make.user(practice, { account_type: 'manager' })),
    staff: await as(await make.user(laboratory)),
  }
  const orders: Record<string, string> = {}
  for (const status of ['registered', 'in_production', 'on_hold', 'delivered'])
    orders[status] = (
      await make.order(practice, { status, ...(status === 'on_hold' ? { hold_reason: 'other' } : {}) })
    ).id

  const random = new Random(seed)
  const dealt = { number: dealer(edgeNumbers, random), string: dealer(edgeDays, random) }
  const edgesOf = (kind: Place['kind']): readonly (number | string)[] => {
    if (isWhole) return kind === 'number' ? edgeNumbers : edgeDays
    return dealt[kind](atOnePlace)
  }
  const failed: string[] = []
  let asked = 0
  async function ask(endpoint: Endpoint, id: string, query: string, body?: unknown) {
    const path = endpoint.path.replace(':id', id).replace(/:\w+/, 'x')
    const call = callers[isForStaff(endpoint) ? 'staff' : 'practice']
    const response = await call(`${path}${query}`, { method: endpoint.method, ...(body === undefined ? {} : { body }) })
    await response.body?.cancel()
    asked += 1
    const sent = query || JSON.stringify(body) || ''
    if (response.status >= 500) failed.push(`${response.status} ${endpoint.method} ${endpoint.path} ${sent}`)
  }

  for (const endpoint of app.api.endpoints) {
    if (endpoint.cookie || endpoint.path === '/api/events') continue
    for (const { path, kind } of placesOf(endpoint.query))
      for (const edge of new Set([...edgesOf(kind), ...edgesOf('number')]))
        await ask(endpoint, orders.registered ?? '', `?${path[0]}=${encodeURIComponent(String(edge))}`)
    if (!endpoint.body) continue
    const whole = bodyFor(endpoint)
    const ids = endpoint.path === '/api/staff/orders/:id/status' ? Object.values(orders) : [orders.registered ?? '']
    for (const { path, kind } of placesOf(endpoint.body))
      for (const edge of edgesOf(kind)) for (const id of ids) await ask(endpoint, id, '', replaced(whole, path, edge))
  }
  // What was taken is shown again by what reads.
  for (const endpoint of app.api.endpoints)
    if (endpoint.method === 'GET' && endpoint.path !== '/api/events')
      for (const id of Object.values(orders)) await ask(endpoint, id, '')
  process.stdout.write(`edges: ${asked} requests, seed ${seed}\n`)
  expect(failed, `EDGES_SEED=${seed}`).toEqual([])
  expect(asked).toBeGreaterThan(1_000)
}, 600_000)
