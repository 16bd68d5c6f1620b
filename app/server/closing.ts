import type { DataLock } from '#kit/server/data-lock.ts'
import type { HttpServer } from '#kit/server/http-server.ts'
import type { MetricsServer } from '#kit/server/metrics.ts'
import type { keepChores } from '#tenancy/server/chores.ts'
import type { createApp } from './api.ts'
import type { StartedDatabase } from './database.ts'

type App = ReturnType<typeof createApp>

/** What a start has opened so far. */
export type Opened = {
  lock?: Pick<DataLock, 'announce' | 'release'>
  server?: HttpServer
  database?: Pick<StartedDatabase, 'stop'>
  app?: Pick<App, 'stopAccepting' | 'close'> & { jobs: Pick<App['jobs'], 'stop'> }
  chores?: ReturnType<typeof keepChores>
  metrics?: MetricsServer
}

/** What somebody who is in a hurry still leaves to what does not come to its end. */
const patienceMilliseconds = 3_000

/** Closes all of it in the order in which one thing needs another. */
export class Closing {
  readonly #opened: Opened
  readonly #started: Promise<unknown>
  readonly #hurried = Promise.withResolvers<void>()
  readonly #givenUp = Promise.withResolvers<void>()

  constructor(opened: Opened, started: Promise<unknown>) {
    this.#opened = opened
    this.#started = started
  }

  /** What is under way waits for nobody any more: requests, jobs and chores are cut off, and done again elsewhere. */
  hurry(): void {
    this.#opened.server?.cutOff()
    this.#hurried.resolve()
    setTimeout(this.#givenUp.resolve, patienceMilliseconds).unref()
  }

  async close(): Promise<void> {
    const opened = this.#opened
    // Stopped in mid-start: what is being opened must first be there to be closed, unless it never comes.
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
