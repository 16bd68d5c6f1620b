import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { MiddlewareHandler } from 'hono'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { absences } from './database-problem.ts'
import { explainListening } from './http-server.ts'
import { jobs } from './jobs.ts'
import type { ServerEnv } from './serve.ts'
import { queues } from './turns.ts'

type Watched = {
  database: { readonly connectionCounts: { idle: number; busy: number; waiting: number } }
  liveStreams: () => number
  waitingJobs: () => Promise<{ name: string; waiting: number }[]>
  longestWaits: () => Promise<{ name: string; seconds: number }[]>
  storage: { look: () => Promise<void> }
  lastBackup: () => Promise<LastBackup>
}
/** `at` is when the last backup was made or, before the first one, since when one is missing. */
export type LastBackup = { at: Date; lackingFiles: number }

/**
 * The metrics of one process, for Prometheus. Labels are routes as written in the code, statuses and our own names: no tenant,
 * user or id, so that their number does not grow and they reveal nothing about anybody.
 */
export class Metrics {
  readonly registry = new Registry()
  readonly #requests = new Histogram({
    name: 'arcade_request_seconds',
    help: 'Requests by route and status, until their answer begins',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.015, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [this.registry],
  })

  constructor({ database, liveStreams, storage, lastBackup, ...ofJobs }: Watched) {
    const registers = [this.registry]
    // Includes event loop delay, memory, garbage collection and open handles.
    collectDefaultMetrics({ register: this.registry })
    new Gauge({
      name: 'arcade_database_connections',
      help: 'Connections of this process to the database',
      labelNames: ['state'],
      registers,
      collect() {
        const { idle, busy } = database.connectionCounts
        this.set({ state: 'idle' }, idle)
        this.set({ state: 'busy' }, busy)
      },
    })
    new Gauge({
      name: 'arcade_database_waiting',
      help: 'Requests that wait for a connection to the database',
      registers,
      collect() {
        this.set(database.connectionCounts.waiting)
      },
    })
    new Counter({
      name: 'arcade_database_absences_total',
      help: 'What the database could not do, by class of SQLSTATE: 08 not reached, 53 no room, 55 locked, 57 stopped or too slow',
      labelNames: ['class'],
      registers,
      collect() {
        this.reset()
        for (const [name, count] of absences) this.inc({ class: name }, count)
      },
    })
    new Gauge({
      name: 'arcade_live_streams',
      help: 'Open screens that are told of changes',
      registers,
      collect() {
        this.set(liveStreams())
      },
    })
    this.#watchQueues()
    this.#watchJobs(ofJobs)
    this.#watchKept(storage, lastBackup)
  }

  /** Runs before all other middleware, so that it sees every answer as it leaves. */
  readonly middleware: MiddlewareHandler<ServerEnv> = async (c, next) => {
    const stop = this.#requests.startTimer()
    await next()
    stop({ method: c.req.method, route: c.req.routePath, status: String(c.res.status) })
  }

  #watchQueues() {
    const registers = [this.registry]
    new Gauge({
      name: 'arcade_queue_length',
      help: 'Heavy work under way and waiting its turn',
      labelNames: ['queue', 'state'],
      registers,
      collect() {
        for (const [queue, counts] of queues) {
          const { running, waiting } = counts()
          this.set({ queue, state: 'running' }, running)
          this.set({ queue, state: 'waiting' }, waiting)
        }
      },
    })
    new Counter({
      name: 'arcade_queue_sent_away_total',
      help: 'Heavy work that was told to come again, for want of room in its queue',
      labelNames: ['queue'],
      registers,
      collect() {
        this.reset()
        for (const [queue, counts] of queues) this.inc({ queue }, counts().sentAway)
      },
    })
  }

  #watchJobs({ waitingJobs, longestWaits }: Pick<Watched, 'waitingJobs' | 'longestWaits'>) {
    // Not `job`: Prometheus uses that label itself, and would rename ours to `exported_job`.
    const registers = [this.registry]
    new Counter({
      name: 'arcade_job_runs_total',
      help: 'What goes on without being asked',
      labelNames: ['name', 'outcome'],
      registers,
      collect() {
        this.reset()
        for (const [name, { done, failed }] of jobs) {
          this.inc({ name, outcome: 'done' }, done)
          this.inc({ name, outcome: 'failed' }, failed)
        }
      },
    })
    new Gauge({
      name: 'arcade_jobs_waiting',
      help: 'Jobs of all processes that wait for their turn or for another try, as last counted',
      labelNames: ['name'],
      registers,
      async collect() {
        this.reset()
        // Without a database this gauge has no value, but the other metrics are still served.
        for (const { name, waiting } of await waitingJobs().catch(() => [])) this.set({ name }, waiting)
      },
    })
    new Gauge({
      name: 'arcade_job_longest_wait_seconds',
      help: 'For how long the oldest job of a kind has waited for its turn or another try, where any waits',
      labelNames: ['name'],
      registers,
      async collect() {
        this.reset()
        for (const { name, seconds } of await longestWaits().catch(() => [])) this.set({ name }, seconds)
      },
    })
    new Counter({
      name: 'arcade_jobs_given_up_total',
      help: 'Jobs that failed at their last try; the log names each by its reference',
      labelNames: ['name'],
      registers,
      collect() {
        this.reset()
        for (const [name, { givenUp }] of jobs) this.inc({ name }, givenUp)
      },
    })
    new Gauge({
      name: 'arcade_job_last_done_timestamp_seconds',
      help: 'When it was last done to the end everywhere; before the first time, when the process started',
      labelNames: ['name'],
      registers,
      collect() {
        for (const [name, { lastDoneAt }] of jobs) this.set({ name }, lastDoneAt.getTime() / 1_000)
      },
    })
  }

  #watchKept(storage: Watched['storage'], lastBackup: Watched['lastBackup']): void {
    const registers = [this.registry]
    new Gauge({
      name: 'arcade_storage_up',
      help: '1 where the storage of files answers and is the one it was, else 0',
      registers,
      collect() {
        return tellWhether(storage, this)
      },
    })
    new Gauge({
      name: 'arcade_backup_last_done_timestamp_seconds',
      help: 'As of when the last complete backup is; before the first one, when the database was made',
      registers,
      collect() {
        return tellOf(lastBackup, this, ({ at }) => at.getTime() / 1_000)
      },
    })
    new Gauge({
      name: 'arcade_backup_lacking_files',
      help: 'Files that rows name and the last backup lacks, or has otherwise than they were made',
      registers,
      collect() {
        return tellOf(lastBackup, this, ({ lackingFiles }) => lackingFiles)
      },
    })
  }
}

async function tellWhether(storage: Watched['storage'], gauge: Gauge) {
  gauge.set(
    await storage.look().then(
      () => 1,
      () => 0,
    ),
  )
}

/** Without a database there is no value: 0 would say that there never was a backup. */
async function tellOf(lastBackup: Watched['lastBackup'], gauge: Gauge, figureOf: (last: LastBackup) => number) {
  const last = await lastBackup().catch(() => undefined)
  if (last) gauge.set(figureOf(last))
  else gauge.remove()
}

export type MetricsServer = {
  port: number
  /** Until this is called there are no metrics, and Prometheus is told so. */
  serve: (metrics: Metrics) => void
  close: () => Promise<void>
}

/** On a port of its own, which no proxy leads to: metrics are for the operator only. */
export async function openMetricsServer(place: { port: number; host: string }): Promise<MetricsServer> {
  let registry: Registry | undefined
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    if (!registry) {
      response.writeHead(503).end()
      return
    }
    const { contentType } = registry
    registry.metrics().then(
      text => response.writeHead(200, { 'content-type': contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  server.listen(place)
  await once(server, 'listening').catch(error => {
    throw explainListening(error, place, 'METRICS_')
  })
  return {
    port: (server.address() as AddressInfo).port,
    serve: metrics => {
      registry = metrics.registry
    },
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
