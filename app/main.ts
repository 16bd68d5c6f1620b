import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { claimLater, claimStorage } from '#db/installation.ts'
import { prepareDrawing } from '#features/traceability/server/drawing.ts'
import { lockDataFolder } from '#kit/server/data-lock.ts'
import { makeFolder } from '#kit/server/folder.ts'
import { keepHeapSmall } from '#kit/server/heap.ts'
import { openHttpServer } from '#kit/server/http-server.ts'
import type { Secrets } from '#kit/server/keys.ts'
import { say } from '#kit/server/log.ts'
import { openMetricsServer } from '#kit/server/metrics.ts'
import { OperatorError } from '#kit/server/operator-error.ts'
import { Storage, StorageFailure } from '#kit/server/storage.ts'
import { keepChores } from '#tenancy/server/chores.ts'
import { readSettings, type Settings } from './env.ts'
import { createApp } from './server/api.ts'
import { Closing, type Opened } from './server/closing.ts'
import { settleDatabase, startDatabase } from './server/database.ts'
import { settleDemonstration } from './server/demonstration.ts'
import { explainStart } from './server/start-failure.ts'
import { welcome } from './server/welcome.ts'

const root = resolve(import.meta.dirname, '..')
/** For `npm run dev` (scripts/dev.ts): the dev server's root and port, and whether to omit the welcome on a restart. */
const { values: development } = parseArgs({
  options: { 'web-root': { type: 'string' }, 'front-port': { type: 'string' }, again: { type: 'boolean' } },
})
const isUnderNpm = process.env.npm_lifecycle_event === 'start'
/** npm passes a signal on within this time, in milliseconds. */
const echoMilliseconds = 200

/** Everything that the start has opened so far; closed if the start fails half-way. */
const opened: Opened = {}

keepHeapSmall()
const started = start()
const closing = new Closing(opened, started)
let stopping: Promise<void> | undefined
let askedAt = 0
/** Ends the wait for a storage that was unavailable at the start. */
const claiming = new AbortController()
const isStopping = () => stopping !== undefined

started.catch(error => stop(1, error))
process.on('uncaughtException', error => stop(1, error))
process.on('disconnect', () => stop(0))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopWhenAsked(signal))
watchNpm()

async function start(): Promise<void> {
  const settings = readSettings(process.env)
  try {
    await open(settings)
  } catch (error) {
    throw explainStart(error, settings.dataFolder)
  }
}

async function open(settings: Settings): Promise<void> {
  const lock = lockDataFolder(settings.dataFolder)
  opened.lock = lock
  if ('folder' in settings.storage) makeFolder(settings.storage.folder, 0o700)
  // Opened before everything slow, so that a port in use is reported at once. With other processes on the same database it is
  // opened only when ready: a proxy sends requests to any open port.
  if (!settings.database) opened.server = await openHttpServer(settings)
  if (settings.metricsPort !== undefined) {
    opened.metrics = await openMetricsServer({ port: settings.metricsPort, host: settings.metricsHost })
  }

  const [database, build] = await Promise.allSettled([openDatabase(settings), buildWhenStale()])
  if (database.status === 'rejected') throw database.reason
  if (build.status === 'rejected') throw build.reason
  if (isStopping()) return
  const { ownerUrl, ...opening } = database.value
  const storage = new Storage(settings.storage)
  await claimStorage(ownerUrl, storage).catch(error => {
    // The rest of the portal works without it, and a bucket recovers by itself.
    if (!(error instanceof StorageFailure)) throw error
    say(`The storage cannot be reached (${error.reason}): files are refused until it can.`)
    claimLater(ownerUrl, storage, { signal: claiming.signal }).then(
      isThere => isThere && say('The storage is there.'),
      refusal => stop(1, refusal),
    )
  })
  if (isStopping()) return
  const contents = await settleDemonstration(ownerUrl, settings, storage)
  if (isStopping()) return

  const app = createApp({
    ...opening,
    webRoot: development['web-root'] ?? join(root, 'dist', 'web'),
    logLevel: settings.logLevel,
    files: {
      storage: settings.storage,
      passage: join(settings.dataFolder, 'passage'),
      scanner: settings.scanner,
    },
    mail: { ...settings.mail, port: opened.server?.port ?? settings.port },
    trustedProxies: settings.trustedProxies,
    stripe: settings.stripe,
    areProgramsWithin: settings.areProgramsWithin,
  })
  opened.app = app
  await app.openConnections()
  await app.jobs.start()
  opened.chores = keepChores(app.chores)
  opened.metrics?.serve(app.metrics)
  const server = opened.server ?? (await openHttpServer(settings))
  opened.server = server
  if (isStopping()) return
  server.serve(app.fetch)
  prepareDrawing()
  const port = Number(development['front-port'] ?? server.port)
  const address = `http://${isThisMachine(settings.host) ? 'localhost' : settings.host}:${port}`
  lock.announce(address)
  if (!development.again) say(welcome(address, port, settings, contents))
  process.send?.('serving')
}

async function openDatabase(
  settings: Settings,
): Promise<{ databaseUrl: string; jobsUrl: string; ownerUrl: string } & Secrets> {
  const database = await startDatabase(settings, { say, isKept: true })
  opened.database = database
  const { databaseUrl, jobsUrl, ownerUrl } = database
  return { databaseUrl, jobsUrl, ownerUrl, ...(await settleDatabase(database, say)) }
}

async function buildWhenStale(): Promise<void> {
  if (development['web-root']) return
  const child = spawn(process.execPath, [join(root, 'scripts', 'build.ts'), '--if-stale'], { stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new OperatorError('The web part could not be built; see above.')
}

function isThisMachine(host: string): boolean {
  return /^(127\.|0\.0\.0\.0$|::1?$|localhost$)/.test(host)
}

function stopWhenAsked(signal: NodeJS.Signals): void {
  const sinceAsked = performance.now() - askedAt
  askedAt = performance.now()
  if (!isStopping()) {
    void stop(0)
    return
  }
  // Under npm, Ctrl-C arrives twice, from the terminal and from npm; a closing terminal sends SIGHUP, and its shell again.
  if (signal === 'SIGHUP' || (isUnderNpm && sinceAsked < echoMilliseconds)) return
  closing.hurry()
}

/** npm passes SIGTERM only to the shell between us, which dies of it and leaves us running. */
function watchNpm(): void {
  if (!isUnderNpm) return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    void stop(0)
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
  claiming.abort()
  await closing.close()
}

function report(error: unknown): void {
  const text = error instanceof OperatorError ? error.message : error instanceof Error ? error.stack : String(error)
  process.stderr.write(`${text}\n`)
}
