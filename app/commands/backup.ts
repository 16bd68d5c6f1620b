// npm run backup -- /backups/2026-11-22
// Rows and files into a new folder, beside the running application or without it.

import { writeBackup } from '#db/backup/write.ts'
import { claimStorage } from '#db/installation.ts'
import { oneArgument, runCommand } from './command.ts'

const usage = 'Expected: npm run backup -- <a folder that is to be made>'

await runCommand({ read: oneArgument(usage), isShared: true }, async (folder, { database: { ownerUrl }, storage }) => {
  await claimStorage(ownerUrl, storage)
  const { manifest, lost } = await writeBackup({ ownerUrl, storage }, folder)
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  const sentence = `${manifest.laboratories.length} laboratories, ${rows} rows and ${manifest.files.count} files are backed up in ${folder}.`
  if (lost.length === 0) return sentence
  process.exitCode = 2
  return `${sentence}\n${lost.length} files that rows name are not in the storage, ${lost[0]} first: look for them in an earlier backup.`
})
