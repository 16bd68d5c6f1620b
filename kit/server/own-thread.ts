import { once } from 'node:events'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'

/** A quarter less memory than V8's default, for a tenth more processor time; work that needs more fails alone. */
const resourceLimits = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 128 }

/** The work exceeded its time or memory limit, and would do so again. */
export class TooMuchWork extends Error {
  override readonly name = 'TooMuchWork'
}

type ThreadLimits = {
  /** For work whose length the caller decides. */
  longestMilliseconds?: number
}

/**
 * Runs work that would block the event loop in a thread of its own. One piece at a time: callers queue for their turn first. A
 * failure ends the thread, and the next piece starts another.
 */
export class OwnThread<Asked, Answer> {
  readonly #file: URL
  readonly #limits: ThreadLimits
  #worker: Worker | undefined

  /** `file` calls `answerInThread`. */
  constructor(file: URL, limits: ThreadLimits = {}) {
    this.#file = file
    this.#limits = limits
  }

  /** Started before the first piece of work, so that none waits for its modules to load. */
  start(): Worker {
    const worker = this.#worker ?? new Worker(this.#file, { resourceLimits })
    if (worker === this.#worker) return worker
    this.#worker = worker
    const forget = () => {
      if (this.#worker === worker) this.#worker = undefined
    }
    worker.on('error', forget).on('exit', forget)
    // Lives as long as the process, without keeping it alive.
    worker.unref()
    return worker
  }

  async ask(asked: Asked): Promise<Answer> {
    const worker = this.start()
    const isOver = new AbortController()
    const gone = once(worker, 'exit', isOver).then(() => {
      throw new Error('The thread has ended before it answered.')
    })
    gone.catch(() => undefined)
    const { longestMilliseconds } = this.#limits
    let isLate = false
    const end = () => {
      isLate = true
      void worker.terminate()
    }
    const timer = longestMilliseconds && setTimeout(end, longestMilliseconds)
    worker.ref()
    try {
      const answered = once(worker, 'message', isOver)
      worker.postMessage(asked)
      const [answer] = (await Promise.race([answered, gone])) as [Answer]
      return answer
    } catch (error) {
      const isTooMuch =
        isLate || (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
      throw isTooMuch ? new TooMuchWork('One piece of work may not take so much.', { cause: error }) : error
    } finally {
      clearTimeout(timer)
      isOver.abort()
      worker.unref()
    }
  }
}

/** The worker's side of OwnThread: bytes are transferred, not copied. */
export function answerInThread<Asked, Answer>(work: (asked: Asked) => Answer | Promise<Answer>): void {
  if (isMainThread || !parentPort) throw new Error('This file is for a thread of its own.')
  const port = parentPort
  port.on('message', async (asked: Asked) => {
    const answer = await work(asked)
    port.postMessage(
      answer,
      answer instanceof Uint8Array && answer.buffer instanceof ArrayBuffer ? [answer.buffer] : [],
    )
  })
}
