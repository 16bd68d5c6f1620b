import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import type { MailText } from '#kit/server/mail-parts.ts'
import type { SmtpPlace } from '#kit/server/smtp.ts'
import { startTestApp } from '#test/harness.ts'
import { readMail, refusal, startMailServer } from '#test/mail-server.ts'
import type { TestLaboratory } from '#test/make.ts'
import { makeOwnDatabase } from '#test/own-database.ts'
import type { Laboratory } from './actor.ts'
import { doChores } from './chores.ts'
import { openLaboratoryOf } from './guards.ts'
import { listMails } from './outbox-sql.ts'

// A database of its own, because the mail queue serves the mails of every test.
const own = await makeOwnDatabase()

const mailServer = await startMailServer()
const place: SmtpPlace = { host: '127.0.0.1', port: mailServer.port, isSecure: false, isPlain: true }
const database = { ownerUrl: own.ownerUrl, appUrl: own.appUrl, jobsUrl: own.jobsUrl, adminUrl: '' }
// Registered before the application, so that the database is removed after it.
afterAll(async () => {
  await mailServer.close()
  await own.drop()
})
const { app, another, make, owner } = startTestApp(
  { mail: { server: place, from: 'portal@arcade.test' }, jobPollSeconds: 0.5 },
  database,
)
const { outbox, database: runtime } = app.api.services
await app.jobs.start()

const at = <T>({ id }: TestLaboratory, work: (laboratory: Laboratory) => Promise<T>) =>
  openLaboratoryOf(runtime, id, 'write', work)
const mailsOf = (laboratory: TestLaboratory) => at(laboratory, actor => listMails(actor, { most: 50 }))
const patiently = { timeout: 20_000 }

const invitation: Record<'fr' | 'en', MailText> = {
  fr: {
    subject: 'Votre accès au portail',
    blocks: ['Bonjour Zoé, voici votre accès.', { label: 'Choisir un mot de passe', path: '/login#invitation=S3cret' }],
  },
  en: {
    subject: 'Your access to the portal',
    blocks: ['Hello Zoé, here is your access.', { label: 'Choose a password', path: '/login#invitation=S3cret' }],
  },
}
let written = 0
const anAddress = () => `someone-${++written}@practice.test`

describe('a mail', () => {
  it('is sent once its transaction is committed, from the laboratory, and only its state remains', async () => {
    const laboratory = await make.laboratory({ company_name: 'Laboratoire Émail', mail_from: 'portail@email.test' })
    const address = anAddress()
    const never = at(laboratory, async actor => {
      await outbox.put(actor, { address, language: 'fr' }, invitation)
      throw new Error('No.')
    })
    await expect(never).rejects.toThrow('No.')
    const { id } = await at(laboratory, actor => outbox.put(actor, { address, language: 'fr' }, invitation))
    await expect.poll(() => mailServer.to(address).length, patiently).toBe(1)
    await expect
      .poll(() => mailsOf(laboratory), patiently)
      .toMatchObject([{ id, recipient: address, state: 'sent', tries: 1, reason: null, text_part: null }])
    const [mail] = mailServer.to(address)
    expect(mail).toMatchObject({ from: 'portail@email.test', to: [address] })
    const { headers } = readMail(mail?.source ?? '')
    expect(headers.get('from')).toBe('=?UTF-8?Q?Laboratoire_=C3=89mail?= <portail@email.test>')
    expect(headers.get('message-id')).toBe(`<${id}@email.test>`)
    expect(headers.get('auto-submitted')).toBe('auto-generated')
    expect(headers.has('x-mailer')).toBe(false)
  })

  it('of a laboratory without an address comes from that of the installation', async () => {
    const laboratory = await make.laboratory()
    const address = anAddress()
    await at(laboratory, actor => outbox.put(actor, { address, language: 'en' }, invitation))
    await expect.poll(() => mailServer.to(address)[0]?.from, patiently).toBe('portal@arcade.test')
  })

  it.each([
    ['fr', 'Votre accès au portail', 'Bonjour Zoé, voici votre accès.', 'Cet e-mail vous est envoyé par'],
    ['en', 'Your access to the portal', 'Hello Zoé, here is your access.', 'This e-mail was sent to you by'],
  ] as const)('says the same as text and as HTML, in %s', async (language, subject, sentence, footer) => {
    const laboratory = await make.laboratory({ company_name: 'Dupont & <Fils>' })
    const address = anAddress()
    await at(laboratory, actor => outbox.put(actor, { address, language }, invitation))
    await expect.poll(() => mailServer.to(address).length, patiently).toBe(1)
    const [text = '', html = ''] = readMail(mailServer.to(address)[0]?.source ?? '').parts
    const link = `https://${laboratory.host}/login#invitation=S3cret`
    for (const part of [text, html]) {
      expect(part).toContain(sentence)
      expect(part).toContain(link)
      expect(part).toContain(footer)
    }
    expect(text).toContain('Dupont & <Fils>')
    expect(html).toContain('Dupont &amp; &lt;Fils&gt;')
    expect(html).toContain(`<html lang="${language}">`)
    expect(html).toContain(subject)
  })

  it.each([
    'Accès\r\nBcc: everybody@practice.test',
    'Accès\nX-Injected: 1',
    'Accès\u2028Bcc: everybody@practice.test',
    'Accès\r\n\r\n<script>alert(1)</script>',
    `Accès ${'é'.repeat(300)}`,
    '=?utf-8?B?DQpCY2M6IGV2ZXJ5Ym9keUBwcmFjdGljZS50ZXN0?=',
  ])('has no header more, whatever is put into its subject and its sender’s name: %j', async words => {
    const laboratory = await make.laboratory({ company_name: words })
    const address = anAddress()
    const texts = { subject: words, blocks: [words, '<img src=x onerror=alert(1)>'] }
    await at(laboratory, actor => outbox.put(actor, { address, language: 'fr' }, { fr: texts, en: texts }))
    await expect.poll(() => mailServer.to(address).length, patiently).toBe(1)
    const { names, parts } = readMail(mailServer.to(address)[0]?.source ?? '')
    expect(names.toSorted()).toEqual(
      ['auto-submitted', 'content-type', 'date', 'from', 'message-id', 'mime-version', 'subject', 'to'].toSorted(),
    )
    expect(parts[1]).not.toMatch(/<script|<img/)
    expect(mailServer.to('everybody@practice.test')).toEqual([])
  })

  it.each([
    'nobody',
    'a@b@practice.test',
    'a@practice.test, b@practice.test',
    'A <a@practice.test>',
    'a@practice.test\r\nBcc: b@practice.test',
    '"a b"@practice.test',
    'zoé@practice.test',
    'a@',
    `${'a'.repeat(65)}@practice.test`,
    `a@${'b'.repeat(255)}`,
  ])('goes to one plain address and no other: %j', async address => {
    const laboratory = await make.laboratory()
    await expect(at(laboratory, actor => outbox.put(actor, { address, language: 'fr' }, invitation))).rejects.toThrow()
    const columns = {
      brand_id: laboratory.id,
      sender: 'a@b.test',
      sender_name: '',
      subject: 'x',
      text_part: '',
      html_part: '',
    }
    await expect(make.insert(laboratory.id, 'mails', { ...columns, recipient: address })).rejects.toMatchObject({
      code: '23514',
    })
    expect(await mailsOf(laboratory)).toEqual([])
  })

  it('leads nowhere else than to the portal', async () => {
    const laboratory = await make.laboratory()
    for (const path of ['//evil.test/login', '/\\evil.test'] as const) {
      const texts: MailText = { subject: 'x', blocks: [{ label: 'y', path }] }
      await expect(
        at(laboratory, actor => outbox.put(actor, { address: anAddress(), language: 'fr' }, { fr: texts, en: texts })),
      ).rejects.toThrow('leads out of the portal')
    }
  })

  it('that the mail server takes at no time is failed at once, with its reason for the laboratory and not for the log', async () => {
    const laboratory = await make.laboratory()
    const address = anAddress()
    mailServer.refusing.recipients.set(address, refusal(550, `no such user ${address}`))
    await at(laboratory, actor => outbox.put(actor, { address, language: 'fr' }, invitation))
    await expect
      .poll(() => mailsOf(laboratory), patiently)
      .toMatchObject([{ state: 'failed', tries: 1, reason: `550 no such user ${address}` }])
  })

  it('that the mail server does not take now waits, and is tried again after a pause as the same message', async () => {
    const laboratory = await make.laboratory()
    const address = anAddress()
    mailServer.refusing.isDeafAfterData = true
    const { id } = await at(laboratory, actor => outbox.put(actor, { address, language: 'fr' }, invitation))
    await expect
      .poll(() => mailsOf(laboratory), patiently)
      .toMatchObject([{ state: 'waiting', tries: 1, reason: '421 closing', text_part: expect.stringContaining('Zoé') }])
    // The mail is marked first, the queue afterwards.
    const again = async () => {
      const { rows } = await owner.query<{ pause: number; state: string }>(
        `select state, extract(epoch from start_after - now())::float8 as pause from pgboss.job where name = 'mail' and id = $1`,
        [id],
      )
      return rows
    }
    await expect.poll(again, patiently).toMatchObject([{ state: 'retry' }])
    expect((await again())[0]?.pause).toBeGreaterThan(10)
    await owner.query(`update pgboss.job set start_after = now() where name = 'mail' and id = $1`, [id])
    await expect.poll(() => mailsOf(laboratory), patiently).toMatchObject([{ state: 'sent', tries: 2, reason: null }])
    const ids = mailServer.to(address).map(({ source }) => readMail(source).headers.get('message-id'))
    expect(ids).toEqual([`<${id}@arcade.test>`, `<${id}@arcade.test>`])
  })

  it('is tried for three days, or for as long as its link lives where that is half an hour', async () => {
    const laboratory = await make.laboratory()
    const to = { address: anAddress(), language: 'fr' } as const
    mailServer.refusing.recipients.set(to.address, refusal(451, 'try later'))
    const { id } = await at(laboratory, actor => outbox.put(actor, to, invitation))
    const { id: brief } = await at(laboratory, actor => outbox.put(actor, to, invitation, { isSoonOver: true }))
    const { rows } = await owner.query<{ id: string; least: number; most: number }>(
      `select id, sum(least(retry_delay_max, retry_delay * 2 ^ least(16, n) / 2))::float8 / 3600 as least,
         sum(least(retry_delay_max, retry_delay * 2 ^ least(16, n)))::float8 / 3600 as most
       from pgboss.job, generate_series(1, retry_limit) as n where id = any($1) group by id`,
      [[id, brief]],
    )
    const hours = (of: string) => rows.find(({ id }) => id === of)
    expect(hours(id)?.least).toBeGreaterThan(72)
    expect(hours(brief)?.least).toBeGreaterThan(0.2)
    expect(hours(brief)?.most).toBeLessThan(0.6)
    await owner.query('delete from pgboss.job where id = any($1)', [[id, brief]])
  })

  it('that fails at its last try is failed, with what the mail server said', async () => {
    const laboratory = await make.laboratory()
    const address = anAddress()
    mailServer.refusing.recipients.set(address, refusal(451, 'try later'))
    const { id } = await at(laboratory, actor => outbox.put(actor, { address, language: 'fr' }, invitation))
    await owner.query(`update pgboss.job set retry_limit = 0 where name = 'mail' and id = $1`, [id])
    await expect
      .poll(() => mailsOf(laboratory), patiently)
      .toMatchObject([{ state: 'failed', reason: '451 try later' }])
  })

  it('whose job is gone, after a restore say, is given one; one that was settled a month ago goes', async () => {
    const laboratory = await make.laboratory()
    const [lost, old] = [anAddress(), anAddress()]
    const { id } = await at(laboratory, actor => outbox.put(actor, { address: lost, language: 'fr' }, invitation))
    await make.insert(laboratory.id, 'mails', {
      brand_id: laboratory.id,
      recipient: old,
      sender: 'a@b.test',
      sender_name: '',
      subject: 'x',
      state: 'sent',
      settled_at: new Date(Date.now() - 31 * 24 * 3_600_000),
    })
    await expect.poll(() => mailServer.to(lost).length, patiently).toBe(1)
    await expect
      .poll(async () => (await mailsOf(laboratory)).map(({ state }) => state), patiently)
      .toEqual(['sent', 'sent'])
    // The state after a restore: the mails are there, the queue is empty.
    await owner.query(`delete from pgboss.job where name = 'mail' and id = $1`, [id])
    await make.within(laboratory.id, client =>
      client.query(
        `update mails set state = 'waiting', settled_at = null, text_part = 'x', html_part = 'x',
           created_at = now() - interval '2 hours' where id = $1`,
        [id],
      ),
    )
    await doChores(app.chores, { laboratories: [laboratory.id] })
    await expect.poll(() => mailServer.to(lost).length, patiently).toBe(2)
    await expect.poll(() => mailsOf(laboratory), patiently).toMatchObject([{ recipient: lost, state: 'sent' }])
  })

  it('whose link is over and whose job is gone is given up, and mailed to nobody', async () => {
    const laboratory = await make.laboratory()
    const to = { address: anAddress(), language: 'fr' } as const
    mailServer.refusing.recipients.set(to.address, refusal(451, 'try later'))
    const { id } = await at(laboratory, actor => outbox.put(actor, to, invitation, { isSoonOver: true }))
    await owner.query('delete from pgboss.job where id = $1', [id])
    await make.within(laboratory.id, client =>
      client.query(`update mails set created_at = now() - interval '2 hours' where id = $1`, [id]),
    )
    await doChores(app.chores, { laboratories: [laboratory.id] })
    expect(await mailsOf(laboratory)).toMatchObject([{ id, state: 'failed' }])
    const { rows } = await owner.query('select from pgboss.job where id = $1', [id])
    expect(rows).toEqual([])
  })

  it('is written by whoever gives reason to it, and read by the laboratory alone', async () => {
    const laboratory = await make.laboratory()
    const user = await make.user(await make.practice(laboratory))
    const address = anAddress()
    const sessionId = randomUUID()
    await make.insert(laboratory.id, 'sessions', {
      brand_id: laboratory.id,
      id: sessionId,
      user_id: user.id,
      refresh_seed: randomBytes(32),
    })
    const seen = await runtime.withTenant(
      { for: 'session', host: laboratory.host, brandId: laboratory.id, sessionId },
      'write',
      async tx => {
        await outbox.put({ tx, brandId: laboratory.id }, { address, language: 'fr' }, invitation)
        return tx.selectFrom('mails').selectAll().execute()
      },
    )
    expect(seen).toEqual([])
    expect(await mailsOf(laboratory)).toMatchObject([{ recipient: address }])
    expect(await mailsOf(await make.laboratory())).toEqual([])
  })
})

it('without a mail server mails are kept, and the laboratory reads them', async () => {
  const laboratory = await make.laboratory()
  const address = anAddress()
  // The process with a mail server must not take the job first.
  await app.jobs.stop()
  const process = another({ mail: {} })
  await process.jobs.start()
  await at(laboratory, actor => process.outbox.put(actor, { address, language: 'fr' }, invitation))
  await expect
    .poll(() => mailsOf(laboratory), patiently)
    .toMatchObject([{ state: 'kept', tries: 0, text_part: expect.stringContaining('/login#invitation=S3cret') }])
  expect(mailServer.to(address)).toEqual([])
})
