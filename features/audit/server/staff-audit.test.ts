import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { AuditKind } from '#db/schema.ts'
import { openLaboratoryOf } from '#tenancy/server/guards.ts'
import { problemOf, startTestApp } from '#test/harness.ts'
import type { TestLaboratory } from '#test/make.ts'
import type { AuditLine, ChainPart } from '../contract.ts'
import { recordEvent, sealLines } from './sql.ts'

const { app, make, as, request } = startTestApp()

type Event = { kind: AuditKind; userId?: string; orderId?: string; subjectId?: string }
const write = (of: TestLaboratory, event: Event) =>
  openLaboratoryOf(app.api.services.database, of.id, 'write', laboratory =>
    recordEvent(laboratory, { requestId: 'asked', ...event }),
  )
const seal = (of: TestLaboratory) => openLaboratoryOf(app.api.services.database, of.id, 'write', sealLines)
const harm = (of: TestLaboratory, statement: string) => make.within(of.id, client => client.query(statement))

/** A laboratory in which a doctor has viewed a case, and a technician has moved it. */
async function watched() {
  const laboratory = await make.laboratory()
  const practice = await make.practice(laboratory, { name: 'Cabinet Rivoli' })
  const other = await make.practice(laboratory, { name: 'Cabinet Autre' })
  const doctor = await make.user(practice, { title: 'Dr', first_name: 'Anne', last_name: 'Durand' })
  const technician = await make.user(laboratory, {
    role: 'production',
    first_name: 'Inès',
    last_name: 'Roy',
    title: '',
  })
  const order = await make.order(practice, { code: 'T-26-0001' })
  await write(laboratory, { kind: 'case_viewed', userId: doctor.id, orderId: order.id, subjectId: order.id })
  await write(laboratory, { kind: 'order_status_changed', userId: technician.id, orderId: order.id })
  await write(laboratory, { kind: 'practice_changed', userId: technician.id, subjectId: other.id })
  await write(laboratory, { kind: 'sign_in_refused' })
  const call = await as(await make.user(laboratory, { first_name: 'Ada', last_name: 'Min', title: '' }))
  const read = async (query = '') => {
    const answer = await call(`/api/staff/audit?${query}`)
    return (await answer.json()) as { data: AuditLine[]; of: object; hasOlder: boolean }
  }
  const kinds = async (query: string) => (await read(query)).data.map(({ kind }) => kind)
  return { laboratory, practice, other, doctor, technician, order, call, read, kinds }
}

describe('the audit log', () => {
  it('says who did what to whom, latest first, and that somebody looked', async () => {
    const { read, practice, doctor, order, technician, other } = await watched()
    const before = await read()
    expect(before.data.filter(({ kind }) => kind !== 'signed_in')).toMatchObject([
      { kind: 'sign_in_refused', who: null, about: [] },
      {
        kind: 'practice_changed',
        who: { id: technician.id, name: 'Inès Roy', practice: null },
        about: [{ kind: 'practice', id: other.id, name: 'Cabinet Autre' }],
      },
      { kind: 'order_status_changed', about: [{ kind: 'case', id: order.id, name: 'T-26-0001' }] },
      {
        kind: 'case_viewed',
        who: { id: doctor.id, name: 'Dr Anne Durand', practice: 'Cabinet Rivoli' },
        about: [{ kind: 'case', id: order.id, name: 'T-26-0001' }],
      },
    ])
    await app.writeSightings()
    expect((await read()).data[0]).toMatchObject({ kind: 'audit_viewed', who: { name: 'Ada Min' } })
    expect(practice.id).not.toBe(other.id)
  })

  it('is narrowed to a person, a practice with its people and cases, a case, a kind or a group of kinds', async () => {
    const { read, kinds, doctor, practice, other, order, technician } = await watched()
    expect(await kinds(`userId=${doctor.id}`)).toEqual(['case_viewed'])
    expect(await kinds(`practiceId=${practice.id}`)).toEqual(['order_status_changed', 'case_viewed'])
    expect(await kinds(`practiceId=${other.id}`)).toEqual(['practice_changed'])
    expect(await kinds(`orderId=${order.id}`)).toEqual(['order_status_changed', 'case_viewed'])
    expect(await kinds(`orderId=${order.id}&userId=${technician.id}`)).toEqual(['order_status_changed'])
    expect(await kinds('what=order_status_changed')).toEqual(['order_status_changed'])
    expect(await kinds('what=people')).toEqual(['practice_changed'])
    expect(await kinds(`what=readings&practiceId=${practice.id}`)).toEqual(['case_viewed'])
    expect((await read(`userId=${doctor.id}&orderId=${order.id}`)).of).toEqual({
      person: 'Dr Anne Durand',
      practice: null,
      case: 'T-26-0001',
    })
  })

  it('is narrowed to days by the clock of the laboratory, both included', async () => {
    const { laboratory, kinds } = await watched()
    // 23:30 UTC on 4 January is half past midnight on the 5th in Paris.
    for (const [kind, at] of [
      ['signed_out', '2026-01-04T22:59:59Z'],
      ['session_ended', '2026-01-04T23:30:00Z'],
      ['language_changed', '2026-01-05T23:30:00Z'],
    ])
      await make.insert(laboratory.id, 'audit_events', { brand_id: laboratory.id, kind, at, request_id: 'x' })
    expect(await kinds('from=2026-01-05&to=2026-01-05')).toEqual(['session_ended'])
    expect(await kinds('to=2026-01-05')).toEqual(['session_ended', 'signed_out'])
    expect(await kinds('from=2026-01-06&to=2026-01-06')).toEqual(['language_changed'])
  })

  it('goes back fifty lines at a time, each once, however it is narrowed and whenever they were written', async () => {
    const { laboratory, read, order, doctor } = await watched()
    await harm(
      laboratory,
      `insert into audit_events (brand_id, kind, user_id, order_id, request_id, at)
       select brand_id, case when n % 2 = 0 then 'files_viewed' else 'messages_viewed' end::audit_kind, '${doctor.id}', id, n::text,
         '2026-02-01T08:00:00Z'::timestamptz + n / 10 * interval '1 second'
       from orders, generate_series(1, 119) n`,
    )
    for (const query of [
      'what=readings&to=2026-02-02',
      `userId=${doctor.id}&to=2026-02-02`,
      `orderId=${order.id}&to=2026-02-02`,
    ]) {
      const pages: AuditLine[][] = []
      for (let before = ''; ; ) {
        const { data, hasOlder } = await read(`${query}${before}`)
        pages.push(data)
        if (!hasOlder) break
        before = `&before=${data.at(-1)?.id}`
      }
      expect(pages.map(({ length }) => length)).toEqual([50, 50, 19])
      expect(new Set(pages.flat().map(({ id }) => id)).size).toBe(119)
    }
  })

  it('finds by what to narrow it: people, practices and cases', async () => {
    const { call, doctor, practice, order } = await watched()
    const find = async (search: string) =>
      (await (await call(`/api/staff/audit/subjects?search=${encodeURIComponent(search)}`)).json()).data
    expect(await find('durand')).toEqual({
      people: [{ id: doctor.id, name: 'Dr Anne Durand', practice: 'Cabinet Rivoli' }],
      practices: [],
      cases: [],
    })
    expect((await find('rivoli')).practices).toEqual([{ id: practice.id, name: 'Cabinet Rivoli' }])
    expect((await find('26-0001')).cases).toEqual([{ id: order.id, name: 'T-26-0001' }])
    expect(await find('%')).toEqual({ people: [], practices: [], cases: [] })
  })

  it('goes to a table in words, which leaves a line', async () => {
    const { laboratory, call, order, kinds } = await watched()
    await make.practice(laboratory)
    const answer = await call(`/api/staff/audit/export?orderId=${order.id}`)
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const lines = (await answer.text()).replace('\ufeff', '').trim().split('\r\n')
    expect(lines.map(line => line.split(';').slice(2, 6).join(';'))).toEqual([
      'Qui;Cabinet;Quoi;À propos de',
      'Inès Roy;;Statut du travail changé;T-26-0001',
      'Dr Anne Durand;Cabinet Rivoli;Travail consulté;T-26-0001',
    ])
    await app.writeSightings()
    expect(await kinds('what=audit_exported')).toEqual(['audit_exported'])
  })

  it('exports all of a long record, page after page', async () => {
    const { laboratory, call } = await watched()
    await harm(
      laboratory,
      `insert into audit_events (brand_id, kind, request_id, at)
       select id, 'signed_out', n::text, '2026-02-01T08:00:00Z' from brands, generate_series(1, 2100) n where id = tenant.brand_id()`,
    )
    const text = await (await call('/api/staff/audit/export?what=signed_out')).text()
    expect(text.trim().split('\r\n')).toHaveLength(2_101)
  })

  it('makes no formula of a name in that table', async () => {
    const { laboratory, call } = await watched()
    const formula = await make.user(laboratory, { title: '', first_name: '=1+1', last_name: 'x' })
    await write(laboratory, { kind: 'signed_out', userId: formula.id })
    const text = await (await call(`/api/staff/audit/export?userId=${formula.id}`)).text()
    expect(text).toContain(";'=1+1 x;")
  })

  it('refuses kinds, days and ids that are none, and tells nothing of what is not here', async () => {
    const { call } = await watched()
    for (const query of ['what=nonsense', 'from=2026-02-30', 'userId=7', 'before=x', 'page=2'])
      expect((await call(`/api/staff/audit?${query}`)).status).toBe(422)
    expect((await call('/api/staff/audit/subjects')).status).toBe(422)
    const elsewhere = await watched()
    for (const query of [
      `userId=${elsewhere.doctor.id}`,
      `practiceId=${elsewhere.practice.id}`,
      `orderId=${elsewhere.order.id}`,
    ])
      expect((await call(`/api/staff/audit?${query}`)).status).toBe(404)
    expect((await call(`/api/staff/audit?userId=${randomUUID()}`)).status).toBe(404)
    const text = await (await call(`/api/staff/audit/export?orderId=${elsewhere.order.id}`)).text()
    expect(text.trim().split('\r\n')).toHaveLength(1)
  })

  it('never names what belongs to another laboratory, whatever a refused address said', async () => {
    const { laboratory, read } = await watched()
    const elsewhere = await watched()
    await write(laboratory, { kind: 'not_found_refused', subjectId: elsewhere.order.id })
    expect((await read('what=refusals')).data).toMatchObject([{ about: [] }])
  })
})

describe('the check of the chain', () => {
  const checked = async (call: Awaited<ReturnType<typeof watched>>['call'], after?: number) => {
    const answer = await call('/api/staff/audit/check', { body: after === undefined ? {} : { after } })
    return ((await answer.json()) as { data: ChainPart }).data
  }

  it('says that it is whole, up to an end that can be kept, and leaves a line', async () => {
    const { laboratory, call, kinds } = await watched()
    await seal(laboratory)
    const found = await checked(call)
    expect(found).toMatchObject({ isDone: true, broken: null, removed: null, place: found.total })
    expect(found.end).toMatch(new RegExp(`^${found.total}-[0-9a-f]{32}$`))
    expect(await kinds('what=audit_checked')).toEqual(['audit_checked'])
    expect(await checked(call)).toMatchObject({ unsealed: 1, end: found.end })
  })

  it.each([
    ['a line altered', `update audit_events set user_id = gen_random_uuid() where position = 2`, 2, 'changed'],
    ['a line taken out', 'delete from audit_events where position = 2', 2, 'missing'],
    ['what lay at the end taken out', 'delete from audit_events where position > 3', 4, 'cut'],
    [
      'lines taken out before their time',
      `update audit_heads set begins_after = 1, removed_until = now(), begins_hash = sha256('x')`,
      1,
      'early',
    ],
  ])('finds %s', async (_what, statement, place, because) => {
    const { laboratory, call } = await watched()
    await seal(laboratory)
    await harm(laboratory, statement)
    expect(await checked(call)).toMatchObject({ isDone: true, end: null, broken: { place, because } })
  })

  it('goes on where it was, at most so many lines at a time', async () => {
    const { laboratory, call } = await watched()
    await harm(
      laboratory,
      `insert into audit_events (brand_id, kind, request_id)
       select id, 'signed_out', n::text from brands, generate_series(1, 20100) n where id = tenant.brand_id()`,
    )
    for (let sealed = 1; sealed > 0; ) sealed = await seal(laboratory)
    const first = await checked(call)
    expect(first).toMatchObject({ place: 20_000, isDone: false, end: null, broken: null })
    const second = await checked(call, first.place)
    expect(second).toMatchObject({ place: first.total, isDone: true, broken: null })
    await harm(laboratory, 'delete from audit_events where position = 20000')
    expect(await checked(call, first.place)).toMatchObject({ broken: { place: 20_000, because: 'missing' } })
  })

  it('refuses a place that is none', async () => {
    const { call } = await watched()
    expect((await call('/api/staff/audit/check', { body: { after: -1 } })).status).toBe(422)
  })

  it('sees its own laboratory’s chain alone', async () => {
    const one = await watched()
    const other = await watched()
    await seal(one.laboratory)
    await seal(other.laboratory)
    await harm(one.laboratory, 'delete from audit_events where position = 2')
    expect((await checked(other.call)).broken).toBeNull()
  })
})

it('is for the laboratory’s administrators alone, by each of its ways', async () => {
  const { laboratory, practice } = await watched()
  const calls = ['/api/staff/audit', '/api/staff/audit/export', '/api/staff/audit/subjects?search=a']
  for (const role of ['production', 'accounting', 'driver', 'practice'] as const) {
    const user =
      role === 'practice' ? make.user(practice, { account_type: 'manager' }) : make.user(laboratory, { role })
    const call = await as(await user)
    for (const path of calls) expect((await call(path)).status).toBe(403)
    expect((await problemOf(await call('/api/staff/audit/check', { body: {} }))).status).toBe(403)
  }
  for (const path of calls) expect((await request(laboratory, path)).status).toBe(401)
  expect((await request(laboratory, '/api/staff/audit/check', { method: 'POST', body: {} })).status).toBe(401)
})
