import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '#kit/contract.ts'
import { addDays } from '#kit/day.ts'
import { bodyFor } from '#test/bodies.ts'
import { problemOf, startTestApp } from '#test/harness.ts'
import type { TestLaboratory, TestPractice, TestUser } from '#test/make.ts'

const { app, make, request, as } = startTestApp()
const { endpoints } = app.api

let ours: TestLaboratory
let theirs: TestLaboratory
let practice: TestPractice
let user: TestUser
beforeAll(async () => {
  ours = await make.laboratory()
  theirs = await make.laboratory()
  practice = await make.practice(ours)
  user = await make.user(practice)
})

type Operation = { 'x-guard': string; responses: Record<string, unknown>; security: unknown[] }
const description = async () =>
  (await (await (await as(user))('/api/openapi.json')).json()) as {
    openapi: string
    paths: Record<string, Record<string, Operation>>
  }

describe('the description of the interface', () => {
  it('names exactly what is served', async () => {
    const { openapi, paths } = await description()
    expect(openapi).toBe('3.1.0')
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map(method => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
    )
    const served = app.api.http.routes
      .filter(({ method, path }) => method !== 'ALL' && path !== '/*' && !path.startsWith('/feedback-'))
      .map(({ method, path }) => `${method} ${path}`)
    expect(described.toSorted()).toEqual([...new Set(served)].toSorted())
    expect(described).toHaveLength(endpoints.length)
  })

  it('is shown to whoever is signed in, and to no stranger', async () => {
    expect((await request(ours, '/api/openapi.json')).status).toBe(401)
    expect((await (await as(await make.user(ours)))('/api/openapi.json')).status).toBe(200)
  })

  it('says for each call who may make it: the written matrix', async () => {
    const { paths } = await description()
    const matrix = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { 'x-guard': guard }]) => `${method.toUpperCase()} ${path}: ${guard}`),
    )
    expect(matrix.toSorted()).toMatchInlineSnapshot(`
      [
        "DELETE /api/absences/{id}: practice, not isPracticeDoctor",
        "DELETE /api/account/sessions/{id}: signed in",
        "DELETE /api/attachments/{id}: practice",
        "DELETE /api/calendar: practice",
        "DELETE /api/order-draft: practice, not isDLCPM",
        "DELETE /api/order-templates/{id}: practice, not isDLCPM",
        "DELETE /api/rides/{id}: practice",
        "GET /api/absences: practice, not isPracticeDoctor",
        "GET /api/account/sessions: signed in",
        "GET /api/attachments/{id}: practice",
        "GET /api/available-supplies: practice",
        "GET /api/brand/images/{name}: anyone",
        "GET /api/brand: anyone",
        "GET /api/calendar/{secret}: anyone",
        "GET /api/calendar: practice",
        "GET /api/catalogue: practice",
        "GET /api/dashboard: practice",
        "GET /api/events: signed in",
        "GET /api/openapi.json: signed in",
        "GET /api/order-draft/attachments: practice",
        "GET /api/order-draft: practice, not isDLCPM",
        "GET /api/order-prescribers: practice, not isDLCPM",
        "GET /api/order-templates: practice, not isDLCPM",
        "GET /api/orders/{id}/attachments: practice",
        "GET /api/orders/{id}/messages: practice",
        "GET /api/orders/{id}/traceability-sheet: practice",
        "GET /api/orders/{id}: practice",
        "GET /api/orders: practice",
        "GET /api/rides: practice",
        "GET /api/staff/attachments/{id}: staff",
        "GET /api/staff/feedback: staff",
        "GET /api/staff/waiting: staff",
        "GET /api/supply-orders: practice",
        "GET /healthz: anyone",
        "GET /readyz: anyone",
        "PATCH /api/account/language: signed in, not isDLCPM",
        "PATCH /api/order-templates/{id}: practice, not isDLCPM",
        "POST /api/absences: practice, not isPracticeDoctor",
        "POST /api/calendar: practice",
        "POST /api/csp-reports: anyone",
        "POST /api/feedback: practice",
        "POST /api/order-draft/attachments: practice",
        "POST /api/order-templates: practice, not isDLCPM",
        "POST /api/orders/promise: practice, not isDLCPM",
        "POST /api/orders/{id}/attachments: practice",
        "POST /api/orders/{id}/cancel: practice",
        "POST /api/orders/{id}/hold-answer: practice",
        "POST /api/orders/{id}/messages: practice",
        "POST /api/orders/{id}/problems: practice",
        "POST /api/orders: practice, not isDLCPM",
        "POST /api/rides: practice",
        "POST /api/staff/orders/{id}/messages: staff",
        "POST /api/staff/orders/{id}/statement: staff",
        "POST /api/staff/orders/{id}/status: staff",
        "POST /api/staff/rides/{id}/status: staff",
        "POST /api/staff/supply-orders/{id}/status: staff",
        "POST /api/supply-orders: practice",
        "POST /api/token/invalidate: anyone",
        "POST /api/token/refresh: anyone",
        "POST /auth: anyone",
        "PUT /api/order-draft: practice, not isDLCPM",
        "PUT /api/staff/orders/{id}/materials: staff",
      ]
    `)
  })

  it('closes every object of every reply', async () => {
    const { paths } = await description()
    const open: string[] = []
    const walk = (schema: unknown, where: string) => {
      if (typeof schema !== 'object' || schema === null) return
      if ('properties' in schema && !('additionalProperties' in schema && schema.additionalProperties === false))
        open.push(where)
      for (const [key, value] of Object.entries(schema)) walk(value, `${where}.${key}`)
    }
    for (const [path, methods] of Object.entries(paths))
      for (const [method, { responses }] of Object.entries(methods))
        for (const [status, reply] of Object.entries(responses))
          if (status.startsWith('2')) walk(reply, `${method} ${path}`)
    expect(open).toEqual([])
  })
})

describe('every call', () => {
  const concrete = (path: string, id: string = randomUUID()) => path.replace(':id', id).replace(':name', 'x.png')

  const sending = (endpoint: Endpoint) => {
    const body = bodyFor(endpoint)
    return { method: endpoint.method, ...(body ? { body } : {}) }
  }

  it('that needs someone refuses a stranger', async () => {
    for (const { endpoint, guard } of endpoints) {
      if (guard === 'anyone') continue
      const response = await request(ours, concrete(endpoint.path), sending(endpoint))
      expect(response.status, `${endpoint.method} ${endpoint.path}`).toBe(401)
    }
  })

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
      '/.git/config',
      '/.env',
      '/a/.git/HEAD',
      '/web.js.map',
    ])
      expect((await request(ours, path)).status, path).toBe(404)
  })

  let daysTaken = 0
  /** One row of everything that has an address, and what a laboratory holds of it all. */
  async function thingsOf(practice: TestPractice) {
    const { id: brand_id } = practice.laboratory
    const owner = await make.user(practice)
    const { id: order } = await make.order(practice, { ordered_by: owner.id })
    const [template, attachment, session] = [randomUUID(), randomUUID(), randomUUID()]
    const ofPractice = { brand_id, practice_id: practice.id, created_by: owner.id }
    await make.insert(brand_id, 'order_templates', { ...ofPractice, id: template, name: template, content: '{}' })
    const file = { name: 'a.pdf', type: 'pdf', state: 'ready', size: 1, sha256: Buffer.alloc(32) }
    await make.insert(brand_id, 'attachments', { ...ofPractice, ...file, id: attachment, order_id: order })
    const signedIn = { brand_id, user_id: owner.id, id: session, refresh_seed: Buffer.alloc(32) }
    await make.insert(brand_id, 'sessions', signedIn)
    // A practice that is asked for twice has them on another day.
    daysTaken += 1
    const day = addDays('2098-01-01', daysTaken)
    const { id: absence } = await make.absence(practice, day, day)
    const { id: ride } = await make.ride(practice, day, 'AM')
    const { name } = await make.supply(practice.laboratory)
    const { id: supplyOrder } = await make.supplyOrder(practice, [name])
    return { order, template, attachment, session, absence, ride, supplyOrder }
  }
  const heldBy = ({ id }: TestLaboratory) =>
    make.within(id, async client => {
      const { rows: tables } = await client.query<{ name: string }>(
        `select table_name as name from information_schema.columns
         where table_schema = 'public' and column_name = 'brand_id' and table_name not in ('audit_events', 'audit_heads') order by 1`,
      )
      const held: Record<string, unknown> = {}
      for (const { name } of tables) {
        const { rows } = await client.query(
          `select md5(string_agg(t::text, '' order by t::text)) as sum from ${name} t where brand_id = $1`,
          [id],
        )
        held[name] = rows[0].sum
      }
      return held
    })

  it('of one laboratory or practice finds nothing of another’s, in the same words as for what never was', async () => {
    const callers = { practice: await as(user), staff: await as(await make.user(ours)) }
    const [foreign, neighbours] = [
      await thingsOf(await make.practice(theirs)),
      await thingsOf(await make.practice(ours)),
    ]
    const before = [await heldBy(theirs), await heldBy(ours)]
    for (const { endpoint, guard } of endpoints.filter(({ endpoint }) => endpoint.path.includes(':id'))) {
      const where = `${endpoint.method} ${endpoint.path}`
      const answerTo = async (call: (typeof callers)['staff'], id: string) => {
        const response = await call(concrete(endpoint.path, id), sending(endpoint))
        const { requestId, ...body } = await problemOf(response)
        return { status: response.status, body }
      }
      // The laboratory's own people act for all of its practices, and for no other laboratory's.
      const isForStaff = guard.startsWith('staff')
      const ids = [...Object.values(foreign), ...(isForStaff ? [] : Object.values(neighbours))]
      const unknown = await answerTo(callers[isForStaff ? 'staff' : 'practice'], randomUUID())
      expect(unknown.status, where).toBe(404)
      for (const id of ids)
        expect(await answerTo(callers[isForStaff ? 'staff' : 'practice'], id), where).toEqual(unknown)
      if (isForStaff) expect((await answerTo(callers.practice, neighbours.order)).status, where).toBe(403)
    }
    expect([await heldBy(theirs), await heldBy(ours)]).toEqual(before)
  })

  it('is open to every role but where the matrix shuts one out', async () => {
    const { order } = await thingsOf(practice)
    const shutOut: Record<string, string[]> = {}
    for (const [role, values] of Object.entries({
      manager: { account_type: 'manager' },
      isDLCPM: { is_dlcpm: true },
      isPracticeDoctor: { is_practice_doctor: true },
    })) {
      for (const { endpoint, guard } of endpoints) {
        if (guard === 'anyone' || guard === 'staff') continue
        const call = await as(await make.user(practice, values))
        const { status } = await call(concrete(endpoint.path, order), sending(endpoint))
        if (status === 403) shutOut[role] = [...(shutOut[role] ?? []), `${endpoint.method} ${endpoint.path}`]
      }
    }
    expect(shutOut).toEqual({
      isDLCPM: [
        'PATCH /api/account/language',
        'POST /api/orders/promise',
        'POST /api/orders',
        'GET /api/order-draft',
        'PUT /api/order-draft',
        'DELETE /api/order-draft',
        'GET /api/order-templates',
        'POST /api/order-templates',
        'PATCH /api/order-templates/:id',
        'DELETE /api/order-templates/:id',
        'GET /api/order-prescribers',
      ],
      isPracticeDoctor: ['GET /api/absences', 'POST /api/absences', 'DELETE /api/absences/:id'],
    })
  })

  it('does not let a caller set what is not asked for', async () => {
    const callers = { practice: await as(user), staff: await as(await make.user(ours)) }
    const { order } = await thingsOf(practice)
    const before = await heldBy(ours)
    const surplus = JSON.parse(
      `{"brandId":"x","practiceId":"x","accountType":"manager","isDLCPM":true,"paid":true,"userId":"x","id":"x",
        "code":"x","officeAddress":"x","totalCents":1,"createdBy":"x","isFromLaboratory":true,
        "constructor":{"prototype":{"polluted":true}},"toString":"x"}`,
    ) as Record<string, unknown>
    for (const { endpoint, guard } of endpoints) {
      const body = bodyFor(endpoint)
      if (!body || body instanceof FormData || guard === 'anyone') continue
      const call = callers[guard.startsWith('staff') ? 'staff' : 'practice']
      const where = `${endpoint.method} ${endpoint.path}`
      for (const [name, value] of Object.entries(surplus)) {
        const sent = { method: endpoint.method, body: { ...body, [name]: value } }
        const refused = await problemOf(await call(concrete(endpoint.path, order), sent))
        expect([refused.status, refused.errors], `${where} ${name}`).toEqual([
          422,
          [{ path: name, code: 'not_allowed' }],
        ])
      }
      // JSON's own way to a prototype: refused or dropped, never followed.
      const polluting = JSON.stringify(body).replace(/^\{/, '{"__proto__":{"polluted":true,"status":"shipped"},')
      const response = await call(concrete(endpoint.path, randomUUID()), { method: endpoint.method, body: polluting })
      expect(response.status, where).toBeLessThan(500)
      expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    }
    const after = await heldBy(ours)
    // What was dropped from the language, a draft or a template has been taken as it should be.
    for (const table of ['orders', 'order_products', 'order_events', 'order_messages', 'order_problems', 'practices'])
      expect(after[table], table).toBe(before[table])
    const { rows } = await make.within(ours.id, client =>
      client.query('select account_type, is_dlcpm, language from users where id = $1', [user.id]),
    )
    expect(rows).toEqual([{ account_type: 'doctor', is_dlcpm: false, language: 'fr' }])
  })

  it('carries the headers that browsers are told to obey', async () => {
    const call = await as(user)
    const responses = await Promise.all([
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
      expect(headers.get('content-type'), where).toMatch(/; ?charset=utf-8/i)
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

  it('two laboratories asked a thousand times over never mix', async () => {
    const other = await make.practice(theirs)
    const [ourCode, theirCode] = [(await make.order(practice)).code, (await make.order(other)).code]
    const [asOurs, asTheirs] = [await as(user), await as(await make.user(other))]
    let asked = 0
    const wrong: string[] = []
    const askers = Array.from({ length: 20 }, async () => {
      while (asked < 1_000) {
        asked += 1
        const isOurs = asked % 2 === 0
        const text = await (await (isOurs ? asOurs : asTheirs)('/api/orders')).text()
        const [wanted, foreign] = isOurs ? [ourCode, theirCode] : [theirCode, ourCode]
        if (!text.includes(wanted) || text.includes(foreign)) wrong.push(text)
      }
    })
    await Promise.all(askers)
    expect(wrong).toEqual([])
  })

  it('for staff only, or for practices only, refuses the other side', async () => {
    const staff = await as(await make.user(ours))
    expect((await staff('/api/orders')).status).toBe(403)
    expect((await staff('/api/account/sessions')).status).toBe(200)
  })

  it('probes are answered without a laboratory', async () => {
    for (const path of ['/healthz', '/readyz'])
      expect((await request({ host: '10.0.0.1' }, path)).status, path).toBe(200)
  })
})
