import { createHmac, timingSafeEqual } from 'node:crypto'
import { fromKysely, type JobResult, type JobWithMetadata, PgBoss, type Job as TakenJob } from 'pg-boss'
import type { Logger } from 'pino'
import * as v from 'valibot'
import { Id } from '#kit/contract.ts'
import { Problem } from '#kit/problem.ts'
import { expectJob, recorded } from '#kit/server/jobs.ts'
import { Keys, type Secrets } from '#kit/server/keys.ts'
import { describeError } from '#kit/server/log.ts'
import type { Laboratory } from './actor.ts'
import type { Database } from './database.ts'
import { openLaboratoryOf } from './guards.ts'
import { givenUpQueue, type Job, type JobAsked, type JobSender } from './job.ts'
import { listLongestWaits, type Wait } from './job-queue-sql.ts'

type Settings = Secrets & {
  database: Database
  /** The same database's URL with the queue's own role, which alone can read its tables. */
  url: string
  log: Logger
  /** How often each queue is polled. */
  pollSeconds: number
  /** How often to look for jobs whose process has died. */
  superviseSeconds?: number
}

const Carried = v.strictObject({ brandId: Id, ids: v.record(v.string(), Id), seal: v.string() })
type Carried = v.InferOutput<typeof Carried>
type Taken = TakenJob<Carried>
type GivenUp = JobWithMetadata<Carried>
type Served = { job: Job; means: unknown }

/** Longer than any job worth waiting for, shorter than a supervisor's patience with a stopping process. */
const stopMilliseconds = 8_000

/** Jobs on pg-boss: enqueued in the caller's transaction, run by any process, retried until they succeed. */
export class JobQueue implements JobSender {
  readonly #boss: PgBoss
  readonly #database: Database
  readonly #log: Logger
  readonly #seals: Keys
  readonly #pollSeconds: number
  #failureSaidAt = Number.NEGATIVE_INFINITY
  readonly #served = new Map<string, Served>()
  #opened: Promise<unknown> | undefined

  constructor({ database, url, log, pollSeconds, superviseSeconds = 30, ...secrets }: Settings) {
    this.#database = database
    this.#log = log
    this.#seals = new Keys('jobs', secrets)
    this.#pollSeconds = pollSeconds
    this.#boss = new PgBoss({
      connectionString: url,
      max: 2,
      application_name: 'arcade jobs',
      connectionTimeoutMillis: 5_000,
      options: '-c statement_timeout=30000 -c lock_timeout=5000 -c idle_in_transaction_session_timeout=30000',
      schema: 'pgboss',
      // The tables belong to the owner and are made by a migration.
      migrate: false,
      createSchema: false,
      schedule: false,
      reindex: false,
      monitorVacuum: false,
      superviseIntervalSeconds: superviseSeconds,
      monitorIntervalSeconds: superviseSeconds,
    })
    this.#boss.on('error', error => {
      // Without a database pg-boss would log nineteen lines a second; one a minute says as much.
      if (performance.now() - this.#failureSaidAt < 60_000) return
      this.#failureSaidAt = performance.now()
      // pg-boss emits a plain copy of the error, which is not an Error instance.
      log.warn({ error: describeError(Object.assign(new Error(), error)) }, 'job queue failed')
    })
    this.#boss.on('warning', ({ message }) => log.warn({ warning: message }, 'job queue warns'))
  }

  /** Makes this process run these jobs once it is started. */
  serve<K extends string, Means>(job: Job<K, Means>, means: Means): void {
    this.#served.set(job.name, { job: job as unknown as Job, means })
    expectJob(job.name)
  }

  async enqueue<K extends string>(
    actor: Pick<Laboratory, 'tx' | 'brandId'>,
    job: Pick<Job<K>, 'name' | 'ids'>,
    ids: Readonly<Record<K, string>>,
    id?: string,
  ): Promise<void> {
    await this.enqueueAll(actor, job, [{ ids, ...(id ? { id } : {}) }])
  }

  async enqueueAll<K extends string>(
    { tx, brandId }: Pick<Laboratory, 'tx' | 'brandId'>,
    { name }: Pick<Job<K>, 'name' | 'ids'>,
    asked: readonly { id?: string; ids: Readonly<Record<K, string>> }[],
  ): Promise<void> {
    if (asked.length === 0) return
    await this.#open()
    const jobs = asked.map(({ ids, id }) => {
      const data: Carried = { brandId, ids, seal: sealOf(this.#seals.signing, name, brandId, ids) }
      return { data, ...(id ? { id } : {}), group: { id: brandId } }
    })
    await this.#boss.insert(name, jobs, { db: fromKysely(tx) })
  }

  async start(): Promise<void> {
    await this.#open()
    const pace = { pollingIntervalSeconds: this.#pollSeconds }
    for (const { job, means } of this.#served.values()) {
      const { atOnce, together = 1 } = job
      const most = Math.ceil(atOnce / 2) * together
      const share = {
        localConcurrency: atOnce,
        // Without batches the limit per laboratory is kept in this process; with batches pg-boss keeps it in the queue, over all
        // processes.
        ...(together === 1 ? { localGroupConcurrency: most } : { groupConcurrency: most }),
        batchSize: together,
        // A full batch is followed by the next at once.
        burstWhenBatchFull: true,
        // Each job succeeds or fails on its own.
        perJobResults: true,
      } as const
      await this.#boss.work(job.name, { ...pace, ...share }, (batch: Taken[]) =>
        Promise.all(batch.map(taken => this.#outcome(taken, { job, means }))),
      )
      const whole = { pollingIntervalSeconds: this.#pollSeconds, includeMetadata: true } as const
      await this.#boss.work(givenUpQueue(job), whole, async ([taken]: GivenUp[]) => {
        if (taken) await this.#giveUp(taken, { job, means })
      })
    }
  }

  /** Starts nothing more and waits for running jobs; those cut off are run again by another process. */
  async stop(): Promise<void> {
    if (!this.#opened) return
    await this.#opened.catch(() => undefined)
    await this.#boss.stop({ graceful: true, timeout: stopMilliseconds })
  }

  /** Number of jobs waiting for their turn or a retry, as of the last look. */
  async waiting(): Promise<{ name: string; waiting: number }[]> {
    if (!this.#opened) return []
    const queues = await this.#boss.getQueues()
    return queues.map(({ name, queuedCount }) => ({ name, waiting: queuedCount }))
  }

  /** How long the oldest waiting job of each kind has waited, where there is one. */
  async longestWaits(): Promise<Wait[]> {
    if (!this.#opened) return []
    return listLongestWaits(this.#boss.getDb())
  }

  #open(): Promise<unknown> {
    this.#opened ??= this.#boss.start().catch(error => {
      this.#opened = undefined
      throw error
    })
    return this.#opened
  }

  async #outcome(taken: Taken, served: Served): Promise<JobResult> {
    const { id } = taken
    return this.#do(taken, served).then(
      () => ({ id, status: 'completed' }),
      (error: Error) => ({ id, status: 'failed', output: { message: error.message } }),
    )
  }

  async #do({ id: reference, data, signal, retryCount }: Taken, { job, means }: Served): Promise<void> {
    const startedAt = performance.now()
    const line = { job: job.name, reference }
    try {
      const asked = this.#asked(job, data, signal)
      await recorded(job.name, job.work(asked, means))
      this.#log.info({ ...line, ms: Math.round(performance.now() - startedAt) }, 'job done')
    } catch (error) {
      if (isClosed(error)) return
      this.#log.warn({ ...line, tries: retryCount + 1, error: describeError(error) }, 'job failed')
      // pg-boss stores this message, and a database error would quote the values that it fails on.
      throw new Error('The log says why.')
    }
  }

  async #giveUp({ data, signal, sourceId, sourceRetryCount, retryCount }: GivenUp, { job, means }: Served) {
    const line = { job: job.name, reference: sourceId }
    if (retryCount === 0) {
      this.#log.error({ ...line, tries: (sourceRetryCount ?? 0) + 1 }, 'job given up')
      expectJob(job.name).givenUp += 1
    }
    try {
      await job.giveUp?.(this.#asked(job, data, signal), means)
    } catch (error) {
      if (isClosed(error)) return
      this.#log.warn({ ...line, error: describeError(error) }, 'giving up a job failed')
      throw new Error('The log says why.')
    }
  }

  /** The tables have no row-level security, so the seal must prove that this application enqueued the job. */
  #asked({ name, ids: expected }: Job, data: unknown, signal: AbortSignal): JobAsked<string> {
    const { brandId, ids, seal } = v.parse(Carried, data)
    const isOurs = this.#seals.accepted.some(key => isSame(seal, sealOf(key, name, brandId, ids)))
    if (!isOurs || expected.some(key => !(key in ids))) throw new Error('This job is none of this application.')
    return { ids, signal, inLaboratory: (mode, work) => openLaboratoryOf(this.#database, brandId, mode, work) }
  }
}

/** Jobs of a disabled laboratory are dropped; it keeps its data. */
const isClosed = (error: unknown) => error instanceof Problem && error.code === 'brand_unknown'

const sealOf = (key: Buffer, name: string, brandId: string, ids: Record<string, string>) =>
  createHmac('sha256', key)
    .update(JSON.stringify([name, brandId, Object.entries(ids).sort()]))
    .digest('base64url')

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
