// npm run backup -- /backups/2026-11-22
// Rows and files into a new folder, beside the running application or without it.

import { writeBackup } from '#db/backup/write.ts'
import { claimStorage } from '#db/installation.ts'
import { oneArgument, runCommand } from './command.ts'

const usage = 'Expected: npm run backup -- <a folder that is to be made>'

await runCommand({ read: oneArgument(usage), isShared: true }, async (folder, { database: { ownerUrl }, storage }) => {
  await claimStorage(ownerUrl, storage)
  const { manifest, lost, changed } = await writeBackup({ ownerUrl, storage }, folder)
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  const sentence = `${manifest.laboratories.length} laboratories, ${rows} rows and ${manifest.files.count} files are backed up in ${folder}.`
  const found = [
    lost.length > 0 && `${lost.length} files that rows name are not in the storage, ${lost[0]} first`,
    changed.length > 0 && `${changed.length} documents are not what they were when they were made, ${changed[0]} first`,
  ].filter(Boolean)
  if (found.length === 0) return sentence
  process.exitCode = 2
  return [sentence, ...found.map(what => `${what}: look for them in an earlier backup.`)].join('\n')
})
