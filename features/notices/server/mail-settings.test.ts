import { afterAll, describe, expect, it } from 'vitest'
import type { SmtpPlace } from '#kit/server/smtp.ts'
import { problemOf, startTestApp } from '#test/harness.ts'
import { readMail, refusal, startMailServer } from '#test/mail-server.ts'
import type { TestLaboratory } from '#test/make.ts'
import { makeOwnDatabase } from '#test/own-database.ts'
import type { KeptMail, MailSettings } from '../contract.ts'

// A database of its own: a worker of the mail queue would send the mails of every test.
const own = await makeOwnDatabase()
const mailServer = await startMailServer()
const place: SmtpPlace = {
  host: '127.0.0.1',
  port: mailServer.port,
  isSecure: false,
  isPlain: true,
}
afterAll(async () => {
  await mailServer.close()
  await own.drop()
})
const { app, make, as } = startTestApp(
  { mail: { server: place, from: 'portal@arcade.test' }, jobPollSeconds: 0.5 },
  { ownerUrl: own.ownerUrl, appUrl: own.appUrl, jobsUrl: own.jobsUrl, adminUrl: '' },
)
await app.jobs.start()
const patiently = { timeout: 20_000 }

type Call = Awaited<ReturnType<typeof as>>
const path = '/api/staff/mail-settings'
const settingsFor = async (call: Call) => ((await (await call(path)).json()) as { data: MailSettings }).data
const change = async (call: Call, values: Partial<Pick<MailSettings, 'name' | 'replyTo' | 'version'>>) => {
  const { name, replyTo, version } = await settingsFor(call)
  return call(path, { method: 'PUT', body: { name, replyTo, version, ...values } })
}
const test = async (call: Call) =>
  ((await (await call(`${path}/tests`, { method: 'POST' })).json()) as { data: { id: string } }).data.id
const stateOf = async (call: Call, id: string) =>
  ((await (await call('/api/staff/mails')).json()) as { data: KeptMail[] }).data.find(mail => mail.id === id)
const deedsOf = (laboratory: TestLaboratory) =>
  make.within(laboratory.id, async client =>
    (
      await client.query<{ kind: string }>(
        "select kind from audit_events where kind in ('mail_settings_changed', 'test_mail_sent') order by at",
      )
    ).rows.map(({ kind }) => kind),
  )

describe('the mails of a laboratory', () => {
  it('carry its name and come from the installation, until it says otherwise', async () => {
    const laboratory = await make.laboratory({ company_name: 'Labo Test' })
    const { email, ...settings } = await settingsFor(await as(await make.user(laboratory)))
    expect(settings).toMatchObject({ name: '', replyTo: '', laboratory: 'Labo Test', sender: 'portal@arcade.test' })
    expect(settings).toMatchObject({ areMailsSent: true })
    expect(email).toContain('@')
  })

  it('are signed as it says from the next one on, answers go where it says, and the audit knows', async () => {
    const laboratory = await make.laboratory()
    const call = await as(await make.user(laboratory))
    expect((await change(call, { name: 'Labo du Port', replyTo: 'contact@port.test' })).status).toBe(204)
    const id = await test(call)
    const { email } = await settingsFor(call)
    await expect.poll(() => mailServer.to(email).length, patiently).toBe(1)
    const { headers } = readMail(mailServer.to(email)[0]?.source ?? '')
    expect(headers.get('from')).toBe('Labo du Port <portal@arcade.test>')
    expect(headers.get('reply-to')).toBe('Labo du Port <contact@port.test>')
    await expect.poll(() => stateOf(call, id), patiently).toMatchObject({ state: 'sent', recipient: email })
    expect(await deedsOf(laboratory)).toEqual(['mail_settings_changed', 'test_mail_sent'])
  })

  it('say what the mail server has against one', async () => {
    const call = await as(await make.user(await make.laboratory()))
    const { email } = await settingsFor(call)
    mailServer.refusing.recipients.set(email, refusal(550, 'no such mailbox'))
    const id = await test(call)
    await expect.poll(async () => (await stateOf(call, id))?.state, patiently).toBe('failed')
    expect((await stateOf(call, id))?.reason).toMatch(/^550 no such mailbox/)
  })

  it('are an administrator’s to set, and of two who change them at once the second is told', async () => {
    const laboratory = await make.laboratory()
    for (const role of ['production', 'accounting', 'driver']) {
      const call = await as(await make.user(laboratory, { role }))
      expect((await call(path)).status).toBe(403)
      expect((await call(`${path}/tests`, { method: 'POST' })).status).toBe(403)
      expect((await call(path, { method: 'PUT', body: { name: 'x', replyTo: '', version: 'x' } })).status).toBe(403)
    }
    const call = await as(await make.user(laboratory))
    const { version } = await settingsFor(call)
    expect((await change(call, { name: 'Un' })).status).toBe(204)
    expect((await problemOf(await change(call, { name: 'Deux', version }))).code).toBe('conflict')
    expect((await settingsFor(call)).name).toBe('Un')
    expect((await change(call, { name: 'Un', version })).status, 'sent again, since its answer was lost').toBe(204)
    expect((await problemOf(await change(call, { replyTo: 'Claire <c@x.test>' }))).code).toBe('input_invalid')
    for (const name of ['Labo\r\nBcc: x@x.test', '\u200b', 'a\u2028b'])
      expect([name, (await change(call, { name })).status]).toEqual([name, 422])
  })

  it('are kept out of the hands of the database’s other people', async () => {
    const laboratory = await make.laboratory()
    const wrong = (name: string) =>
      make.within(laboratory.id, client => client.query('update brands set mail_name = $1', [name]))
    await expect(wrong('a\nb')).rejects.toMatchObject({ constraint: 'brands__mail_name' })
    await expect(wrong(' ')).rejects.toMatchObject({ constraint: 'brands__mail_name' })
  })
})
