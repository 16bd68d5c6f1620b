import { randomBytes } from 'node:crypto'
import { appendFileSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'

async function ask<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<Row>(sql).finally(() => client.end())
  return rows
}

describe('the database', () => {
  const { adminUrl, ownerUrl, appUrl } = inject('database')
  const table = `log_${randomBytes(4).toString('hex')}`

  test('sorts numbers by value and accents as French readers expect', async () => {
    const names = ['zèbre', 'P-10', 'étage', 'P-9', 'Zoé', 'etage', 'Émail']
    const sorted = await ask<{ name: string }>(
      ownerUrl,
      `SELECT name FROM unnest('{${names}}'::text[]) name ORDER BY name`,
    )
    expect(sorted.map(row => row.name)).toEqual(['Émail', 'etage', 'étage', 'P-9', 'P-10', 'zèbre', 'Zoé'])
  })

  test('checks its pages', async () => {
    expect(await ask(adminUrl, 'SHOW data_checksums')).toEqual([{ data_checksums: 'on' }])
  })

  test('writes nothing into its log of what statements hold, whatever goes wrong with them', async () => {
    const patient = `Perrault-${randomBytes(4).toString('hex')}`
    const wrong = [
      `SELECT '${patient}'::uuid`,
      `SELECT '${patient}'::date`,
      `SELECT '{"${patient}'::jsonb`,
      `SELECT '${patient}' AT TIME ZONE '${patient}'`,
      `SELECT "${patient}"`,
      `INSERT INTO ${table} VALUES (1, '${patient}'), (1, '${patient}')`,
      `INSERT INTO ${table} VALUES (2, '${patient} twice')`,
      `DO $$ BEGIN RAISE WARNING '%', '${patient}'; RAISE EXCEPTION '%', '${patient}'; END $$`,
    ]
    const [{ folder = '' } = {}] = await ask<{ folder: string }>(
      adminUrl,
      "SELECT current_setting('data_directory') folder",
    )
    // Outside the product's databases, whose tables other tests compare meanwhile.
    await ask(adminUrl, `CREATE TABLE ${table} (id int PRIMARY KEY, name text CHECK (name NOT LIKE '% twice'))`)
    try {
      for (const sql of wrong) await expect(ask(adminUrl, sql), sql).rejects.toThrow()
      // Rejected connections are logged, which shows that this is the log and that it is written up to here.
      await expect(ask(ownerUrl.replace(/\/\w+$/, `/${table}`), 'SELECT 1')).rejects.toThrow()
      const log = () => readFileSync(join(folder, '..', 'postgres.log'), 'utf8')
      await expect.poll(log).toContain(table)
      expect(log()).not.toContain(patient)
    } finally {
      await ask(adminUrl, `DROP TABLE ${table}`)
    }
  })

  test('gives none of its roles anything beyond its job', async () => {
    const roles = await ask(
      adminUrl,
      `SELECT rolname, rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls,
         (SELECT count(*)::int FROM pg_auth_members WHERE member = pg_roles.oid) AS memberships
       FROM pg_roles WHERE rolname IN ('arcade_app', 'arcade_jobs', 'arcade_owner')`,
    )
    const nothing = {
      rolsuper: false,
      rolcreatedb: false,
      rolcreaterole: false,
      rolreplication: false,
      rolbypassrls: false,
    }
    expect(roles).toHaveLength(3)
    for (const role of roles) expect(role).toMatchObject({ ...nothing, memberships: 0 })
  })

  test.each([
    ['a table', 'CREATE TABLE mine ()', 'permission denied for schema public'],
    ['a temporary table', 'CREATE TEMPORARY TABLE mine ()', 'permission denied to create temporary tables'],
    ['a schema', 'CREATE SCHEMA mine', 'permission denied for database'],
  ])('does not let the runtime role make %s', async (_what, sql, refusal) => {
    await expect(ask(appUrl, sql)).rejects.toThrow(refusal)
  })

  test('does not let the runtime role into another database', async () => {
    await expect(ask(appUrl.replace(/\/\w+$/, '/postgres'), 'SELECT 1')).rejects.toThrow(
      'permission denied for database',
    )
  })
})

describe('a folder of its own', { timeout: 180_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'arcade-own-'))
  let postgres: EmbeddedPostgres
  afterAll(async () => {
    await postgres.stop()
    for (const path of [folder, postgres.folder]) rmSync(path, { recursive: true, force: true })
  })

  const postmaster = () => readFileSync(join(postgres.folder, 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0]

  test('a database that still runs is taken over', async () => {
    postgres = await startEmbeddedPostgres(folder, { forTests: true })
    expect(postgres.isNew).toBe(true)
    const before = postmaster()
    const again = await startEmbeddedPostgres(folder, { forTests: true })
    expect(again).toMatchObject({ isNew: false, appUrl: postgres.appUrl })
    expect(postmaster()).toBe(before)
  })

  test('a folder from before the queue had a role gives it one', async () => {
    const path = join(postgres.folder, 'passwords.json')
    const { jobs: _, ...before } = JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>
    await ask(postgres.adminUrl, 'REVOKE CONNECT ON DATABASE arcade FROM arcade_jobs; DROP ROLE arcade_jobs')
    writeFileSync(path, JSON.stringify(before))
    const { jobsUrl, appUrl } = await startEmbeddedPostgres(folder, { forTests: true })
    expect(appUrl).toBe(postgres.appUrl)
    expect(await ask(jobsUrl, 'SELECT current_user AS me')).toEqual([{ me: 'arcade_jobs' }])
    expect(await ask((await startEmbeddedPostgres(folder, { forTests: true })).jobsUrl, 'SELECT 1 AS one')).toEqual([
      { one: 1 },
    ])
  })

  test('what a crash left behind does no harm, though its process number is another program’s by now', async () => {
    const pidFile = join(postgres.folder, 'cluster', 'postmaster.pid')
    const before = readFileSync(pidFile, 'utf8')
    await postgres.stop()
    await postgres.stop()
    writeFileSync(pidFile, before.replace(/^\d+/, String(process.pid)))
    writeFileSync(join(postgres.folder, 'socket', '.s.PGSQL.5432.lock'), before.replace(/^\d+/, String(process.pid)))

    postgres = await startEmbeddedPostgres(folder, { forTests: true })
    expect(await ask(postgres.appUrl, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  test('what keeps a database from starting is said, and not what kept it an earlier time', async () => {
    await postgres.stop()
    appendFileSync(join(postgres.folder, 'postgres.log'), 'FATAL:  something of last year\n')
    const control = join(postgres.folder, 'cluster', 'global', 'pg_control')
    renameSync(control, `${control}.away`)
    await expect(startEmbeddedPostgres(folder, { forTests: true })).rejects.toThrow(/did not start: .*pg_control/)
    renameSync(`${control}.away`, control)
    postgres = await startEmbeddedPostgres(folder, { forTests: true })
  })

  test('what cannot be made ready does not go on running; what ran before does', async () => {
    // Simulates a full disk, where nothing can be granted.
    await ask(postgres.adminUrl, 'ALTER ROLE postgres SET default_transaction_read_only = on')
    const before = postmaster()
    await expect(startEmbeddedPostgres(folder, { forTests: true })).rejects.toThrow('read-only transaction')
    expect(postmaster()).toBe(before)
    await postgres.stop()
    await expect(startEmbeddedPostgres(folder, { forTests: true })).rejects.toThrow('read-only transaction')
    expect(existsSync(join(postgres.folder, 'cluster', 'postmaster.pid'))).toBe(false)
  })

  test('a lost password is said, not waited for', async () => {
    await postgres.stop()
    const path = join(postgres.folder, 'passwords.json')
    const kept = readFileSync(path, 'utf8')
    writeFileSync(path, JSON.stringify({ admin: 'x', owner: 'x', app: 'x' }))
    await expect(startEmbeddedPostgres(folder, { forTests: true })).rejects.toThrow('does not accept the password')
    writeFileSync(path, kept.slice(0, 40))
    await expect(startEmbeddedPostgres(folder, { forTests: true })).rejects.toThrow('passwords.json is not whole')
    rmSync(path)
    await expect(startEmbeddedPostgres(folder, { forTests: true })).rejects.toThrow('passwords.json is missing')
    writeFileSync(path, kept)
  })
})
