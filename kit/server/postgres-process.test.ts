import { expect, test } from 'vitest'
import { OperatorError } from './operator-error.ts'
import { runProgram } from './postgres-process.ts'

/** A program that fails as PostgreSQL's programs do. */
const fail = (said: string) => {
  const node = process.execPath
  const surroundings = { folder: '/', programs: { initdb: node, postgres: node, pgCtl: node }, runAs: undefined }
  return runProgram(surroundings, 'initdb', ['-e', `console.error(${JSON.stringify(said)}); process.exit(1)`])
}

test('what PostgreSQL’s programs fail of is said in one sentence, a full disk in ours', async () => {
  for (const full of [
    'initdb: error: could not write to file "pg_wal/xlogtemp.1": No space left on device',
    'FATAL:  could not extend file "base/1/2691": wrote only 4096 of 8192 bytes at block 8\nHINT:  Check free disk space.',
  ])
    await expect(fail(full)).rejects.toThrow(new OperatorError("PostgreSQL's initdb failed: the disk is full."))
  const other = 'initdb: error: invalid locale settings'
  await expect(fail(other)).rejects.toThrow(new OperatorError(`PostgreSQL's initdb failed: ${other}`))
})
