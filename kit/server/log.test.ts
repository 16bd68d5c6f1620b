import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { Problem, problem } from '#kit/problem.ts'
import { describeRefusal } from './log.ts'
import { StorageFailure } from './storage.ts'

const module = pathToFileURL(`${import.meta.dirname}/log.ts`).href

/** Writes lines for half a second to `output`, and at the end its report to standard error. */
async function write(output: number | 'pipe') {
  const script = `
    import { newLog, say } from ${JSON.stringify(module)}
    const log = newLog('info')
    say('Stands first.')
    const writing = setInterval(() => log.info({ filler: 'x'.repeat(2_000) }, 'line'), 5)
    setTimeout(() => { clearInterval(writing); process.stderr.write('came to its end') }, 500)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', output, 'pipe'],
  })
  const said = { output: '', errors: '' }
  child.stdout?.on('data', (piece: Buffer) => {
    said.output += piece
  })
  child.stderr?.on('data', (piece: Buffer) => {
    said.errors += piece
  })
  const [code] = await once(child, 'close')
  return { code, ...said }
}

it('writes every line before the process ends, in the order in which they were said', async () => {
  const { code, output, errors } = await write('pipe')
  expect({ code, errors }).toEqual({ code: 0, errors: 'came to its end' })
  const lines = output.trimEnd().split('\n')
  expect(lines[0]).toBe('Stands first.')
  expect(lines.length).toBeGreaterThan(5)
  for (const line of lines.slice(1)) expect(JSON.parse(line)).toMatchObject({ msg: 'line' })
})

it.skipIf(process.platform !== 'linux')('on a full disk stops nothing', async () => {
  expect(await write(openSync('/dev/full', 'w'))).toMatchObject({ code: 0, errors: 'came to its end' })
})

it.skipIf(process.platform === 'win32').each([
  ['while lines are written', 500],
  ['just before the process ends', 0],
])('stops nothing and ends by itself where whoever read it has gone %s', async (_when, milliseconds) => {
  const script = `
    import { newLog, say } from ${JSON.stringify(module)}
    const log = newLog('info')
    process.stdin.once('data', () => {
      const writing = setInterval(() => log.info({ filler: 'x'.repeat(2_000) }, 'line'), 5)
      log.info('line')
      setTimeout(() => { clearInterval(writing); process.stderr.write('came to its end'); process.exit(3) }, ${milliseconds})
    })`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'pipe' })
  let errors = ''
  child.stderr.on('data', (piece: Buffer) => {
    errors += piece
  })
  child.stdout.destroy()
  child.stdin.write('go on\n')
  const [code] = await once(child, 'close', { signal: AbortSignal.timeout(20_000) }).finally(() =>
    child.kill('SIGKILL'),
  )
  expect(code).toBe(3)
  expect(errors).toContain('came to its end')
})

it.each([
  [
    new StorageFailure('x', { cause: Object.assign(new Error('/data'), { code: 'ENOSPC' }) }),
    'StorageFailure',
    'ENOSPC',
  ],
  [
    new StorageFailure('x', { cause: Object.assign(new Error('key'), { name: 'NoSuchBucket' }) }),
    'StorageFailure',
    'NoSuchBucket',
  ],
  [
    new TypeError('fetch failed', { cause: Object.assign(new Error('host'), { code: 'ENOTFOUND' }) }),
    'TypeError',
    'ENOTFOUND',
  ],
  [Object.assign(new Error('Martin'), { severity: 'ERROR', code: '53100' }), 'DatabaseError', '53100'],
  [new Error('Connection terminated unexpectedly'), 'Error', 'connection_lost'],
  [new Error('Query read timeout'), 'Error', 'no_answer_in_time'],
  [
    new Error('Connection terminated due to connection timeout', {
      cause: new Error('Connection terminated unexpectedly'),
    }),
    'Error',
    'no_connection_in_time',
  ],
  [new Error('Martin'), 'Error', undefined],
])('says of %o in words of a few letters whose refusal it is', (cause, type, code) => {
  const refusal = Object.assign(new Problem('storage_unavailable', 507), { cause })
  expect(describeRefusal(refusal)).toStrictEqual({
    code: 'storage_unavailable',
    cause: { type, ...(code === undefined ? {} : { code }) },
  })
})

it('says nothing of a cause where the refusal is our own', () => {
  expect(describeRefusal(problem('unavailable'))).toStrictEqual({ code: 'unavailable' })
})
