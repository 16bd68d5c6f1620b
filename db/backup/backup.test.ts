import { createHash, randomUUID } from 'node:crypto'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gunzipSync, gzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { claimStorage } from '#db/installation.ts'
import { isEmpty } from '#db/is-empty.ts'
import { seedDemonstration } from '#db/seed/demonstration.ts'
import { OperatorError } from '#kit/server/operator-error.ts'
import { Storage, StorageFailure } from '#kit/server/storage.ts'
import { makeWith, type TestPractice } from '#test/make.ts'
import { makeOwnDatabase, type OwnDatabase } from '#test/own-database.ts'
import { type Manifest, rowsPath } from './manifest.ts'
import { restoreBackup } from './restore.ts'
import { enterLaboratory, listLaboratories, listTables } from './tables.ts'
import { writeBackup } from './write.ts'

const root = mkdtempSync(join(tmpdir(), 'arcade-backup-'))
const storageIn = (name: string) => new Storage({ folder: join(root, name) })
const made: OwnDatabase[] = []
const newDatabase = async () => {
  const database = await makeOwnDatabase()
  made.push(database)
  return database
}
afterAll(async () => {
  await owner.end()
  for (const database of made) await database.drop()
  rmSync(root, { recursive: true })
})

async function withClient<T>({ ownerUrl }: OwnDatabase, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  return await work(client).finally(() => client.end())
}

/** Of every table, in every laboratory, what its rows are in no order. */
const contentsOf = (database: OwnDatabase) =>
  withClient(database, async client => {
    const contents: Record<string, string> = {}
    await client.query('begin')
    const tables = await listTables(client)
    for (const laboratory of await listLaboratories(client)) {
      await enterLaboratory(client, laboratory)
      for (const { name, ownedBy } of tables) {
        const condition = ownedBy ? `where ${ownedBy} = '${laboratory}'` : ''
        const { rows } = await client.query<{ sum: string }>(
          `select count(*) || ' ' || md5(coalesce(string_agg(row::text, '\n' order by row::text collate "C"), '')) as sum
           from ${name} as row ${condition}`,
        )
        contents[`${laboratory} ${name}`] = rows[0]?.sum ?? ''
      }
    }
    await client.query('commit')
    return contents
  })

let source: OwnDatabase
let owner: pg.Pool
let practice: TestPractice
let document: string
const backup = join(root, 'backup')
beforeAll(async () => {
  source = await newDatabase()
  const storage = storageIn('source')
  await claimStorage(source.ownerUrl, storage)
  await seedDemonstration(source.ownerUrl, storage)
  // A laboratory that no host leads to at the moment is one all the same.
  owner = new pg.Pool({ connectionString: source.ownerUrl, max: 1 })
  const make = makeWith(owner)
  const laboratory = await make.laboratory()
  practice = await make.practice(laboratory)
  await make.order(practice)
  const { id } = await make.invoice(practice)
  document = `${laboratory.id}/${id}`
  await storage.put(document, import.meta.filename)
  const text = readFileSync(import.meta.filename)
  await make.within(laboratory.id, async client => {
    await client.query('delete from brand_hosts where brand_id = $1', [laboratory.id])
    await client.query('update invoice_documents set made_at = now(), size = $2, sha256 = $3 where invoice_id = $1', [
      id,
      text.length,
      createHash('sha256').update(text).digest('hex'),
    ])
  })
})

describe('a backup', () => {
  it('holds all laboratories, their rows and their files', async () => {
    const { manifest, lost, changed } = await writeBackup(
      { ownerUrl: source.ownerUrl, storage: storageIn('source') },
      backup,
    )
    expect({ lost, changed }).toEqual({ lost: [], changed: [] })
    expect(manifest.laboratories).toHaveLength(4)
    const counted = (name: string) => manifest.tables.find(table => table.name === name)?.rows
    expect(counted('orders')).toBeGreaterThan(480)
    expect(counted('brands')).toBe(4)
    expect(manifest.files.count).toBeGreaterThan(1)
    expect(existsSync(join(backup, 'files', document))).toBe(true)
    expect(existsSync(`${backup}.part`)).toBe(false)
  })

  it('has a file for each table of a laboratory that holds a row, and for no other', () => {
    const { tables } = JSON.parse(readFileSync(join(backup, 'manifest.json'), 'utf8')) as Manifest
    const written = readdirSync(join(backup, 'rows'), { recursive: true })
      .map(String)
      .filter(path => path.endsWith('.copy.gz'))
    const named = written.map(path => basename(path, '.copy.gz'))
    expect(new Set(named)).toEqual(new Set(tables.filter(({ rows }) => rows > 0).map(({ name }) => name)))
    for (const path of written)
      expect(gunzipSync(readFileSync(join(backup, 'rows', path))).length, path).toBeGreaterThan(0)
  })

  it('is not written over another', async () => {
    const again = writeBackup({ ownerUrl: source.ownerUrl, storage: storageIn('source') }, backup)
    await expect(again).rejects.toThrow(`${backup} is there already`)
  })

  it.runIf(process.platform === 'linux')('is refused where no folder can be made', async () => {
    const nowhere = writeBackup({ ownerUrl: source.ownerUrl, storage: storageIn('source') }, '/proc/backup')
    await expect(nowhere).rejects.toThrow('/proc/backup.part cannot be used as a folder: no folder can be made there.')
  })

  it('that breaks off leaves no folder that could be taken for one', async () => {
    const folder = join(root, 'broken-off')
    // A disk that is not mounted: its files may come back.
    const broken = writeBackup({ ownerUrl: source.ownerUrl, storage: storageIn('unmounted') }, folder)
    await expect(broken).rejects.toThrow(StorageFailure)
    expect(existsSync(folder)).toBe(false)
  })

  it('for which there is no room says which disk is full', async () => {
    // In place of the disk, which fails as what is written to it does.
    const storage = storageIn('source')
    storage.get = () => Promise.reject(Object.assign(new Error('write'), { code: 'ENOSPC' }))
    const folder = join(root, 'no-room')
    await expect(writeBackup({ ownerUrl: source.ownerUrl, storage }, folder)).rejects.toThrow(
      new RegExp(`^The disk of ${folder} is full, and there is no backup`),
    )
  })

  it('names the files that the storage has lost', async () => {
    const storage = storageIn('thinned')
    cpSync(join(root, 'source'), join(root, 'thinned'), { recursive: true })
    const [laboratory = ''] = readdirSync(join(root, 'thinned')).filter(name => name.length === 36)
    const [file = ''] = readdirSync(join(root, 'thinned', laboratory))
    rmSync(join(root, 'thinned', laboratory, file))
    const { lost } = await writeBackup({ ownerUrl: source.ownerUrl, storage }, join(root, 'thinned-backup'))
    expect(lost).toEqual([`${laboratory}/${file}`])
  })

  it('names the documents that are not what they were when they were made', async () => {
    cpSync(join(root, 'source'), join(root, 'rotten'), { recursive: true })
    appendFileSync(join(root, 'rotten', document), 'x')
    const { lost, changed } = await writeBackup(
      { ownerUrl: source.ownerUrl, storage: storageIn('rotten') },
      join(root, 'rotten-backup'),
    )
    expect({ lost, changed }).toEqual({ lost: [], changed: [document] })
  })

  it('leaves out no table that another schema may come to have', async () => {
    const others = await withClient(source, client =>
      client.query<{ name: string }>(
        `select schemaname || '.' || tablename as name from pg_tables
         where schemaname not in ('public', 'pgboss', 'pg_catalog', 'information_schema') order by 1`,
      ),
    )
    // Jobs are not carried over: each kind has an upkeep that asks again for what still waits, as for mails. What is applied is compared, the installation is carried over by hand, the key is made from APP_SECRET.
    expect(others.rows.map(({ name }) => name)).toEqual([
      'migration.applied',
      'tenant.installation',
      'tenant.signing_key',
    ])
  })
})

describe('restored into an empty host', () => {
  let target: OwnDatabase
  beforeAll(async () => {
    target = await newDatabase()
    await restoreBackup({ ownerUrl: target.ownerUrl, storage: storageIn('target') }, backup)
  })

  it('every row of every table is what it was', async () => {
    const before = await contentsOf(source)
    expect(Object.keys(before).length).toBeGreaterThan(100)
    expect(await contentsOf(target)).toEqual(before)
  })

  it('every file is what it was, and the place is known as that of this database', async () => {
    const names = (place: string) => readdirSync(join(root, place), { recursive: true }).map(String).toSorted()
    expect(names('target')).toEqual(names('source'))
    const keys = names('source').filter(name => name.length === 73)
    for (const key of keys) {
      const [one, other] = await Promise.all([storageIn('source').get(key), storageIn('target').get(key)])
      expect((await buffer(one)).equals(await buffer(other)), key).toBe(true)
    }
    await claimStorage(target.ownerUrl, storageIn('target'))
    await expect(claimStorage(target.ownerUrl, storageIn('elsewhere'))).rejects.toThrow(OperatorError)
  })

  it('triggers work again, and numbers go on where they were', async () => {
    await withClient(target, async client => {
      const { rows: off } = await client.query(
        `select tgname from pg_trigger where tgenabled <> 'O' and not tgisinternal`,
      )
      expect(off).toEqual([])
      for (const name of ['order_messages', 'audit_events']) {
        const column = name === 'audit_events' ? 'id' : 'sequence'
        const next = await client.query<{ next: string }>(`select nextval(pg_get_serial_sequence($1, $2)) as next`, [
          name,
          column,
        ])
        const [laboratory = ''] = await listLaboratories(client)
        await client.query('begin')
        await enterLaboratory(client, laboratory)
        const { rows } = await client.query<{ last: string }>(`select coalesce(max(${column}), 0) as last from ${name}`)
        await client.query('commit')
        expect(Number(next.rows[0]?.next)).toBeGreaterThan(Number(rows[0]?.last))
      }
    })
  })

  it('row-level security holds for the owner again', async () => {
    const forced = (database: OwnDatabase) =>
      withClient(database, async client => {
        const { rows } = await client.query('select relname from pg_class where relforcerowsecurity order by 1')
        return rows
      })
    const before = await forced(source)
    expect(before.length).toBeGreaterThan(50)
    expect(await forced(target)).toEqual(before)
  })

  it('nothing is restored over it', async () => {
    const over = restoreBackup({ ownerUrl: target.ownerUrl, storage: storageIn('target') }, backup)
    await expect(over).rejects.toThrow('holds laboratories already')
  })
})

it('a backup of an earlier release, with a file for each empty table, is restored', async () => {
  const folder = join(root, 'with-empty-files')
  cpSync(backup, folder, { recursive: true })
  const [manifestPath, sumsPath] = [join(folder, 'manifest.json'), join(folder, 'SHA256SUMS')]
  const manifest = JSON.parse(readFileSync(manifestPath, 'utf8')) as Manifest
  const empty = gzipSync('')
  let sums = readFileSync(sumsPath, 'utf8')
  for (const { name, ownedBy } of manifest.tables.filter(({ rows }) => rows === 0)) {
    for (const laboratory of ownedBy ? manifest.laboratories : [undefined]) {
      const path = rowsPath(name, laboratory)
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), empty)
      sums += `${createHash('sha256').update(empty).digest('hex')}  ${path}\n`
    }
  }
  writeFileSync(sumsPath, sums)
  writeFileSync(manifestPath, JSON.stringify({ ...manifest, sums: createHash('sha256').update(sums).digest('hex') }))
  const target = await newDatabase()
  const restored = await restoreBackup({ ownerUrl: target.ownerUrl, storage: storageIn('earlier') }, folder)
  expect(restored.tables).toEqual(manifest.tables)
})

describe('half a backup is refused, and nothing of it is left', () => {
  const half = () => {
    const folder = join(root, randomUUID())
    cpSync(backup, folder, { recursive: true })
    return folder
  }
  const rowsOf = (folder: string, table: string) => {
    const [laboratory = ''] = readdirSync(join(folder, 'rows')).filter(name =>
      existsSync(join(folder, 'rows', name, `${table}.copy.gz`)),
    )
    return join(folder, 'rows', laboratory, `${table}.copy.gz`)
  }
  let target: OwnDatabase
  beforeAll(async () => {
    target = await newDatabase()
  })

  it.each<[string, (folder: string) => void, string]>([
    ['cut short', folder => rmSync(join(folder, 'manifest.json')), 'is no complete backup'],
    [
      'with a manifest that is half written',
      folder => writeFileSync(join(folder, 'manifest.json'), '{"format":1,'),
      'cannot be read: this backup cannot be trusted',
    ],
    [
      'that holds another number of rows than it says',
      folder => {
        const path = join(folder, 'manifest.json')
        writeFileSync(path, readFileSync(path, 'utf8').replace(/("rows": [1-9]\d*)/, '$10'))
      },
      'rows and says',
    ],
    ['without the rows of a table', folder => rmSync(rowsOf(folder, 'orders')), 'missing or not as it was written'],
    ['with a byte more', folder => appendFileSync(rowsOf(folder, 'orders'), 'x'), 'missing or not as it was written'],
    ['with other checksums', folder => appendFileSync(join(folder, 'SHA256SUMS'), ' '), 'cannot be trusted'],
  ])('%s', async (_how, spoil, sentence) => {
    const folder = half()
    spoil(folder)
    const restoring = restoreBackup({ ownerUrl: target.ownerUrl, storage: storageIn('half') }, folder)
    await expect(restoring).rejects.toThrow(sentence)
    expect(await isEmpty(target.ownerUrl)).toBe(true)
  })

  it('nor is a whole one brought among the files of another database', async () => {
    const storage = storageIn('of-another')
    await storage.writeMark(randomUUID())
    await expect(restoreBackup({ ownerUrl: target.ownerUrl, storage }, backup)).rejects.toThrow(
      `The files in ${join(root, 'of-another')} belong to another database`,
    )
    expect(await isEmpty(target.ownerUrl)).toBe(true)
  })

  it('of another release', async () => {
    const { ownerUrl } = target
    await withClient(target, client =>
      client.query(`insert into migration.applied (name, checksum) values ('9999_later.sql', 'x')`),
    )
    await expect(restoreBackup({ ownerUrl, storage: storageIn('half') }, backup)).rejects.toThrow(
      '9999_later.sql differs',
    )
  })

  it('that fails in the middle', async () => {
    const fresh = await newDatabase()
    await withClient(fresh, client => client.query('alter table users add constraint none check (false)'))
    await expect(restoreBackup({ ownerUrl: fresh.ownerUrl, storage: storageIn('half') }, backup)).rejects.toMatchObject(
      { code: '23514' },
    )
    expect(await isEmpty(fresh.ownerUrl)).toBe(true)
    await withClient(fresh, client => client.query('alter table users drop constraint none'))
    await restoreBackup({ ownerUrl: fresh.ownerUrl, storage: storageIn('half') }, backup)
  })
})

it('pg_dump’s way, as the owner, would have left every laboratory behind', async () => {
  const url = new URL(source.ownerUrl)
  expect(url.username).not.toBe(new URL(inject('database').adminUrl).username)
  await withClient(source, async client => {
    expect((await client.query('select from orders')).rowCount).toBe(0)
  })
  expect(readFileSync(join(backup, 'SHA256SUMS'), 'utf8')).toContain('/orders.copy.gz')
})

it('all rows of a backup are of one moment, whatever is ordered while it is written', async () => {
  await withClient(source, async holder => {
    await holder.query('begin')
    // Which it reads before any case.
    await holder.query('lock table brand_hosts in access exclusive mode')
    const writing = writeBackup({ ownerUrl: source.ownerUrl, storage: storageIn('source') }, join(root, 'one-moment'))
    const waiting = `select count(*)::int as waiting from pg_locks
      where relation = 'brand_hosts'::regclass and not granted
        and database = (select oid from pg_database where datname = current_database())`
    await expect.poll(async () => (await holder.query<{ waiting: number }>(waiting)).rows[0]?.waiting).toBe(1)
    await makeWith(owner).order(practice)
    await holder.query('commit')
    const ordersIn = ({ tables }: Manifest) => tables.find(({ name }) => name === 'orders')?.rows
    const before = JSON.parse(readFileSync(join(backup, 'manifest.json'), 'utf8')) as Manifest
    expect(ordersIn((await writing).manifest)).toBe(ordersIn(before))
  })
})
