import { execFile } from 'node:child_process'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { demonstrationPassword } from '#db/seed/demonstration.ts'
import { startEmbeddedPostgres } from '#kit/server/embedded-postgres.ts'
import { isInTurn } from '#test/in-turn.ts'
import { beginIn, begunDataFolder, compiled, newDataFolder, postmasterOf, RunningApp } from '#test/running-app.ts'

const data = newDataFolder()
afterAll(() => data.remove())

/** Runs it as an operator does, on the embedded database. */
const run = (dataFolder: string, program: string, ...options: string[]) =>
  promisify(execFile)(process.execPath, [resolve(program), ...options], {
    env: { PATH: process.env.PATH, ...compiled, DATA_DIR: dataFolder },
  }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, stdout, stderr }),
  )

describe('on a data folder that no start has made', { timeout: 300_000 }, () => {
  it.each([['app/commands/backup.ts', join(data.path, 'backup')], ['scripts/audit-check.ts']])(
    '%s says so in one sentence and makes nothing',
    async (program, ...options) => {
      const folder = join(data.path, 'never-started')
      expect(await run(folder, program, ...options)).toEqual({
        code: 1,
        stdout: '',
        stderr: `No data is kept in ${folder} yet: run npm start once first, or set DATA_DIR to where it is.\n`,
      })
      expect(existsSync(folder)).toBe(false)
    },
  )

  it('and where a database without tables is left, says that', async () => {
    const folder = join(data.path, 'without-tables')
    const database = await startEmbeddedPostgres(join(folder, 'database'))
    await database.stop()
    expect(await run(folder, 'app/commands/erasures.ts')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/(^|\n)This database has no tables yet: run npm start once first\.\n$/),
    })
  })
})

describe('npm run backup and npm run restore', { timeout: 300_000 }, () => {
  const from = begunDataFolder()
  const to = newDataFolder()
  const folder = join(data.path, 'whole')
  const apps: RunningApp[] = []
  const start = async ({ path }: typeof from) => {
    const app = new RunningApp({ DATA_DIR: path })
    apps.push(app)
    return { app, address: await app.ready() }
  }
  const stop = async (app: RunningApp) => {
    app.signal('SIGTERM')
    expect(await app.ended()).toBe(0)
  }
  afterAll(async () => {
    for (const app of apps.filter(({ hasEnded }) => !hasEnded)) {
      app.signal('SIGKILL')
      await app.ended()
    }
    for (const { remove } of [from, to]) remove()
  })

  it.runIf(isInTurn('carried to another machine'))(
    'carry a portal to another machine, backed up while it runs',
    async () => {
      const running = await start(from)
      expect(await run(from.path, 'app/commands/backup.ts', folder)).toEqual({
        code: 0,
        stdout: expect.stringMatching(/^3 laboratories, \d{4,} rows and [1-9]\d* files are backed up in .*\n$/),
        stderr: '',
      })
      expect((await fetch(`${running.address}/readyz`)).status, 'its database goes on').toBe(200)
      expect(await run(from.path, 'app/commands/restore.ts', folder)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('Arcade is already running'),
      })
      await stop(running.app)

      expect(await run(to.path, 'app/commands/restore.ts', folder)).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(/^3 laboratories and [1-9]\d* files are restored as of /),
      })
      expect(postmasterOf(to.path), 'what the command has started it stops').toBeUndefined()
      const restored = await start(to)
      const signedIn = await fetch(`${restored.address}/auth`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ login: 'doctor', password: demonstrationPassword }),
      })
      expect(signedIn.status).toBe(200)
      await stop(restored.app)
      expect(await run(to.path, 'app/commands/restore.ts', folder)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('holds laboratories already'),
      })
    },
  )

  it('end with 2 where files are lost, which are named', async () => {
    const files = join(from.path, 'files')
    if (!existsSync(files)) await beginIn(from)
    const [laboratory = ''] = readdirSync(files).filter(name => name.length === 36)
    const [file = ''] = readdirSync(join(files, laboratory))
    rmSync(join(files, laboratory, file))
    expect(await run(from.path, 'app/commands/backup.ts', join(data.path, 'thinned'))).toMatchObject({
      code: 2,
      stdout: expect.stringContaining(`${laboratory}/${file} first: look for them in an earlier backup.\n`),
    })
    rmSync(join(files, 'database-id'))
    expect(await run(from.path, 'app/commands/backup.ts', join(data.path, 'unmounted'))).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('This database keeps its files elsewhere'),
    })
    expect(existsSync(join(data.path, 'unmounted'))).toBe(false)
  })
})
