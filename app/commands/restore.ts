// npm run restore -- /backups/2026-11-22
// Restores a backup into an empty database and an empty place for files, before the first start on them.
import { restoreBackup } from '#db/backup/restore.ts'
import { migrate } from '#db/migrate.ts'
import { oneArgument, runCommand } from './command.ts'

const usage = 'Expected: npm run restore -- <the folder of a backup>'

await runCommand(
  { read: oneArgument(usage), isShared: false, mayBegin: true },
  async (folder, { database, storage }) => {
    await migrate(database)
    const { laboratories, files, createdAt } = await restoreBackup({ ownerUrl: database.ownerUrl, storage }, folder)
    return `${laboratories.length} laboratories and ${files.count} files are restored as of ${createdAt}.`
  },
)
