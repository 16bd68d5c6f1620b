// The two databases that are measured, in one cluster outside the checkout, filled once and kept for the next run.
import { execFile } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { startEmbeddedPostgres } from '#kit/server/embedded-postgres.ts'
import { processorTimeOf } from './processor-time.ts'

const ours = resolve(import.meta.dirname, '..')

const million = 1_000_000
export const cases = Number(process.env.BENCH_CASES ?? million)

/** Practices of 500 cases in all; what is around them differs. */
const large = {
  database: cases === million ? 'arcade' : `arcade_${cases}`,
  cases,
  laboratories: 20,
  practices: cases / 500,
}
const small = { database: 'arcade_small', cases: 10_000, laboratories: 2, practices: 20 }
type Size = typeof large

/** A checkout of an earlier commit, whose product is measured in the same turns. */
export const before = process.env.BENCH_BEFORE

export type BenchDatabase = { appUrl: string; jobsUrl: string; admin: pg.Client; secondsToFill: number | undefined }

export async function openDatabases(appSecret: string, say: (sentence: string) => void) {
  const folder = resolve(process.env.BENCH_DATA_DIR ?? join(tmpdir(), 'arcade-bench'))
  mkdirSync(folder, { recursive: true })
  const postgres = await startEmbeddedPostgres(join(folder, 'database'), { say })
  const urlOf = (url: string, database: string) => url.replace(/\/\w+$/, `/${database}`)

  async function open(size: Size, checkout = ours): Promise<BenchDatabase> {
    const { database } = size
    await createIfMissing(postgres.adminUrl, database)
    const ownerUrl = urlOf(postgres.ownerUrl, database)
    const { migrate }: typeof import('#db/migrate.ts') = await import(join(checkout, 'db/migrate.ts'))
    await migrate({ ownerUrl, appSecret })
    const admin = new pg.Client(urlOf(postgres.adminUrl, database)).on('error', error => say(error.message))
    await admin.connect()
    const { rows } = await admin.query<{ has: boolean }>('select exists (select from orders) as has')
    const secondsToFill = rows[0]?.has ? undefined : await fill(ownerUrl, size, checkout, say)
    await admin.query('vacuum (analyze) orders, order_products, order_events, sessions, rides, absences, holidays')
    const [appUrl, jobsUrl] = [postgres.appUrl, postgres.jobsUrl].map(url => urlOf(url, database)) as [string, string]
    return { appUrl, jobsUrl, admin, secondsToFill }
  }
  return {
    large: await open(large),
    small: await open(small),
    before: before ? await open({ ...large, database: `${large.database}_before` }, resolve(before)) : undefined,
    stop: postgres.stop,
    processorTime: () => processorTimeOf(join(postgres.folder, 'cluster')),
  }
}

async function createIfMissing(adminUrl: string, database: string) {
  const client = new pg.Client(adminUrl)
  await client.connect()
  const { rowCount } = await client.query('select from pg_database where datname = $1', [database])
  if (rowCount === 0) await client.query(`create database ${database} owner arcade_owner`)
  await client.end()
}

async function fill(
  ownerUrl: string,
  { cases, laboratories, practices }: Size,
  checkout: string,
  say: (sentence: string) => void,
): Promise<number> {
  say(`Filling the database of ${cases} cases …`)
  const startedAt = performance.now()
  const counts = ['--cases', cases, '--laboratories', laboratories, '--practices', practices].map(String)
  await promisify(execFile)(process.execPath, [
    join(checkout, 'db/seed/bulk.ts'),
    ...counts,
    '--database-url',
    ownerUrl,
  ])
  return (performance.now() - startedAt) / 1000
}
