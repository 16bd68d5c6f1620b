// `npm run bench:staff`: what the laboratory's lists, its board, its intake and its first screen cost among ten thousand cases
// and among a million, asked in turns, so that whatever else the machine does is in both. On a database of its own.
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import { createApp } from '#app/server/api.ts'
import { declaredJobs } from '#app/server/jobs.ts'
import { migrate } from '#db/migrate.ts'
import { settleQueues } from '#db/queues.ts'
import { startEmbeddedPostgres } from '#kit/server/embedded-postgres.ts'
import { AccessTokens } from '#tenancy/server/access-token.ts'
import { makeWith, type TestUser } from '../test/make.ts'
import { newDataFolder } from '../test/running-app.ts'

const appSecret = 'a secret for measurements only, long enough'
const large = Number(process.env.BENCH_CASES ?? 1_000_000)
const small = 10_000
const ofPractice = 500
const rounds = Number(process.env.BENCH_ROUNDS ?? 100)
const most = 1.3

const say = (sentence: string) => process.stdout.write(`${sentence}\n`)
const data = newDataFolder()
const postgres = await startEmbeddedPostgres(join(data.path, 'database'), { say })
await migrate({ ownerUrl: postgres.ownerUrl, appSecret })
await settleQueues(postgres.ownerUrl, declaredJobs)
const owner = new pg.Pool({ connectionString: postgres.ownerUrl, max: 1 })
const admin = new pg.Client(postgres.adminUrl.replace(/\/\w+$/, '/arcade'))
await admin.connect()
const make = makeWith(owner)
const accessTokens = new AccessTokens({ appSecret })
const app = createApp({
  databaseUrl: postgres.appUrl,
  jobsUrl: postgres.jobsUrl,
  appSecret,
  trustedProxies: 0,
  webRoot: join(import.meta.dirname, '../test/fixtures/web'),
  logLevel: 'warn',
  files: { storage: { folder: join(data.path, 'files') }, passage: join(data.path, 'passage') },
})

/** Ten years of cases; what is in progress came in within the last two weeks. */
async function fill(count: number) {
  const laboratory = await make.laboratory()
  const staff = await make.user(laboratory, { role: 'production' })
  const practices = await make.within(laboratory.id, async client => {
    const { rows } = await client.query<{ id: string }>(
      `insert into practices (brand_id, name) select $1, 'Cabinet ' || n from generate_series(1, $2::int) n returning id`,
      [laboratory.id, count / ofPractice],
    )
    return rows.map(({ id }) => id)
  })
  // Without the triggers, which would tell of each: what the rows look like is all that matters here.
  await admin.query('begin')
  await admin.query('set local session_replication_role = replica')
  await admin.query(
    `insert into orders (brand_id, practice_id, code, patient, patient_code, status, print_type, delivery_on, first_delivery_on,
       appointment_at, created_at, summary_fr, summary_en, hold_reason, held_from, technician_id)
     select $1, ($2::uuid[])[1 + (hashint4(n) & 2147483647) % cardinality($2::uuid[])], 'T-' || lpad(n::text, 7, '0'),
       'Zoé ' || n, 'P-' || n % 9973, status, 'optical', day, day, (day + 2)::timestamptz, (day - 8)::timestamptz,
       'Couronne zircone 26', 'Zirconia crown 26', case when status = 'on_hold' then 'other'::hold_reason end,
       case when status = 'on_hold' then 'in_preparation'::order_status end, case when n % 50 = 0 then $4::uuid end
     from generate_series(1, $3::int) n
     cross join lateral (select current_date + 10 - ((($3::bigint - n) * 3650) / $3)::int as day) aged
     cross join lateral (select case when day < current_date - 1 then 'invoiced' when n % 20 = 0 then 'on_hold'
       when day < current_date + 1 then 'shipped' when day > current_date + 7 then 'registered'
       when n % 2 = 0 then 'in_preparation' else 'in_production' end::order_status as status) stood`,
    [laboratory.id, practices, count, staff.id],
  )
  await admin.query('commit')
  return { staff: await callAs(staff), host: laboratory.host, practiceId: practices[0] }
}
type Filled = Awaited<ReturnType<typeof fill>>

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

async function millisecondsOf({ host, staff, practiceId }: Filled, asked: string): Promise<number> {
  const path = asked.replace('{practice}', practiceId ?? '')
  const startedAt = performance.now()
  const response = await app.fetch(
    new Request(`http://${host}${path}`, { headers: { host, authorization: `Bearer ${staff}` } }),
    { incoming: { socket: { remoteAddress: '192.0.2.1' } } },
  )
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  return performance.now() - startedAt
}

const p95 = (times: readonly number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN

const asked = [
  '/api/staff/orders',
  '/api/staff/orders?page=5',
  '/api/staff/orders?tab=history',
  '/api/staff/orders?tab=all',
  '/api/staff/orders?technician=me',
  '/api/staff/orders?practiceId={practice}',
  '/api/staff/orders?due=today',
  '/api/staff/orders?statuses=in_production',
  '/api/staff/orders?statuses=registered&sort_by=appointmentDate&sort_order=ASC',
  '/api/staff/orders?statuses=registered&sort_by=createdAt&sort_order=ASC',
  '/api/staff/orders?search=T-0005000',
  '/api/staff/orders?tab=all&search=T-0005000',
  '/api/staff/board',
  '/api/staff/waiting',
]

try {
  const [few, many] = [await fill(small), await fill(large)]
  await admin.query('vacuum (analyze)')
  let isFlat = true
  for (const path of asked) {
    const times = { few: [] as number[], many: [] as number[] }
    for (let round = 0; round < rounds; round++) {
      times.few.push(await millisecondsOf(few, path))
      times.many.push(await millisecondsOf(many, path))
    }
    const [before, after] = [p95(times.few), p95(times.many)]
    isFlat &&= after <= most * before
    say(
      `${path.padEnd(80)} ${before.toFixed(1).padStart(8)} ms ${after.toFixed(1).padStart(8)} ms  × ${(after / before).toFixed(2)}`,
    )
  }
  say(isFlat ? `p95 is flat from ${small} to ${large}.` : `≤ ${most} × wanted  not reached`)
  process.exitCode = isFlat ? 0 : 1
} finally {
  await app.close()
  await Promise.all([owner.end(), admin.end()])
  await postgres.stop()
  data.remove()
}
