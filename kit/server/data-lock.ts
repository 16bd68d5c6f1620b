import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makeFolder } from './folder.ts'
import { OperatorError } from './operator-error.ts'

export type DataLock = {
  /** Publishes this application's address for a second start. */
  announce: (address: string) => void
  release: () => void
}

/** Another process uses the folder, and its database is running. */
export class FolderInUse extends OperatorError {}

/**
 * Makes the data folder and holds it for this process alone. The lock is the operating system's own (SQLite takes it on its file,
 * which stays empty): it ends with the process, however that ends, and a reused process id cannot be taken for its holder.
 */
export function lockDataFolder(folder: string): DataLock {
  makeFolder(folder)
  const holderFile = join(folder, 'running.txt')
  const file = openExclusively(join(folder, 'lock'), error => {
    if ('errcode' in error && error.errcode === SQLITE_BUSY) {
      return new FolderInUse(`Arcade is already running on ${folder} (${holder(holderFile)}).`)
    }
    return new OperatorError(`The file lock in ${folder} cannot be opened: ${error.message}.`)
  })
  const write = (address: string) => writeFileSync(holderFile, `process ${process.pid}, ${address}`)
  write('still starting')
  return {
    announce: write,
    release: () => {
      rmSync(holderFile, { force: true })
      file.close()
    },
  }
}

const SQLITE_BUSY = 5

function openExclusively(path: string, explain: (error: Error) => OperatorError): DatabaseSync {
  let file: DatabaseSync | undefined
  try {
    file = new DatabaseSync(path)
    file.exec('PRAGMA journal_mode = OFF; BEGIN EXCLUSIVE')
    return file
  } catch (error) {
    file?.close()
    throw error instanceof Error ? explain(error) : error
  }
}

function holder(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return 'just starting or stopping'
  }
}
