import { existsSync } from 'node:fs'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { FolderInUse, lockDataFolder } from '#kit/server/data-lock.ts'
import { makeFolder } from '#kit/server/folder.ts'
import { OperatorError } from '#kit/server/operator-error.ts'
import { listErased } from './erased.ts'
import { manifestName } from './manifest.ts'
import { type Source, type Written, writeBackup } from './write.ts'

/** The moment of a backup as a name that sorts. Whatever else lies among them is somebody else's. */
const nameOf = (moment: Date) =>
  moment
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-')
const isName = (text: string) => /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/.test(text)
const unfinished = '.part'

/**
 * The next backup of a series, and beside it who was forgotten until then. Older ones go once it is complete, so that a
 * night on which it fails takes none away.
 */
export async function writeNext(
  source: Source,
  { into, keep, now = new Date() }: { into: string; keep: number; now?: Date },
): Promise<Written & { folder: string; removed: string[] }> {
  makeFolder(into, 0o700)
  const lock = lockSeries(into)
  try {
    await clearUnfinished(into)
    const name = nameOf(now)
    const folder = join(into, name)
    const written = await writeBackup(source, folder)
    await writeErased(source, into)
    return { ...written, folder, removed: await removeOldest(into, { beside: name, keep: keep - 1 }) }
  } finally {
    lock.release()
  }
}

function lockSeries(into: string) {
  try {
    return lockDataFolder(into)
  } catch (error) {
    if (error instanceof FolderInUse) throw new OperatorError(`Another backup is being written into ${into}.`)
    throw error
  }
}

/** Of backups that were cut short: on a disk that was full they would keep it so. */
async function clearUnfinished(into: string): Promise<void> {
  for (const entry of await readdir(into)) {
    if (entry.endsWith(unfinished) && isName(entry.slice(0, -unfinished.length)))
      await rm(join(into, entry), { recursive: true })
  }
}

/** Added to what is there: a database that was restored does not know yet who was forgotten after its backup. */
async function writeErased({ ownerUrl }: Source, into: string): Promise<void> {
  const list = join(into, 'erased.txt')
  const known = existsSync(list) ? (await readFile(list, 'utf8')).split('\n').filter(Boolean) : []
  const lines = [...new Set([...known, ...(await listErased(ownerUrl))])]
  await writeFile(`${list}${unfinished}`, lines.map(line => `${line}\n`).join(''), { flush: true, mode: 0o600 })
  await rename(`${list}${unfinished}`, list)
}

/** Never the one that was just made: where the clock was ahead when others were, its name is not the last. */
async function removeOldest(into: string, { beside, keep }: { beside: string; keep: number }): Promise<string[]> {
  const complete = (await readdir(into)).filter(entry => isName(entry) && existsSync(join(into, entry, manifestName)))
  const others = complete.filter(name => name !== beside).toSorted()
  const removed = others.slice(0, Math.max(0, others.length - keep))
  for (const name of removed) {
    const folder = join(into, name)
    // First its name, which says that it is complete.
    await rename(folder, `${folder}${unfinished}`)
    await rm(`${folder}${unfinished}`, { recursive: true })
  }
  return removed
}
