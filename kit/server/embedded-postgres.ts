import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Programs, prepareSurroundings, type Surroundings } from './postgres-programs.ts'
import { Refusal } from './refusal.ts'

export type EmbeddedPostgres = {
  /** The role that owns the database and migrates it. */
  ownerUrl: string
  /** The role the application runs as: it may connect, and nothing else until a migration grants it. */
  appUrl: string
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
  /** Told in one sentence each: what the operator should know. */
  say?: (sentence: string) => void
}

type Passwords = { admin: string; owner: string; app: string }
type Address = { host: string; port: number }

/**
 * PostgreSQL 18 from the packaged programs, with its data in `folder`, a folder of its own.
 * One that still runs there, because the application was killed, is taken over.
 * It stays alive when this process is killed; only `stop` ends it.
 */
export async function startEmbeddedPostgres(folder: string, options: Options = {}): Promise<EmbeddedPostgres> {
  const surroundings = prepareSurroundings(folder, options.say ?? (() => undefined))
  const cluster = join(surroundings.folder, 'cluster')
  const passwords = keptPasswords(surroundings.folder)

  if (!existsSync(join(cluster, 'PG_VERSION'))) await initialise(surroundings, passwords, options)
  const version = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  if (version !== '18') {
    throw new Refusal(`${cluster} was made by PostgreSQL ${version}, and this is 18: dump it with the old one first.`)
  }

  const address = (await takeOver(cluster, passwords)) ?? (await launch(surroundings, passwords, options))
  const isNew = await ensureDatabase(urlOf(address, 'postgres', passwords.admin, 'postgres'), passwords)
  return {
    ownerUrl: urlOf(address, 'arcade_owner', passwords.owner, 'arcade'),
    appUrl: urlOf(address, 'arcade_app', passwords.app, 'arcade'),
    adminUrl: urlOf(address, 'postgres', passwords.admin, 'postgres'),
    isNew,
    folder: surroundings.folder,
    stop: () => stop(surroundings, cluster),
  }
}

function keptPasswords(folder: string): Passwords {
  const path = join(folder, 'passwords.json')
  if (!existsSync(path)) {
    const password = () => randomBytes(24).toString('base64url')
    const passwords: Passwords = { admin: password(), owner: password(), app: password() }
    writeFileSync(path, `${JSON.stringify(passwords)}\n`, { mode: 0o600, flush: true })
  }
  return JSON.parse(readFileSync(path, 'utf8')) as Passwords
}

async function initialise(
  { folder, programs, runAs }: Surroundings,
  passwords: Passwords,
  { forTests }: Options,
): Promise<void> {
  const cluster = join(folder, 'cluster')
  // Made beside its place and renamed when complete, so that a start cut short leaves no half of one.
  const part = join(folder, 'cluster.part')
  const passwordFile = join(folder, 'password.part')
  for (const path of [cluster, part, passwordFile]) rmSync(path, { recursive: true, force: true })
  mkdirSync(part, { mode: 0o700 })
  writeFileSync(passwordFile, passwords.admin, { mode: 0o600 })
  if (runAs.uid !== undefined && runAs.gid !== undefined) {
    for (const path of [part, passwordFile]) chownSync(path, runAs.uid, runAs.gid)
  }
  await run({ folder, programs, runAs }, 'initdb', [
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
    ...(forTests ? ['--no-sync'] : []),
  ])
  rmSync(passwordFile)
  renameSync(part, cluster)
}

/** The address of the PostgreSQL that runs on this cluster, if one does. */
async function takeOver(cluster: string, passwords: Passwords): Promise<Address | undefined> {
  const path = join(cluster, 'postmaster.pid')
  const deadline = Date.now() + 60_000
  // Until it answers or goes: it may be recovering from a crash, or still be stopping.
  while (existsSync(path)) {
    const [pid = '', , , port = '', socketFolder = '', tcpHost = ''] = readFileSync(path, 'utf8').split('\n')
    if (!isPostmaster(pid, cluster)) {
      // Left by a crash. PostgreSQL sees to that itself, unless its number now belongs to another program.
      rmSync(path, { force: true })
      return
    }
    const address = { host: socketFolder || tcpHost, port: Number(port) }
    if (port && (await answers(urlOf(address, 'postgres', passwords.admin, 'postgres'), cluster))) return address
    if (Date.now() > deadline) {
      throw new Refusal(`A PostgreSQL (process ${pid}) holds ${cluster} but does not let us in: stop it first.`)
    }
    await sleep(100)
  }
}

function isPostmaster(pid: string, cluster: string): boolean {
  // Not every Linux has `ps`; a process that has ended and waits to be collected shows no command line.
  const command =
    process.platform === 'linux'
      ? readOrNothing(`/proc/${pid}/cmdline`)
      : spawnSync('ps', ['-o', 'command=', '-p', pid], { encoding: 'utf8' }).stdout
  return command?.includes(cluster) ?? false
}

function readOrNothing(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

async function answers(url: string, cluster: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory')
    return rows[0]?.data_directory === cluster
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function launch(surroundings: Surroundings, passwords: Passwords, options: Options): Promise<Address> {
  const { folder, programs, runAs } = surroundings
  const cluster = join(folder, 'cluster')
  const address = await chooseAddress(surroundings)
  writeFileSync(join(cluster, 'postgresql.conf'), settings(address, options))
  const logFile = join(folder, 'postgres.log')
  if (existsSync(logFile) && statSync(logFile).size > 5_000_000) renameSync(logFile, `${logFile}.old`)
  const log = openSync(logFile, 'a', 0o600)
  const child = spawn(programs.postgres, ['-D', cluster], {
    ...runAs,
    cwd: '/',
    // In a session of its own: Ctrl-C must reach the application alone, which stops PostgreSQL last.
    detached: !options.forTests,
    stdio: ['ignore', log, log],
  })
  child.unref()
  closeSync(log)
  let failure: string | undefined
  child.on('error', error => {
    failure = error.message
  })
  child.on('exit', code => {
    failure = `it ended with ${code}`
  })
  // After a crash it first replays its log: that takes as long as it takes.
  while (!(await answers(urlOf(address, 'postgres', passwords.admin, 'postgres'), cluster))) {
    if (failure) throw new Refusal(`PostgreSQL did not start (${failure}): ${lastLine(logFile)}`)
    await sleep(20)
  }
  return address
}

function lastLine(logFile: string): string {
  const lines = existsSync(logFile) ? readFileSync(logFile, 'utf8').trim().split('\n') : []
  const reason = lines.findLast(line => /FATAL|PANIC|error/.test(line)) ?? lines.at(-1)
  return `${reason ?? 'no reason given'} (see ${logFile})`
}

/** A socket in the data folder: nobody else's port, no other user's way in. Else a free port of this machine alone. */
async function chooseAddress({ folder, runAs }: Surroundings): Promise<Address> {
  const socketFolder = join(folder, 'socket')
  // The system allows 104 to 108 bytes for the whole path of a socket.
  if (process.platform !== 'win32' && Buffer.byteLength(socketFolder) <= 84) {
    mkdirSync(socketFolder, { recursive: true, mode: 0o700 })
    if (runAs.uid !== undefined && runAs.gid !== undefined) chownSync(socketFolder, runAs.uid, runAs.gid)
    return { host: socketFolder, port: 5432 }
  }
  return { host: '127.0.0.1', port: await freePort() }
}

function freePort(): Promise<number> {
  return new Promise((resolvePort, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolvePort(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

function settings({ host, port }: Address, { forTests }: Options): string {
  const isSocket = host.startsWith('/')
  const lines = [
    '# Written by kit/server/embedded-postgres.ts at each start. Your own settings go into local.conf beside it.',
    `listen_addresses = '${isSocket ? '' : host}'`,
    `port = ${port}`,
    `unix_socket_directories = '${isSocket ? host.replaceAll("'", "''") : ''}'`,
    `max_connections = ${forTests ? 300 : 60}`,
    `shared_buffers = '${forTests ? 128 : 256}MB'`,
    "effective_cache_size = '1GB'",
    "maintenance_work_mem = '128MB'",
    'random_page_cost = 1.1',
    'jit = off',
    'wal_compression = on',
    "timezone = 'UTC'",
    "log_timezone = 'UTC'",
    "lc_messages = 'C'",
    "default_text_search_config = 'pg_catalog.simple'",
    '# The log keeps neither statements nor values: they hold data about patients.',
    'log_min_error_statement = panic',
    'log_error_verbosity = terse',
    'log_checkpoints = off',
    ...(forTests ? ['fsync = off', 'synchronous_commit = off', 'full_page_writes = off'] : []),
    "include_if_exists = 'local.conf'",
  ]
  return `${lines.join('\n')}\n`
}

/** Makes the two roles and the database where they are missing; true when the database was. */
async function ensureDatabase(adminUrl: string, passwords: Passwords): Promise<boolean> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    const roles = await client.query<{ rolname: string }>("SELECT rolname FROM pg_roles WHERE rolname LIKE 'arcade_%'")
    const hasRole = (name: string) => roles.rows.some(row => row.rolname === name)
    const role = 'LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD'
    if (!hasRole('arcade_owner')) await client.query(`CREATE ROLE arcade_owner ${role} '${passwords.owner}'`)
    if (!hasRole('arcade_app')) await client.query(`CREATE ROLE arcade_app ${role} '${passwords.app}'`)

    const found = await client.query("SELECT FROM pg_database WHERE datname = 'arcade'")
    if (found.rowCount === 0) {
      await client.query('CREATE DATABASE arcade OWNER arcade_owner')
      // The cluster's other databases are nobody's business but the superuser's.
      await client.query('REVOKE ALL ON DATABASE postgres, template1 FROM PUBLIC')
    }
    await client.query('REVOKE ALL ON DATABASE arcade FROM PUBLIC')
    await client.query('GRANT CONNECT ON DATABASE arcade TO arcade_app')
    return found.rowCount === 0
  } finally {
    await client.end()
  }
}

function urlOf({ host, port }: Address, user: string, password: string, database: string): string {
  return `postgresql://${user}:${password}@${encodeURIComponent(host)}:${port}/${database}`
}

async function stop(surroundings: Surroundings, cluster: string): Promise<void> {
  const pid = readOrNothing(join(cluster, 'postmaster.pid'))?.split('\n')[0]
  if (!pid || !isPostmaster(pid, cluster)) return
  await run(surroundings, 'pgCtl', ['stop', '-D', cluster, '-m', 'fast', '-w', '-t', '60'])
}

/** In a session of its own, so that an impatient Ctrl-C does not cut it short. */
async function run({ programs, runAs }: Surroundings, program: keyof Programs, args: string[]): Promise<void> {
  const child = spawn(programs[program], args, {
    ...runAs,
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', text => {
    said += text
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Refusal(`PostgreSQL's ${program} failed: ${said.trim()}`)
}
