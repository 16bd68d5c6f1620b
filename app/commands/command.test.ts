import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { startEmbeddedPostgres } from '#kit/server/embedded-postgres.ts'
import { compiled, newDataFolder } from '#test/running-app.ts'

const data = newDataFolder()
afterAll(() => data.remove())

/** As an operator runs it, on the embedded database. */
const run = (dataFolder: string, program: string, ...options: string[]) =>
  promisify(execFile)(process.execPath, [resolve(program), ...options], {
    env: { PATH: process.env.PATH, ...compiled, DATA_DIR: dataFolder },
  }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, stdout, stderr }),
  )

describe('on a data folder that no start has made', { timeout: 60_000 }, () => {
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
