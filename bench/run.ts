// `npm run bench`: how much of what the machine can do is left once the product stands in between, and whether a million
// cases are felt. API, database and load tool share the machine, so what counts are ratios: whatever is compared is
// measured in short turns, so that noise hits both alike.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import { join, resolve } from 'node:path'
import { tenantKey } from '#db/signing-key.ts'
import { AccessTokens } from '#tenancy/server/access-token.ts'
import { type BenchDatabase, openDatabases } from './databases.ts'
import { type Asked, countAnswers, countRefusals, percentile, timeAnswers } from './load.ts'
import type { AppWork } from './serve-app.ts'
import type { FloorWork } from './serve-floor.ts'
import { type Call, chooseSubjects, headersOf, pathOf, type Subject, statementsOf } from './subjects.ts'

const appSecret = 'a secret for measurements only, long enough'
const tokens = new AccessTokens({ appSecret })
const turns = Number(process.env.BENCH_TURNS ?? 8)
const secondsATurn = Number(process.env.BENCH_SECONDS ?? 3)
/** Far below the ceiling, as on a working day. */
const calmRate = 100
/** Practices asked for in turn. */
const practices = 200

const say = (sentence: string) => process.stdout.write(`${sentence}\n`)
const children: ChildProcess[] = []
const databases = await openDatabases(appSecret, say)
try {
  await main()
} finally {
  for (const child of children) child.kill()
  await Promise.all([databases.large.admin.end(), databases.small.admin.end()])
  await databases.stop()
}

type Server = { child: ChildProcess; port: number }
type Row = { figure: string; mustReach: string; seen: string; isReached: boolean }

async function main() {
  const loadBefore = loadavg()[0] ?? 0
  const subjects = await chooseSubjects(databases.large.admin, practices)
  const fewSubjects = await chooseSubjects(databases.small.admin, practices)
  const app = await startApp(databases.large)
  const smallApp = await startApp(databases.small)
  const floor = await startFloor(databases.large, subjects)
  const rows: Row[] = []

  const firstSheet = await timeAnswers(app.port, await ask('sheet', subjects), 1, 1)
  const sheets = await timeAnswers(app.port, await ask('sheet', subjects), 4, 3)

  const rate: Partial<Record<Call, { app: number; floor: number; share: number }>> = {}
  for (const call of ['list', 'whole', 'one'] as const) {
    say(`${call}: product and floor in turns …`)
    rate[call] = await inTurns({
      app: async () => countWithCost(app, await ask(call, subjects)),
      floor: async () => countWithCost(floor, await askFloor(call, subjects)),
    }).then(({ app: ours, floor: bare }) => {
      const cost = (seen: readonly Counted[]) => mean(seen.map(({ cpu }) => cpu)).toFixed(2)
      say(`  ${cost(ours)} ms of the processor each, the floor ${cost(bare)} ms`)
      const rates = { app: ours.map(({ rate }) => rate), floor: bare.map(({ rate }) => rate) }
      const shares = rates.app.map((rate, turn) => rate / (rates.floor[turn] ?? rate))
      return { app: mean(rates.app), floor: mean(rates.floor), share: middle(shares) }
    })
  }
  const { memory } = await usageOf(app)

  say('list and dashboard among a million and among ten thousand, and search, in turns …')
  const times = await inTurns({
    large: async () => timeAnswers(app.port, await ask('list', subjects), calmRate, secondsATurn),
    small: async () => timeAnswers(smallApp.port, await ask('list', fewSubjects), calmRate, secondsATurn),
    search: async () => timeAnswers(app.port, await ask('search', subjects), calmRate, secondsATurn),
    week: async () => timeAnswers(app.port, await ask('week', subjects), calmRate, secondsATurn),
    smallWeek: async () => timeAnswers(smallApp.port, await ask('week', fewSubjects), calmRate, secondsATurn),
  })
  const p95 = {
    large: usualP95(times.large),
    small: usualP95(times.small),
    search: usualP95(times.search),
    week: usualP95(times.week),
    smallWeek: usualP95(times.smallWeek),
  }

  const atLeast = (figure: string, wanted: number, seen: number, words: string) =>
    rows.push({ figure, mustReach: `≥ ${wanted}`, seen: words, isReached: seen >= wanted })
  const atMost = (figure: string, wanted: number, seen: number, words: string) =>
    rows.push({ figure, mustReach: `≤ ${wanted}`, seen: words, isReached: seen <= wanted })
  const share = (call: Call) => rate[call]?.share ?? 0
  const ofFloor = (call: Call) =>
    `${share(call).toFixed(2)} (${Math.round(rate[call]?.app ?? 0)} of ${Math.round(rate[call]?.floor ?? 0)})`

  atLeast('Cases list, share of the floor', 0.8, share('list'), ofFloor('list'))
  atLeast('All cases, 25 rows, share of the floor', 0.8, share('whole'), ofFloor('whole'))
  atLeast('One case, share of the floor', 0.5, share('one'), ofFloor('one'))
  atMost(
    'p95 of the list, a million against ten thousand',
    1.3,
    p95.large / p95.small,
    `${(p95.large / p95.small).toFixed(2)} (${p95.large.toFixed(1)} against ${p95.small.toFixed(1)} ms)`,
  )
  atMost(
    'p95 of the dashboard, a week, a million against ten thousand',
    1.3,
    p95.week / p95.smallWeek,
    `${(p95.week / p95.smallWeek).toFixed(2)} (${p95.week.toFixed(1)} against ${p95.smallWeek.toFixed(1)} ms)`,
  )
  atMost(
    'p95 of a search against the list',
    2,
    p95.search / p95.large,
    `${(p95.search / p95.large).toFixed(2)} (${p95.search.toFixed(1)} against ${p95.large.toFixed(1)} ms)`,
  )
  atMost('Memory after the load, MB', 250, memory / 1e6, String(Math.round(memory / 1e6)))
  atLeast('Cases lists a second', 800, rate.list?.app ?? 0, String(Math.round(rate.list?.app ?? 0)))
  atLeast('All cases a second', 800, rate.whole?.app ?? 0, String(Math.round(rate.whole?.app ?? 0)))
  atLeast('One case a second', 2000, rate.one?.app ?? 0, String(Math.round(rate.one?.app ?? 0)))
  atMost('First traceability sheet, ms', 300, firstSheet[0] ?? 0, (firstSheet[0] ?? 0).toFixed(0))
  atMost('p95 of the next sheets, ms', 300, percentile(sheets, 0.95), percentile(sheets, 0.95).toFixed(0))
  atMost('Answers 503, in all of the above', 0, countRefusals(), String(countRefusals()))
  const { secondsToFill } = databases.large
  if (secondsToFill) atMost('Filling the database, s', 180, secondsToFill, secondsToFill.toFixed(0))
  print(rows)
  say(`\nLoad of the machine: ${loadBefore.toFixed(1)} before, ${(loadavg()[0] ?? 0).toFixed(1)} after.`)
}

/** Of the middle turn, so that a disturbance in one of them does not speak for all. */
function usualP95(turns: readonly number[][]): number {
  return middle(turns.map(times => percentile(times, 0.95)))
}

function middle(numbers: readonly number[]): number {
  return percentile(numbers, 0.5)
}

type Usage = { memory: number; cpu: NodeJS.CpuUsage }

async function usageOf({ child }: Server): Promise<Usage> {
  child.send('usage')
  const [usage] = (await once(child, 'message')) as [Usage]
  return usage
}

type Counted = { rate: number; cpu: number }

/** Beside the rate what each answer costs the server's own process: on a busy machine the steadier of the two. */
async function countWithCost(server: Server, asked: readonly Asked[]): Promise<Counted> {
  const before = (await usageOf(server)).cpu
  const rate = await countAnswers(server.port, asked, secondsATurn)
  const { user, system } = (await usageOf(server)).cpu
  return { rate, cpu: (user - before.user + system - before.system) / 1000 / (rate * secondsATurn) }
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length
}

/** Each once to warm up, then all of them one after the other, again and again. */
async function inTurns<K extends string, T>(measurements: Record<K, () => Promise<T>>): Promise<Record<K, T[]>> {
  const names = Object.keys(measurements) as K[]
  const seen = Object.fromEntries(names.map(name => [name, [] as T[]])) as Record<K, T[]>
  for (const name of names) await measurements[name]()
  for (let turn = 0; turn < turns; turn++) {
    for (const name of names) seen[name].push(await measurements[name]())
  }
  return seen
}

function ask(call: Call, subjects: readonly Subject[]): Promise<Asked[]> {
  return Promise.all(
    subjects.map(async subject => ({ path: pathOf[call](subject), headers: await headersOf(tokens, subject) })),
  )
}

/** The floor checks no token: a header of the same length, by which it knows the caller. */
async function askFloor(call: Call, subjects: readonly Subject[]): Promise<Asked[]> {
  return subjects.map(subject => ({
    path: pathOf[call](subject),
    headers: { host: subject.host, authorization: subject.sessionId.repeat(10) },
  }))
}

async function startApp({ appUrl }: BenchDatabase): Promise<Server> {
  const webRoot = resolve(import.meta.dirname, '../dist/web')
  return start('serve-app.ts', { databaseUrl: appUrl, appSecret, webRoot } satisfies AppWork)
}

async function startFloor({ appUrl }: BenchDatabase, subjects: readonly Subject[]): Promise<Server> {
  const callers = await Promise.all(
    subjects.map(async subject => {
      const { host, brandId, sessionId } = subject
      return [sessionId.repeat(10), { host, brandId, sessionId, statements: await statementsOf(subject) }] as const
    }),
  )
  return start('serve-floor.ts', {
    databaseUrl: appUrl,
    tenantKey: tenantKey(appSecret).toString('base64'),
    callers: Object.fromEntries(callers),
  } satisfies FloorWork)
}

async function start(file: string, work: AppWork | FloorWork): Promise<Server> {
  const child = fork(join(import.meta.dirname, file), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  children.push(child)
  child.send(work)
  const [port] = (await once(child, 'message')) as [number]
  return { child, port }
}

function print(rows: readonly Row[]) {
  const width = (pick: (row: Row) => string) => Math.max(...rows.map(row => pick(row).length))
  const [first, second] = [
    width(row => row.figure),
    Math.max(
      10,
      width(row => row.mustReach),
    ),
  ]
  say(`\n${'Figure'.padEnd(first)}  ${'Must reach'.padEnd(second)}  Seen`)
  for (const { figure, mustReach, seen, isReached } of rows)
    say(`${figure.padEnd(first)}  ${mustReach.padEnd(second)}  ${seen}${isReached ? '' : '  not reached'}`)
}
