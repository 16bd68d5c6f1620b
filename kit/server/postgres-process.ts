import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chownSync,
  closeSync,
  existsSync,
  fstatSync,
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
import { OperatorError } from './operator-error.ts'
import { type Programs, type Surroundings, withUsualPlaces } from './postgres-programs.ts'

export type Address = { host: string; port: number }

/** A cluster made by `initdb`, with its superuser's password. */
export type Cluster = Surroundings & { path: string; password: string; forTests: boolean }

export function urlOf({ host, port }: Address, user: string, password: string, database: string): string {
  return `postgresql://${user}:${password}@${encodeURIComponent(host)}:${port}/${database}`
}

/**
 * The address where PostgreSQL answers for this cluster: a server that already runs on it, or else a new one, at `at` if given.
 */
export async function startPostgres(cluster: Cluster, at?: Address): Promise<Address> {
  return (await takeOver(cluster)) ?? (await launch(cluster, at ?? (await chooseAddress(cluster))))
}

/** Whether the process lives, though perhaps not answering yet or any more. */
export function isPostgresRunning(cluster: Cluster): boolean {
  const pid = runningPid(cluster)
  return pid !== undefined && isPostmaster(pid, cluster.path)
}

export async function stopPostgres(cluster: Cluster): Promise<void> {
  if (!isPostgresRunning(cluster)) return
  await runProgram(cluster, 'pgCtl', ['stop', '-D', cluster.path, '-m', 'fast', '-w', '-t', '60'])
}

const runningPid = (cluster: Cluster) => readOrNothing(join(cluster.path, 'postmaster.pid'))?.split('\n')[0]

/** Runs in a session of its own, so that an impatient Ctrl-C does not interrupt it. */
export async function runProgram({ programs, runAs }: Surroundings, program: keyof Programs, args: string[]) {
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
  // The programs word a full disk in two ways, depending on whether part of the data could be written.
  if (/No space left on device/.test(said) || said.includes('Check free disk space'))
    throw new OperatorError(`PostgreSQL's ${program} failed: the disk is full.`)
  if (code !== 0) throw new OperatorError(`PostgreSQL's ${program} failed: ${said.trim()}`)
}

async function takeOver(cluster: Cluster): Promise<Address | undefined> {
  const pidFile = join(cluster.path, 'postmaster.pid')
  const deadline = Date.now() + 60_000
  // Waits until it answers or exits: it may be recovering from a crash, or still be stopping.
  for (;;) {
    const found = readOrNothing(pidFile)
    if (found === undefined) return
    const [pid = '', , , port = '', socketFolder = '', tcpHost = ''] = found.split('\n')
    if (!isPostmaster(pid, cluster.path)) {
      // A leftover of a crash. PostgreSQL handles that itself unless the process id now belongs to another program.
      rmSync(pidFile, { force: true })
      return
    }
    const address = { host: socketFolder || tcpHost, port: Number(port) }
    if (address.host && (await answers(address, cluster))) return address
    if (Date.now() > deadline) {
      throw new OperatorError(`A PostgreSQL (process ${pid}) holds ${cluster.path} but does not answer: stop it first.`)
    }
    await sleep(100)
  }
}

function isPostmaster(pid: string, path: string): boolean {
  if (process.platform === 'win32') return isAlive(Number(pid))
  // Not every Linux has `ps`; a zombie process shows no command line.
  const command =
    process.platform === 'linux'
      ? readOrNothing(`/proc/${pid}/cmdline`)
      : spawnSync('ps', ['-o', 'command=', '-p', pid], { encoding: 'utf8', env: withUsualPlaces() }).stdout
  return command?.includes(path) ?? false
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

async function answers(address: Address, { path, password }: Cluster): Promise<boolean> {
  const connectionString = urlOf(address, 'postgres', password, 'postgres')
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory')
    return rows[0]?.data_directory === path
  } catch (error) {
    const isPasswordWrong = error instanceof pg.DatabaseError && error.code === '28P01'
    if (isPasswordWrong)
      throw new OperatorError(`PostgreSQL in ${path} does not accept the password in passwords.json.`)
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function launch(cluster: Cluster, address: Address): Promise<Address> {
  if (isSocket(address)) emptySocketFolder(address.host, cluster)
  writeSettings(cluster, address)
  const logFile = join(cluster.folder, 'postgres.log')
  if (existsSync(logFile) && statSync(logFile).size > 5_000_000) renameSync(logFile, `${logFile}.old`)
  const deadline = Date.now() + 30_000
  for (;;) {
    const failure = await tryToLaunch(cluster, address, logFile)
    if (!failure) return address
    // After kill -9 of PostgreSQL itself, its sessions may take a moment to notice; meanwhile it refuses to start.
    if (!failure.includes('pre-existing shared memory') || Date.now() > deadline) {
      throw new OperatorError(`PostgreSQL did not start: ${failure} (see ${logFile})`)
    }
    await sleep(200)
  }
}

/** Returns undefined once it can be used, or the reason why it exited. */
async function tryToLaunch(cluster: Cluster, address: Address, logFile: string): Promise<string | undefined> {
  const log = openSync(logFile, 'a', 0o600)
  const begunAt = fstatSync(log).size
  const child = spawn(cluster.programs.postgres, ['-D', cluster.path], {
    ...cluster.runAs,
    cwd: '/',
    // In a session of its own: Ctrl-C must reach only the application, which stops PostgreSQL last.
    detached: !cluster.forTests,
    stdio: ['ignore', log, log],
  })
  child.unref()
  closeSync(log)
  let failure: string | undefined
  child.on('error', error => {
    failure = error.message
  })
  const say = (code: number | null) => {
    failure = reasonIn(logFile, begunAt) ?? `it ended with ${code}`
  }
  child.on('exit', say)
  try {
    // After a crash it first replays its log, however long that takes.
    while (!(await answers(address, cluster))) {
      if (failure) return failure
      await sleep(20)
    }
  } finally {
    // Later exits do not matter here, and the log may be gone by then.
    child.off('exit', say)
  }
}

/** Looks only at log lines written since: earlier failures are another matter. */
function reasonIn(logFile: string, begunAt: number): string | undefined {
  const lines = readFileSync(logFile).subarray(begunAt).toString().trim().split('\n').filter(Boolean)
  // These lines only answer our own connection attempts during the start.
  const own = lines.filter(line => !/FATAL: +the database system is/.test(line))
  return own.findLast(line => /FATAL|PANIC|error/.test(line)) ?? own.at(-1)
}

/** A socket in the data folder: no port to collide, no access for other users. If its path is too long, a free local port. */
async function chooseAddress({ folder }: Surroundings): Promise<Address> {
  const socketFolder = join(folder, 'socket')
  // The system allows 104 to 108 bytes for the whole path of a socket.
  const isTooLong = process.platform === 'win32' || Buffer.byteLength(socketFolder) > 84
  return isTooLong ? { host: '127.0.0.1', port: await freePort() } : { host: socketFolder, port: 5432 }
}

const isSocket = ({ host }: Address) => host.startsWith('/')

/** Removes leftovers of a crash: a lock file whose process id may be another program's by now. */
function emptySocketFolder(path: string, { runAs }: Surroundings): void {
  rmSync(path, { recursive: true, force: true })
  mkdirSync(path, { mode: 0o700 })
  if (runAs) chownSync(path, runAs.uid, runAs.gid)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

/** Written whole or not at all: with half a file after a full disk, PostgreSQL would listen on its default port. */
function writeSettings({ path, forTests }: Cluster, address: Address): void {
  const file = join(path, 'postgresql.conf')
  writeFileSync(`${file}.part`, settings(address, forTests))
  renameSync(`${file}.part`, file)
}

function settings(address: Address, forTests: boolean): string {
  const { host, port } = address
  const lines = [
    '# Written by kit/server/postgres-process.ts at each start; what ALTER SYSTEM sets goes before it.',
    `listen_addresses = '${isSocket(address) ? '' : host}'`,
    `port = ${port}`,
    `unix_socket_directories = '${isSocket(address) ? host.replaceAll("'", "''") : ''}'`,
    `max_connections = ${forTests ? 300 : 60}`,
    `shared_buffers = '${forTests ? 128 : 256}MB'`,
    "effective_cache_size = '1GB'",
    "maintenance_work_mem = '128MB'",
    'random_page_cost = 1.1',
    'jit = off',
    `wal_compression = ${forTests ? 'off' : 'on'}`,
    "timezone = 'UTC'",
    "log_timezone = 'UTC'",
    "lc_messages = 'C'",
    "default_text_search_config = 'pg_catalog.simple'",
    '# The log keeps neither statements nor values: they hold data about patients. Errors quote the values they choke',
    '# on; who caused one hears of it, and the application logs its code. What concerns the server itself is kept.',
    'log_min_messages = log',
    'log_min_error_statement = panic',
    'log_error_verbosity = terse',
    'log_checkpoints = off',
    // Still safe when PostgreSQL alone is killed, as the fault runs do.
    ...(forTests ? ['fsync = off', 'full_page_writes = off'] : []),
  ]
  return `${lines.join('\n')}\n`
}

function readOrNothing(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
