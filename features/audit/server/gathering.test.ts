import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '#app/server/api.ts'
import * as files from '#test/files.ts'
import { startTestApp, testSecret } from '#test/harness.ts'
import type { TestLaboratory, TestPractice, TestUser } from '#test/make.ts'

const { app, database, folder, make, owner, request, as, tokenFor } = startTestApp({ sightingsWithin: 1_000 })
let laboratory: TestLaboratory
let practice: TestPractice
let user: TestUser
let call: Awaited<ReturnType<typeof as>>
let order: string
beforeAll(async () => {
  laboratory = await make.laboratory()
  practice = await make.practice(laboratory)
  user = await make.user(practice)
  call = await as(user)
  order = (await make.order(practice)).id
})

type Line = { kind: string; by: string; order: string | null; named: string | null; route: string | null }

/** The audit lines about a user, in order. */
async function linesAbout({ id, laboratory }: TestUser): Promise<Line[]> {
  const { rows } = await make.within(laboratory.id, client =>
    client.query<Line>(
      `select kind, user_id as by, order_id as "order", subject_id as named, route
       from audit_events where user_id = $1 order by id`,
      [id],
    ),
  )
  return rows
}
async function linesAfter(reader: TestUser, calls: (() => Promise<Response>)[]): Promise<Line[]> {
  const before = (await linesAbout(reader)).length
  for (const ask of calls) await (await ask()).arrayBuffer()
  await app.writeSightings()
  return (await linesAbout(reader)).slice(before)
}

describe('a view leaves a line', () => {
  it('of a case, its messages, its files and its sheet, with who looked and when', async () => {
    const path = `/api/orders/${order}`
    const parts = ['', '/messages', '/attachments', '/traceability-sheet']
    const lines = await linesAfter(
      user,
      parts.map(part => () => call(path + part)),
    )
    const kinds = ['case_viewed', 'messages_viewed', 'files_viewed', 'document_viewed']
    expect(lines).toEqual(
      kinds.map((kind, index) => ({
        kind,
        by: user.id,
        order,
        named: order,
        route: `GET /api/orders/:id${parts[index]}`,
      })),
    )
  })

  it('of a file, with the case it belongs to, whether the practice or the laboratory fetches it', async () => {
    const body = files.form('a.pdf', files.pdf())
    const added = (await (await call(`/api/orders/${order}/attachments`, { method: 'POST', body })).json()) as {
      data: { id: string }
    }
    const { id } = added.data
    const line = { kind: 'attachment_downloaded', order, named: id }
    expect(await linesAfter(user, [() => call(`/api/attachments/${id}`)])).toEqual([
      { ...line, by: user.id, route: 'GET /api/attachments/:id' },
    ])
    const technician = await make.user(laboratory)
    const staff = await as(technician)
    expect(await linesAfter(technician, [() => staff(`/api/staff/attachments/${id}`)])).toEqual([
      { ...line, by: technician.id, route: 'GET /api/staff/attachments/:id' },
    ])
  })

  it('of the calendar, by a program that knows the address', async () => {
    const made = (await (await call('/api/calendar', { method: 'POST' })).json()) as { data: { secret: string } }
    const feed = () => request(laboratory, `/api/calendar/${made.data.secret}`)
    expect(await linesAfter(user, [feed])).toEqual([
      { kind: 'calendar_viewed', by: user.id, order: null, named: null, route: 'GET /api/calendar/:secret' },
    ])
  })

  it('within a second, by itself', async () => {
    const reader = await make.user(practice)
    await (await as(reader))(`/api/orders/${order}`)
    await expect.poll(async () => (await linesAbout(reader)).length).toBe(1)
  })

  it('of every kind that an endpoint declares', async () => {
    const reader = await make.user(practice)
    const kinds = app.api.endpoints.flatMap(({ views }) => views ?? [])
    for (const kind of kinds)
      app.api.services.keepSighting({
        kind,
        brandId: laboratory.id,
        userId: reader.id,
        requestId: 'X',
        route: 'GET /',
        id: undefined,
      })
    await app.writeSightings()
    expect((await linesAbout(reader)).map(({ kind }) => kind)).toEqual(kinds)
    expect(new Set(kinds).size).toBeGreaterThan(5)
  })
})

describe('a refusal leaves a line', () => {
  it('for want of a right', async () => {
    const doctor = await make.user(practice, { is_practice_doctor: true })
    const asDoctor = await as(doctor)
    expect(await linesAfter(doctor, [() => asDoctor('/api/absences')])).toEqual([
      { kind: 'access_refused', by: doctor.id, order: null, named: null, route: 'GET /api/absences' },
    ])
    const technician = await make.user(laboratory)
    const asTechnician = await as(technician)
    const path = `/api/orders/${order}/attachments`
    const body = files.form('a.pdf', files.pdf())
    expect(await linesAfter(technician, [() => asTechnician(path, { method: 'POST', body })])).toEqual([
      {
        kind: 'access_refused',
        by: technician.id,
        order: null,
        named: order,
        route: 'POST /api/orders/:id/attachments',
      },
    ])
    expect((await linesAfter(technician, [() => asTechnician('/api/rides')]))[0]).toMatchObject({
      kind: 'access_refused',
      route: 'GET /api/rides',
    })
  })

  it('for an id of another practice or of nothing, as nobody else can tell them apart', async () => {
    const { id: theirs } = await make.order(await make.practice(laboratory))
    const never = randomUUID()
    const refused = { kind: 'not_found_refused', by: user.id, order: null }
    const calls = [
      () => call(`/api/orders/${theirs}`),
      () => call(`/api/orders/${never}/cancel`, { method: 'POST' }),
      // Not an id, just a typing error.
      () => call('/api/orders/nothing'),
    ]
    expect(await linesAfter(user, calls)).toEqual([
      { ...refused, named: theirs, route: 'GET /api/orders/:id' },
      { ...refused, named: never, route: 'POST /api/orders/:id/cancel' },
    ])
  })

  it('but not of whoever is not known, nor for what was wrong with the question', async () => {
    const count = async () =>
      (await make.within(laboratory.id, client => client.query('select 1 from audit_events'))).rowCount
    await app.writeSightings()
    const before = await count()
    await request(laboratory, `/api/orders/${order}`)
    await call('/api/orders?page=0')
    await app.writeSightings()
    expect(await count()).toBe(before)
  })
})

it('reading stays a read: nobody waits for the line, and a line waits until it can be written', async () => {
  const reader = await make.user(practice)
  const asReader = await as(reader)
  expect(await linesAfter(reader, [() => asReader(`/api/orders/${order}`)])).toHaveLength(1)
  const held = await owner.connect()
  await held.query('begin')
  await held.query('select tenant.set_context($1, null, null)', [laboratory.id])
  await held.query('select 1 from audit_heads where brand_id = $1 for update', [laboratory.id])
  expect((await asReader(`/api/orders/${order}`)).status).toBe(200)
  const writing = app.writeSightings()
  expect((await asReader(`/api/orders/${order}/messages`)).status).toBe(200)
  // Longer than the database's lock_timeout.
  await writing
  expect(await linesAbout(reader)).toHaveLength(1)
  await held.query('rollback')
  held.release()
  await app.writeSightings()
  expect((await linesAbout(reader)).map(({ kind }) => kind)).toEqual(['case_viewed', 'case_viewed', 'messages_viewed'])
})

it('an application that stops writes down what it has gathered', async () => {
  const reader = await make.user(practice)
  const stopping = createApp({
    databaseUrl: database.appUrl,
    jobsUrl: database.jobsUrl,
    appSecret: testSecret,
    trustedProxies: 0,
    webRoot: new URL('../../../test/fixtures/web', import.meta.url).pathname,
    logLevel: 'silent',
    files: { storage: { folder }, passage: folder },
  })
  const authorization = `Bearer ${await tokenFor(reader)}`
  const asked = new Request(`http://${laboratory.host}/api/orders/${order}`, {
    headers: { host: laboratory.host, authorization },
  })
  expect((await stopping.fetch(asked)).status).toBe(200)
  await stopping.close()
  expect((await linesAbout(reader)).map(({ kind }) => kind)).toEqual(['case_viewed'])
})
