import { mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'

const folder = mkdtempSync(join(tmpdir(), 'arcade-kept-'))
let postgres: EmbeddedPostgres
let said: string[] = []
beforeAll(async () => {
  postgres = await startEmbeddedPostgres(folder, { forTests: true, isKept: true, say: sentence => said.push(sentence) })
})
afterAll(async () => {
  await postgres.stop()
  for (const path of [folder, postgres.folder]) rmSync(path, { recursive: true, force: true })
})

const within = (file: string) => join(postgres.folder, 'cluster', file)
const kill = () => process.kill(Number.parseInt(readFileSync(within('postmaster.pid'), 'utf8'), 10), 'SIGKILL')
const heard = (sentence: string | RegExp) =>
  vi.waitFor(() => expect(said).toContainEqual(expect.stringMatching(sentence)), { timeout: 20_000, interval: 50 })

async function answer(): Promise<unknown> {
  const client = new pg.Client({ connectionString: postgres.appUrl })
  client.on('error', () => undefined)
  await client.connect()
  return (await client.query('select 1 as one').finally(() => client.end())).rows
}

test('a PostgreSQL that was killed runs again at the same address, and so does the next', {
  timeout: 180_000,
}, async () => {
  for (const pause of ['', ' in 1 s']) {
    said = []
    expect(await answer()).toEqual([{ one: 1 }])
    kill()
    await heard('PostgreSQL runs again.')
    expect(said[0]).toBe(`PostgreSQL has ended: starting it again${pause}.`)
    expect(await answer()).toEqual([{ one: 1 }])
  }
})

test('what keeps it from starting is said, and tried again until it has gone', { timeout: 180_000 }, async () => {
  said = []
  renameSync(within('pg_wal'), within('pg_wal.away'))
  kill()
  await heard(/^PostgreSQL did not start: .*pg_wal/)
  renameSync(within('pg_wal.away'), within('pg_wal'))
  await heard('PostgreSQL runs again.')
  expect(await answer()).toEqual([{ one: 1 }])
})

test('one that is being started again can be stopped for good', { timeout: 180_000 }, async () => {
  said = []
  kill()
  await heard('PostgreSQL has ended')
  await postgres.stop()
  await expect(answer()).rejects.toThrow()
  expect(said).not.toContain('PostgreSQL runs again.')
})
