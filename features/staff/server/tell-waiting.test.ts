import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { openLaboratoryOf } from '#tenancy/server/guards.ts'
import { listMails } from '#tenancy/server/outbox-sql.ts'
import { startTestApp } from '#test/harness.ts'
import { type TestLaboratory, testPassword } from '#test/make.ts'
import { tellWaiting } from './tell-waiting.ts'

const { app, make, as, request } = startTestApp()
const { database, outbox } = app.api.services

const asked = {
  rppsSiretSiren: '732 829 320 00074',
  title: 'Dr',
  lastName: 'Martin',
  firstName: 'Claire',
  gender: 'female',
  address: '12 rue des Lilas',
  postalCode: '75011',
  city: 'Paris',
  country: 'FR',
  phone: '01 23 45 67 89',
  email1Label: 'doctor',
  email1: 'claire@cabinet-martin.example',
}
const rowsOf = async ({ id }: TestLaboratory, statement: string) =>
  (await make.within(id, client => client.query(statement))).rows
/** Runs the jobs as the queue would; no worker runs in this test. */
async function doJobs(laboratory: TestLaboratory) {
  const { rows } = await make.within(laboratory.id, client =>
    client.query<{ data: { ids: { waitingId: string } } }>(
      `delete from pgboss.job where name = 'tell_waiting' and data->>'brandId' = $1 returning data`,
      [laboratory.id],
    ),
  )
  for (const { data } of rows) await work(laboratory, data.ids.waitingId)
  return rows.length
}
const work = ({ id }: TestLaboratory, waitingId: string) =>
  tellWaiting.work(
    {
      ids: { waitingId },
      inLaboratory: (mode, work) => openLaboratoryOf(database, id, mode, work),
      signal: AbortSignal.timeout(20_000),
    },
    { outbox },
  )
/** Moves what this laboratory has been asked and told into the past. */
const later = (laboratory: TestLaboratory, time: string) =>
  make.within(laboratory.id, async client => {
    await client.query(`update signup_requests set created_at = created_at - '${time}'::interval`)
    await client.query(`update account_changes set requested_at = requested_at - '${time}'::interval`)
    await client.query(`update staff_notices_told set told_at = told_at - '${time}'::interval`)
  })
const mailsOf = async ({ id }: TestLaboratory) =>
  (await openLaboratoryOf(database, id, 'read', laboratory => listMails(laboratory, { most: 20 })))
    // Without the mails to the requester.
    .filter(({ recipient }) => recipient !== asked.email1)
    .map(({ recipient, subject }) => `${recipient}: ${subject}`)
    .toSorted()

it('mails each administrator who comes in what waits for them, once an hour however much comes', async () => {
  const laboratory = await make.laboratory()
  const ana = await make.user(laboratory, { language: 'fr' })
  const bob = await make.user(laboratory, { language: 'en' })
  await make.user(laboratory, { role: 'production' })
  await make.user(laboratory, { disabled_at: new Date() })
  await make.user(laboratory, { password_hash: null })
  await make.user(laboratory, { email: '' })
  const signUp = (body: object) => request(laboratory, '/api/signup', { body: { ...asked, ...body } })
  expect((await signUp({})).status).toBe(202)
  const manager = await as(await make.user(await make.practice(laboratory), { account_type: 'manager' }))
  const ask = (phone: string) => manager('/api/account/contact-information', { method: 'PATCH', body: { phone } })
  expect((await ask('01 11 11 11 11')).status).toBe(202)
  expect(await doJobs(laboratory)).toBe(2)
  const told = [
    `${ana.login}@example.test: Une demande de compte attend votre décision`,
    `${ana.login}@example.test: Une demande de modification attend votre décision`,
    `${bob.login}@example.test: A request for a change waits for you`,
    `${bob.login}@example.test: A request for an account waits for you`,
  ]
  expect(await mailsOf(laboratory)).toEqual(told.toSorted())

  await signUp({ firstName: 'Paul' })
  await ask('01 22 22 22 22')
  expect(await doJobs(laboratory)).toBe(1)
  expect(await mailsOf(laboratory)).toHaveLength(4)

  await later(laboratory, '1 hour')
  await signUp({ firstName: 'Luc' })
  expect(await doJobs(laboratory)).toBe(1)
  expect(await mailsOf(laboratory)).toHaveLength(6)
})

it('mails again an hour after the last mail, also where a request comes in every hour and none is decided', async () => {
  const laboratory = await make.laboratory()
  await make.user(laboratory)
  const managers = await make.practice(laboratory)
  const told: number[] = []
  for (const firstName of ['Ana', 'Bea', 'Cleo', 'Dora', 'Eva', 'Flo']) {
    await later(laboratory, '50 minutes')
    expect((await request(laboratory, '/api/signup', { body: { ...asked, firstName } })).status).toBe(202)
    const manager = await as(await make.user(managers, { account_type: 'manager' }))
    const body = { currentPassword: testPassword, phone: '01 11 11 11 11' }
    expect((await manager('/api/account/personal-information', { method: 'PATCH', body })).status).toBe(202)
    expect(await doJobs(laboratory)).toBe(2)
    told.push((await mailsOf(laboratory)).length)
  }
  expect(told).toEqual([2, 2, 4, 4, 6, 6])
})

it('is not held back by a change that is asked for again and again', async () => {
  const laboratory = await make.laboratory()
  await make.user(laboratory)
  const practice = await make.practice(laboratory)
  const [ana, bob] = [await as(await make.user(practice)), await as(await make.user(practice))]
  const ask = (by: typeof ana, phone: string) =>
    by('/api/account/contact-information', { method: 'PATCH', body: { phone } })
  expect((await ask(ana, '01 11 11 11 11')).status).toBe(202)
  await doJobs(laboratory)
  await later(laboratory, '2 hours')
  expect((await ask(ana, '01 22 22 22 22')).status).toBe(202)
  expect(
    (await bob('/api/account/delivery-instruction', { method: 'PATCH', body: { deliveryInstruction: 'Au fond' } }))
      .status,
  ).toBe(202)
  await doJobs(laboratory)
  expect(await mailsOf(laboratory)).toHaveLength(2)
})

it('mails every request to be forgotten, whatever else came in the hour', async () => {
  const laboratory = await make.laboratory()
  await make.user(laboratory)
  const practice = await make.practice(laboratory)
  for (let person = 0; person < 3; person += 1) {
    const call = await as(await make.user(practice))
    expect((await call('/api/account/erasure', { method: 'POST' })).status).toBe(202)
    await doJobs(laboratory)
  }
  expect(await mailsOf(laboratory)).toHaveLength(3)
})

it('mails of a request whoever may decide it from then on, where the one before reached nobody', async () => {
  const laboratory = await make.laboratory()
  await request(laboratory, '/api/signup', { body: asked })
  await doJobs(laboratory)
  await make.user(laboratory)
  await request(laboratory, '/api/signup', { body: { ...asked, firstName: 'Paul' } })
  await doJobs(laboratory)
  expect(await mailsOf(laboratory)).toHaveLength(1)
})

it('mails nothing of what has been decided meanwhile, or never was', async () => {
  const laboratory = await make.laboratory()
  const call = await as(await make.user(laboratory))
  await request(laboratory, '/api/signup', { body: asked })
  const [{ id }] = await rowsOf(laboratory, 'select id from signup_requests')
  expect((await call(`/api/staff/signup-requests/${id}/refuse`, { body: { silently: true } })).status).toBe(204)
  await doJobs(laboratory)
  await work(laboratory, randomUUID())
  expect(await mailsOf(laboratory)).toEqual([])
})

it('mails nobody what they have declined, and a request to be forgotten with its term', async () => {
  const laboratory = await make.laboratory()
  const [ana, bob] = [await make.user(laboratory), await make.user(laboratory)]
  const asAna = await as(ana)
  const choose = async (body: object) => {
    const response = await asAna('/api/staff/notices', { method: 'PATCH', body })
    return [response.status, response.status === 200 ? (await response.json()).data.mailed : undefined]
  }
  expect(await choose({ signup: false })).toEqual([200, { signup: false, change: true, erasure: true }])
  expect(await choose({ signup: false, change: false })).toEqual([200, { signup: false, change: false, erasure: true }])
  expect(await choose({ change: true })).toEqual([200, { signup: false, change: true, erasure: true }])
  expect((await choose({ invoice: false }))[0]).toBe(422)
  await request(laboratory, '/api/signup', { body: asked })
  const doctor = await as(await make.user(await make.practice(laboratory)))
  for (let time = 0; time < 2; time += 1)
    expect((await doctor('/api/account/erasure', { method: 'POST' })).status).toBe(202)
  expect(await doJobs(laboratory)).toBe(2)
  expect(await mailsOf(laboratory)).toEqual(
    [
      `${bob.login}@example.test: Une demande de compte attend votre décision`,
      `${ana.login}@example.test: Une demande d’effacement attend votre décision`,
      `${bob.login}@example.test: Une demande d’effacement attend votre décision`,
    ].toSorted(),
  )
  expect((await (await as(bob))('/api/staff/notices').then(response => response.json())).data).toEqual({
    email: `${bob.login}@example.test`,
    mailed: { signup: true, change: true, erasure: true },
  })
})

it('is chosen by administrators alone, who alone are mailed', async () => {
  const laboratory = await make.laboratory()
  for (const role of ['production', 'accounting', 'driver']) {
    const call = await as(await make.user(laboratory, { role }))
    expect((await call('/api/staff/notices')).status, role).toBe(403)
    expect((await call('/api/staff/notices', { method: 'PATCH', body: {} })).status, role).toBe(403)
  }
})
