import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { lockDataFolder } from './data-lock.ts'
import { makeFolder } from './folder.ts'
import { OperatorError } from './operator-error.ts'

const root = mkdtempSync(join(tmpdir(), 'arcade-folder-'))
chmodSync(root, 0o755)
afterAll(() => rmSync(root, { recursive: true }))

/** Root may write everywhere, so as root the work runs as an unprivileged user. */
function asNobody(work: () => void): void {
  const isRoot = process.geteuid?.() === 0
  if (isRoot) process.seteuid?.(65_534)
  try {
    work()
  } finally {
    if (isRoot) process.seteuid?.(0)
  }
}

test('a folder is made with those above it, and found again', () => {
  const path = join(root, 'a', 'b', 'c')
  makeFolder(path)
  makeFolder(path)
  expect(statSync(path).isDirectory()).toBe(true)
})

test('what cannot be a data folder is said in one sentence, at once', () => {
  const file = join(root, 'file')
  writeFileSync(file, '')
  expect(() => lockDataFolder(file)).toThrow(
    new OperatorError(`${file} cannot be used as a folder: there is a file of that name.`),
  )
  const within = join(file, 'data')
  expect(() => lockDataFolder(within)).toThrow(
    new OperatorError(`${within} cannot be used as a folder: a part of this path is a file.`),
  )
  const readOnly = join(root, 'read-only')
  mkdirSync(readOnly, { mode: 0o555 })
  const below = join(readOnly, 'data')
  asNobody(() => {
    expect(() => lockDataFolder(readOnly)).toThrow(OperatorError)
    expect(() => lockDataFolder(below)).toThrow(
      new OperatorError(`${below} cannot be used as a folder: this user may not write there.`),
    )
  })
})

test.runIf(process.platform === 'linux')('a folder that takes no others is refused, not tried for ever', () => {
  for (const path of ['/proc/arcade', '/proc/arcade/data'])
    expect(() => lockDataFolder(path)).toThrow(
      new OperatorError(`${path} cannot be used as a folder: no folder can be made there.`),
    )
})

test('a lock that cannot be written is said in one sentence', () => {
  const full = join(root, 'odd')
  mkdirSync(join(full, 'lock'), { recursive: true })
  expect(() => lockDataFolder(full)).toThrow(OperatorError)
})
