import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newClient } from './postgres-client.ts'
import { keepPostgres } from './postgres-keeper.ts'
import { type Cluster, isPostgresRunning, runProgram, startPostgres, stopPostgres, urlOf } from './postgres-process.ts'
import { prepareSurroundings } from './postgres-programs.ts'
import { Refusal } from './refusal.ts'

export type EmbeddedPostgres = {
  /** The role that owns the database and migrates it. */
  ownerUrl: string
  /** The role the application runs as: it may connect, and nothing else until a migration grants it. */
  appUrl: string
  /** The role that works through the queue of jobs, and is granted nothing else. */
  jobsUrl: string
  /** The superuser, for tests that make databases of their own. */
  adminUrl: string
  /** Whether this start made the database. */
  isNew: boolean
  /** Where the database really is: elsewhere than asked when PostgreSQL's user cannot enter that place. */
  folder: string
  /** Ends open sessions, writes everything down and waits until PostgreSQL has gone. */
  stop: () => Promise<void>
}

type Options = {
  /** For throw-away data: nothing is synced to disk, many connections, and it ends with the terminal's Ctrl-C. */
  forTests?: boolean
  /** Started again whenever it has gone. */
  isKept?: boolean
  /** Told in one sentence each: what the operator should know. */
  say?: (sentence: string) => void
}

type Passwords = { admin: string; owner: string; app: string; jobs: string }

/**
 * PostgreSQL 18 from the packaged programs, with its data in `folder`, a folder of its own.
 * One that still runs there, because the application was killed, is taken over.
 * It stays alive when this process is killed; only `stop` ends it for good.
 */
export async function startEmbeddedPostgres(folder: string, options: Options = {}): Promise<EmbeddedPostgres> {
  const say = options.say ?? (() => undefined)
  const surroundings = prepareSurroundings(folder, say)
  const path = join(surroundings.folder, 'cluster')
  const passwords = keptPasswords(surroundings.folder, existsSync(join(path, 'PG_VERSION')))
  const cluster = { ...surroundings, path, password: passwords.admin, forTests: options.forTests ?? false }

  if (!existsSync(join(path, 'PG_VERSION'))) await initialise(cluster)
  const version = readFileSync(join(path, 'PG_VERSION'), 'utf8').trim()
  if (version !== '18') {
    throw new Refusal(`${path} was made by PostgreSQL ${version}, and this is 18: dump it with the old one first.`)
  }

  const wasRunning = isPostgresRunning(cluster)
  const address = await startPostgres(cluster)
  const adminUrl = urlOf(address, 'postgres', passwords.admin, 'postgres')
  const isNew = await ensureDatabase(adminUrl, passwords).catch(async error => {
    // Nobody else knows of it yet. One that was taken over stays, as it was.
    if (!wasRunning) await stopPostgres(cluster)
    throw error
  })
  const keeper = options.isKept ? keepPostgres(cluster, address, say) : undefined
  return {
    isNew,
    ownerUrl: urlOf(address, 'arcade_owner', passwords.owner, 'arcade'),
    appUrl: urlOf(address, 'arcade_app', passwords.app, 'arcade'),
    jobsUrl: urlOf(address, 'arcade_jobs', passwords.jobs, 'arcade'),
    adminUrl,
    folder: surroundings.folder,
    stop: () => keeper?.stop() ?? stopPostgres(cluster),
  }
}

function keptPasswords(folder: string, isUsed: boolean): Passwords {
  const path = join(folder, 'passwords.json')
  const kept = existsSync(path) ? readPasswords(path) : 'missing'
  if (typeof kept === 'string') {
    if (isUsed) throw new Refusal(`${path} is ${kept}, and without it the database beside it cannot be opened.`)
    const passwords: Passwords = { admin: newPassword(), owner: newPassword(), app: newPassword(), jobs: newPassword() }
    return keep(path, passwords)
  }
  // Made before the queue had a role.
  return kept.jobs ? (kept as Passwords) : keep(path, { ...kept, jobs: newPassword() })
}

function readPasswords(path: string): (Omit<Passwords, 'jobs'> & Partial<Passwords>) | 'not whole' {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    if (error instanceof SyntaxError) return 'not whole'
    throw error
  }
}

const newPassword = () => randomBytes(24).toString('base64url')

/** Beside its place and renamed: a start cut short must not leave half of them, without which nothing opens. */
function keep(path: string, passwords: Passwords): Passwords {
  writeFileSync(`${path}.part`, `${JSON.stringify(passwords)}\n`, { mode: 0o600, flush: true })
  renameSync(`${path}.part`, path)
  return passwords
}

async function initialise(cluster: Cluster): Promise<void> {
  // Made beside its place and renamed when complete, so that a start cut short leaves no half of one.
  const part = join(cluster.folder, 'cluster.part')
  const passwordFile = join(cluster.folder, 'password.part')
  for (const path of [cluster.path, part, passwordFile]) rmSync(path, { recursive: true, force: true })
  mkdirSync(part, { mode: 0o700 })
  writeFileSync(passwordFile, cluster.password, { mode: 0o600 })
  if (cluster.runAs) for (const path of [part, passwordFile]) chownSync(path, cluster.runAs.uid, cluster.runAs.gid)
  await runProgram(cluster, 'initdb', [
    `--pgdata=${part}`,
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // By name, so that it sorts alike on every machine: numbers by value, French accents.
    '--locale=C',
    '--locale-provider=icu',
    '--icu-locale=fr-u-kn-true',
    '--data-checksums',
    ...(cluster.forTests ? ['--no-sync'] : []),
  ])
  rmSync(passwordFile)
  renameSync(part, cluster.path)
}

const grantLock = 7_242_117

/** Makes the three roles and the database where they are missing; true when the database was. */
async function ensureDatabase(adminUrl: string, passwords: Passwords): Promise<boolean> {
  const client = newClient(adminUrl)
  await client.connect()
  try {
    // Two that grant the same at once stumble over each other; the lock goes with the connection.
    await client.query('SELECT pg_advisory_lock($1)', [grantLock])
    const roles = await client.query<{ rolname: string }>("SELECT rolname FROM pg_roles WHERE rolname LIKE 'arcade_%'")
    const hasRole = (name: string) => roles.rows.some(row => row.rolname === name)
    const role = 'LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD'
    if (!hasRole('arcade_owner')) await client.query(`CREATE ROLE arcade_owner ${role} '${passwords.owner}'`)
    if (!hasRole('arcade_app')) await client.query(`CREATE ROLE arcade_app ${role} '${passwords.app}'`)
    if (!hasRole('arcade_jobs')) await client.query(`CREATE ROLE arcade_jobs ${role} '${passwords.jobs}'`)

    const found = await client.query("SELECT FROM pg_database WHERE datname = 'arcade'")
    if (found.rowCount === 0) {
      await client.query('CREATE DATABASE arcade OWNER arcade_owner')
      // The cluster's other databases are nobody's business but the superuser's.
      await client.query('REVOKE ALL ON DATABASE postgres, template1 FROM PUBLIC')
    }
    await client.query('REVOKE ALL ON DATABASE arcade FROM PUBLIC')
    await client.query('GRANT CONNECT ON DATABASE arcade TO arcade_app, arcade_jobs')
    return found.rowCount === 0
  } finally {
    await client.end()
  }
}
