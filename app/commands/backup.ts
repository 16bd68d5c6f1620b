// npm run backup -- /backups/2026-11-22
// Backs up rows and files into a new folder, beside the running application or without it.
// npm run backup -- --into /backups --keep 14
// The same into a folder named after the time; keeps this many and deletes the oldest.
import { parseArgs } from 'node:util'
import { writeNext } from '#db/backup/series.ts'
import { type Source, writeBackup } from '#db/backup/write.ts'
import { claimStorage } from '#db/installation.ts'
import { OperatorError } from '#kit/server/operator-error.ts'
import { runCommand } from './command.ts'

const usage =
  'Expected: npm run backup -- <a folder that is to be made>, or npm run backup -- --into <a folder of backups> --keep <how many, 1 to 366>'

type Asked = { folder: string } | { into: string; keep: number }

await runCommand({ read, isShared: true }, async (asked, { database: { ownerUrl }, storage }) => {
  await claimStorage(ownerUrl, storage)
  const { manifest, lost, changed, folder, removed } = await write({ ownerUrl, storage }, asked)
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  const sentences = [
    `${manifest.laboratories.length} laboratories, ${rows} rows and ${manifest.files.count} files are backed up in ${folder}.`,
  ]
  if (removed.length > 0) sentences.push(`${removed.length} older ones are gone, ${removed.at(-1)} last.`)
  const found = [
    lost.length > 0 && `${lost.length} files that rows name are not in the storage, ${lost[0]} first`,
    changed.length > 0 && `${changed.length} documents are not what they were when they were made, ${changed[0]} first`,
  ].filter(Boolean)
  if (found.length > 0) process.exitCode = 2
  return [...sentences, ...found.map(what => `${what}: look for them in an earlier backup.`)].join('\n')
})

async function write(source: Source, asked: Asked) {
  if ('into' in asked) return await writeNext(source, asked)
  return { ...(await writeBackup(source, asked.folder)), folder: asked.folder, removed: [] as string[] }
}

function read(): Asked {
  const { into, keep, folders } = readOptions()
  const [folder, ...others] = folders
  if (folder && others.length === 0 && into === undefined && keep === undefined) return { folder }
  // A year of nights at most: the list of erased people must not name patients any longer.
  if (!folder && into && keep && /^[1-9]\d{0,2}$/.test(keep) && Number(keep) <= 366) return { into, keep: Number(keep) }
  throw new OperatorError(usage)
}

function readOptions() {
  try {
    const options = { into: { type: 'string' }, keep: { type: 'string' } } as const
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    return { ...values, folders: positionals }
  } catch {
    throw new OperatorError(usage)
  }
}
