// The two databases that are measured, in one cluster outside the checkout, filled once and kept for the next run.
import { execFile } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { migrate } from '#db/migrate.ts'
import { startEmbeddedPostgres } from '#kit/server/embedded-postgres.ts'

/** Practices of 500 cases in both; what is around them differs. */
export const sizes = {
  large: { database: 'arcade', cases: 1_000_000, laboratories: 20, practices: 2_000 },
  small: { database: 'arcade_small', cases: 10_000, laboratories: 2, practices: 20 },
} as const
export type Size = keyof typeof sizes

export type BenchDatabase = { appUrl: string; admin: pg.Client; secondsToFill: number | undefined }

export async function openDatabases(appSecret: string, say: (sentence: string) => void) {
  const folder = resolve(process.env.BENCH_DATA_DIR ?? join(tmpdir(), 'arcade-bench'))
  mkdirSync(folder, { recursive: true })
  const postgres = await startEmbeddedPostgres(join(folder, 'database'), { say })
  const urlOf = (url: string, database: string) => url.replace(/\/\w+$/, `/${database}`)

  async function open(size: Size): Promise<BenchDatabase> {
    const { database } = sizes[size]
    await createIfMissing(postgres.adminUrl, database)
    const ownerUrl = urlOf(postgres.ownerUrl, database)
    await migrate({ ownerUrl, appSecret })
    const admin = new pg.Client(urlOf(postgres.adminUrl, database)).on('error', error => say(error.message))
    await admin.connect()
    const { rows } = await admin.query<{ has: boolean }>('select exists (select from orders) as has')
    const secondsToFill = rows[0]?.has ? undefined : await fill(ownerUrl, size, say)
    await admin.query('vacuum (analyze) orders, order_products, order_events, sessions, rides, absences, holidays')
    return { appUrl: urlOf(postgres.appUrl, database), admin, secondsToFill }
  }
  return { large: await open('large'), small: await open('small'), stop: postgres.stop }
}

async function createIfMissing(adminUrl: string, database: string) {
  const client = new pg.Client(adminUrl)
  await client.connect()
  const { rowCount } = await client.query('select from pg_database where datname = $1', [database])
  if (rowCount === 0) await client.query(`create database ${database} owner arcade_owner`)
  await client.end()
}

async function fill(ownerUrl: string, size: Size, say: (sentence: string) => void): Promise<number> {
  const { cases, laboratories, practices } = sizes[size]
  say(`Filling the database of ${cases} cases …`)
  const startedAt = performance.now()
  const counts = ['--cases', cases, '--laboratories', laboratories, '--practices', practices].map(String)
  await promisify(execFile)(process.execPath, [
    resolve(import.meta.dirname, '../db/seed/bulk.ts'),
    ...counts,
    '--database-url',
    ownerUrl,
  ])
  return (performance.now() - startedAt) / 1000
}
