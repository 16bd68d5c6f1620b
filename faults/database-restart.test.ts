import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as backOff } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { migrate } from '#db/migrate.ts'
import { settleQueues } from '#db/queues.ts'
import { startEmbeddedPostgres } from '#kit/server/embedded-postgres.ts'
import { openLaboratoryOf } from '#tenancy/server/guards.ts'
import { job } from '#tenancy/server/job.ts'
import { JobQueue } from '#tenancy/server/job-queue.ts'
import { startTestApp, testSecret } from '#test/harness.ts'

// A database of its own: it is taken away from under the application, as a restart or a crash would.
const folder = mkdtempSync(join(tmpdir(), 'arcade-fault-'))
let postgres = await startEmbeddedPostgres(folder, { forTests: true })
await migrate({ ownerUrl: postgres.ownerUrl, appSecret: testSecret })
const { make, as, request, app, owner } = startTestApp({ patience: 1 }, postgres)
owner.on('error', () => undefined)
afterAll(async () => {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
  rmSync(postgres.folder, { recursive: true, force: true })
})

const crash = () =>
  process.kill(Number.parseInt(readFileSync(join(postgres.folder, 'cluster', 'postmaster.pid'), 'utf8'), 10), 'SIGQUIT')

it.each([
  ['stopped', () => postgres.stop()],
  ['crashed', async () => void crash()],
])('a database %s under load is answered with 503 until it is back, and the process lives', async (_, takeAway) => {
  const laboratory = await make.laboratory()
  const practice = await make.practice(laboratory)
  await make.order(practice)
  const call = await as(await make.user(practice))

  const answers = new Map<number, number>()
  let isRunning = true
  const load = Array.from({ length: 8 }, async () => {
    while (isRunning) {
      const response = await call('/api/orders')
      answers.set(response.status, (answers.get(response.status) ?? 0) + 1)
      if (response.status === 503) {
        expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
        expect(((await response.json()) as { code: string }).code).toBe('unavailable')
        await backOff(20)
      }
    }
  })
  const answered = (status: number) => expect.poll(() => answers.get(status) ?? 0)
  await answered(200).toBeGreaterThan(load.length)
  await takeAway()
  await answered(503).toBeGreaterThan(load.length)
  const page = await request(laboratory, '/login')
  expect([page.status, page.headers.get('retry-after')]).toEqual([503, '2'])
  expect((await request(laboratory, '/readyz')).status).toBe(503)
  expect((await request(laboratory, '/healthz')).status).toBe(200)

  postgres = await startEmbeddedPostgres(folder, { forTests: true })
  await expect.poll(async () => (await request(laboratory, '/readyz')).status).toBe(200)
  await answered(200).toBeGreaterThan((answers.get(200) ?? 0) + load.length)
  isRunning = false
  await Promise.all(load)
  expect([...answers.keys()].toSorted()).toEqual([200, 503])
  expect((await request(laboratory, '/login')).status).toBe(200)
  expect(app).toBeDefined()
})

it.each([
  ['stopped', () => postgres.stop()],
  ['crashed', async () => void crash()],
])('jobs asked for before and after a database is %s are done once it is back', async (_, takeAway) => {
  const laboratory = await make.laboratory()
  const done: string[] = []
  const noting = job<'practiceId', unknown>({
    name: `noting_${randomBytes(6).toString('hex')}`,
    ids: ['practiceId'],
    retries: 5,
    pauseSeconds: { first: 1, longest: 1 },
    longestSeconds: 5,
    atOnce: 2,
    work: async ({ ids: { practiceId }, inLaboratory }) => {
      await inLaboratory('read', ({ tx }) =>
        tx.selectFrom('practices').select('id').where('id', '=', practiceId).execute(),
      )
      done.push(practiceId)
    },
  })
  await settleQueues(postgres.ownerUrl, [noting])
  const queue = new JobQueue({
    database: app.api.services.database,
    url: postgres.jobsUrl,
    log: pino({ level: 'silent' }),
    appSecret: testSecret,
    pollSeconds: 0.5,
    superviseSeconds: 1,
  })
  queue.serve(noting, undefined)
  onTestFinished(() => queue.stop())
  const ask = async () => {
    const { id: practiceId } = await make.practice(laboratory)
    await openLaboratoryOf(app.api.services.database, laboratory.id, 'write', actor =>
      queue.enqueue(actor, noting, { practiceId }),
    )
    return practiceId
  }
  const before = await ask()
  await queue.start()
  await expect.poll(() => done).toEqual([before])
  await takeAway()
  const readiness = async () => (await request(laboratory, '/readyz')).status
  await expect.poll(readiness).toBe(503)
  postgres = await startEmbeddedPostgres(folder, { forTests: true })
  await expect.poll(readiness).toBe(200)
  const after = await ask()
  await expect.poll(() => done).toEqual([before, after])
})

it('a database whose connections are all taken answers 503 within the time a user waits', async () => {
  const laboratory = await make.laboratory()
  const practice = await make.practice(laboratory)
  const call = await as(await make.user(practice))
  const blocker = await owner.connect()
  try {
    await blocker.query('begin')
    await blocker.query('lock table orders in access exclusive mode')
    const statuses = await Promise.all(Array.from({ length: 30 }, async () => (await call('/api/orders')).status))
    // Those with a connection run into the lock's limit, the others into the pool's.
    expect(new Set(statuses)).toEqual(new Set([503]))
  } finally {
    await blocker.query('rollback')
    blocker.release()
  }
  expect((await call('/api/orders')).status).toBe(200)
})
