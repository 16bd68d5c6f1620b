import { beforeAll, describe, expect, it } from 'vitest'
import * as files from '#test/files.ts'
import { startTestApp } from '#test/harness.ts'
import { type TestLaboratory, type TestPractice, type TestUser, testPassword } from '#test/make.ts'
import type { FoundCase, Reading } from '../contract.ts'

const { app, make, as, request, owner } = startTestApp()
let laboratory: TestLaboratory
let practice: TestPractice
let administrator: TestUser
let order: { id: string; code: string }
beforeAll(async () => {
  laboratory = await make.laboratory()
  practice = await make.practice(laboratory, { name: 'Cabinet des Lilas' })
  administrator = await make.user(laboratory, { first_name: 'Ana', last_name: 'Costa', title: '' })
  order = await make.order(practice, { patient: 'Jean Petit' })
})

const readersPath = (id: string) => `/api/staff/audit/cases/${id}/readers`
async function readersOf(id: string, query = ''): Promise<Reading[]> {
  await app.writeSightings()
  const response = await (await as(administrator))(readersPath(id) + query)
  expect(response.status).toBe(200)
  await app.writeSightings()
  return ((await response.json()) as { data: Reading[] }).data
}

describe('S57: who has read a case', () => {
  it('is told with what they read and when: the case, its files, messages and documents, by whoever', async () => {
    const reader = await make.user(practice, { title: 'Dr', first_name: 'Luc', last_name: 'Roy' })
    const call = await as(reader)
    const body = files.form('a.pdf', files.pdf())
    const added = (await (await call(`/api/orders/${order.id}/attachments`, { method: 'POST', body })).json()) as {
      data: { id: string }
    }
    const before = Date.now()
    const parts = ['', '/attachments', '/messages', '/traceability-sheet']
    for (const part of parts) await (await call(`/api/orders/${order.id}${part}`)).arrayBuffer()
    await (await call(`/api/attachments/${added.data.id}`)).arrayBuffer()
    const other = await make.order(practice)
    await call(`/api/orders/${other.id}`)
    const technician = await make.user(laboratory, {
      role: 'production',
      first_name: 'Tom',
      last_name: 'Bel',
      title: '',
    })
    await (await (await as(technician))(`/api/staff/attachments/${added.data.id}`)).arrayBuffer()

    const readings = await readersOf(order.id)
    const luc = { who: 'Dr Luc Roy', practice: 'Cabinet des Lilas', file: null }
    expect(readings).toEqual(
      [
        { what: 'attachment_downloaded', who: 'Tom Bel', practice: null, file: 'a.pdf' },
        { ...luc, what: 'attachment_downloaded', file: 'a.pdf' },
        { ...luc, what: 'document_viewed' },
        { ...luc, what: 'messages_viewed' },
        { ...luc, what: 'files_viewed' },
        { ...luc, what: 'case_viewed' },
      ].map(reading => ({ ...reading, id: expect.any(String), at: expect.any(String) })),
    )
    for (const { at } of readings) expect(Date.parse(at)).toBeGreaterThanOrEqual(before - 1_000)
  })

  it('is told of a copy of one’s own data too, of the cases that were ordered before it and by nobody else', async () => {
    const reader = await make.user(practice, { title: 'Dr', first_name: 'Luc', last_name: 'Roy' })
    const own = await make.order(practice, { ordered_by: reader.id })
    const others = await make.order(practice, { ordered_by: (await make.user(practice)).id })
    const copied = await (await as(reader))('/api/account/export', { body: { currentPassword: testPassword } })
    expect(copied.status).toBe(200)
    await copied.arrayBuffer()
    const later = await make.order(practice, { ordered_by: reader.id })
    expect(await readersOf(own.id)).toMatchObject([{ what: 'data_exported', who: 'Dr Luc Roy', file: null }])
    for (const { id } of [others, later]) expect(await readersOf(id)).toEqual([])
  })

  it('is itself a reading that is told', async () => {
    const { id } = await make.order(practice)
    expect(await readersOf(id)).toEqual([])
    expect(await readersOf(id)).toMatchObject([{ what: 'case_readers_viewed', who: 'Ana Costa', practice: null }])
  })

  it('is read page by page, the latest first', async () => {
    const { id } = await make.order(practice)
    for (let line = 0; line < 52; line += 1)
      await make.insert(laboratory.id, 'audit_events', {
        brand_id: laboratory.id,
        kind: 'case_viewed',
        request_id: 'x',
        order_id: id,
        subject_id: id,
        user_id: administrator.id,
      })
    const first = await readersOf(id)
    expect(first).toHaveLength(50)
    const second = await readersOf(id, `?before=${first.at(-1)?.id}`)
    expect(second).toHaveLength(2)
    expect(new Set([...first, ...second].map(reading => reading.id)).size).toBe(52)
  })

  it('is found by the code of the case, without the name of its patient', async () => {
    const call = await as(administrator)
    const response = await call(`/api/staff/audit/cases?code=${order.code.toLowerCase()}`)
    const { data } = (await response.json()) as { data: FoundCase[] }
    expect(data).toEqual([
      {
        id: order.id,
        code: order.code,
        patientCode: 'P-0001',
        practice: 'Cabinet des Lilas',
        createdAt: expect.any(String),
        namesPatient: true,
      },
    ])
    expect(JSON.stringify(data)).not.toContain('Petit')
    expect((await (await call('/api/staff/audit/cases?code=%25')).json()).data).toEqual([])
    expect((await call('/api/staff/audit/cases')).status).toBe(422)
  })
})

describe('who has read a case is told to', () => {
  const paths = () => [readersPath(order.id), `/api/staff/audit/cases?code=${order.code}`, '/api/staff/removals']

  it('no stranger, nobody of a practice and no other role of the laboratory', async () => {
    for (const path of paths()) expect((await request(laboratory, path)).status, path).toBe(401)
    const others = [
      await make.user(practice, { account_type: 'manager' }),
      await make.user(practice, { is_practice_doctor: true }),
      await make.user(practice, { is_dlcpm: true }),
      await make.user(await make.practice(laboratory), { account_type: 'manager' }),
      ...(await Promise.all(['production', 'accounting', 'driver'].map(role => make.user(laboratory, { role })))),
    ]
    for (const user of others) for (const path of paths()) expect((await (await as(user))(path)).status, path).toBe(403)
  })

  it('nobody of another laboratory', async () => {
    const call = await as(await make.user(await make.laboratory()))
    expect((await call(readersPath(order.id))).status).toBe(404)
    const found = (await (await call(`/api/staff/audit/cases?code=${order.code}`)).json()) as { data: FoundCase[] }
    expect(found.data).toEqual([])
  })

  it('no administrator who is one no more, from the next request on', async () => {
    const former = await make.user(laboratory)
    const call = await as(former)
    expect((await call(readersPath(order.id))).status).toBe(200)
    await make.within(laboratory.id, client =>
      client.query(`update users set role = 'driver' where id = $1`, [former.id]),
    )
    expect((await call(readersPath(order.id))).status).toBe(403)
  })

  it('no statement that goes astray: the database asks who is an administrator too', async () => {
    const driver = await make.user(laboratory, { role: 'driver' })
    const client = await owner.connect()
    const asked = async (userId: string | null, audience: string) => {
      await client.query('begin')
      await client.query('select tenant.set_context($1, null, $2, $3)', [laboratory.id, userId, audience])
      return client
        .query('select from tenant.case_readers($1, 9223372036854775807, 10)', [order.id])
        .then(
          ({ rowCount }) => rowCount,
          (error: { code: string }) => error.code,
        )
        .finally(() => client.query('rollback'))
    }
    try {
      expect(await asked(administrator.id, 'staff')).toBeGreaterThan(0)
      for (const [userId, audience] of [
        [driver.id, 'staff'],
        [administrator.id, 'practice'],
        [null, 'laboratory'],
      ] as const)
        expect(await asked(userId, audience), audience).toBe('42501')
    } finally {
      client.release()
    }
  })
})
