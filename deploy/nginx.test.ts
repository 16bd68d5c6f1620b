import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { maximumBytes } from '#features/attachments/contract.ts'
import { importCalls } from '#features/imports/contract.ts'
import { mostBytes } from '#features/imports/rules.ts'
import { startTestApp } from '#test/harness.ts'

const configuration = readFileSync(join(import.meta.dirname, 'nginx.conf'), 'utf8')

/** What a directive says where this address is answered: in its location, or else for all of the server. */
function saidAt(path: string, directive: string): string | undefined {
  const [, server = ''] = configuration.split(/listen 443/)
  const locations = [...server.matchAll(/^ {4}location (= )?(\S+) \{\n(.*?)^ {4}\}/gms)].map(
    ([, exactly, place = '', body = '']) => ({
      place,
      body,
      isMeant: exactly ? path === place : path.startsWith(place),
    }),
  )
  const [closest] = locations
    .filter(({ isMeant }) => isMeant)
    .toSorted((one, other) => other.place.length - one.place.length)
  const valueIn = (text = '') => new RegExp(`^\\s*${directive} (.*);$`, 'm').exec(text)?.[1]
  return valueIn(closest?.body) ?? valueIn(server.replace(/^ {4}location .*?^ {4}\}/gms, ''))
}
const megabytesAt = (path: string) => Number(/^(\d+)m$/.exec(saidAt(path, 'client_max_body_size') ?? '')?.[1])

it('lets the largest files through to who judges them', () => {
  const megabyte = 1024 * 1024
  expect(megabytesAt('/api/orders/1/attachments') * megabyte).toBeGreaterThan(maximumBytes)
  expect(megabytesAt('/api/orders/1/attachments')).toBeLessThan(10)
  expect(megabytesAt(importCalls.open.path) * megabyte).toBeGreaterThan(mostBytes)
})

it('asks the other process for a file of a page that the first does not know, and for nothing else', () => {
  expect(saidAt('/assets/web-3f2a.js', 'proxy_next_upstream')).toMatch(/\bhttp_404\b/)
  expect(saidAt('/api/orders', 'proxy_next_upstream')).toBe('error timeout http_503 non_idempotent')
})

it('lets no error log quote what is passed on to a process, in which names are searched for', () => {
  for (const path of ['/api/orders', '/assets/web-3f2a.js', importCalls.open.path, '/api/calendar', '/api/events'])
    expect(saidAt(path, 'error_log'), path).toBe('/dev/null emerg')
})

it('masks every path that holds a secret, and no other', () => {
  const [, masked = ''] = /^ {2}map \$uri \$logged \{\n(.*?)^ {2}\}/ms.exec(configuration) ?? []
  const masks = [...masked.matchAll(/^ +~(\S+) /gm)].map(([, mask = '']) => new RegExp(mask))
  const isMasked = (path: string) => masks.some(mask => mask.test(path))
  const paths = startTestApp().app.api.endpoints.map(({ path }) => path)
  const secret = paths.filter(path => /:(secret|token)\b/.test(path))
  expect(secret.length).toBeGreaterThan(1)
  expect(paths.filter(isMasked)).toEqual(secret)
})
