import { Writable } from 'node:stream'
import { Hono } from 'hono'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { withProxyWarning } from './proxy-warning.ts'
import type { ServerEnv } from './serve.ts'

/** Returns the log lines written while these headers come in, one request after the other. */
async function loggedFor(trustedProxies: number, requests: Record<string, string>[]) {
  const lines: { level: number; msg: string }[] = []
  const log = pino(new Writable({ write: (line, _, done) => done(void lines.push(JSON.parse(String(line)))) }))
  const http = new Hono<ServerEnv>().use(withProxyWarning({ log, trustedProxies }))
  for (const headers of requests) await http.request('http://laboratory.test/', { headers })
  return lines
}
const forwarded = { 'x-forwarded-for': '203.0.113.9' }

it('a header of proxies that is ignored is warned of once, with what to set and nobody’s address', async () => {
  const lines = await loggedFor(0, [{}, forwarded, forwarded, forwarded])
  expect(lines.map(({ level }) => level)).toEqual([pino.levels.values.warn])
  expect(lines[0]?.msg).toContain('set TRUSTED_PROXIES')
  expect(JSON.stringify(lines)).not.toContain('203.0.113')
})

it('nothing is said where no proxy writes, nor where the proxies are known', async () => {
  expect(await loggedFor(0, [{}, {}])).toEqual([])
  expect(await loggedFor(1, [forwarded, {}])).toEqual([])
})
