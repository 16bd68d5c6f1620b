import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { OperatorError } from '#kit/server/operator-error.ts'
import { newClient } from '#kit/server/postgres-client.ts'
import { type Storage, StorageFailure } from '#kit/server/storage.ts'

/** For commands that work on what a start has made. */
export async function refuseWithoutTables(ownerUrl: string): Promise<void> {
  const client = newClient(ownerUrl)
  await client.connect()
  const { rows } = await client
    .query<{ is_there: boolean }>("select to_regclass('tenant.installation') is not null as is_there")
    .finally(() => client.end())
  if (!rows[0]?.is_there) throw new OperatorError('This database has no tables yet: run npm start once first.')
}

type Installation = { id: string; is_marked: boolean }
const undefinedColumn = '42703'
const installation = 'select id, files_marked_at is not null as is_marked from tenant.installation'

/**
 * Makes sure that the files of this database are kept in one place by all processes: the first start leaves the
 * database's id there, and a place without it is refused from then on. A disk that is not mounted is one of those.
 */
export async function claimStorage(ownerUrl: string, storage: Storage): Promise<void> {
  const client = newClient(ownerUrl)
  await client.connect()
  try {
    // Before anything is locked, for a bucket may be silent, and other processes start meanwhile.
    const found = await storage.readMark()
    const { rows } = await client.query<Installation>(installation)
    if (found !== undefined && rows[0]?.is_marked && found === rows[0].id) return
    await client.query('begin')
    // Two that start at once on a new database: the second sees what the first has claimed.
    const { rows: locked } = await client.query<Installation>(`${installation} for update`)
    await claim(client, storage, locked[0])
    await client.query('commit')
  } catch (error) {
    if (error instanceof StorageFailure && storage.isFolder) {
      throw new OperatorError(`Files cannot be kept in ${storage.name} (${error.reason}).`)
    }
    throw error
  } finally {
    await client.end()
  }
}

/**
 * The same for a place that was away at the start, as soon as it is there: one that nobody has used yet has no mark until then, and
 * counts as away. Refuses as a start does; never keeps the process alive. False where it was stopped before.
 */
export async function claimLater(
  ownerUrl: string,
  storage: Storage,
  { signal, pause = 5_000 }: { signal: AbortSignal; pause?: number },
): Promise<boolean> {
  while (!signal.aborted) {
    await sleep(pause, undefined, { ref: false, signal }).catch(() => undefined)
    if (signal.aborted) return false
    try {
      await claimStorage(ownerUrl, storage)
      return true
    } catch (error) {
      // The store still, or the database meanwhile.
      if (error instanceof OperatorError) throw error
    }
  }
  return false
}

async function claim(
  client: pg.Client,
  storage: Storage,
  { id, is_marked }: Installation = { id: '', is_marked: false },
) {
  const found = await storage.readMark()
  if (found !== undefined && found !== id) {
    throw new OperatorError(
      `The files in ${storage.name} belong to another database: set FILES_DIR or STORAGE_URL to ours.`,
    )
  }
  if (found === undefined && is_marked) {
    throw new OperatorError(
      `This database keeps its files elsewhere than in ${storage.name}: set FILES_DIR or STORAGE_URL to that place, ` +
        `or mount it. If its files are lost for good, write ${id} into a file database-id there.`,
    )
  }
  if (found === undefined) await storage.writeMark(id)
  if (!is_marked) await client.query('update tenant.installation set files_marked_at = now()')
}

/** For the figures of every process: a backup that nobody makes is missed. */
export async function noteBackup(ownerUrl: string, { at, lacking }: { at: string; lacking: number }): Promise<void> {
  const client = newClient(ownerUrl)
  await client.connect()
  await client
    .query('update tenant.installation set backed_up_at = $1, backup_lacks = $2', [at, lacking])
    .catch(error => {
      // The database of a release before this one, which has not been started yet, has no place for it.
      if (error.code !== undefinedColumn) throw error
    })
    .finally(() => client.end())
}
