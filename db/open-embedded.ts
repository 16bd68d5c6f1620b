import { join, resolve } from 'node:path'
import { FolderInUse, lockDataFolder } from '#kit/server/data-lock.ts'
import { startEmbeddedPostgres } from '#kit/server/embedded-postgres.ts'

/** The embedded database, running or not. It belongs to whoever holds the data folder: one that we started, we also stop. */
export async function openEmbedded(
  say: (sentence: string) => void,
): Promise<{ ownerUrl: string; close: () => Promise<void> }> {
  const folder = resolve(import.meta.dirname, '..', process.env.DATA_DIR || '.data')
  const lock = lockUnlessRunning(folder)
  const { ownerUrl, stop } = await startEmbeddedPostgres(join(folder, 'database'), { say })
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
