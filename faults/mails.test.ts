import { pino } from 'pino'
import { afterAll, expect, it } from 'vitest'
import { smtpPost } from '#kit/server/smtp.ts'
import { doChores } from '#tenancy/server/chores.ts'
import { openLaboratoryOf } from '#tenancy/server/guards.ts'
import { JobQueue } from '#tenancy/server/job-queue.ts'
import { sendMail } from '#tenancy/server/outbox.ts'
import { listMails } from '#tenancy/server/outbox-sql.ts'
import { fillDigests } from '#test/fill-digests.ts'
import { startTestApp, testSecret } from '#test/harness.ts'
import { readMail, refusal, startMailServer } from '#test/mail-server.ts'
import type { TestLaboratory } from '#test/make.ts'
import { makeOwnDatabase } from '#test/own-database.ts'
import { startInOwnProcess } from './own-process.ts'

// Notices from the business transaction to the mail server, and what becomes of them when something gives way.

const own = await makeOwnDatabase()
let onMail: () => void = () => undefined
const mailServer = await startMailServer(() => onMail())
afterAll(async () => {
  await mailServer.close()
  await own.drop()
})
const server = { host: '127.0.0.1', port: mailServer.port, isSecure: false, isPlain: true }
const mail = { server, from: 'portal@arcade.test' }
const { app, owner, folder } = startTestApp({ mail }, { ...own, adminUrl: '' })
const { database } = app.api.services

const mailsOf = (laboratory: TestLaboratory) =>
  openLaboratoryOf(database, laboratory.id, 'read', actor => listMails(actor, { most: 5_000 }))
const statesOf = async (laboratory: TestLaboratory) => {
  const mails = await mailsOf(laboratory)
  return Object.fromEntries([...Map.groupBy(mails, ({ state }) => state)].map(([state, { length }]) => [state, length]))
}
const makeMails = (laboratory: TestLaboratory) => doChores(app.chores, { laboratories: [laboratory.id] })
const idsTo = (address: string) =>
  mailServer.to(address).map(({ source }) => readMail(source).headers.get('message-id'))
const addressesOf = (people: number) => Array.from({ length: people }, (_, place) => `reader-${place + 1}@digests.test`)
const patiently = { timeout: 30_000 }

/** A process that looks often for what others have left. */
async function work<T>(until: () => Promise<T>): Promise<T> {
  const log = pino({ level: 'silent' })
  const settings = { database, url: own.jobsUrl, log, appSecret: testSecret }
  const queue = new JobQueue({ ...settings, pollSeconds: 0.5, superviseSeconds: 1 })
  queue.serve(sendMail, { post: smtpPost(server) })
  await queue.start()
  try {
    return await until()
  } finally {
    await queue.stop()
  }
}
const isDone = (laboratory: TestLaboratory, states: object) =>
  expect.poll(() => statesOf(laboratory), patiently).toEqual(states)
const putOff = async () =>
  (await owner.query(`select from pgboss.job where name = 'mail' and state = 'retry'`)).rowCount
/** Ten minutes go by: what has been put off is due. */
const pass = () => owner.query(`update pgboss.job set start_after = now() where name = 'mail' and state = 'retry'`)

const empty = () => owner.query(`delete from pgboss.job where name = 'mail'`)

it('killed between the mail server’s yes and the mark, nothing is lost and nothing comes twice as two messages', async () => {
  const laboratory = await fillDigests(owner, 25)
  await makeMails(laboratory)
  const { child } = await startInOwnProcess({ database: own, folder }, { mail, doesJobs: true, jobPollSeconds: 0.5 })
  const gone = new Promise(resolve => child.once('exit', resolve))
  let taken = 0
  onMail = () => {
    taken += 1
    if (taken === 7) child.kill('SIGKILL')
  }
  await gone
  onMail = () => undefined
  // Had it been marked, the kill would have come too late to show anything.
  expect((await statesOf(laboratory)).waiting).toBeGreaterThan(0)
  await owner.query(`update pgboss.job set started_on = now() - interval '1 hour' where state = 'active'`)
  const isRetried = async () => {
    await pass()
    return statesOf(laboratory)
  }
  await work(() => expect.poll(isRetried, patiently).toEqual({ sent: 25 }))
  for (const address of addressesOf(25)) {
    const ids = idsTo(address)
    expect(ids.length, address).toBeGreaterThanOrEqual(1)
    expect(ids.length, address).toBeLessThanOrEqual(2)
    expect(new Set(ids).size, address).toBe(1)
  }
})

it('while the mail server is away for ten minutes all wait, and come once when it is back; one that it never takes stops no other', async () => {
  await empty()
  const laboratory = await fillDigests(owner, 24)
  const before = new Map(addressesOf(24).map(address => [address, idsTo(address).length]))
  for (const address of addressesOf(24)) mailServer.refusing.recipients.set(address, refusal(421, 'not now'))
  await makeMails(laboratory)
  await work(async () => {
    await expect
      .poll(async () => (await mailsOf(laboratory)).filter(({ tries }) => tries > 0).length, patiently)
      .toBe(24)
    expect(await statesOf(laboratory)).toEqual({ waiting: 24 })
    // A try is counted a moment before it is put off.
    await expect.poll(putOff, patiently).toBe(24)
    mailServer.refusing.recipients.clear()
    const [poison = ''] = addressesOf(1)
    mailServer.refusing.recipients.set(poison, refusal(421, 'never'))
    await pass()
    await isDone(laboratory, { sent: 23, waiting: 1 })
    await expect.poll(putOff, patiently).toBe(1)
    // Its tries come to an end, and it is there for the laboratory to see.
    await owner.query(`update pgboss.job set retry_limit = retry_count + 1 where name = 'mail' and state = 'retry'`)
    await pass()
    await isDone(laboratory, { sent: 23, failed: 1 })
    expect((await mailsOf(laboratory)).find(({ state }) => state === 'failed')).toMatchObject({
      recipient: poison,
      reason: expect.stringContaining('never'),
    })
    for (const address of addressesOf(24).slice(1))
      expect(idsTo(address).length - (before.get(address) ?? 0), address).toBe(1)
  })
}, 180_000)

it('digests of many people go out together, one each, as fast as the mail server takes them', async () => {
  await empty()
  mailServer.refusing.recipients.clear()
  const people = 60
  const laboratory = await fillDigests(owner, people)
  const before = addressesOf(people).reduce((sum, address) => sum + mailServer.to(address).length, 0)
  await makeMails(laboratory)
  expect(await statesOf(laboratory)).toEqual({ waiting: people })
  await work(() => isDone(laboratory, { sent: people }))
  expect(addressesOf(people).reduce((sum, address) => sum + mailServer.to(address).length, 0) - before).toBe(people)
})
