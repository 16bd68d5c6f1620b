import { join } from 'node:path'
import { FolderInUse, lockDataFolder } from './data-lock.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { isDatabaseMade } from './postgres-programs.ts'
import { Refusal } from './refusal.ts'

/** For a command that works on what is there: where no start has been it makes nothing, and says so. */
export function refuseUnstarted(dataFolder: string): void {
  if (isDatabaseMade(join(dataFolder, 'database'))) return
  throw new Refusal(`No data is kept in ${dataFolder} yet: run npm start once first, or set DATA_DIR to where it is.`)
}

/**
 * The embedded database for a command beside the application. It belongs to whoever holds the data folder: one that the
 * command had to start it also stops.
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
