import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import * as v from 'valibot'
import { OperatorError } from '#kit/server/operator-error.ts'

const Count = v.pipe(v.number(), v.integer(), v.minValue(0))

/** What a backup says of itself, written last: without it a folder is no backup. */
export const Manifest = v.object({
  format: v.literal(1),
  createdAt: v.string(),
  databaseId: v.string(),
  migrations: v.array(v.object({ name: v.string(), checksum: v.string() })),
  laboratories: v.array(v.string()),
  tables: v.array(
    v.object({
      name: v.string(),
      columns: v.array(v.string()),
      ownedBy: v.nullable(v.picklist(['brand_id', 'id'])),
      rows: Count,
    }),
  ),
  sequences: v.array(v.object({ name: v.string(), value: v.string(), isCalled: v.boolean() })),
  files: v.object({ count: Count, bytes: Count }),
  /** Of SHA256SUMS, which names every other file in the form of `sha256sum`. */
  sums: v.string(),
})
export type Manifest = v.InferOutput<typeof Manifest>

export const manifestName = 'manifest.json'
export const sumsName = 'SHA256SUMS'

/** Under these names in the backup. */
export const rowsPath = (table: string, laboratory: string | undefined) =>
  join('rows', laboratory ?? 'shared', `${table}.copy.gz`)
export const filePath = (key: string) => join('files', key)

export async function appliedMigrations(client: pg.Client): Promise<Manifest['migrations']> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from migration.applied order by name',
  )
  return rows
}

/** Every file of the backup by its checksum, read through once; or an OperatorError that names the first that is not as it was. */
export async function readComplete(folder: string): Promise<{ manifest: Manifest; paths: Set<string> }> {
  const manifest = await readManifest(folder)
  const sums = await readFile(join(folder, sumsName)).catch(() => Buffer.alloc(0))
  if (createHash('sha256').update(sums).digest('hex') !== manifest.sums) {
    throw new OperatorError(`${sumsName} in ${folder} is not as it was written: this backup cannot be trusted.`)
  }
  const paths = new Set<string>()
  for (const line of sums.toString().split('\n').filter(Boolean)) {
    const [sum, path = ''] = line.split('  ')
    if ((await sumOf(join(folder, path))) !== sum) {
      throw new OperatorError(
        `${path} in ${folder} is missing or not as it was written: this backup cannot be trusted.`,
      )
    }
    paths.add(path)
  }
  return { manifest, paths }
}

async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, manifestName), 'utf8').catch(() => undefined)
  if (text === undefined) throw new OperatorError(`${folder} is no complete backup: it has no ${manifestName}.`)
  try {
    return v.parse(Manifest, JSON.parse(text))
  } catch {
    throw new OperatorError(`${manifestName} in ${folder} cannot be read: this backup cannot be trusted.`)
  }
}

async function sumOf(path: string): Promise<string | undefined> {
  const isThere = await stat(path).catch(() => undefined)
  if (!isThere) return
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
