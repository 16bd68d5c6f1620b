// `npm run bench`: how much of what the machine can do is left once the product stands in between, and whether a million
// cases are felt. API, database and load tool share the machine, so what counts are ratios: whatever is compared is
// measured in short turns, so that noise hits both alike.
import { loadavg } from 'node:os'
import { AccessTokens } from '#tenancy/server/access-token.ts'
import { type BenchDatabase, before, cases, openDatabases } from './databases.ts'
import { type Asked, countAnswers, countRefusals, percentile, timeAnswers } from './load.ts'
import { copyToPlainTables } from './plain.ts'
import { appSecret, type Server, startApp, startFloor, startPlainFloor, stopServers, usageOf } from './servers.ts'
import { type Call, chooseSubjects, headersOf, pathOf, type Subject } from './subjects.ts'

const tokens = new AccessTokens({ appSecret })
const turns = Number(process.env.BENCH_TURNS ?? 8)
const secondsATurn = Number(process.env.BENCH_SECONDS ?? 3)
/** Far below the ceiling, as on a working day. */
const calmRate = 100
/** Practices asked for in turn. */
const practices = 200

const say = (sentence: string) => process.stdout.write(`${sentence}\n`)
const databases = await openDatabases(appSecret, say)
try {
  await main()
} finally {
  stopServers()
  const { large, small, before } = databases
  await Promise.all([large, small, before].map(database => database?.admin.end()))
  await databases.stop()
}

type Row = { figure: string; mustReach: string; seen: string; isReached: boolean }

async function main() {
  const loadBefore = loadavg()[0] ?? 0
  const subjects = await chooseSubjects(databases.large.admin, practices)
  const fewSubjects = await chooseSubjects(databases.small.admin, practices)
  const app = await startApp(databases.large)
  const smallApp = await startApp(databases.small)
  const floor = await startFloor(databases.large, subjects)
  await copyToPlainTables(databases.large.admin)
  const plain = await startPlainFloor(databases.large, subjects)
  const older = databases.before && (await startOlder(databases.before))
  const rows: Row[] = []
  say(`${cases} cases`)

  const firstSheet = await timeAnswers(app.port, await ask('sheet', subjects), 1, 1)
  const sheets = await timeAnswers(app.port, await ask('sheet', subjects), 4, 3)

  const rate: Partial<Record<Call, Rates>> = {}
  for (const call of ['list', 'whole', 'one'] as const) {
    say(`${call}: product and floors in turns …`)
    const measured: Record<string, () => Promise<Counted>> = {
      app: async () => countWithCost(app, await ask(call, subjects)),
      floor: async () => countWithCost(floor, await askFloor(call, subjects)),
      ...(call !== 'whole' && { plain: async () => countWithCost(plain, await askFloor(call, subjects)) }),
      ...(older && { older: async () => countWithCost(older.server, await ask(call, older.subjects)) }),
    }
    const seen = await inTurns(measured)
    rate[call] = ratesOf(seen)
    say('  milliseconds of the processor each, of the server itself and of PostgreSQL:')
    for (const [name, turns] of Object.entries(seen)) {
      const [own, database] = [mean(turns.map(({ cpu }) => cpu)), mean(turns.map(({ databaseCpu }) => databaseCpu))]
      say(`  ${name.padEnd(6)} ${own.toFixed(2)} + ${database.toFixed(2)} = ${(own + database).toFixed(2)}`)
    }
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
  const atLeastOf = (figure: string, wanted: number, call: Call, other: 'floor' | 'plain' | 'older') => {
    const { share = 0, rate: others = 0 } = rate[call]?.[other] ?? {}
    const words = `${share.toFixed(2)} (${Math.round(rate[call]?.app ?? 0)} of ${Math.round(others)})`
    atLeast(figure, wanted, share, words)
  }
  atLeastOf('Cases list, share of our statements alone', 0.8, 'list', 'floor')
  atLeastOf('All cases, 25 rows, share of our statements alone', 0.8, 'whole', 'floor')
  atLeastOf('One case, share of our statements alone', 0.5, 'one', 'floor')
  atLeastOf('Cases list, share of the plain floor', 0.5, 'list', 'plain')
  atLeastOf('One case, share of the plain floor', 0.4, 'one', 'plain')
  if (older) {
    atLeastOf(`Cases list, against ${before}`, 1, 'list', 'older')
    atLeastOf(`All cases, 25 rows, against ${before}`, 1, 'whole', 'older')
    atLeastOf(`One case, against ${before}`, 1, 'one', 'older')
  }
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

type Counted = { rate: number; cpu: number; databaseCpu: number }
type Share = { rate: number; share: number }
type Rates = { app: number; floor: Share; plain?: Share; older?: Share }

/** Turn by turn, so that what disturbs one of them disturbs both sides of a share. */
function ratesOf({ app = [], floor = [], plain, older }: Record<string, Counted[]>): Rates {
  const against = (other: Counted[]): Share => ({
    rate: mean(other.map(({ rate }) => rate)),
    share: middle(app.map(({ rate }, turn) => rate / (other[turn]?.rate ?? rate))),
  })
  return {
    app: mean(app.map(({ rate }) => rate)),
    floor: against(floor),
    ...(plain && { plain: against(plain) }),
    ...(older && { older: against(older) }),
  }
}

/** Beside the rate what each answer costs in processor time: on a busy machine the steadier of the two. */
async function countWithCost(server: Server, asked: readonly Asked[]): Promise<Counted> {
  const [before, databaseBefore] = [(await usageOf(server)).cpu, databases.processorTime()]
  const rate = await countAnswers(server.port, asked, secondsATurn)
  const { user, system } = (await usageOf(server)).cpu
  const answers = rate * secondsATurn
  return {
    rate,
    cpu: (user - before.user + system - before.system) / 1000 / answers,
    databaseCpu: (databases.processorTime() - databaseBefore) / answers,
  }
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

/** The product of an earlier commit, on a database of its own with as many cases. */
async function startOlder(database: BenchDatabase) {
  return {
    server: await startApp(database, before),
    subjects: await chooseSubjects(database.admin, practices),
  }
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
