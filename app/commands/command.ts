import { readSettings, type Settings } from '#app/env.ts'
import { type StartedDatabase, startDatabase } from '#app/server/database.ts'
import { explainStart } from '#app/server/start-failure.ts'
import { refuseWithoutTables } from '#db/installation.ts'
import { type DataLock, FolderInUse, lockDataFolder } from '#kit/server/data-lock.ts'
import { OperatorError } from '#kit/server/operator-error.ts'
import { Storage } from '#kit/server/storage.ts'
import { refuseUnstarted } from '#kit/server/visit-embedded-postgres.ts'

const print = (answer: string) => process.stdout.write(`${answer}\n`)
/** To standard error, because standard output may be redirected to a file. */
const remark = (sentence: string) => process.stderr.write(`${sentence}\n`)

type Open = { database: StartedDatabase; storage: Storage; settings: Settings }
type Options<Asked> = {
  /** Reads the arguments, or throws an OperatorError with the usage. */
  read: () => Asked | Promise<Asked>
  /** May run beside the application, whose embedded database it then leaves running. */
  isShared: boolean
  /** May run before the first start, and then creates the database; other commands find one or refuse. */
  mayBegin?: boolean
}

/** For a command with one argument. */
export const oneArgument = (usage: string) => () => {
  const [argument, ...others] = process.argv.slice(2)
  if (!argument || others.length > 0) throw new OperatorError(usage)
  return argument
}

/** Runs an operator's command: with the settings of the start, and a sentence at the end. */
export async function runCommand<Asked>(
  { read, isShared, mayBegin = false }: Options<Asked>,
  work: (asked: Asked, open: Open) => Promise<string>,
) {
  let dataFolder = ''
  try {
    const asked = await read()
    const settings = readSettings(process.env)
    dataFolder = settings.dataFolder
    print(await withDatabase(settings, { isShared, mayBegin }, open => work(asked, open)))
  } catch (error) {
    const explained = explainStart(error, dataFolder)
    const text =
      explained instanceof OperatorError || !(explained instanceof Error) ? String(explained) : explained.stack
    process.stderr.write(`${text?.replace(/^OperatorError: /, '')}\n`)
    process.exitCode = 1
  }
}

async function withDatabase<T>(
  settings: Settings,
  { isShared, mayBegin }: { isShared: boolean; mayBegin: boolean },
  work: (open: Open) => Promise<T>,
): Promise<T> {
  if (!settings.database && !mayBegin) refuseUnstarted(settings.dataFolder)
  const lock = settings.database ? undefined : lockOrShare(settings.dataFolder, isShared)
  try {
    const database = await startDatabase(settings, { say: remark })
    try {
      if (!mayBegin) await refuseWithoutTables(database.ownerUrl)
      return await work({ database, storage: new Storage(settings.storage), settings })
    } finally {
      if (lock) await database.stop()
    }
  } finally {
    lock?.release()
  }
}

function lockOrShare(dataFolder: string, isShared: boolean): DataLock | undefined {
  try {
    return lockDataFolder(dataFolder)
  } catch (error) {
    if (isShared && error instanceof FolderInUse) return
    throw error
  }
}
