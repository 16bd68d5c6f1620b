import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import { data, endpoint } from '#kit/contract.ts'
import { newApi, on } from '#kit/server/serve.ts'
import { asVisitor } from '#tenancy/server/guards.ts'
import { startTestApp } from '#test/harness.ts'

const { app, make, as } = startTestApp()

async function listOf(cases: number) {
  const practice = await make.practice(await make.laboratory())
  for (let number = 0; number < cases; number++) await make.order(practice)
  const call = await as(await make.user(practice))
  return (accepted?: string) => call('/api/orders', { headers: accepted ? { 'accept-encoding': accepted } : {} })
}

it('sends a list as the browser takes it, and says that it would go otherwise to others', async () => {
  const list = await listOf(5)
  const plain = await list()
  const text = await plain.text()
  expect(text.length).toBeGreaterThan(1_024)
  expect(plain.headers.get('content-encoding')).toBeNull()
  const unpacked = { br: brotliDecompressSync, gzip: gunzipSync }
  for (const [accepted, encoding] of [
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
  ] as const) {
    const answer = await list(accepted)
    expect(answer.headers.get('content-encoding')).toBe(encoding)
    const bytes = new Uint8Array(await answer.arrayBuffer())
    expect(bytes.length).toBeLessThan(text.length / 2)
    expect(JSON.parse(unpacked[encoding](bytes).toString())).toEqual(JSON.parse(text))
    expect(answer.headers.get('vary')).toContain('Accept-Encoding')
  }
  expect(plain.headers.get('vary')).toContain('Accept-Encoding')
  expect((await list('br;q=0, gzip;q=0')).headers.get('content-encoding')).toBeNull()
})

it('leaves what goes into one packet as it is', async () => {
  const answer = await (await listOf(0))('br')
  expect((await answer.text()).length).toBeLessThan(1_024)
  expect(answer.headers.get('content-encoding')).toBeNull()
})

/** On the real server: an answer that is long enough, declared in this way. */
async function longAnswer(declared: { method: 'GET' | 'POST'; cookie?: true }) {
  const api = newApi(app.api.services)
  api.http.use(async (c, next) => {
    const { headers } = c.req.raw
    c.set('request', { services: api.services, requestId: 'R-1', host: 'localhost', address: '127.0.0.1', headers })
    await next()
  })
  const asked = endpoint({ path: '/long', needs: 'nothing', summary: '', reply: data(v.string()), ...declared })
  on(api, asked, asVisitor, async () => ({ data: 'a'.repeat(5_000) }))
  const { method } = declared
  const answer = await api.http.request('/long', { method, headers: { 'accept-encoding': 'br' } })
  return answer.headers.get('content-encoding')
}

it('compresses what is read, never what an act gives, which may be a token or a key, nor what the refresh cookie decides', async () => {
  expect(await longAnswer({ method: 'GET' })).toBe('br')
  expect(await longAnswer({ method: 'POST' })).toBeNull()
  expect(await longAnswer({ method: 'GET', cookie: true })).toBeNull()
})

it('shows no token, password, key or secret in anything that is read', () => {
  const named = app.api.endpoints
    .filter(({ method, cookie }) => method === 'GET' && !cookie)
    .flatMap(({ path, reply }) => (typeof reply === 'object' ? namesIn(reply).map(name => `${path} ${name}`) : []))
  expect(named.length).toBeGreaterThan(500)
  expect(named.filter(one => /(token|password|secret|challenge|recoveryCodes|key)$/i.test(one))).toEqual([])
})

/** All field names in a schema, at any depth. */
function namesIn(shape: unknown, seen = new Set<unknown>()): string[] {
  if (typeof shape !== 'object' || shape === null || seen.has(shape)) return []
  seen.add(shape)
  const { entries, ...rest } = shape as { entries?: Record<string, unknown> }
  const inside = Object.values({ ...rest, ...entries }).flatMap(one => namesIn(one, seen))
  return [...Object.keys(entries ?? {}), ...inside]
}
