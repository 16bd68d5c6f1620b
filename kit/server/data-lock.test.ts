import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { lockDataFolder } from './data-lock.ts'

const folder = mkdtempSync(join(tmpdir(), 'arcade-lock-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('one holder at a time, who says where it is', () => {
  const lock = lockDataFolder(folder)
  expect(() => lockDataFolder(folder)).toThrow(`already running on ${folder} (process ${process.pid}, still starting)`)
  lock.announce('http://localhost:3000')
  expect(() => lockDataFolder(folder)).toThrow(`(process ${process.pid}, http://localhost:3000)`)
  lock.release()
  lockDataFolder(folder).release()
})

test('ends with its process, even by kill -9', async () => {
  const holder = spawn(process.execPath, [
    '--input-type=module',
    '--eval',
    `import { lockDataFolder } from '${import.meta.resolve('./data-lock.ts')}'
     globalThis.lock = lockDataFolder(${JSON.stringify(folder)})
     process.stdout.write('held')
     setInterval(() => {}, 1000)`,
  ])
  await once(holder.stdout, 'data')
  expect(() => lockDataFolder(folder)).toThrow(`process ${holder.pid}`)
  holder.kill('SIGKILL')
  await once(holder, 'close')
  lockDataFolder(folder).release()
})
