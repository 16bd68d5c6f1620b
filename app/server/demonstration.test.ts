import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSettings } from '#app/env.ts'
import { isEmpty } from '#db/is-empty.ts'
import { demonstrationLaboratories, demonstrationPassword, seedDemonstration } from '#db/seed/demonstration.ts'
import { hashPassword } from '#features/auth/server/password.ts'
import { Storage } from '#kit/server/storage.ts'
import { makeWith } from '#test/make.ts'
import { makeOwnDatabase, type OwnDatabase } from '#test/own-database.ts'
import { settleDemonstration } from './demonstration.ts'
import { welcome } from './welcome.ts'

const external = {
  DATABASE_URL: 'postgresql://arcade_app:x@db.example/arcade',
  DATABASE_JOBS_URL: 'postgresql://arcade_jobs:x@db.example/arcade',
  DATABASE_OWNER_URL: 'postgresql://arcade_owner:x@db.example/arcade',
  APP_SECRET: 'Zq7vXw2mK9pLr4tNb8sHd3fGj6kPy1cV',
  STORAGE_URL: 's3://key:secret@s3.example/bucket',
}
const proxied = { TRUSTED_PROXIES: '1' }
const everywhere = { HOST: '0.0.0.0' }

const folder = mkdtempSync(join(tmpdir(), 'arcade-demonstration-'))
// As every start leaves it: see db/installation.ts.
writeFileSync(join(folder, 'database-id'), 'of the tests')
afterAll(() => rmSync(folder, { recursive: true }))

const start = async ({ ownerUrl }: OwnDatabase, env: Record<string, string>) => {
  const settings = readSettings(env)
  const contents = await settleDemonstration(ownerUrl, settings, new Storage({ folder }))
  return { contents, welcome: welcome('http://localhost:3000', 3000, settings, contents) }
}

describe('an empty database', () => {
  let database: OwnDatabase
  beforeAll(async () => {
    database = await makeOwnDatabase()
  })
  afterAll(() => database.drop())

  it.each([
    ['everybody may come', everywhere],
    ['a proxy brings others', proxied],
    ['it is one of the operator’s own', external],
  ])('stays empty where %s, and the start says what comes first', async (_why, env) => {
    const started = await start(database, env)
    expect(await isEmpty(database.ownerUrl)).toBe(true)
    expect(started.welcome).toContain('No laboratory is here yet: make one with `npm run laboratory`')
    expect(started.welcome).not.toContain('Demo-portal')
  })

  it('is filled for this machine alone, once, however many start at a time, and the accounts are told', async () => {
    const starts = await Promise.all([start(database, {}), start(database, {})])
    for (const { welcome } of starts) expect(welcome).toContain('Demo-portal-2026!')
    expect(await isEmpty(database.ownerUrl)).toBe(false)
  })
})

describe('a demonstration whose password still works', () => {
  let database: OwnDatabase
  beforeAll(async () => {
    database = await makeOwnDatabase()
    await seedDemonstration(database.ownerUrl)
  })
  afterAll(() => database.drop())

  it('opens for this machine alone', async () => {
    expect((await start(database, {})).contents).toBe('demonstration')
  })

  it.each([
    ['HOST=0.0.0.0', everywhere],
    ['TRUSTED_PROXIES=1', proxied],
    ['HOST=0.0.0.0', { ...external, ...everywhere }],
  ])('is not served to others by %s', async (opening, env) => {
    await expect(start(database, env)).rejects.toThrow(`${opening} lets others in`)
  })

  it('is, where that is asked for, and the start says so', async () => {
    const asked = await start(database, { ...everywhere, DEMO: '1' })
    expect(asked.welcome).toContain('whoever reaches this address can sign in')
  })

  it('is served once no account has that password any more, and the start says where, and that no mail leaves', async () => {
    const client = new pg.Client({ connectionString: database.ownerUrl })
    await client.connect()
    for (const id of demonstrationLaboratories) {
      await client.query('begin')
      await client.query('select tenant.set_context($1, null, null)', [id])
      await client.query(
        `update users set disabled_at = now() where login in ('manager', 'doctor', 'practice-doctor', 'dlcpm')`,
      )
      await client.query('commit')
    }
    await expect(start(database, everywhere), 'the staff is left').rejects.toThrow('lets others in')
    for (const id of demonstrationLaboratories) {
      await client.query('begin')
      await client.query('select tenant.set_context($1, null, null)', [id])
      await client.query('update users set password_hash = null')
      await client.query('commit')
    }
    await client.end()
    const served = await start(database, everywhere)
    expect(served.welcome).not.toContain('Demo-portal')
    expect(served.welcome).toContain('Laboratoire Émail: http://localhost:3000\n')
    expect(served.welcome).toContain('Atelier Ivoire: http://ivoire.localhost:3000\n')
    expect(served.welcome).toContain('SMTP_URL is not set: no mail leaves')
    const mailed = await start(database, { ...everywhere, SMTP_URL: 'smtp://smtp.example', MAIL_FROM: 'a@b.example' })
    expect(mailed.welcome).not.toContain('SMTP_URL')
  })
})

it('a large database to look at (npm run seed) is not served to others either', async () => {
  const database = await makeOwnDatabase()
  const owner = new pg.Pool({ connectionString: database.ownerUrl, max: 1 })
  const make = makeWith(owner)
  const laboratory = await make.laboratory()
  await make.insert(laboratory.id, 'brand_hosts', { brand_id: laboratory.id, host: 'bulk-7.localhost' })
  const password_hash = await hashPassword(demonstrationPassword)
  await make.user(await make.practice(laboratory), { login: 'manager-1', password_hash })
  await owner.end()
  await expect(start(database, everywhere)).rejects.toThrow('HOST=0.0.0.0 lets others in')
  await database.drop()
})
