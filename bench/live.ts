// `npm run bench:live`: what two thousand open screens cost one process, how soon they hear of a change, and what happens
// when the database cuts the connection that hears. On a database of its own, which is gone afterwards.
import { fork } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { migrate } from '#db/migrate.ts'
import { startEmbeddedPostgres } from '#kit/server/embedded-postgres.ts'
import { AccessTokens } from '#tenancy/server/access-token.ts'
import { makeWith, type TestLaboratory } from '../test/make.ts'
import { newDataFolder } from '../test/running-app.ts'
import { type Listener, Listeners } from './live-listeners.ts'
import { percentile } from './load.ts'
import type { AppWork } from './serve-app.ts'

const appSecret = 'a secret for measurements only, long enough'
/** Two thousand screens: one very large practice, and many of ten. */
const many = 500
const few = { practices: 150, listeners: 10 }
const idleSeconds = Number(process.env.BENCH_IDLE_SECONDS ?? 90)
/** A practice is told at most once a second. */
const betweenChanges = 1_300

const say = (sentence: string) => process.stdout.write(`${sentence}\n`)
const megabytes = (bytes: number) => Math.round(bytes / 1e6)
let isMissed = false
function report(figure: string, mostWanted: number | undefined, seen: number, unit: string) {
  const isReached = mostWanted === undefined || seen <= mostWanted
  isMissed ||= !isReached
  const wanted = mostWanted === undefined ? '' : `≤ ${mostWanted}`
  const value = seen < 10 && unit === 'ms' ? seen.toFixed(1) : String(Math.round(seen))
  say(`${figure.padEnd(64)} ${wanted.padStart(7)}  ${value} ${unit}${isReached ? '' : '  not reached'}`)
}

const data = newDataFolder()
const postgres = await startEmbeddedPostgres(join(data.path, 'database'), { say })
const owner = new pg.Pool({ connectionString: postgres.ownerUrl, max: 4 })
const admin = new pg.Pool({ connectionString: postgres.adminUrl.replace(/\/\w+$/, '/arcade'), max: 1 })
const app = fork(join(import.meta.dirname, 'serve-app.ts'), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
try {
  await migrate({ ownerUrl: postgres.ownerUrl, appSecret })
  await main()
} finally {
  app.kill()
  await Promise.all([owner.end(), admin.end()])
  await postgres.stop()
  data.remove()
}
process.exitCode = isMissed ? 1 : 0

async function main() {
  const loadBefore = loadavg()[0] ?? 0
  const webRoot = resolve(import.meta.dirname, '../dist/web')
  app.send({
    databaseUrl: postgres.appUrl,
    jobsUrl: postgres.jobsUrl,
    appSecret,
    webRoot,
    logLevel: 'warn',
  } satisfies AppWork)
  const [port] = (await once(app, 'message')) as [number]
  const { laboratory, listeners, large, small } = await fill()
  const open = new Listeners(port)

  await weigh(open, port, listeners)
  await atOnce(open, laboratory, [large], many, 20)
  await atOnce(open, laboratory, small, few.listeners, 10)
  await spread(open, laboratory, small)
  await kill(open, laboratory, [large, ...small], listeners.length)
  report('Answers that ended unasked', 0, open.ended, '')
  open.close()
  say(`Load of the machine: ${loadBefore.toFixed(1)} before, ${(loadavg()[0] ?? 0).toFixed(1)} after.`)
}

function reportTimes(words: string, latencies: readonly number[], missing: number) {
  report(`${words}: half heard within`, undefined, percentile(latencies, 0.5), 'ms')
  report(`${words}: 95 of 100 within`, 2_000, percentile(latencies, 0.95), 'ms')
  report(`${words}: the last within`, 2_000, Math.max(...latencies), 'ms')
  report(`${words}: not heard`, 0, missing, 'times')
}

async function weigh(open: Listeners, port: number, listeners: readonly Listener[]) {
  // Code and connections that the first calls bring are not what an open answer costs.
  const warm = new Listeners(port)
  await warm.open(listeners.slice(0, 100))
  warm.close()
  await sleep(3_000)
  const before = await usage()
  const startedAt = performance.now()
  await open.open(listeners)
  report(`${listeners.length} answers opened in`, undefined, performance.now() - startedAt, 'ms')
  let most = 0
  const idleFrom = await usage()
  for (let second = 0; second < idleSeconds; second += 3) {
    await sleep(3_000)
    most = Math.max(most, (await usage()).memory)
  }
  const idle = await usage()
  report('Memory of the process before', undefined, megabytes(before.memory), 'MB')
  report('Memory of the process with all of them open, at most', undefined, megabytes(most), 'MB')
  report('  and in the end', undefined, megabytes(idle.memory), 'MB')
  report('Memory that they add, at most', 200, megabytes(most - before.memory), 'MB')
  report('  for each', undefined, (most - before.memory) / listeners.length / 1e3, 'kB')
  report('Processor while nothing happens', undefined, (1000 * (idle.cpu - idleFrom.cpu)) / idleSeconds, 'ms/s')
}

async function atOnce(
  open: Listeners,
  laboratory: TestLaboratory,
  practices: readonly string[],
  listening: number,
  times: number,
) {
  const latencies: number[] = []
  const count = listening * practices.length
  for (let n = 0; n < times; n++) {
    const heard = open.hear('change', count, 5)
    const committedAt = await change(laboratory, practices)
    latencies.push(...(await heard).map(({ at }) => at - committedAt))
    await sleep(betweenChanges)
  }
  reportTimes(
    `One change, ${practices.length} practices, ${listening} listeners each`,
    latencies,
    count * times - latencies.length,
  )
}

/** As on a busy morning: fifty changes a second, each somewhere else. */
async function spread(open: Listeners, laboratory: TestLaboratory, practices: readonly string[]) {
  const [perSecond, rounds] = [50, 2]
  const count = practices.length * rounds
  const heard = open.hear('change', count * few.listeners, count / perSecond + 5)
  const changes: { practice: string; at: Promise<number> }[] = []
  for (let n = 0; n < count; n++) {
    const practice = practices[n % practices.length] ?? ''
    changes.push({ practice, at: change(laboratory, [practice]) })
    await sleep(1000 / perSecond)
  }
  const told = await heard
  const committed = await Promise.all(changes.map(async ({ practice, at }) => ({ practice, at: await at })))
  const latencies = told.map(
    ({ practice, at }) =>
      at - Math.max(...committed.filter(one => one.practice === practice && one.at <= at).map(one => one.at)),
  )
  reportTimes(
    `${perSecond} changes a second in ${practices.length} practices`,
    latencies,
    count * few.listeners - told.length,
  )
}

/** The connection that hears is cut, and something changes before there is another. */
async function kill(open: Listeners, laboratory: TestLaboratory, practices: readonly string[], count: number) {
  const heard = open.hear('resync', count, 20)
  const { rowCount } = await admin.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'arcade changes'",
  )
  if (rowCount !== 1) throw new Error(`${rowCount} connections that hear`)
  const killedAt = performance.now()
  await change(laboratory, practices)
  const told = await heard
  report(
    'Connection killed: everybody told to load anew within',
    2_000,
    Math.max(...told.map(({ at }) => at - killedAt)),
    'ms',
  )
  report('Connection killed: not told', 0, count - told.length, 'answers')
  await sleep(betweenChanges)
  const after = open.hear('change', count, 5)
  await change(laboratory, practices)
  report('The next change after it: not told', 0, count - (await after).length, 'answers')
}

/** When it was about to be committed. */
async function change({ id }: TestLaboratory, practices: readonly string[]): Promise<number> {
  let at = 0
  await makeWith(owner).within(id, async client => {
    await client.query("update orders set comment = 'Bench ' || random() where practice_id = any($1)", [practices])
    at = performance.now()
  })
  return at
}

async function usage(): Promise<{ memory: number; cpu: number }> {
  app.send('usage')
  const [{ memory, cpu }] = (await once(app, 'message')) as [{ memory: number; cpu: NodeJS.CpuUsage }]
  return { memory, cpu: (cpu.user + cpu.system) / 1e6 }
}

async function fill() {
  const make = makeWith(owner)
  const tokens = new AccessTokens({ appSecret })
  const laboratory = await make.laboratory()
  const brandId = laboratory.id
  const listeners: Listener[] = []
  async function practiceOf(count: number): Promise<string> {
    const practice = await make.practice(laboratory)
    await make.order(practice)
    await make.within(brandId, async client => {
      for (let n = 0; n < count; n++) {
        const [userId, sessionId] = [randomUUID(), randomUUID()]
        const login = `user-${userId}`
        await client.query(
          `insert into users (brand_id, id, practice_id, login, email, first_name, last_name, kind, account_type)
           values ($1, $2, $3, $4, $4 || '@example.test', 'Claire', 'Martin', 'practice', 'doctor')`,
          [brandId, userId, practice.id, login],
        )
        await client.query('insert into sessions (brand_id, id, user_id, refresh_seed) values ($1, $2, $3, $4)', [
          brandId,
          sessionId,
          userId,
          randomBytes(32),
        ])
        const token = await tokens.sign({ brandId, sessionId }, { id: userId })
        listeners.push({ practice: practice.id, host: laboratory.host, token })
      }
    })
    return practice.id
  }
  const large = await practiceOf(many)
  const small: string[] = []
  for (let n = 0; n < few.practices; n++) small.push(await practiceOf(few.listeners))
  return { laboratory, listeners, large, small }
}
