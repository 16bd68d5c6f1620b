import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#kit/server/embedded-postgres.ts'
import { buildWhenStale, newDataFolder, RunningApp } from '#test/running-app.ts'

const data = newDataFolder()
let database: EmbeddedPostgres
beforeAll(async () => {
  buildWhenStale()
  // With durability, as in production: each start checks that.
  database = await startEmbeddedPostgres(join(data.path, 'own'))
})
afterAll(async () => {
  await database.stop()
  data.remove()
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

it('beside others on one database, its port opens when there is something to answer', {
  timeout: 180_000,
}, async () => {
  const port = await freePort()
  const app = new RunningApp({
    PORT: String(port),
    METRICS_PORT: '0',
    DATA_DIR: data.path,
    DATABASE_URL: database.appUrl,
    DATABASE_JOBS_URL: database.jobsUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
    APP_SECRET: 'Zq7vXw2mK9pLr4tNb8sHd3fGj6kPy1cV',
    FILES_DIR: join(data.path, 'files'),
  })
  const statuses = new Set<number | 'refused'>()
  const ask = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`).then(
      ({ status }) => status,
      () => 'refused' as const,
    )
    statuses.add(answer)
    return answer
  }
  await expect.poll(ask, { timeout: 50_000, interval: 5 }).toBe(200)
  expect([...statuses]).toEqual(['refused', 200])
  const client = new pg.Client({ connectionString: database.adminUrl })
  await client.connect()
  const { rows } = await client
    .query<{ open: number }>(
      "select count(*)::int as open from pg_stat_activity where usename = 'arcade_app' and application_name = 'arcade'",
    )
    .finally(() => client.end())
  expect(rows[0]?.open, 'connections for the first crowd').toBeGreaterThanOrEqual(20)
  await app.ready()
  expect(app.output).toContain('No laboratory is here yet')
  app.signal('SIGTERM')
  expect(await app.ended()).toBe(0)
})

it('does not start where the files of another database are', { timeout: 180_000 }, async () => {
  const files = join(data.path, 'files-of-another')
  mkdirSync(files)
  writeFileSync(join(files, 'database-id'), randomUUID())
  const app = new RunningApp({
    DATA_DIR: data.path,
    DATABASE_URL: database.appUrl,
    DATABASE_JOBS_URL: database.jobsUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
    APP_SECRET: 'Zq7vXw2mK9pLr4tNb8sHd3fGj6kPy1cV',
    FILES_DIR: files,
  })
  expect(await app.ended()).toBe(1)
  expect(app.output).toBe(`The files in ${files} belong to another database: set FILES_DIR or STORAGE_URL to ours.\n`)
})

it('serves figures where METRICS_HOST says, not where the portal is, and finds out before anything else', {
  timeout: 180_000,
}, async () => {
  const app = new RunningApp({
    METRICS_PORT: '0',
    METRICS_HOST: '203.0.113.1',
    DATA_DIR: data.path,
    DATABASE_URL: 'postgresql://arcade_app:x@127.0.0.1:1/arcade',
    DATABASE_JOBS_URL: 'postgresql://arcade_jobs:x@127.0.0.1:1/arcade',
    DATABASE_OWNER_URL: 'postgresql://arcade_owner:x@127.0.0.1:1/arcade',
    APP_SECRET: 'Zq7vXw2mK9pLr4tNb8sHd3fGj6kPy1cV',
    FILES_DIR: join(data.path, 'files'),
  })
  expect(await app.ended()).toBe(1)
  expect(app.output).toBe('METRICS_HOST is "203.0.113.1", which is not an address of this machine.\n')
})
