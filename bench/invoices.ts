// `npm run bench:invoices`: what lists, sums and the dashboard cost in a laboratory of ten thousand invoices and in one of a
// million, asked in turns, so that whatever else the machine does is in both. On a database of its own.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { AccessTokens } from '#tenancy/server/access-token.ts'
import type { TestUser } from '../test/make.ts'
import { say, startOwnProduct } from './own-product.ts'

const large = Number(process.env.BENCH_INVOICES ?? 1_000_000)
const small = 10_000
const ofPractice = 500
const rounds = Number(process.env.BENCH_ROUNDS ?? 200)
const most = 1.3

const { app, settings, postgres, make, close } = await startOwnProduct()
const admin = new pg.Client(postgres.adminUrl.replace(/\/\w+$/, '/arcade'))
await admin.connect()
const accessTokens = new AccessTokens({ appSecret: settings.appSecret })

/** Of each practice a tenth is open, and all of ten years. */
async function fill(count: number) {
  const laboratory = await make.laboratory()
  const practices = await make.within(laboratory.id, async client => {
    const { rows } = await client.query<{ id: string }>(
      `insert into practices (brand_id, name) select $1, 'Cabinet ' || n from generate_series(1, $2::int) n returning id`,
      [laboratory.id, count / ofPractice],
    )
    return rows.map(({ id }) => id)
  })
  // Without the triggers, which would number them one by one: what they look like is all that matters here.
  await admin.query('begin')
  await admin.query('set local session_replication_role = replica')
  await admin.query(
    `insert into invoices (brand_id, practice_id, type, year, number, issued_on, due_on, net_cents, amount_cents, settled_cents,
       status, due_cents)
     select $1, ($2::uuid[])[1 + n % cardinality($2::uuid[])], 'invoice', extract(year from day), n, day, day + 30, 10000 + n % 90000,
       10000 + n % 90000, case when is_open then 0 else 10000 + n % 90000 end,
       case when is_open then 'payable' else 'paid' end::invoice_status, case when is_open then 10000 + n % 90000 else 0 end
     from generate_series(1, $3::int) n
     cross join lateral (select current_date - ((n::bigint * 7919) % 3650)::int as day, n % 10 = 0 as is_open) made`,
    [laboratory.id, practices, count],
  )
  await admin.query('commit')
  const practice = { id: practices[0] as string, laboratory }
  return {
    manager: await make.user(practice, { account_type: 'manager' }),
    staff: await make.user(laboratory, { role: 'accounting' }),
    host: laboratory.host,
  }
}

/** Once all is filled: a token lives ten minutes. */
const signedIn = async ({ manager, staff, host }: Awaited<ReturnType<typeof fill>>) => ({
  manager: await callAs(manager),
  staff: await callAs(staff),
  host,
})
type Filled = Awaited<ReturnType<typeof signedIn>>

async function callAs(user: TestUser): Promise<string> {
  const sessionId = await make.within(user.laboratory.id, async client => {
    const { rows } = await client.query<{ id: string }>(
      'insert into sessions (brand_id, user_id, refresh_seed) values ($1, $2, $3) returning id',
      [user.laboratory.id, user.id, randomBytes(32)],
    )
    return rows[0]?.id ?? ''
  })
  return accessTokens.sign({ brandId: user.laboratory.id, sessionId }, { id: user.id })
}

async function millisecondsOf({ host, ...tokens }: Filled, who: 'manager' | 'staff', path: string): Promise<number> {
  const headers = { host, authorization: `Bearer ${tokens[who]}` }
  const startedAt = performance.now()
  const response = await app.fetch(new Request(`http://${host}${path}`, { headers }), {
    incoming: { socket: { remoteAddress: '192.0.2.1' } },
  })
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  return performance.now() - startedAt
}

const quantile = (times: readonly number[], part: number) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * part)] ?? Number.NaN

const year = new Date().getFullYear()
const asked: ['manager' | 'staff', string][] = [
  ['manager', '/api/invoices'],
  ['manager', '/api/invoices?sort_by=amount'],
  ['manager', '/api/invoices?due=overdue'],
  ['manager', '/api/invoices/summary'],
  ['manager', '/api/dashboard'],
  ['staff', '/api/staff/invoices'],
  ['staff', '/api/staff/invoices?page=100'],
  ['staff', '/api/staff/invoices?sort_by=pieceCode'],
  ['staff', '/api/staff/invoices?sort_by=dueDate&sort_order=ASC'],
  ['staff', '/api/staff/invoices?sort_by=amount'],
  ['staff', '/api/staff/invoices?statuses=payable'],
  ['staff', '/api/staff/invoices?statuses=in_validation&statuses=rejected'],
  ['staff', '/api/staff/invoices?due=overdue'],
  ['staff', `/api/staff/invoices?search=FA-${year}-000042`],
  ['staff', `/api/staff/invoices?search=fa-${year}`],
  ['staff', '/api/staff/invoices?search=4242'],
  ['staff', '/api/staff/invoices?search=T-26-0042'],
  ['staff', `/api/staff/invoices?from=${year}-01-01&to=${year}-01-31`],
]

try {
  const filled = [await fill(small), await fill(large)] as const
  await admin.query('vacuum (analyze)')
  const [few, many] = [await signedIn(filled[0]), await signedIn(filled[1])]
  let isFlat = true
  for (const [who, path] of asked) {
    const times = { few: [] as number[], many: [] as number[] }
    for (let round = 0; round < rounds; round++) {
      times.few.push(await millisecondsOf(few, who, path))
      times.many.push(await millisecondsOf(many, who, path))
    }
    const [before, after] = [quantile(times.few, 0.95), quantile(times.many, 0.95)]
    // What else the machine does is in the slowest twentieth more than in the middle.
    const ofMedians = quantile(times.many, 0.5) / quantile(times.few, 0.5)
    isFlat &&= after <= most * before
    say(
      `${path.padEnd(60)} ${before.toFixed(1).padStart(8)} ms ${after.toFixed(1).padStart(8)} ms  × ${(after / before).toFixed(2)}  median × ${ofMedians.toFixed(2)}`,
    )
  }
  say(isFlat ? `p95 is flat from ${small} to ${large}.` : `≤ ${most} × wanted  not reached`)
  process.exitCode = isFlat ? 0 : 1
} finally {
  await admin.end()
  await close()
}
