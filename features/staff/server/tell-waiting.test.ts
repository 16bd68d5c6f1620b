import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { openLaboratoryOf } from '#tenancy/server/guards.ts'
import { listMails } from '#tenancy/server/outbox-sql.ts'
import { startTestApp } from '#test/harness.ts'
import type { TestLaboratory } from '#test/make.ts'
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

  await rowsOf(laboratory, `update signup_requests set created_at = created_at - interval '2 hours'`)
  await signUp({ firstName: 'Luc' })
  expect(await doJobs(laboratory)).toBe(1)
  expect(await mailsOf(laboratory)).toHaveLength(6)
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
