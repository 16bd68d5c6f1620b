import { accessSync, constants, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { OperatorError } from './operator-error.ts'

/**
 * Makes a folder of the operator's choice with its parents and checks that it is writable, or refuses in one sentence with the
 * reason. Step by step, because Node's recursive mkdir never returns where folders cannot be made, as in /proc.
 */
export function makeFolder(path: string, mode = 0o755): void {
  try {
    makeWithThoseAbove(path, mode)
    accessSync(path, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new OperatorError(`${path} cannot be used as a folder: ${reasonOf(error)}.`, { cause: error })
  }
}

function makeWithThoseAbove(path: string, mode: number): void {
  if (isFolder(path)) return
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    if (codeOf(error) === 'EEXIST' && isFolder(path)) return
    const above = dirname(path)
    if (codeOf(error) !== 'ENOENT' || above === path || isFolder(above)) throw error
    makeWithThoseAbove(above, mode)
    mkdirSync(path, { mode })
  }
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')

const reasons: Partial<Record<string, string>> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'it is read-only',
  EEXIST: 'there is a file of that name',
  ENOTDIR: 'a part of this path is a file',
  ENOENT: 'no folder can be made there',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
}

const reasonOf = (error: unknown) => reasons[codeOf(error)] ?? String(error)
