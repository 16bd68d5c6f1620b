import { join } from 'node:path'
import { FolderInUse, lockDataFolder } from './data-lock.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { OperatorError } from './operator-error.ts'
import { isDatabaseMade } from './postgres-programs.ts'

/** For commands on existing data: refuses if there was never a start, instead of making a database. */
export function refuseUnstarted(dataFolder: string): void {
  if (isDatabaseMade(join(dataFolder, 'database'))) return
  throw new OperatorError(
    `No data is kept in ${dataFolder} yet: run npm start once first, or set DATA_DIR to where it is.`,
  )
}

/**
 * The embedded database for a command beside the application. The holder of the data folder's lock owns it: if the command had to
 * start it, it also stops it.
 */
export async function visitEmbeddedPostgres(
  dataFolder: string,
  say: (sentence: string) => void,
): Promise<{ ownerUrl: string; close: () => Promise<void> }> {
  refuseUnstarted(dataFolder)
  const lock = lockUnlessRunning(dataFolder)
  const { ownerUrl, stop } = await startEmbeddedPostgres(join(dataFolder, 'database'), { say })
  return {
    ownerUrl,
    close: async () => {
      if (!lock) return
      await stop()
      lock.release()
    },
  }
}

function lockUnlessRunning(folder: string) {
  try {
    return lockDataFolder(folder)
  } catch (error) {
    if (error instanceof FolderInUse) return
    throw error
  }
}
