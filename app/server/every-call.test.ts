import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint, Need } from '#kit/contract.ts'
import { addDays } from '#kit/day.ts'
import { type Right, rightsOf, staffRoles } from '#tenancy/rights.ts'
import { programOf } from '#test/asking-as-program.ts'
import { bodyFor, isForPrograms, isForStaff, questionFor } from '#test/bodies.ts'
import { noCreatingRates, problemOf, startTestApp } from '#test/harness.ts'
import { heldBy } from '#test/held.ts'
import type { TestLaboratory, TestPractice, TestUser } from '#test/make.ts'

const testApp = startTestApp({ creatingRates: noCreatingRates })
const { app, make, request, as } = testApp
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

// The number of calls grows with each feature: this only catches a hang.
describe('every call', { timeout: 300_000 }, () => {
  const concrete = (path: string, id: string = randomUUID()) =>
    path
      .replace(':id', id)
      .replace(/:\w+Id/, id)
      .replace(':name', 'x.png')

  /** The audience of a call. */
  const sideOf = (endpoint: Endpoint) =>
    isForPrograms(endpoint) ? 'program' : isForStaff(endpoint) ? 'staff' : 'practice'
  async function callersOf(practice: TestPractice) {
    const manager = await make.user(practice, { account_type: 'manager' })
    const staff = await as(await make.user(practice.laboratory))
    const { key } = await programOf(testApp, practice.laboratory)
    const program: typeof staff = (path, options = {}) =>
      request(practice.laboratory, path, {
        ...options,
        headers: { authorization: `Bearer ${key}`, ...options.headers },
      })
    return { manager, callers: { practice: await as(manager), staff, program } }
  }

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

  let daysTaken = 0
  /** One row of everything that has an address, in one practice. */
  async function thingsOf(practice: TestPractice) {
    const { id: brand_id } = practice.laboratory
    const owner = await make.user(practice)
    const { id: order } = await make.order(practice, { ordered_by: owner.id })
    const [template, attachment, session, view] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
    const ofPractice = { brand_id, practice_id: practice.id, created_by: owner.id }
    await make.insert(brand_id, 'order_templates', { ...ofPractice, id: template, name: template, content: '{}' })
    await make.insert(brand_id, 'case_views', {
      brand_id,
      user_id: owner.id,
      id: view,
      name: 'Retardés',
      content: '{}',
    })
    const file = { name: 'a.pdf', type: 'pdf', state: 'ready', size: 1, sha256: Buffer.alloc(32) }
    await make.insert(brand_id, 'attachments', { ...ofPractice, ...file, id: attachment, order_id: order })
    const signedIn = { brand_id, user_id: owner.id, id: session, refresh_seed: Buffer.alloc(32) }
    await make.insert(brand_id, 'sessions', signedIn)
    const { id: passkey } = await make.passkey(owner)
    // A second call for the same practice needs other days.
    daysTaken += 1
    const day = addDays('2098-01-01', daysTaken)
    const { id: absence } = await make.absence(practice, day, day)
    const { id: ride } = await make.ride(practice, day, 'AM')
    const { name } = await make.supply(practice.laboratory)
    const { id: supplyOrder } = await make.supplyOrder(practice, [name])
    return { order, template, view, attachment, session, passkey, absence, ride, supplyOrder }
  }

  it('of one laboratory or practice finds nothing of another’s, in the same words as for what never was', async () => {
    const { callers } = await callersOf(practice)
    const [foreign, neighbours] = [
      await thingsOf(await make.practice(theirs)),
      await thingsOf(await make.practice(ours)),
    ]
    // Its key is noted as seen once in ten minutes, also by a call that finds nothing.
    await callers.program(concrete('/api/integration/v1/orders/:name'))
    const before = [await heldBy(make, theirs), await heldBy(make, ours)]
    for (const endpoint of endpoints.filter(({ path }) => path.includes(':id'))) {
      const where = `${endpoint.method} ${endpoint.path}`
      const answerTo = async (call: (typeof callers)['staff'], id: string) => {
        const response = await call(concrete(endpoint.path, id) + questionFor(endpoint), sending(endpoint))
        const { requestId, ...body } = await problemOf(response)
        return { status: response.status, body }
      }
      // Staff act for all practices of their laboratory, but for no other laboratory's.
      const side = sideOf(endpoint)
      const ids = [...Object.values(foreign), ...(side === 'practice' ? Object.values(neighbours) : [])]
      const unknown = await answerTo(callers[side], randomUUID())
      expect(unknown.status, where).toBe(404)
      for (const id of ids) expect(await answerTo(callers[side], id), where).toEqual(unknown)
      if (side === 'staff') expect((await answerTo(callers.practice, neighbours.order)).status, where).toBe(403)
    }
    expect([await heldBy(make, theirs), await heldBy(make, ours)]).toEqual(before)
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
        // Calls for programs accept no session.
        if (needs === 'nothing' || isForPrograms(endpoint)) continue
        const { status, body } = await call(concrete(path, order), sending(endpoint))
        // A streamed answer would keep its turn from later tests.
        await body?.cancel()
        const isAllowed = needs === 'session' || needs === 'first_factor' || rights.includes(needs)
        if ((status === 403) === isAllowed) wrong.push(`${kind}: ${method} ${path}, which needs ${needs}, ${status}`)
        expect(status, `${kind}: ${method} ${path}`).not.toBe(401)
      }
    })
    await Promise.all(tried)
    expect(wrong).toEqual([])
  })

  it('of a program opens by its key and by no session, and what is people’s by no key', async () => {
    const { callers } = await callersOf(practice)
    for (const endpoint of endpoints) {
      if (endpoint.needs === 'nothing') continue
      const where = `${endpoint.method} ${endpoint.path}`
      const statusFor = async (call: (typeof callers)['staff']) => {
        const { status, body } = await call(concrete(endpoint.path), sending(endpoint))
        await body?.cancel()
        return status
      }
      // The API's description is for every authenticated caller.
      if (endpoint.path === '/api/openapi.json') expect(await statusFor(callers.program), where).toBe(200)
      else if (!isForPrograms(endpoint)) expect(await statusFor(callers.program), where).toBe(401)
      else {
        expect(await statusFor(callers.program), where).not.toBe(401)
        for (const call of [callers.practice, callers.staff]) expect(await statusFor(call), where).toBe(401)
      }
    }
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
    const { manager, callers } = await callersOf(practice)
    const { order } = await thingsOf(practice)
    const before = await heldBy(make, ours)
    const surplus = JSON.parse(
      `{"brandId":"x","practiceId":"x","accountType":"doctor","isDLCPM":true,"paid":true,"userId":"x","id":"x",
        "code":"x","officeAddress":"x","totalCents":1,"createdBy":"x","isFromLaboratory":true,
        "constructor":{"prototype":{"polluted":true}},"toString":"x"}`,
    ) as Record<string, unknown>
    for (const endpoint of endpoints) {
      const body = bodyFor(endpoint)
      if (!body || body instanceof FormData || endpoint.needs === 'nothing') continue
      const call = callers[sideOf(endpoint)]
      const where = `${endpoint.method} ${endpoint.path}`
      for (const [name, value] of Object.entries(surplus).filter(([name]) => !Object.hasOwn(body, name))) {
        const sent = { method: endpoint.method, body: { ...body, [name]: value } }
        const refused = await problemOf(await call(concrete(endpoint.path, order), sent))
        expect([refused.status, refused.errors], `${where} ${name}`).toEqual([
          422,
          [{ path: name, code: 'not_allowed' }],
        ])
      }
      // Prototype pollution by JSON: refused or dropped, never followed.
      const polluting = JSON.stringify(body).replace(/^\{/, '{"__proto__":{"polluted":true,"status":"shipped"},')
      const response = await call(concrete(endpoint.path, randomUUID()), { method: endpoint.method, body: polluting })
      expect(response.status, where).toBeLessThan(500)
      expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    }
    const after = await heldBy(make, ours)
    // Changes to the user's language, drafts and templates are legitimate, since the polluting members were dropped.
    for (const table of ['orders', 'order_products', 'order_events', 'order_messages', 'order_problems', 'practices'])
      expect(after[table], table).toBe(before[table])
    const { rows } = await make.within(ours.id, client =>
      client.query('select account_type, is_dlcpm, language from users where id = $1', [manager.id]),
    )
    expect(rows).toEqual([{ account_type: 'manager', is_dlcpm: false, language: 'fr' }])
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
})
