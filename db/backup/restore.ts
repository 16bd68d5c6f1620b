import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type pg from 'pg'
import { from } from 'pg-copy-streams'
import { isEmpty } from '#db/is-empty.ts'
import { OperatorError } from '#kit/server/operator-error.ts'
import { newClient } from '#kit/server/postgres-client.ts'
import type { Storage } from '#kit/server/storage.ts'
import { appliedMigrations, type Manifest, readComplete, rowsPath } from './manifest.ts'
import { copyIn, setSequences, whileLoading } from './tables.ts'

type Target = { ownerUrl: string; storage: Storage }

/**
 * Brings a backup into a database that is migrated and holds no laboratory, and its files into an unused place. All is
 * looked at before anything is written; the rows appear together, after the files, or not at all.
 */
export async function restoreBackup({ ownerUrl, storage }: Target, folder: string): Promise<Manifest> {
  const { manifest, paths } = await readComplete(folder)
  if (!(await isEmpty(ownerUrl))) {
    throw new OperatorError('This database holds laboratories already: a backup is restored only into an empty one.')
  }
  const mark = await storage.readMark()
  if (mark !== undefined && mark !== manifest.databaseId) {
    throw new OperatorError(
      `The files in ${storage.name} belong to another database: restore into a place of their own.`,
    )
  }
  const client = newClient(ownerUrl)
  await client.connect()
  try {
    sameMigrations(manifest, await appliedMigrations(client))
    await client.query('begin')
    await whileLoading(client, manifest.tables, () => loadRows(client, { manifest, paths, folder }))
    await setSequences(client, manifest.sequences)
    for (const path of paths) await storeFile(storage, folder, path)
    await storage.writeMark(manifest.databaseId)
    await client.query('update tenant.installation set id = $1, files_marked_at = now(), backed_up_at = $2', [
      manifest.databaseId,
      manifest.createdAt,
    ])
    await client.query('commit')
    await client.query('analyze')
  } finally {
    await client.end()
  }
  return manifest
}

/** What a later migration does to rows it has done to none of these. */
function sameMigrations({ migrations }: Manifest, applied: Manifest['migrations']): void {
  const lines = (list: Manifest['migrations']) => list.map(({ name, checksum }) => `${name} ${checksum}`)
  const [before, now] = [lines(migrations), lines(applied)]
  const other = before.find(line => !now.includes(line)) ?? now.find(line => !before.includes(line))
  if (!other) return
  const last = migrations.at(-1)?.name
  throw new OperatorError(
    `This backup was made by another release (its last migration is ${last}; ${other.split(' ')[0]} differs): ` +
      'restore it with that release, then start this one, which migrates it.',
  )
}

type Complete = { manifest: Manifest; paths: Set<string>; folder: string }

async function loadRows(client: pg.Client, { manifest, paths, folder }: Complete): Promise<void> {
  const { tables, laboratories } = manifest
  const loaded = new Map(tables.map(({ name }) => [name, 0]))
  const load = async (table: Manifest['tables'][number], laboratory: string | undefined) => {
    const path = rowsPath(table.name, laboratory)
    // A table without a row has a file in backups of earlier releases alone.
    if (!paths.has(path)) return
    const copy = client.query(from(copyIn(table)))
    await pipeline(createReadStream(join(folder, path)), createGunzip(), copy)
    loaded.set(table.name, (loaded.get(table.name) ?? 0) + (copy.rowCount ?? 0))
  }
  for (const table of tables.filter(({ ownedBy }) => !ownedBy)) await load(table, undefined)
  for (const laboratory of laboratories)
    for (const table of tables.filter(({ ownedBy }) => ownedBy)) await load(table, laboratory)
  for (const { name, rows } of tables) {
    const found = loaded.get(name)
    if (found !== rows)
      throw new OperatorError(`Of ${name} the backup holds ${found} rows and says ${rows}: it was changed.`)
  }
}

async function storeFile(storage: Storage, folder: string, path: string): Promise<void> {
  const [, key] = /^files\/(.+)$/.exec(path) ?? []
  if (!key) return
  await storage.putUnmarked(key, join(folder, path))
}
