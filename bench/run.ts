// `npm run bench`: how much of what the machine can do is left once the product stands in between. API, database and load
// tool share the machine, so every figure is a ratio to a floor measured in the same run, in turns.
import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import autocannon from 'autocannon'
import pg from 'pg'
import * as v from 'valibot'
import { migrate, tenantKey } from '#db/migrate.ts'
import { CaseQuery } from '#features/cases/contract.ts'
import { countOrders, findOrder, listOrderEvents, listOrderProducts, listOrders } from '#features/cases/server/sql.ts'
import { AccessTokens } from '#kit/server/access-token.ts'
import { startEmbeddedPostgres } from '#kit/server/embedded-postgres.ts'
import { recordStatements } from './recorded-statements.ts'
import type { FloorWork } from './serve-floor.ts'

const root = resolve(import.meta.dirname, '..')
const secret = 'a secret for measurements only, long enough'
const seconds = Number(process.env.BENCH_SECONDS ?? 8)
const rounds = Number(process.env.BENCH_ROUNDS ?? 3)

const postgres = await startEmbeddedPostgres(join(root, process.env.DATA_DIR ?? '.data', 'database'))
await migrate({ ownerUrl: postgres.ownerUrl, appSecret: secret })
const admin = new pg.Client(postgres.adminUrl.replace(/\/postgres$/, '/arcade'))
await admin.connect()
const children: ChildProcess[] = []
try {
  await main()
} finally {
  for (const child of children) child.kill()
  await admin.end()
  await postgres.stop()
}

type Subject = { host: string; brandId: string; practiceId: string; userId: string; cases: number }

/** The practice whose number of cases is nearest to 500, which is what the budgets are written for. */
async function chooseSubject(): Promise<Subject> {
  const { rows } = await admin.query<Subject>(
    `select h.host, p.brand_id as "brandId", p.id as "practiceId", u.id as "userId", count(*)::int as cases
     from practices p
     join brand_hosts h on h.brand_id = p.brand_id
     join orders o on o.brand_id = p.brand_id and o.practice_id = p.id
     join lateral (select id from users where brand_id = p.brand_id and practice_id = p.id limit 1) u on true
     group by 1, 2, 3, 4 order by abs(count(*) - 500), h.host limit 1`,
  )
  if (!rows[0]) throw new Error('This database has no cases: run "npm run seed -- --cases 1000000" first.')
  return rows[0]
}

async function main() {
  const subject = await chooseSubject()
  const total = (await admin.query<{ count: number }>('select count(*)::int as count from orders')).rows[0]?.count
  const { host, brandId, practiceId, userId } = subject
  const session = await admin.query<{ id: string }>(
    'insert into sessions (brand_id, user_id, refresh_seed) values ($1, $2, $3) returning id',
    [brandId, userId, randomBytes(32)],
  )
  const sessionId = session.rows[0]?.id ?? ''
  const order = await admin.query<{ id: string; patient: string }>(
    'select id, patient from orders where brand_id = $1 and practice_id = $2 and patient is not null order by code limit 1',
    [brandId, practiceId],
  )
  const { id: orderId, patient } = order.rows[0] ?? { id: '', patient: '' }
  const token = await new AccessTokens(secret).sign({ brandId, sessionId }, {})

  const paths = {
    list: '/api/orders',
    search: `/api/orders?tab=all&search=${encodeURIComponent(patient.slice(0, 6))}`,
    one: `/api/orders/${orderId}`,
  }
  const user = {
    kind: 'practice',
    brandId,
    practiceId,
    userId,
    sessionId,
    accountType: 'manager',
    isDLCPM: false,
    isPracticeDoctor: false,
    language: 'fr',
    timeZone: 'Europe/Paris',
  } as const
  const list = (query: object) =>
    recordStatements(user as never, async actor => {
      const parsed = v.parse(CaseQuery, query)
      await countOrders(actor, parsed)
      await listOrders(actor, parsed)
    })
  const floorWork: FloorWork = {
    databaseUrl: postgres.appUrl,
    tenantKey: tenantKey(secret).toString('base64'),
    host,
    brandId,
    sessionId,
    statements: {
      [paths.list]: await list({}),
      [paths.search]: await list({ tab: 'all', search: patient.slice(0, 6) }),
      [paths.one]: await recordStatements(user as never, async actor => {
        await findOrder(actor, orderId)
        await listOrderProducts(actor, orderId)
        await listOrderEvents(actor, orderId)
      }),
    },
  }
  const app = await start('serve-app.ts', {
    APP_WORK: JSON.stringify({ databaseUrl: postgres.appUrl, appSecret: secret, webRoot: join(root, 'dist', 'web') }),
  })
  const floor = await start('serve-floor.ts', { FLOOR_WORK: JSON.stringify(floorWork) })
  const headers = { host, authorization: `Bearer ${token}` }

  process.stdout.write(
    `${total} cases in all, ${subject.cases} in the practice measured; ${rounds} × ${seconds} s each\n\n`,
  )
  const results: Record<string, Measured> = {}
  for (const [name, path] of Object.entries(paths)) {
    const ours: Measured[] = []
    const bare: Measured[] = []
    for (let round = 0; round < rounds; round++) {
      bare.push(await measure(floor.port, path, headers))
      ours.push(await measure(app.port, path, headers))
    }
    results[name] = best(ours)
    print(name, best(ours), best(bare))
  }
  const ratio = (results.search?.p95 ?? 0) / (results.list?.p95 ?? 1)
  process.stdout.write(`\nsearch p95 is ${ratio.toFixed(2)} × that of the plain list\n`)
  app.child.send('memory')
  const [bytes] = (await once(app.child, 'message')) as [number]
  process.stdout.write(`memory of the API after the load: ${Math.round(bytes / 1e6)} MB\n`)
}

async function start(file: string, env: Record<string, string>) {
  const child = fork(join(import.meta.dirname, file), {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  children.push(child)
  const [port] = (await once(child, 'message')) as [number]
  return { child, port }
}

type Measured = { rate: number; p50: number; p95: number; p99: number }

/** Closed loop for the ceiling. */
async function measure(port: number, path: string, headers: Record<string, string>): Promise<Measured> {
  const result = await autocannon({
    url: `http://127.0.0.1:${port}${path}`,
    headers,
    connections: 16,
    duration: seconds,
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${path}: ${result.non2xx} refusals, ${result.errors} errors`)
  const { p50, p97_5, p99 } = result.latency
  return { rate: result.requests.average, p50, p95: p97_5, p99 }
}

/** The least disturbed of the rounds: on a shared machine noise only ever slows down. */
const best = (measured: Measured[]) => measured.toSorted((a, b) => b.rate - a.rate)[0] as Measured

function print(name: string, ours: Measured, bare: Measured) {
  process.stdout.write(
    `${name.padEnd(8)} ${(ours.rate / bare.rate).toFixed(2)} of the floor: ${Math.round(ours.rate)} against ${Math.round(bare.rate)} a second; p50 ${ours.p50} ms, p97.5 ${ours.p95} ms, p99 ${ours.p99} ms\n`,
  )
}
