import { join } from 'node:path'
import { FolderInUse, lockDataFolder } from './data-lock.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'

/**
 * The embedded database for a command beside the application. It belongs to whoever holds the data folder: one that the
 * command had to start it also stops.
 */
export async function visitEmbeddedPostgres(
  dataFolder: string,
  say: (sentence: string) => void,
): Promise<{ ownerUrl: string; close: () => Promise<void> }> {
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
