import { beforeAll, describe, expect, it } from 'vitest'
import { attached, startAttaching } from '#test/attaching.ts'
import { pdf } from '#test/files.ts'
import { startTestApp } from '#test/harness.ts'
import type { TestLaboratory, TestPractice, TestUser } from '#test/make.ts'

const started = startTestApp()
const { make, request, as } = started

let ours: TestLaboratory
let practice: TestPractice
let user: TestUser
beforeAll(async () => {
  ours = await make.laboratory()
  practice = await make.practice(ours)
  user = await make.user(practice)
})

describe('every call', () => {
  it('answers an unknown host with "unknown laboratory", however it is forged', async () => {
    for (const headers of [
      {},
      { 'x-forwarded-host': ours.host },
      { forwarded: `host=${ours.host}` },
      { 'x-original-host': ours.host },
    ] as Record<string, string>[]) {
      for (const path of ['/api/brand', '/']) {
        const response = await request({ host: 'forged.test' }, path, { headers })
        expect(response.status, path).toBe(404)
        expect(await response.text(), path).not.toContain('Laboratoire d’essai')
      }
    }
  })

  it('refuses other methods by name and unknown paths plainly', async () => {
    for (const method of ['PUT', 'DELETE', 'PATCH']) {
      const response = await request(ours, '/api/orders', { method })
      expect(response.status).toBe(405)
      expect(response.headers.get('allow')).toBe('GET, POST')
    }
    for (const path of [
      '/api/nothing',
      '/api/',
      '/assets/missing.js',
      '/assets/missing',
      '/.git/config',
      '/.env',
      '/a/.git/HEAD',
      '/web.js.map',
    ])
      expect((await request(ours, path)).status, path).toBe(404)
  })

  it('refuses of a file what cannot be given, and what is refused is kept by nobody', async () => {
    for (const path of ['/assets/web-1.js', '/assets/staff/web-2.js']) {
      const headers = { range: 'bytes=99999999-', 'accept-encoding': 'br' }
      const refusal = await request(ours, path, { headers })
      expect([path, refusal.status, (await refusal.json()).code]).toEqual([path, 416, 'range_not_satisfiable'])
      expect(refusal.headers.get('cache-control')).toBe('no-store')
      expect(refusal.headers.get('content-encoding')).toBeNull()
      const other = await request(ours, path, { method: 'DELETE' })
      expect([path, other.status, other.headers.get('allow')]).toEqual([path, 405, 'GET, HEAD'])
    }
  })

  it('carries the headers that browsers are told to obey', async () => {
    const call = await as(user)
    const { send, call: attach, newOrder } = await startAttaching(started)
    const { id } = await attached(await send(await newOrder(), 'page.pdf', pdf()))
    const responses = await Promise.all([
      attach(`/api/attachments/${id}`),
      call('/api/orders/export'),
      call('/api/orders', { method: 'POST', body: { comment: 'x'.repeat(200_000) } }),
      request(ours, '/assets/web-1.js', { headers: { range: 'bytes=99999999-' } }),
      request(ours, '/assets/web-1.js', { method: 'DELETE' }),
      request(ours, '/api/brand'),
      call('/api/orders'),
      request(ours, '/api/nothing'),
      request(ours, '/api/orders'),
      request(ours, '/login'),
      request(ours, '/assets/web-1.js'),
      request(ours, '/auth', { body: '{' }),
    ])
    for (const { headers, url, status } of responses) {
      const where = `${status} ${url}`
      expect(headers.get('x-content-type-options'), where).toBe('nosniff')
      expect(headers.get('strict-transport-security'), where).toMatch(/max-age=63072000; includeSubDomains/)
      expect(headers.get('referrer-policy'), where).toBe('same-origin')
      expect(headers.get('cross-origin-opener-policy'), where).toBe('same-origin')
      expect(headers.get('cross-origin-resource-policy'), where).toBe('same-origin')
      expect(headers.get('content-type'), where).toMatch(/; ?charset=utf-8|^application\/pdf$/i)
      expect(headers.get('content-security-policy'), where).toContain("default-src 'none'")
      expect(headers.get('x-request-id'), where).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/)
      expect(headers.get('server')).toBeNull()
      expect(headers.get('x-powered-by')).toBeNull()
    }
  })

  it('keeps answers about someone out of every cache', async () => {
    const call = await as(user)
    expect((await call('/api/orders')).headers.get('cache-control')).toBe('no-store')
    expect((await call('/api/account/sessions')).headers.get('cache-control')).toBe('no-store')
    expect((await request(ours, '/api/brand')).headers.get('vary')).toContain('Host')
  })

  it('answers refusals as problem+json without internals', async () => {
    const call = await as(user)
    const refusals = await Promise.all([
      request(ours, '/auth', { body: '{"login":' }),
      request(ours, '/auth', { body: '{}', headers: { 'content-type': 'text/xml' } }),
      call('/api/orders?page=0'),
      call('/api/orders?sort_by=password_hash'),
      call("/api/orders?search=%00&statuses='%20or%20true--"),
      call('/api/orders/not-an-id'),
      request(ours, `/api/orders?search=${'x'.repeat(5_000)}`),
      request(ours, '/auth', { body: JSON.stringify({ login: 'x'.repeat(200_000), password: 'x' }) }),
      request(ours, '/auth', { body: '['.repeat(10_000) }),
      request(ours, '/auth', { body: JSON.stringify({ login: 'a\u0000b', password: 'x' }) }),
      call('/api/account/language', {
        method: 'PATCH',
        body: '{"language":"fr"}',
        headers: { 'content-type': 'application/json' },
      }),
    ])
    expect(refusals.map(({ status }) => status)).toEqual([400, 415, 422, 422, 422, 404, 414, 413, 400, 422, 415])
    for (const response of refusals) {
      expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
      const body = await response.text()
      expect(JSON.parse(body)).toMatchObject({
        status: response.status,
        type: expect.stringMatching(/^urn:portal:problem:/),
      })
      expect(body).not.toMatch(/select |node_modules|\.ts\b|stack|password_hash/)
    }
  })

  it('probes are answered without a laboratory', async () => {
    for (const path of ['/healthz', '/readyz'])
      expect((await request({ host: '10.0.0.1' }, path)).status, path).toBe(200)
  })
})
