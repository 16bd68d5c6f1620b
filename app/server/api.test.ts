import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint, Need } from '#kit/contract.ts'
import { addDays } from '#kit/day.ts'
import { type Right, rightsOf, staffRoles } from '#tenancy/rights.ts'
import { bodyFor, isForStaff } from '#test/bodies.ts'
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

type Operation = { 'x-needs': string; responses: Record<string, unknown>; security: unknown[] }
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

  it('says for each call what it needs: the written matrix', async () => {
    const { paths } = await description()
    const matrix = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { 'x-needs': needs }]) => `${method.toUpperCase()} ${path}: ${needs}`),
    )
    expect(matrix.toSorted()).toMatchInlineSnapshot(`
      [
        "DELETE /api/absences/{id}: absences",
        "DELETE /api/account/changes/{id}: account",
        "DELETE /api/account/colleagues/{id}/invitation: colleagues",
        "DELETE /api/account/erasure: account",
        "DELETE /api/account/passkeys/{id}: session",
        "DELETE /api/account/sessions/{id}: session",
        "DELETE /api/account/sessions: session",
        "DELETE /api/attachments/{id}: cases",
        "DELETE /api/calendar: portal",
        "DELETE /api/order-draft: order",
        "DELETE /api/order-templates/{id}: order",
        "DELETE /api/rides/{id}: rides",
        "DELETE /api/staff/orders/{id}/patient-name: practices",
        "DELETE /api/staff/people/{id}/invitation: practices",
        "DELETE /api/staff/team/{id}/invitation: staff",
        "GET /api/absences: absences",
        "GET /api/account/colleagues: colleagues",
        "GET /api/account/erasure: account",
        "GET /api/account/notices: portal",
        "GET /api/account/passkeys: session",
        "GET /api/account/second-factor: first_factor",
        "GET /api/account/sessions: session",
        "GET /api/account: account",
        "GET /api/attachments/{id}: cases",
        "GET /api/available-supplies: supplies",
        "GET /api/brand/images/{name}: nothing",
        "GET /api/brand: nothing",
        "GET /api/calendar/{secret}: nothing",
        "GET /api/calendar: portal",
        "GET /api/catalogue: portal",
        "GET /api/dashboard: portal",
        "GET /api/events: session",
        "GET /api/invoices/archive: invoices",
        "GET /api/invoices/export: invoices",
        "GET /api/invoices/statement: invoices",
        "GET /api/invoices/summary: invoices",
        "GET /api/invoices/{id}/document: invoices",
        "GET /api/invoices/{id}/receipt: invoices",
        "GET /api/invoices/{id}: invoices",
        "GET /api/invoices: invoices",
        "GET /api/openapi.json: session",
        "GET /api/order-draft/attachments: cases",
        "GET /api/order-draft: order",
        "GET /api/order-prescribers: order",
        "GET /api/order-templates: order",
        "GET /api/orders/{id}/attachments: cases",
        "GET /api/orders/{id}/messages: cases",
        "GET /api/orders/{id}/traceability-sheet: cases",
        "GET /api/orders/{id}: cases",
        "GET /api/orders: cases",
        "GET /api/payment-modes: pay",
        "GET /api/payments/{id}: pay",
        "GET /api/payments: pay",
        "GET /api/rides: rides",
        "GET /api/staff/account-changes: practices",
        "GET /api/staff/attachments/{id}: production",
        "GET /api/staff/audit/cases/{id}/readers: audit",
        "GET /api/staff/audit/cases: audit",
        "GET /api/staff/billing/practices/{id}: billing",
        "GET /api/staff/billing/practices: billing",
        "GET /api/staff/billing/reminders: billing",
        "GET /api/staff/billing/runs: billing",
        "GET /api/staff/billing/settings: billing",
        "GET /api/staff/erasures: practices",
        "GET /api/staff/feedback: feedback",
        "GET /api/staff/invoices/archive: billing",
        "GET /api/staff/invoices/export: billing",
        "GET /api/staff/invoices/{id}/document: billing",
        "GET /api/staff/invoices/{id}/receipt: billing",
        "GET /api/staff/invoices/{id}: billing",
        "GET /api/staff/invoices: billing",
        "GET /api/staff/mails: mails",
        "GET /api/staff/practices/{id}/statement: billing",
        "GET /api/staff/practices: practices",
        "GET /api/staff/removals: audit",
        "GET /api/staff/signup-requests/{id}: practices",
        "GET /api/staff/signup-requests: practices",
        "GET /api/staff/team/security: staff",
        "GET /api/staff/team: staff",
        "GET /api/staff/transfers: billing",
        "GET /api/staff/waiting: console",
        "GET /api/supply-orders: supplies",
        "GET /api/unread: cases",
        "GET /healthz: nothing",
        "GET /readyz: nothing",
        "GET /sandbox-payments/{id}: nothing",
        "GET /unsubscribe/{token}/{scope}: nothing",
        "PATCH /api/account/colleagues/{id}: colleagues",
        "PATCH /api/account/contact-information: account",
        "PATCH /api/account/delivery-instruction: account",
        "PATCH /api/account/language: language",
        "PATCH /api/account/notices: portal",
        "PATCH /api/account/passkeys/{id}: session",
        "PATCH /api/account/personal-information: account",
        "PATCH /api/order-templates/{id}: order",
        "POST /api/absences: absences",
        "POST /api/account/colleagues/{id}/address: colleagues",
        "POST /api/account/colleagues/{id}/invitation: colleagues",
        "POST /api/account/erasure: account",
        "POST /api/account/export: session",
        "POST /api/account/passkeys/challenge: session",
        "POST /api/account/passkeys: session",
        "POST /api/account/password: session",
        "POST /api/account/practice-export: colleagues",
        "POST /api/account/second-factor/confirmation: first_factor",
        "POST /api/account/second-factor/recovery-codes: session",
        "POST /api/account/second-factor/removal: session",
        "POST /api/account/second-factor: first_factor",
        "POST /api/account: colleagues",
        "POST /api/calendar: portal",
        "POST /api/csp-reports: nothing",
        "POST /api/feedback: portal",
        "POST /api/invoices/{id}/answer: invoices",
        "POST /api/order-draft/attachments: cases",
        "POST /api/order-templates: order",
        "POST /api/orders/promise: order",
        "POST /api/orders/{id}/attachments: cases",
        "POST /api/orders/{id}/cancel: cases",
        "POST /api/orders/{id}/hold-answer: cases",
        "POST /api/orders/{id}/messages: cases",
        "POST /api/orders/{id}/problems: cases",
        "POST /api/orders/{id}/read: cases",
        "POST /api/orders: order",
        "POST /api/passkeys/challenge: nothing",
        "POST /api/passkeys/sign-in: nothing",
        "POST /api/password-resets/confirm: nothing",
        "POST /api/password-resets/look: nothing",
        "POST /api/password-resets: nothing",
        "POST /api/payments/events/{provider}: nothing",
        "POST /api/payments/{id}/cancel: pay",
        "POST /api/payments/{id}/checkout: pay",
        "POST /api/payments: pay",
        "POST /api/rides: rides",
        "POST /api/signup: nothing",
        "POST /api/staff/account-changes/{id}/apply: practices",
        "POST /api/staff/account-changes/{id}/refuse: practices",
        "POST /api/staff/bank-files: billing",
        "POST /api/staff/billing/runs/{id}/resume: billing",
        "POST /api/staff/billing/runs: billing",
        "POST /api/staff/erasures/{id}/carry-out: practices",
        "POST /api/staff/erasures/{id}/refuse: practices",
        "POST /api/staff/initial-balances: billing",
        "POST /api/staff/invoices/{id}/confirm: billing",
        "POST /api/staff/invoices/{id}/credit: billing",
        "POST /api/staff/invoices/{id}/decision: billing",
        "POST /api/staff/invoices/{id}/set-against: billing",
        "POST /api/staff/invoices: billing",
        "POST /api/staff/orders/{id}/messages: production",
        "POST /api/staff/orders/{id}/statement: sheets",
        "POST /api/staff/orders/{id}/status: production",
        "POST /api/staff/payments/{id}/refunds: billing",
        "POST /api/staff/payments: billing",
        "POST /api/staff/people/{id}/access: practices",
        "POST /api/staff/people/{id}/address: practices",
        "POST /api/staff/people/{id}/invitation: practices",
        "POST /api/staff/people/{id}/link: practices",
        "POST /api/staff/people/{id}/second-factor-removal: practices",
        "POST /api/staff/practices: practices",
        "POST /api/staff/rides/{id}/status: delivery",
        "POST /api/staff/signup-requests/{id}/approve: practices",
        "POST /api/staff/signup-requests/{id}/join: practices",
        "POST /api/staff/signup-requests/{id}/refuse: practices",
        "POST /api/staff/supply-orders/{id}/status: delivery",
        "POST /api/staff/team/security: staff",
        "POST /api/staff/team/{id}/access: staff",
        "POST /api/staff/team/{id}/address: staff",
        "POST /api/staff/team/{id}/invitation: staff",
        "POST /api/staff/team/{id}/link: staff",
        "POST /api/staff/team/{id}/role: staff",
        "POST /api/staff/team/{id}/second-factor-removal: staff",
        "POST /api/staff/team: staff",
        "POST /api/staff/transfers/received: billing",
        "POST /api/staff/transfers/{id}/withdraw: billing",
        "POST /api/supply-orders: supplies",
        "POST /api/token/invalidate: nothing",
        "POST /api/token/refresh: nothing",
        "POST /auth/second-factor: nothing",
        "POST /auth: nothing",
        "POST /sandbox-payments/{id}: nothing",
        "POST /unsubscribe/{token}/{scope}: nothing",
        "PUT /api/order-draft: order",
        "PUT /api/staff/billing/cases/{id}/prices: billing",
        "PUT /api/staff/billing/reminders: billing",
        "PUT /api/staff/billing/settings: billing",
        "PUT /api/staff/orders/{id}/materials: sheets",
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
    const { method, rawBody, bodyTypes } = endpoint
    if (rawBody) return { method, body: ' ', headers: { 'content-type': bodyTypes?.[0] ?? '' } }
    const body = bodyFor(endpoint)
    return { method, ...(body ? { body } : {}) }
  }

  it('that needs someone refuses a stranger', async () => {
    for (const endpoint of endpoints) {
      if (endpoint.needs === 'nothing') continue
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
    const { id: passkey } = await make.passkey(owner)
    // A practice that is asked for twice has them on another day.
    daysTaken += 1
    const day = addDays('2098-01-01', daysTaken)
    const { id: absence } = await make.absence(practice, day, day)
    const { id: ride } = await make.ride(practice, day, 'AM')
    const { name } = await make.supply(practice.laboratory)
    const { id: supplyOrder } = await make.supplyOrder(practice, [name])
    return { order, template, attachment, session, passkey, absence, ride, supplyOrder }
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
    const manager = await make.user(practice, { account_type: 'manager' })
    const callers = { practice: await as(manager), staff: await as(await make.user(ours)) }
    const [foreign, neighbours] = [
      await thingsOf(await make.practice(theirs)),
      await thingsOf(await make.practice(ours)),
    ]
    const before = [await heldBy(theirs), await heldBy(ours)]
    for (const endpoint of endpoints.filter(({ path }) => path.includes(':id'))) {
      const where = `${endpoint.method} ${endpoint.path}`
      const answerTo = async (call: (typeof callers)['staff'], id: string) => {
        const response = await call(concrete(endpoint.path, id), sending(endpoint))
        const { requestId, ...body } = await problemOf(response)
        return { status: response.status, body }
      }
      // The laboratory's own people act for all of its practices, and for no other laboratory's.
      const isStaffs = isForStaff(endpoint)
      const ids = [...Object.values(foreign), ...(isStaffs ? [] : Object.values(neighbours))]
      const unknown = await answerTo(callers[isStaffs ? 'staff' : 'practice'], randomUUID())
      expect(unknown.status, where).toBe(404)
      for (const id of ids) expect(await answerTo(callers[isStaffs ? 'staff' : 'practice'], id), where).toEqual(unknown)
      if (isStaffs) expect((await answerTo(callers.practice, neighbours.order)).status, where).toBe(403)
    }
    expect([await heldBy(theirs), await heldBy(ours)]).toEqual(before)
  })

  it('is refused to whoever lacks what it needs, and to nobody else: each call, as each kind of user', async () => {
    const { order } = await thingsOf(practice)
    const member = { kind: 'practice', accountType: 'doctor', isDLCPM: false, isPracticeDoctor: false } as const
    type Kind = readonly [readonly Right[], TestPractice | TestLaboratory, Record<string, unknown>]
    const kinds: Record<string, Kind> = {
      manager: [rightsOf({ ...member, accountType: 'manager' }), practice, { account_type: 'manager' }],
      doctor: [rightsOf(member), practice, {}],
      isDLCPM: [rightsOf({ ...member, isDLCPM: true }), practice, { is_dlcpm: true }],
      isPracticeDoctor: [rightsOf({ ...member, isPracticeDoctor: true }), practice, { is_practice_doctor: true }],
      ...Object.fromEntries(
        staffRoles.map(role => [role, [rightsOf({ kind: 'staff', role }), ours, { role }] as const]),
      ),
    }
    const wrong: string[] = []
    const tried = Object.entries(kinds).map(async ([kind, [rights, of, values]]) => {
      const call = await as(await make.user(of, values))
      for (const endpoint of endpoints) {
        const { method, path, needs } = endpoint
        if (needs === 'nothing') continue
        const { status } = await call(concrete(path, order), sending(endpoint))
        const isAllowed = needs === 'session' || needs === 'first_factor' || rights.includes(needs)
        if ((status === 403) === isAllowed) wrong.push(`${kind}: ${method} ${path}, which needs ${needs}, ${status}`)
        expect(status, `${kind}: ${method} ${path}`).not.toBe(401)
      }
    })
    await Promise.all(tried)
    expect(wrong).toEqual([])
  })

  it('of the laboratory’s side needs a right that no practice has, and the practices’ one that no staff has', () => {
    const member = { kind: 'practice', accountType: 'manager', isDLCPM: false, isPracticeDoctor: false } as const
    const [theirs, ours] = [rightsOf(member), rightsOf({ kind: 'staff', role: 'administrator' })]
    const isShared = (needs: Need) =>
      needs === 'nothing' ||
      needs === 'session' ||
      needs === 'first_factor' ||
      (theirs.includes(needs) && ours.includes(needs))
    const misplaced = endpoints.filter(
      endpoint => !isShared(endpoint.needs) && ours.includes(endpoint.needs as Right) !== isForStaff(endpoint),
    )
    expect(misplaced.map(({ path }) => path)).toEqual([])
    expect(endpoints.filter(endpoint => isForStaff(endpoint) && isShared(endpoint.needs))).toEqual([])
  })

  it('does not let a caller set what is not asked for', async () => {
    const manager = await make.user(practice, { account_type: 'manager' })
    const callers = { practice: await as(manager), staff: await as(await make.user(ours)) }
    const { order } = await thingsOf(practice)
    const before = await heldBy(ours)
    const surplus = JSON.parse(
      `{"brandId":"x","practiceId":"x","accountType":"doctor","isDLCPM":true,"paid":true,"userId":"x","id":"x",
        "code":"x","officeAddress":"x","totalCents":1,"createdBy":"x","isFromLaboratory":true,
        "constructor":{"prototype":{"polluted":true}},"toString":"x"}`,
    ) as Record<string, unknown>
    for (const endpoint of endpoints) {
      const body = bodyFor(endpoint)
      if (!body || body instanceof FormData || endpoint.needs === 'nothing') continue
      const call = callers[isForStaff(endpoint) ? 'staff' : 'practice']
      const where = `${endpoint.method} ${endpoint.path}`
      for (const [name, value] of Object.entries(surplus).filter(([name]) => !Object.hasOwn(body, name))) {
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
      client.query('select account_type, is_dlcpm, language from users where id = $1', [manager.id]),
    )
    expect(rows).toEqual([{ account_type: 'manager', is_dlcpm: false, language: 'fr' }])
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
