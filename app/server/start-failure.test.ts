import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { StorageFailure } from '#kit/server/storage.ts'
import { isInTurn } from '#test/in-turn.ts'
import { makeOwnDatabase, type OwnDatabase } from '#test/own-database.ts'
import { buildWhenStale, newDataFolder, RunningApp } from '#test/running-app.ts'
import { explainConnection, explainStart } from './start-failure.ts'

describe('a start that cannot be', { timeout: 180_000 }, () => {
  const data = newDataFolder()
  let database: OwnDatabase
  beforeAll(async () => {
    buildWhenStale()
    database = await makeOwnDatabase()
  })
  afterAll(async () => {
    await database.drop()
    data.remove()
  })

  const given = () => ({
    DATABASE_URL: database.appUrl,
    DATABASE_JOBS_URL: database.jobsUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
    APP_SECRET: 'Zq7vXw2mK9pLr4tNb8sHd3fGj6kPy1cV',
    FILES_DIR: join(data.path, 'files'),
  })
  async function said(settings: Record<string, string>): Promise<string> {
    const app = new RunningApp({ DATA_DIR: data.path, ...settings })
    expect(await app.ended()).toBe(1)
    return app.output
  }

  it('for want of a connection says so in one sentence', async () => {
    const admin = new pg.Client({ connectionString: inject('database').adminUrl })
    await admin.connect()
    const name = new URL(database.ownerUrl).pathname.slice(1)
    await admin.query(`alter database ${pg.escapeIdentifier(name)} connection limit 0`)
    try {
      expect(await said(given())).toBe(
        'The database has no connection free: let it have more (max_connections), or start fewer processes.\n',
      )
    } finally {
      await admin.query(`alter database ${pg.escapeIdentifier(name)} connection limit -1`)
      await admin.end()
    }
  })

  it('for a folder that is none says so, in the data folder as for files', async () => {
    const file = join(data.path, 'a-file')
    writeFileSync(file, '')
    expect(await said({ DATA_DIR: join(file, 'data') })).toBe(
      `${join(file, 'data')} cannot be used as a folder: a part of this path is a file.\n`,
    )
    rmSync(file)
  })

  it.runIf(process.platform === 'linux')(
    'for a place of files that takes none says so before it starts a database',
    async () => {
      expect(await said({ FILES_DIR: '/proc/files-of-arcade' })).toBe(
        '/proc/files-of-arcade cannot be used as a folder: no folder can be made there.\n',
      )
      expect(existsSync(join(data.path, 'database'))).toBe(false)
    },
  )

  // Concurrent: two of them each wait out the ten seconds of the connection time-out.
  describe.concurrent('because the database takes the connection and never answers', () => {
    async function startOnSilent(onTestFinished: (ended: () => void) => void) {
      const silent = createServer(() => undefined)
      onTestFinished(() => void silent.close())
      await once(silent.listen(0, '127.0.0.1'), 'listening')
      const at = `127.0.0.1:${(silent.address() as AddressInfo).port}/arcade`
      const app = new RunningApp({
        ...given(),
        // A folder allows one application at a time.
        DATA_DIR: join(data.path, randomUUID()),
        DATABASE_URL: `postgresql://arcade_app:x@${at}`,
        DATABASE_JOBS_URL: `postgresql://arcade_jobs:x@${at}`,
        DATABASE_OWNER_URL: `postgresql://arcade_owner:x@${at}`,
      })
      // If the signal was not handled, it would outlive its test.
      onTestFinished(() => {
        if (!app.hasEnded) app.signal('SIGKILL')
      })
      return { app, asked: once(silent, 'connection') }
    }

    it.runIf(isInTurn('a start that waits'))('says so after a while', async ({ onTestFinished }) => {
      const { app } = await startOnSilent(onTestFinished)
      expect(await app.ended()).toBe(1)
      expect(app.output).toBe('The database of DATABASE_OWNER_URL cannot be reached (it does not answer).\n')
    })

    it.runIf(isInTurn('a start that is stopped'))(
      'is over when it was asked to stop once',
      async ({ onTestFinished }) => {
        const { app, asked } = await startOnSilent(onTestFinished)
        await asked
        app.signal('SIGTERM')
        expect(await app.ended()).toBe(0)
      },
    )

    it('is over at once when Ctrl-C has come twice', async ({ onTestFinished }) => {
      const { app, asked } = await startOnSilent(onTestFinished)
      await asked
      app.signal('SIGINT')
      await expect.poll(() => app.output).toContain('Stopping')
      app.signal('SIGINT')
      expect(await app.ended()).toBe(0)
    })
  })
})

/** As libraries wrap it. */
function storageFailing(details: object) {
  const cause = Object.assign(new Error('x'), details)
  return new StorageFailure('x', { cause: new TypeError('fetch failed', { cause }) })
}

it.each([
  [{ code: 'ENOSPC', path: '/data/x' }, 'The disk is full (/data/x)'],
  [{ code: '53100' }, 'The disk of the database is full'],
  [{ code: 'EROFS', path: '/data/x' }, 'This user may not write (/data/x) (EROFS).'],
  [{ code: '57P03' }, 'The database is starting or stopping'],
  [{ code: 'EMFILE' }, 'This process may not open more files'],
  [{ message: 'Connection terminated unexpectedly' }, 'The database ended while the start was using it'],
  [new StorageFailure('x'), 'Files cannot be stored'],
  [storageFailing({ code: 'ECONNREFUSED' }), 'Files cannot be stored (ECONNREFUSED)'],
  [storageFailing({ code: 'ENOSPC', path: '/files/x' }), 'The disk is full (/files/x)'],
])('%o is no stack trace', (details, sentence) => {
  const error = details instanceof Error ? details : Object.assign(new Error('x'), details)
  expect(explainStart(error, '/data')).toHaveProperty('message', expect.stringContaining(sentence))
  const wrapped = new Error('It failed.', { cause: error })
  expect(explainStart(wrapped, '/data')).toHaveProperty('message', expect.stringContaining(sentence))
})

it('a bug stays what it is', () => {
  const bug = new TypeError('x is undefined')
  expect(explainStart(bug, '/data')).toBe(bug)
})

it.each([
  ['3D000', 'The database of DATABASE_URL is not there: create it, or set another name.'],
  ['28P01', 'The database of DATABASE_URL refuses this role or password.'],
])('a connection that ends with %s is put right where it is wrong', (code, sentence) => {
  expect(explainConnection(Object.assign(new Error('x'), { code }), 'DATABASE_URL')).toHaveProperty('message', sentence)
})
