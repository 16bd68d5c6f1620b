// `npm run bench:digests`: how long it takes from "the hour has struck" until two thousand people of one laboratory have their
// digest, with the mail server, the database and the application on one machine. On a database of its own.
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { createApp } from '#app/server/api.ts'
import { declaredJobs } from '#app/server/jobs.ts'
import { migrate } from '#db/migrate.ts'
import { settleQueues } from '#db/queues.ts'
import { startEmbeddedPostgres } from '#kit/server/embedded-postgres.ts'
import { doChores } from '#tenancy/server/chores.ts'
import { fillDigests } from '../test/fill-digests.ts'
import { startMailServer } from '../test/mail-server.ts'
import { newDataFolder } from '../test/running-app.ts'

const appSecret = 'a secret for measurements only, long enough'
const people = Number(process.env.BENCH_PEOPLE ?? 2_000)
const mostSeconds = 60

const say = (sentence: string) => process.stdout.write(`${sentence}\n`)
const data = newDataFolder()
const postgres = await startEmbeddedPostgres(join(data.path, 'database'), { say })
const owner = new pg.Pool({ connectionString: postgres.ownerUrl, max: 1 })
let received = 0
const mailServer = await startMailServer(() => {
  received += 1
})
await migrate({ ownerUrl: postgres.ownerUrl, appSecret })
await settleQueues(postgres.ownerUrl, declaredJobs)
const folder = join(tmpdir(), 'arcade-bench')
const app = createApp({
  databaseUrl: postgres.appUrl,
  jobsUrl: postgres.jobsUrl,
  appSecret,
  trustedProxies: 0,
  webRoot: join(import.meta.dirname, '../test/fixtures/web'),
  logLevel: 'warn',
  files: { storage: { folder: join(folder, 'files') }, passage: join(folder, 'passage') },
  mail: {
    server: { host: '127.0.0.1', port: mailServer.port, isSecure: false, isPlain: true },
    from: 'portal@arcade.test',
  },
})
try {
  const laboratory = await fillDigests(owner, people)
  await app.jobs.start()
  const startedAt = performance.now()
  const seconds = () => (performance.now() - startedAt) / 1_000
  await doChores(app.chores, { laboratories: [laboratory.id] })
  const made = seconds()
  while (received < people && seconds() < 10 * mostSeconds) await sleep(50)
  const sent = seconds()
  const isReached = received === people && sent <= mostSeconds
  say(`${people} digests made in ${made.toFixed(1)} s`)
  say(`${received} received after ${sent.toFixed(1)} s, ≤ ${mostSeconds} s wanted${isReached ? '' : '  not reached'}`)
  process.exitCode = isReached ? 0 : 1
} finally {
  await app.jobs.stop()
  await app.close()
  await Promise.all([owner.end(), mailServer.close()])
  await postgres.stop()
  data.remove()
}
