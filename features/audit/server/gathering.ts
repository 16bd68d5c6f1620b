import type { Logger } from 'pino'
import { Problem } from '#kit/problem.ts'
import { describeError } from '#kit/server/log.ts'
import type { Sighting } from '#kit/server/request-context.ts'
import type { Database } from '#tenancy/server/database.ts'
import { openLaboratoryOf } from '#tenancy/server/guards.ts'
import { insertSightings } from './sql.ts'

const everyMilliseconds = 1_000
/** At this many lines they are written at once, without waiting for the second to pass. */
const manyLines = 500
/** The most kept while the database is away. Views need the database too, so there are never many. */
const mostLines = 20_000

/**
 * Views and refusals of this process, written together within a second, so that a reading request does not wait for a write. A
 * killed process loses that second; changes write their line in their own transaction.
 */
export class Gathering {
  readonly #database: Database
  readonly #log: Logger
  readonly #within: number
  #lines: Sighting[] = []
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()

  /** Tests that must see exactly their own lines flush explicitly. */
  constructor({
    database,
    log,
    within = everyMilliseconds,
  }: { database: Database; log: Logger; within?: number | undefined }) {
    this.#database = database
    this.#log = log
    this.#within = within
  }

  readonly keep = (sighting: Sighting): void => {
    this.#lines.push(sighting)
    if (this.#lines.length === manyLines) void this.flush()
    else this.#flushSoon()
  }

  #flushSoon(): void {
    this.#timer ??= setTimeout(() => void this.flush(), this.#within).unref()
  }

  /** Writes what has been gathered, after the write in progress. Never throws: lines that could not be written are kept. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#writing = this.#writing.then(() => this.#write())
    return this.#writing
  }

  async #write(): Promise<void> {
    const lines = this.#lines
    this.#lines = []
    for (const [brandId, seenThere] of Map.groupBy(lines, ({ brandId }) => brandId)) {
      try {
        await openLaboratoryOf(this.#database, brandId, 'write', laboratory => insertSightings(laboratory, seenThere))
      } catch (error) {
        this.#keepForLater(seenThere, error)
      }
    }
  }

  #keepForLater(lines: Sighting[], error: unknown): void {
    const canWait = error instanceof Problem && error.code !== 'brand_unknown'
    const room = canWait ? Math.max(0, mostLines - this.#lines.length) : 0
    this.#lines.unshift(...lines.slice(0, room))
    if (this.#lines.length > 0) this.#flushSoon()
    const lost = lines.length - Math.min(room, lines.length)
    this.#log.error({ error: describeError(error), lines: lines.length, lost }, 'audit lines not written')
  }
}
