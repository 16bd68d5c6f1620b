// `npm run bench:pages`: fifty pages with their data a second beside three hundred calls a second: how much longer the calls
// take, and what a page costs beyond the calls that it spares. In turns with and without pages, on a database of its own.
import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { loadavg } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { migrate } from '#db/migrate.ts'
import { RefreshTokens, refreshCookie } from '#features/auth/server/refresh-token.ts'
import { startEmbeddedPostgres } from '#kit/server/embedded-postgres.ts'
import { AccessTokens } from '#tenancy/server/access-token.ts'
import { makeWith } from '../test/make.ts'
import { newDataFolder } from '../test/running-app.ts'
import { type Asked, percentile, timeAnswers } from './load.ts'
import { processorTimeOf } from './processor-time.ts'
import type { AppWork } from './serve-app.ts'

const appSecret = 'a secret for measurements only, long enough'
const callsASecond = Number(process.env.BENCH_CALLS ?? 300)
const pagesASecond = Number(process.env.BENCH_PAGES ?? 50)
const turns = Number(process.env.BENCH_TURNS ?? 6)
const secondsATurn = Number(process.env.BENCH_SECONDS ?? 5)
/** Each a laboratory of its own, with people of ten practices. */
const laboratories = 4

/** What the list asks for, with the words in which it asks. */
const firstCall = '/api/orders?tab=in_progress&page=1'

const say = (sentence: string) => process.stdout.write(`${sentence}\n`)
const median = (figures: readonly number[]) => percentile(figures, 0.5)
let isMissed = false
function report(figure: string, mostWanted: number | undefined, seen: readonly number[], unit = '') {
  const isReached = mostWanted === undefined || median(seen) <= mostWanted
  isMissed ||= !isReached
  const wanted = mostWanted === undefined ? '' : `≤ ${mostWanted}`
  const shown = `${median(seen).toFixed(2)} ${unit} (${seen.map(one => one.toFixed(2)).join(', ')})`
  say(`${figure.padEnd(52)} ${wanted.padStart(6)}  ${shown}${isReached ? '' : '  not reached'}`)
}

const data = newDataFolder()
const postgres = await startEmbeddedPostgres(join(data.path, 'database'), { say })
const owner = new pg.Pool({ connectionString: postgres.ownerUrl, max: 4 })
const app = fork(join(import.meta.dirname, 'serve-app.ts'), {
  stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  execArgv: process.env.BENCH_PROFILE ? ['--cpu-prof', `--cpu-prof-dir=${process.env.BENCH_PROFILE}`] : [],
})
try {
  await migrate({ ownerUrl: postgres.ownerUrl, appSecret })
  await main()
} finally {
  app.kill()
  await once(app, 'exit')
  await owner.end()
  await postgres.stop()
  data.remove()
}
process.exitCode = isMissed ? 1 : 0

async function main() {
  const before = loadavg()[0] ?? 0
  const work: AppWork = {
    databaseUrl: postgres.appUrl,
    jobsUrl: postgres.jobsUrl,
    appSecret,
    webRoot: resolve(import.meta.dirname, '../dist/web'),
    connections: 10,
    logLevel: 'warn',
  }
  app.send(work)
  const [port] = (await once(app, 'message')) as [number]
  const { calls, pages, spared, plain } = await fill()
  await warmUp(port, pages[0] as Asked)

  const beside = async (pagesToo: readonly Asked[], rate: number) => {
    const [times, shown] = await Promise.all([
      timeAnswers(port, calls, callsASecond, secondsATurn),
      timeAnswers(port, pagesToo, rate, secondsATurn),
    ])
    return { calls: percentile(times, 0.95), pages: percentile(shown, 0.5) }
  }
  const ratios: number[] = []
  const [alone, together, waited]: number[][] = [[], [], []]
  for (let turn = 0; turn < turns; turn++) {
    // First the one, then the other, so that what else the machine does meets both alike.
    const halves = [() => beside(pages, 0), () => beside(pages, pagesASecond)]
    const [first, second] = turn % 2 ? halves.toReversed() : halves
    const seen = [await first?.(), await second?.()]
    const [without, withPages] = turn % 2 ? seen.toReversed() : seen
    ratios.push((withPages?.calls ?? Number.NaN) / (without?.calls ?? Number.NaN))
    alone?.push(without?.calls ?? Number.NaN)
    together?.push(withPages?.calls ?? Number.NaN)
    waited?.push(withPages?.pages ?? Number.NaN)
  }
  report(`Calls’ p95 beside ${pagesASecond} pages a second`, 1.3, ratios)
  report('  without pages', undefined, alone ?? [], 'ms')
  report('  with pages', undefined, together ?? [], 'ms')
  report('  a page waited, half of them', undefined, waited ?? [], 'ms')

  const costs: Record<string, number[]> = { pages: [], spared: [], plain: [] }
  for (let turn = 0; turn < turns; turn++)
    for (const [name, asked] of Object.entries({ pages, spared, plain })) costs[name]?.push(await costOf(port, asked))
  const beyond = (costs.pages ?? []).map(
    (cost, turn) => cost - (costs.spared?.[turn] ?? 0) - (costs.plain?.[turn] ?? 0),
  )
  report('Processor for a page with data, all told', undefined, costs.pages ?? [], 'ms')
  report('  for the same page without', undefined, costs.plain ?? [], 'ms')
  report('  for the calls that it spares', undefined, costs.spared ?? [], 'ms')
  report('  beyond both', 6, beyond, 'ms')
  say(`Load of the machine: ${before.toFixed(1)} before, ${(loadavg()[0] ?? 0).toFixed(1)} after.`)
}

/** Milliseconds of the processor for each answer, of Node and PostgreSQL together, one after the other. */
async function costOf(port: number, asked: readonly Asked[]): Promise<number> {
  const count = 60
  const usage = async () => {
    app.send('usage')
    const [{ cpu }] = (await once(app, 'message')) as [{ cpu: NodeJS.CpuUsage }]
    return (cpu.user + cpu.system) / 1000 + processorTimeOf(join(postgres.folder, 'cluster'))
  }
  const before = await usage()
  for (let number = 0; number < count; number++) await timeAnswers(port, [asked[number % asked.length] as Asked], 1, 1)
  return ((await usage()) - before) / count
}

async function warmUp(port: number, page: Asked) {
  for (let tries = 0; tries < 200; tries++) {
    const headers = { ...page.headers, 'accept-encoding': 'identity' }
    const asked = request({ host: '127.0.0.1', port, path: page.path, headers }).end()
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    if ((await text(answer)).includes('data-answers') && tries > 60) return
  }
  throw new Error('No page comes with its data.')
}

async function fill() {
  const make = makeWith(owner)
  const tokens = new AccessTokens({ appSecret })
  const refreshTokens = new RefreshTokens({ appSecret })
  const people: { host: string; token: string; cookie: string }[] = []
  for (let number = 0; number < laboratories; number++) {
    const laboratory = await make.laboratory()
    for (let practice = 0; practice < 10; practice++) {
      const here = await make.practice(laboratory)
      for (let cases = 0; cases < 25; cases++) await make.order(here, { patient: `Patient ${cases}` })
      const user = await make.user(here)
      const seed = randomBytes(32)
      const { rows } = await make.within(laboratory.id, client =>
        client.query('insert into sessions (brand_id, user_id, refresh_seed) values ($1, $2, $3) returning id', [
          laboratory.id,
          user.id,
          seed,
        ]),
      )
      const { id } = rows[0] as { id: string }
      people.push({
        host: laboratory.host,
        token: await tokens.sign({ brandId: laboratory.id, sessionId: id }, { id: user.id }),
        cookie: `${refreshCookie}=${refreshTokens.make({ id, refresh_seed: seed }, 1)}`,
      })
    }
  }
  const asked = (path: string, headersOf: (person: (typeof people)[number]) => Record<string, string>) =>
    people.map(person => ({ path, headers: { host: person.host, ...headersOf(person) } }))
  const browser = { 'accept-encoding': 'br' }
  const calls = asked('/api/orders', ({ token }) => ({ authorization: `Bearer ${token}` }))
  return {
    calls,
    spared: asked(firstCall, ({ token }) => ({ authorization: `Bearer ${token}` })),
    pages: asked('/cases', ({ cookie }) => ({ ...browser, cookie })),
    plain: asked('/cases', () => ({ ...browser, cookie: `${refreshCookie}=nobodys` })),
  }
}
