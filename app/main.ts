import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { checkDatabase } from '#db/check-database.ts'
import { isEmpty } from '#db/is-empty.ts'
import { migrate } from '#db/migrate.ts'
import { seedDemonstration } from '#db/seed/demonstration.ts'
import { keepSwept } from '#features/attachments/server/sweep.ts'
import { type DataLock, lockDataFolder } from '#kit/server/data-lock.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#kit/server/embedded-postgres.ts'
import { keepHeapSmall } from '#kit/server/heap.ts'
import { type HttpServer, openHttpServer } from '#kit/server/http-server.ts'
import type { Secrets } from '#kit/server/keys.ts'
import { warmFonts } from '#kit/server/pdf-fonts.ts'
import { Refusal } from '#kit/server/refusal.ts'
import { Storage } from '#kit/server/storage.ts'
import { createApp } from './api.ts'
import { readSettings, type Settings } from './env.ts'
import { keptSecrets } from './kept-secret.ts'
import { welcome } from './welcome.ts'

const root = resolve(import.meta.dirname, '..')
const say = (sentence: string) => process.stdout.write(`${sentence}\n`)

/** What the start has opened so far: a start that fails half-way leaves nothing running. */
const opened: {
  lock?: DataLock
  server?: HttpServer
  database?: EmbeddedPostgres
  app?: ReturnType<typeof createApp>
  sweep?: ReturnType<typeof keepSwept>
} = {}

keepHeapSmall()
const started = start()
let stopping: Promise<void> | undefined
let askedAt = 0

started.catch(error => stop(1, error))
process.on('uncaughtException', error => stop(1, error))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stopWhenAsked)
watchNpm()

async function start(): Promise<void> {
  const settings = readSettings(process.env)
  const lock = lockDataFolder(settings.dataFolder)
  opened.lock = lock
  // Before all that takes time, so that a port in use is said at once.
  const server = await openHttpServer(settings)
  opened.server = server
  const address = `http://${isThisMachine(settings.host) ? 'localhost' : settings.host}:${server.port}`
  lock.announce(address)

  const [database, build] = await Promise.allSettled([openDatabase(settings), buildWhenStale()])
  if (database.status === 'rejected') throw database.reason
  if (build.status === 'rejected') throw build.reason

  const app = createApp({
    ...database.value,
    webRoot: join(root, 'dist', 'web'),
    logLevel: settings.logLevel,
    files: {
      storage: settings.storage,
      passage: join(settings.dataFolder, 'passage'),
      scanner: settings.scanner,
    },
    trustedProxies: settings.trustedProxies,
  })
  opened.app = app
  opened.sweep = keepSwept(app.upkeep)
  server.serve(app.fetch)
  void warmFonts()
  say(welcome(address, server.port, settings))
}

async function openDatabase(settings: Settings): Promise<{ databaseUrl: string } & Secrets> {
  if (settings.database) {
    const { url, ownerUrl, appSecret } = settings.database
    const oldSecret = await migrate({ ownerUrl, appSecret, oldSecret: settings.oldSecret }).catch(error => {
      throw explain(error, 'DATABASE_OWNER_URL')
    })
    const { logsValues } = await checkDatabase(url).catch(error => {
      throw explain(error, 'DATABASE_URL')
    })
    if (logsValues) say(logWarning)
    return { databaseUrl: url, appSecret, oldSecret }
  }
  const database = await startEmbeddedPostgres(join(settings.dataFolder, 'database'), { say })
  opened.database = database
  const { ownerUrl, appUrl } = database
  const { appSecret, oldSecret: givenOld } = settings.appSecret
    ? { appSecret: settings.appSecret, oldSecret: settings.oldSecret }
    : keptSecrets(settings.dataFolder)
  const oldSecret = await migrate({ ownerUrl, appSecret, oldSecret: givenOld })
  await checkDatabase(appUrl)
  if (await isEmpty(ownerUrl)) await seedDemonstration(ownerUrl, new Storage(settings.storage))
  return { databaseUrl: appUrl, appSecret, oldSecret }
}

const logWarning =
  'PostgreSQL’s log may hold data about patients: set log_min_messages to log and log_error_verbosity to terse for both roles (docs/operations.md).'

function explain(error: unknown, setting: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (/^(ECONN|ENOTFOUND|EAI_|ETIMEDOUT|EHOST|ENET)/.test(code)) {
    return new Refusal(`The database of ${setting} cannot be reached (${code}).`)
  }
  if (/^(28|3D)/.test(code)) return new Refusal(`The database of ${setting} refuses this role or password.`)
  return error
}

async function buildWhenStale(): Promise<void> {
  const child = spawn(process.execPath, [join(root, 'scripts', 'build.ts'), '--if-stale'], { stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Refusal('The web part could not be built; see above.')
}

function isThisMachine(host: string): boolean {
  return /^(127\.|0\.0\.0\.0$|::1?$|localhost$)/.test(host)
}

function stopWhenAsked(): void {
  const sinceAsked = Date.now() - askedAt
  // npm passes Ctrl-C on to us, whom the terminal has told already: what comes at once is the same wish.
  if (stopping && sinceAsked < 1_000) return
  askedAt = Date.now()
  if (!stopping) void stop(0)
  else if (opened.server) opened.server.cutOff()
}

/** npm passes SIGTERM on to the shell between us alone, which dies of it and leaves us behind. */
function watchNpm(): void {
  if (process.env.npm_lifecycle_event !== 'start') return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    stopWhenAsked()
  }, 250)
  watch.unref()
}

function stop(code: number, error?: unknown): Promise<void> {
  stopping ??= close(error).then(
    () => process.exit(code),
    failure => {
      report(failure)
      process.exit(1)
    },
  )
  return stopping
}

async function close(error: unknown): Promise<void> {
  if (error) report(error)
  else say('\nStopping …')
  // Stopped in mid-start: what is being opened must first be there to be closed.
  await started.catch(() => undefined)
  opened.app?.stopAccepting()
  await opened.server?.drain()
  await opened.sweep?.stop()
  await opened.app?.close()
  await opened.database?.stop()
  opened.lock?.release()
}

function report(error: unknown): void {
  const text = error instanceof Refusal ? error.message : error instanceof Error ? error.stack : String(error)
  process.stderr.write(`${text}\n`)
}
