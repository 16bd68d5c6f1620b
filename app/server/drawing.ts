import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import type { PageToDraw } from '#features/brand/page-to-draw.ts'
import type { Audience } from '#tenancy/audience.ts'
import type { Answered, Said, Told } from './drawing-worker.ts'

/** A page's screen with its data, and the answers it was drawn from, by address. */
export type DrawnPage = { markup: string; answers: ReadonlyMap<string, string> }
type Ask = (address: string) => Promise<Answered>

/** Milliseconds; after this the page is sent without its data. */
const patienceMilliseconds = 150
/** Longest queues, of all pages and of one laboratory; a further page is sent without data. A person has one at a time. */
const longestQueue = 20
const longestOfOne = 5
/** Milliseconds; a page that takes longer is considered stuck and its worker is terminated. */
const longestDrawing = 5_000
/** Pause after a worker that failed to start or had to be terminated, in milliseconds. */
const restMilliseconds = 60_000
/** More characters would cost the connection more than the request that they save. */
const mostLetters = 400_000
const workersOf: Record<Audience, number> = { practice: 2, staff: 1 }

/** The page's user, and a function to make requests as them. */
type Means = { userId: string; ask: Ask }
type Job = Means & { page: PageToDraw; until: number; settle: (drawn: DrawnPage | undefined) => void }

/**
 * Draws first pictures with data in worker threads. Best effort: when no worker is ready, all are busy, or an answer is slow or
 * fails, the page comes with its skeleton instead.
 */
export class Drawing {
  readonly #module: string | undefined
  readonly #log: Logger
  readonly #patience: number
  readonly #pens: Record<Audience, Pen[]> = { practice: [], staff: [] }
  readonly #waiting: Record<Audience, Job[]> = { practice: [], staff: [] }
  #restsUntil = 0

  constructor(webRoot: string, log: Logger, patience = patienceMilliseconds) {
    const module = join(webRoot, '..', 'shells', 'shells.js')
    // `npm run dev` has no such build.
    this.#module = existsSync(module) ? pathToFileURL(module).href : undefined
    this.#log = log
    this.#patience = patience
  }

  /** Called for pages before the sign-in, so that the first page of the day with data need not wait for a worker to start. */
  prepare(audience: Audience): void {
    if (this.#pens[audience].length === 0) this.#addPen(audience)
  }

  async draw(page: PageToDraw, { userId, ask }: Means): Promise<DrawnPage | undefined> {
    const { audience, brand } = page
    const waiting = this.#waiting[audience]
    if (!this.#isReady(audience) || waiting.length >= longestQueue) return undefined
    const ofLaboratory = waiting.filter(job => job.page.brand.id === brand.id)
    if (ofLaboratory.length >= longestOfOne || ofLaboratory.some(job => job.userId === userId)) return undefined
    const { promise, resolve } = Promise.withResolvers<DrawnPage | undefined>()
    setTimeout(resolve, this.#patience, undefined)
    waiting.push({ page, userId, ask, until: performance.now() + this.#patience, settle: resolve })
    this.#goOn(audience)
    return promise
  }

  /** Whether a worker is ready; one is started by the first page that could use it. */
  #isReady(audience: Audience): boolean {
    const pens = this.#pens[audience]
    if (pens.length < workersOf[audience] && pens.every(({ isFree }) => !isFree)) this.#addPen(audience)
    return pens.some(({ isThere }) => isThere)
  }

  #goOn(audience: Audience) {
    const pen = this.#pens[audience].find(({ isFree }) => isFree)
    const job = pen && this.#next(audience)
    if (job) pen.draw(job)
  }

  /** Skips jobs that have waited too long, whose pages were sent with a skeleton. */
  #next(audience: Audience): Job | undefined {
    const waiting = this.#waiting[audience]
    for (;;) {
      const job = waiting.shift()
      if (!job || job.until > performance.now()) return job
    }
  }

  #addPen(audience: Audience) {
    if (!this.#module || performance.now() < this.#restsUntil) return
    const pens = this.#pens[audience]
    const pen: Pen = new Pen(this.#module, {
      free: () => this.#goOn(audience),
      failed: failure => this.#log.warn({ audience, failure }, 'page not drawn'),
      gone: () => {
        pens.splice(pens.indexOf(pen), 1)
        if (!pen.isThere || pen.isEnded) this.#restsUntil = performance.now() + restMilliseconds
      },
    })
    pens.push(pen)
  }

  async close(): Promise<void> {
    await Promise.all(Object.values(this.#pens).flatMap(pens => pens.map(pen => pen.close())))
  }
}

type Reports = { free: () => void; failed: (failure: string) => void; gone: () => void }

/** One worker, and the page that it draws. */
class Pen {
  readonly #worker: Worker
  readonly #reports: Reports
  #job: (Job & { number: number; answers: Map<string, string>; end: NodeJS.Timeout }) | undefined
  #drawn = 0
  isThere = false
  /** It had to be terminated. */
  isEnded = false

  constructor(module: string, reports: Reports) {
    this.#reports = reports
    this.#worker = new Worker(new URL('./drawing-worker.ts', import.meta.url), {
      workerData: { module },
      // React's development build draws slowly.
      env: { ...process.env, NODE_ENV: 'production' },
      resourceLimits: { maxOldGenerationSizeMb: 192 },
    })
    this.#worker.unref()
    this.#worker.on('message', (said: Said) => this.#hear(said))
    this.#worker.on('error', error => reports.failed(String(error)))
    this.#worker.on('exit', () => {
      this.#finish(undefined)
      reports.gone()
    })
  }

  get isFree() {
    return this.isThere && !this.#job
  }

  draw(job: Job) {
    const number = ++this.#drawn
    const end = setTimeout(() => {
      this.isEnded = true
      this.#reports.failed('a page took too long to draw')
      void this.close()
    }, longestDrawing).unref()
    this.#job = { ...job, number, answers: new Map(), end }
    this.#tell({ number, page: job.page })
  }

  close() {
    return this.#worker.terminate()
  }

  #tell(told: Told) {
    this.#worker.postMessage(told)
  }

  #hear(said: Said) {
    if (said === 'there') {
      this.isThere = true
      this.#reports.free()
      return
    }
    // From a finished page.
    if (said.number !== this.#job?.number) return
    if ('asks' in said) void this.#answer(said.asks)
    else {
      if (said.failure) this.#reports.failed(said.failure)
      this.#finish(said.drawn)
    }
  }

  async #answer(asked: string) {
    const job = this.#job
    if (!job) return
    const late = new Promise<Answered>(resolve => {
      setTimeout(resolve, Math.max(0, job.until - performance.now()), { status: 503, text: '' })
    })
    // Too late for the page: no request is made whose answer would be thrown away.
    const asking = performance.now() < job.until ? job.ask(asked) : late
    const answer = await Promise.race([asking, late]).catch(() => ({ status: 503, text: '' }))
    if (this.#job !== job) return
    if (answer.status === 200) job.answers.set(asked, answer.text)
    else job.settle(undefined)
    this.#tell({ number: job.number, asked, answer })
  }

  #finish(markup: string | undefined) {
    const job = this.#job
    this.#job = undefined
    if (job) {
      clearTimeout(job.end)
      const letters = [...job.answers.values()].reduce((sum, { length }) => sum + length, 0)
      job.settle(markup && letters <= mostLetters ? { markup, answers: job.answers } : undefined)
    }
    this.#reports.free()
  }
}
