import { describe, expect, it } from 'vitest'
import { openLaboratoryOf } from '#tenancy/server/guards.ts'
import { startTestApp } from '#test/harness.ts'
import type { TestLaboratory } from '#test/make.ts'
import type { KeptMail } from '../contract.ts'
import { withoutKeys } from './without-keys.ts'

const { app, make, as } = startTestApp()
const { outbox, database } = app.api.services

const put = (laboratory: TestLaboratory, path: `/${string}`) => {
  const text = { subject: 'Votre accès', blocks: ['Bonjour', { label: 'Ouvrir', path }] }
  return openLaboratoryOf(database, laboratory.id, 'write', actor =>
    outbox.put(actor, { address: 'someone@practice.test', language: 'fr' }, { fr: text, en: text }),
  )
}
const listFor = async (user: Parameters<typeof as>[0]) =>
  ((await (await (await as(user))('/api/staff/mails')).json()) as { data: KeptMail[] }).data

describe('the mails of the portal', () => {
  it('do not leave where it has no mail server, as their settings say', async () => {
    const call = await as(await make.user(await make.laboratory()))
    expect((await (await call('/api/staff/mail-settings')).json()).data).toMatchObject({ areMailsSent: false })
  })

  it('are read by the administrator, latest first, each with what became of it', async () => {
    const laboratory = await make.laboratory()
    const administrator = await make.user(laboratory)
    const { id } = await put(laboratory, '/cases')
    const { id: failed } = await put(laboratory, '/cases')
    await make.within(laboratory.id, client =>
      client.query(
        `update mails set state = 'failed', reason = '550 no such user', tries = 1, settled_at = now(), created_at = now() + interval '1 s' where id = $1`,
        [failed],
      ),
    )
    expect(await listFor(administrator)).toMatchObject([
      { id: failed, state: 'failed', reason: '550 no such user', tries: 1 },
      { id, state: 'waiting', recipient: 'someone@practice.test', subject: 'Votre accès', reason: null },
    ])
  })

  it('are nobody else’s: no other role, no practice, no other laboratory', async () => {
    const laboratory = await make.laboratory()
    await put(laboratory, '/cases')
    for (const role of ['production', 'accounting', 'driver'])
      expect((await (await as(await make.user(laboratory, { role })))('/api/staff/mails')).status).toBe(403)
    const manager = await make.user(await make.practice(laboratory), { account_type: 'manager' })
    expect((await (await as(manager))('/api/staff/mails')).status).toBe(403)
    expect(await listFor(await make.user(await make.laboratory()))).toEqual([])
  })

  it.each([
    '/login#invitation=S3cret',
    '/login?reset=S3cret',
    '/unsubscribe/S3cret/all',
    '/api/calendar/S3cret.ics',
    '/cases/S3cret',
    '/S3cret',
  ] as const)('show no key that stands in one: %s', async path => {
    const laboratory = await make.laboratory()
    const administrator = await make.user(laboratory)
    await put(laboratory, path)
    const answer = await (await as(administrator))('/api/staff/mails')
    const text = await answer.text()
    expect(text).toContain('Ouvrir')
    expect(text).not.toContain('S3cret')
  })
})

it.each([
  'https://portal.test/login#reset=S3cret',
  'portal.test/login#reset=S3cret',
  'portal.test/login%23invitation%3DS3cret',
  '1https://portal.test/S3cret',
  'portal.test/unsubscribe/S3cret/all',
])('what a mail server has said of one shows no key either: %s', async address => {
  const laboratory = await make.laboratory()
  const administrator = await make.user(laboratory)
  const { id } = await put(laboratory, '/cases')
  await make.within(laboratory.id, client =>
    client.query(`update mails set reason = $2, tries = 1 where id = $1`, [id, `554 blocked: ${address} (spam)`]),
  )
  const [mail] = await listFor(administrator)
  expect(mail?.reason).toMatch(/^554 blocked: .*\(spam\)$/)
  expect(mail?.reason).not.toContain('S3cret')
})

it('places of the portal that open nothing by themselves stay', () => {
  const places = ['', 'login', 'account'].concat(
    ['cases', 'invoices'].flatMap(list => [list, `${list}/7ba46341-611b-4e88-a691-f806ec1b1502`]),
  )
  const text = places.map(place => `https://portal.test/${place}\n`).join('')
  expect(withoutKeys(text)).toBe(text)
})
