// npm run seed -- --cases 1000000 [--laboratories 20] [--practices 2000] [--database-url postgresql://owner:…@…/arcade]
// Fills the embedded database, running or not, or the one given, with invented cases to measure with.
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { hashPassword } from '#features/auth/server/password.ts'
import { OperatorError } from '#kit/server/operator-error.ts'
import { newClient } from '#kit/server/postgres-client.ts'
import { visitEmbeddedPostgres } from '#kit/server/visit-embedded-postgres.ts'
import { type BulkLaboratory, insertBulkLaboratory } from './bulk-laboratory.ts'
import { demonstrationPassword } from './demonstration.ts'

const usage =
  'Expected: npm run seed -- --cases 1000000 [--laboratories 20] [--practices 2000] [--database-url postgresql://…]'

type Wanted = { cases: number; laboratories: number; practices: number; databaseUrl: string | undefined }

const say = (sentence: string) => process.stdout.write(`${sentence}\n`)

function readWanted(): Wanted {
  const { values } = parseArgs({
    options: {
      cases: { type: 'string' },
      laboratories: { type: 'string', default: '20' },
      practices: { type: 'string', default: '2000' },
      'database-url': { type: 'string' },
    },
  })
  const count = (text: string | undefined) => {
    if (!text || !/^[1-9]\d{0,7}$/.test(text)) throw new OperatorError(usage)
    return Number(text)
  }
  const wanted = {
    cases: count(values.cases),
    laboratories: count(values.laboratories),
    practices: count(values.practices),
    databaseUrl: values['database-url'] ?? process.env.DATABASE_OWNER_URL,
  }
  if (wanted.practices < wanted.laboratories) throw new OperatorError('Each laboratory needs a practice at least.')
  return wanted
}

/** Numbers go on where an earlier run ended. */
async function firstFreeNumber(ownerUrl: string): Promise<number> {
  const client = newClient(ownerUrl)
  await client.connect()
  try {
    const { rows: tables } = await client.query("select to_regclass('public.orders') as orders")
    if (tables[0]?.orders === null)
      throw new OperatorError('This database has no tables yet: run npm start once first.')
    const { rows } = await client.query<{ next: number }>(
      `select coalesce(max(substring(host from '^bulk-(\\d+)\\.localhost$')::int), 0) + 1 as next from brand_hosts`,
    )
    return rows[0]?.next ?? 1
  } finally {
    await client.end()
  }
}

/** `total` in `parts` that differ by one at most. */
const share = (total: number, parts: number, index: number) =>
  Math.floor((total * (index + 1)) / parts) - Math.floor((total * index) / parts)

async function fill(ownerUrl: string, wanted: Wanted): Promise<void> {
  const started = performance.now()
  const first = await firstFreeNumber(ownerUrl)
  const passwordHash = await hashPassword(demonstrationPassword)
  const waiting = Array.from(
    { length: wanted.laboratories },
    (_, index): BulkLaboratory => ({
      number: first + index,
      cases: share(wanted.cases, wanted.laboratories, index),
      practices: share(wanted.practices, wanted.laboratories, index),
      // The size that list measurements are quoted for.
      hasPracticeOf500: index === 0,
      passwordHash,
    }),
  )

  const work = async () => {
    const client = newClient(ownerUrl)
    await client.connect()
    try {
      for (let next = waiting.shift(); next; next = waiting.shift()) await insertBulkLaboratory(client, next)
    } finally {
      await client.end()
    }
  }
  await Promise.all([work(), work()])

  const client = newClient(ownerUrl)
  await client.connect()
  await client.query(
    `vacuum (analyze) orders, order_products, order_events, rides, absences, users, practices, brands, brand_hosts`,
  )
  await client.end()

  const seconds = ((performance.now() - started) / 1000).toFixed(0)
  const host = (number: number) => `bulk-${String(number).padStart(2, '0')}.localhost`
  say(`${wanted.cases} cases of ${wanted.practices} practices in ${wanted.laboratories} laboratories: ${seconds} s.`)
  say(`Hosts ${host(first)} to ${host(first + wanted.laboratories - 1)}; in each, manager-1, doctor-1, manager-2 …`)
  say(`with the password ${demonstrationPassword}. manager-1 of ${host(first)} is of the practice with 500 cases.`)
}

try {
  const wanted = readWanted()
  if (wanted.databaseUrl) await fill(wanted.databaseUrl, wanted)
  else {
    const folder = resolve(import.meta.dirname, '..', '..', process.env.DATA_DIR || '.data')
    const embedded = await visitEmbeddedPostgres(folder, say)
    await fill(embedded.ownerUrl, wanted).finally(embedded.close)
  }
} catch (error) {
  const isMistake = error instanceof OperatorError || (error instanceof TypeError && 'code' in error)
  process.stderr.write(`${isMistake ? (error as Error).message : error instanceof Error ? error.stack : error}\n`)
  process.exitCode = 1
}
