import type { DataLock } from '#kit/server/data-lock.ts'
import type { HttpServer } from '#kit/server/http-server.ts'
import type { MetricsServer } from '#kit/server/metrics.ts'
import type { keepChores } from '#tenancy/server/chores.ts'
import type { createApp } from './api.ts'
import type { StartedDatabase } from './database.ts'

type App = ReturnType<typeof createApp>

/** Everything that a start has opened so far. */
export type Opened = {
  lock?: Pick<DataLock, 'announce' | 'release'>
  server?: HttpServer
  database?: Pick<StartedDatabase, 'stop'>
  app?: Pick<App, 'stopAccepting' | 'close'> & { jobs: Pick<App['jobs'], 'stop'> }
  chores?: ReturnType<typeof keepChores>
  metrics?: MetricsServer
}

/** After a second signal, the time given to what does not end by itself. */
const patienceMilliseconds = 3_000

/** Closes everything in the order of dependencies. */
export class Closing {
  readonly #opened: Opened
  readonly #started: Promise<unknown>
  readonly #hurried = Promise.withResolvers<void>()
  readonly #givenUp = Promise.withResolvers<void>()

  constructor(opened: Opened, started: Promise<unknown>) {
    this.#opened = opened
    this.#started = started
  }

  /** Cuts off running requests, jobs and chores, which are done again elsewhere. */
  hurry(): void {
    this.#opened.server?.cutOff()
    this.#hurried.resolve()
    setTimeout(this.#givenUp.resolve, patienceMilliseconds).unref()
  }

  async close(): Promise<void> {
    const opened = this.#opened
    // Stopped during the start: what is being opened must finish opening before it can be closed, unless it never does.
    await Promise.race([this.#started.catch(() => undefined), this.#givenUp.promise])
    opened.app?.stopAccepting()
    const underWay = [opened.server?.drain(), opened.app?.jobs.stop(), opened.chores?.stop()]
    await Promise.race([Promise.all(underWay), this.#hurried.promise])
    await opened.metrics?.close()
    await Promise.race([opened.app?.close(), this.#givenUp.promise])
    await opened.database?.stop()
    opened.lock?.release()
  }
}
