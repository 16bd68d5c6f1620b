import { once } from 'node:events'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'

/** A quarter less memory than V8 takes by itself, for a tenth more of the processor; what needs more fails alone. */
const resourceLimits = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 128 }

/**
 * Work that would keep the event loop to itself, in a thread of its own. One piece at a time: whoever asks waits for their
 * turn first. What fails takes the thread with it, and the next piece begins another.
 */
export class OwnThread<Asked, Answer> {
  readonly #file: URL
  #worker: Worker | undefined

  /** `file` calls `answerInThread`. */
  constructor(file: URL) {
    this.#file = file
  }

  /** Before anybody asks, so that nobody waits for what it loads. */
  start(): Worker {
    const worker = this.#worker ?? new Worker(this.#file, { resourceLimits })
    if (worker === this.#worker) return worker
    this.#worker = worker
    const forget = () => {
      if (this.#worker === worker) this.#worker = undefined
    }
    worker.on('error', forget).on('exit', forget)
    // It lives as long as the process, and never keeps it alive.
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
    worker.ref()
    try {
      const answered = once(worker, 'message', isOver)
      worker.postMessage(asked)
      const [answer] = (await Promise.race([answered, gone])) as [Answer]
      return answer
    } finally {
      isOver.abort()
      worker.unref()
    }
  }
}

/** What a thread is for: bytes are handed over, not copied. */
export function answerInThread<Asked>(work: (asked: Asked) => Promise<Uint8Array<ArrayBuffer>>): void {
  if (isMainThread || !parentPort) throw new Error('This file is for a thread of its own.')
  const port = parentPort
  port.on('message', async (asked: Asked) => {
    const bytes = await work(asked)
    port.postMessage(bytes, [bytes.buffer])
  })
}
