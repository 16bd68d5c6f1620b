import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { OperatorError } from './operator-error.ts'
import { newClient } from './postgres-client.ts'
import { keepPostgres } from './postgres-keeper.ts'
import { type Cluster, isPostgresRunning, runProgram, startPostgres, stopPostgres, urlOf } from './postgres-process.ts'
import { prepareSurroundings } from './postgres-programs.ts'

export type EmbeddedPostgres = {
  /** The role that owns and migrates the database. */
  ownerUrl: string
  /** The role that the application runs as: it may only connect until a migration grants it more. */
  appUrl: string
  /** The role that works through the job queue, with no other grants. */
  jobsUrl: string
  /** The superuser, for tests that make databases of their own. */
  adminUrl: string
  /** Whether this start created the database. */
  isNew: boolean
  /** The actual location of the database: differs from the given one when PostgreSQL's user cannot enter that. */
  folder: string
  /** Ends open sessions, flushes everything and waits until PostgreSQL has exited. */
  stop: () => Promise<void>
}

type Options = {
  /** For throw-away data: no syncing to disk, many connections, and it ends with the terminal's Ctrl-C. */
  forTests?: boolean
  /** Restarted whenever it exits. */
  isKept?: boolean
  /** Receives what the operator should know, one sentence each. */
  say?: (sentence: string) => void
}

type Passwords = { admin: string; owner: string; app: string; jobs: string }

/**
 * Starts PostgreSQL 18 from the packaged programs, with its data in `folder`, used for nothing else. A server that still runs
 * there, because the application was killed, is taken over. It survives this process being killed; only `stop` ends it for good.
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
    throw new OperatorError(
      `${path} was made by PostgreSQL ${version}, and this is 18: dump it with the old one first.`,
    )
  }

  const wasRunning = isPostgresRunning(cluster)
  const address = await startPostgres(cluster)
  const adminUrl = urlOf(address, 'postgres', passwords.admin, 'postgres')
  const isNew = await ensureDatabase(adminUrl, passwords).catch(async error => {
    // Stops a server that we started and have told nobody of; one that was taken over keeps running.
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
    if (isUsed) throw new OperatorError(`${path} is ${kept}, and without it the database beside it cannot be opened.`)
    const passwords: Passwords = { admin: newPassword(), owner: newPassword(), app: newPassword(), jobs: newPassword() }
    return keep(path, passwords)
  }
  // Files written before the queue had a role lack its password.
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

/** Written beside its place and renamed: an interrupted start must not leave half of the file, without which nothing opens. */
function keep(path: string, passwords: Passwords): Passwords {
  writeFileSync(`${path}.part`, `${JSON.stringify(passwords)}\n`, { mode: 0o600, flush: true })
  renameSync(`${path}.part`, path)
  return passwords
}

async function initialise(cluster: Cluster): Promise<void> {
  // Made beside its place and renamed when complete, so that an interrupted start leaves no half of a cluster.
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
    // An ICU locale by name, so that sorting is the same on every machine: numbers by value, French accents.
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

/** Creates the three roles and the database where missing; true if the database was. */
async function ensureDatabase(adminUrl: string, passwords: Passwords): Promise<boolean> {
  const client = newClient(adminUrl)
  await client.connect()
  try {
    // Concurrent grants of the same rights fail; the advisory lock ends with the connection.
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
      // Only the superuser may use the cluster's other databases.
      await client.query('REVOKE ALL ON DATABASE postgres, template1 FROM PUBLIC')
    }
    await client.query('REVOKE ALL ON DATABASE arcade FROM PUBLIC')
    await client.query('GRANT CONNECT ON DATABASE arcade TO arcade_app, arcade_jobs')
    return found.rowCount === 0
  } finally {
    await client.end()
  }
}
