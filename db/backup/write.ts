import { createHash } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { to } from 'pg-copy-streams'
import { noteBackup } from '#db/installation.ts'
import { makeFolder } from '#kit/server/folder.ts'
import { OperatorError } from '#kit/server/operator-error.ts'
import { newClient } from '#kit/server/postgres-client.ts'
import { FileLost, type Storage } from '#kit/server/storage.ts'
import { appliedMigrations, filePath, type Manifest, manifestName, rowsPath, sumsName } from './manifest.ts'
import { copyOut, enterLaboratory, listLaboratories, listTables, readSequences, type Table } from './tables.ts'

export type Source = { ownerUrl: string; storage: Storage }
/** Files that are gone, and those that are not what was recorded of them when they were made. */
export type Written = { manifest: Manifest; lost: string[]; changed: string[] }
type Named = { key: string; sha256: string | null }

/**
 * All rows as of one moment, then the files they name, into a new folder. pg_dump as the owner would write a file without
 * a row of any laboratory, since row-level security holds for the owner too: this goes from laboratory to laboratory, as
 * the owner may. The folder gets its name when it is complete.
 */
export async function writeBackup({ ownerUrl, storage }: Source, folder: string): Promise<Written> {
  if (existsSync(folder)) throw new OperatorError(`${folder} is there already: name a folder that is to be made.`)
  const part = `${folder}.part`
  await rm(part, { recursive: true, force: true })
  makeFolder(part, 0o700)
  const client = newClient(ownerUrl)
  await client.connect()
  try {
    const backup = new Backup(client, storage, part)
    const written = await backup.write()
    await rename(part, folder)
    await syncFolder(dirname(folder))
    const { manifest, lost, changed } = written
    await noteBackup(ownerUrl, { at: manifest.createdAt, lacking: lost.length + changed.length })
    return written
  } catch (error) {
    if (isFull(error)) {
      throw new OperatorError(
        `The disk of ${folder} is full, and there is no backup: make room there or name a folder on another disk. ` +
          `What there is lies in ${part}, which the next try takes away.`,
      )
    }
    throw error
  } finally {
    await client.end()
  }
}

/** Of what is written only the backup itself is ours: the database and the storage say it in their own words. */
const isFull = (error: unknown) =>
  error instanceof Error && 'code' in error && /^(ENOSPC|EDQUOT)$/.test(String(error.code))

class Backup {
  readonly #client: pg.Client
  readonly #storage: Storage
  readonly #folder: string
  readonly #sums: string[] = []
  readonly #paths: string[] = []

  constructor(client: pg.Client, storage: Storage, folder: string) {
    this.#client = client
    this.#storage = storage
    this.#folder = folder
  }

  async write(): Promise<Written> {
    const client = this.#client
    const createdAt = new Date().toISOString()
    // One moment for all of it, however long it takes.
    await client.query('begin isolation level repeatable read read only')
    const laboratories = await listLaboratories(client)
    const tables = (await listTables(client)).map(table => ({ ...table, rows: 0 }))
    const files: Named[] = []
    for (const table of tables.filter(({ ownedBy }) => !ownedBy)) table.rows += await this.#writeRows(table, undefined)
    for (const laboratory of laboratories) {
      await enterLaboratory(client, laboratory)
      for (const table of tables.filter(({ ownedBy }) => ownedBy))
        table.rows += await this.#writeRows(table, laboratory)
      files.push(...(await listFiles(client, laboratory)))
    }
    const sequences = await readSequences(client)
    const migrations = await appliedMigrations(client)
    const { rows } = await client.query<{ id: string }>('select id from tenant.installation')
    await client.query('commit')

    const { count, bytes, lost, changed } = await this.#writeFiles(files)
    const sums = `${this.#sums.join('\n')}\n`
    await writeFile(join(this.#folder, sumsName), sums, { flush: true, mode: 0o600 })
    await this.#syncAll()
    const manifest: Manifest = {
      format: 1,
      createdAt,
      databaseId: rows[0]?.id ?? '',
      migrations,
      laboratories,
      tables,
      sequences,
      files: { count, bytes },
      sums: createHash('sha256').update(sums).digest('hex'),
    }
    const text = `${JSON.stringify(manifest, undefined, 2)}\n`
    await writeFile(join(this.#folder, manifestName), text, { flush: true, mode: 0o600 })
    await syncFolder(this.#folder)
    return { manifest, lost, changed }
  }

  async #writeRows(table: Table, laboratory: string | undefined): Promise<number> {
    const copy = this.#client.query(to(copyOut(table, laboratory)))
    const pieces = copy[Symbol.asyncIterator]()
    const first = await pieces.next()
    // Most tables of most laboratories: a file for each would take longer than all that is written.
    if (first.done) return 0
    async function* rows() {
      try {
        yield first.value
        for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value
      } finally {
        await pieces.return?.()
      }
    }
    await this.#writeFile(rowsPath(table.name, laboratory), rows(), true)
    return copy.rowCount ?? 0
  }

  /** After the rows: a file that is named there has been stored before. What is gone was taken away since, or is lost. */
  async #writeFiles(files: readonly Named[]) {
    const found = { count: 0, bytes: 0, lost: [] as string[], changed: [] as string[] }
    for (const { key, sha256 } of files) {
      const stream = await this.#storage.get(key).catch(error => {
        if (error instanceof FileLost) return undefined
        throw error
      })
      if (stream) {
        const written = await this.#writeFile(filePath(key), stream, false)
        found.bytes += written.bytes
        found.count += 1
        if (sha256 && sha256 !== written.sha256) found.changed.push(key)
      } else if (await this.#isStillNamed(key)) found.lost.push(key)
    }
    return found
  }

  async #isStillNamed(key: string): Promise<boolean> {
    const [laboratory = ''] = key.split('/')
    await this.#client.query('begin read only')
    await enterLaboratory(this.#client, laboratory)
    const named = await listFiles(this.#client, laboratory)
    await this.#client.query('commit')
    return named.some(file => file.key === key)
  }

  /** Bytes and checksum are of what is stored. */
  async #writeFile(
    path: string,
    content: AsyncIterable<Buffer>,
    isPacked: boolean,
  ): Promise<{ bytes: number; sha256: string }> {
    const whole = join(this.#folder, path)
    await mkdir(dirname(whole), { recursive: true, mode: 0o700 })
    const hash = createHash('sha256')
    let bytes = 0
    async function* counted(pieces: AsyncIterable<Buffer>) {
      for await (const piece of pieces) {
        hash.update(piece)
        bytes += piece.length
        yield piece
      }
    }
    const target = createWriteStream(whole, { mode: 0o600 })
    if (isPacked) await pipeline(content, createGzip(), counted, target)
    else await pipeline(content, counted, target)
    const sha256 = hash.digest('hex')
    this.#sums.push(`${sha256}  ${path}`)
    this.#paths.push(path)
    return { bytes, sha256 }
  }

  /** All on the disk before the manifest says that it is: each as it is written would be waited for one by one. */
  async #syncAll(): Promise<void> {
    const folders = new Set(['.'])
    for (const path of this.#paths)
      for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) folders.add(folder)
    const files = this.#paths.map(path => join(this.#folder, path))
    for (let first = 0; first < files.length; first += syncedAtOnce)
      await Promise.all(files.slice(first, first + syncedAtOnce).map(sync))
    for (const folder of folders) await syncFolder(join(this.#folder, folder))
  }
}

const syncedAtOnce = 64

async function sync(path: string): Promise<void> {
  const handle = await open(path)
  await handle.sync().finally(() => handle.close())
}

/** Some disks of another machine know no such thing of a folder, and keep what is named in it themselves. */
const syncFolder = (path: string): Promise<void> =>
  sync(path).catch(error => {
    if (!/^(EINVAL|ENOTSUP|EISDIR|EPERM|EACCES)$/.test(error.code)) throw error
  })

/** Of an attachment the checksum on record is of what was sent, which is not always what is stored: photos leave without EXIF. */
async function listFiles(client: pg.Client, laboratory: string): Promise<Named[]> {
  const { rows } = await client.query<{ id: string; sha256: string | null }>(
    `select id, null as sha256 from attachments where brand_id = $1 and state not in ('uploading', 'removed')
     union all select invoice_id, sha256 from invoice_documents where brand_id = $1 and made_at is not null order by 1`,
    [laboratory],
  )
  return rows.map(({ id, sha256 }) => ({ key: `${laboratory}/${id}`, sha256 }))
}
