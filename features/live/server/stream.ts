import type { LiveEvent, LiveEvents, Topic } from '../contract.ts'

/** A listener: receives changes of this practice alone, or of the whole laboratory, and of these topics only. */
export type Subscriber = {
  brandId: string
  /** The practice; for the laboratory's own people, the laboratory. */
  scopeId: string
  userId: string
  sessionId: string
  /** The user's rights: when they change, the stream ends so that the screens follow. */
  rights: string
  topics: readonly Topic[]
}

export type Subscription = {
  subscriber: Subscriber
  again: () => Promise<Subscriber | undefined>
  /** End of the access token, in milliseconds since 1970. */
  until: number
}

/** Milliseconds in which changes are combined into one event. */
const gatherFor = 100
/** Milliseconds: under load, screens are asked to reload no more often than this. */
const tellEvery = 1_000
/** Milliseconds: proxies close silent connections, the earliest after half a minute. */
const beatEvery = 25_000
/** The session is checked with every second beat. */
const beatsPerCheck = 2
/** Unread events: a slow reader is disconnected, and catches up when it reconnects. */
const mostUnread = 16

const encoder = new TextEncoder()
const beat = encoder.encode(':\n\n')
const textOf = <K extends LiveEvent>(event: K, data: LiveEvents[K]) =>
  encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)

/** A stream that ends at once. */
export const ended = (because: LiveEvents['end']['because']) => new Blob([textOf('end', { because })]).stream()

/** An event stream that lasts as long as its reader reads and its session is valid. */
export class Stream {
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>>
  readonly #subscription: Subscription
  readonly #onEnd: () => void
  readonly #timers: NodeJS.Timeout[]
  readonly #gathered = new Set<Topic>()
  #controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | undefined
  #telling: NodeJS.Timeout | undefined
  #toldAt = 0
  #beats = 0

  constructor(subscription: Subscription, { recent, onEnd }: { recent: readonly Topic[]; onEnd: () => void }) {
    this.#subscription = subscription
    this.#onEnd = onEnd
    const topics = recent.filter(topic => this.#mayKnow(topic))
    this.body = new ReadableStream<Uint8Array<ArrayBuffer>>(
      {
        start: (controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>) => {
          this.#controller = controller
          controller.enqueue(textOf('ready', { topics }))
        },
        cancel: () => void this.#close(),
      },
      new CountQueuingStrategy({ highWaterMark: mostUnread }),
    )
    this.#timers = [
      setInterval(() => void this.#beat(), beatEvery).unref(),
      setTimeout(() => this.end('token'), subscription.until - Date.now()).unref(),
    ]
  }

  tell(topic: Topic): void {
    if (!this.#controller || !this.#mayKnow(topic)) return
    this.#gathered.add(topic)
    this.#telling ??= setTimeout(
      () => {
        this.#telling = undefined
        this.#toldAt = Date.now()
        const topics = [...this.#gathered]
        this.#gathered.clear()
        this.#send(textOf('change', { topics }))
      },
      Math.max(gatherFor, this.#toldAt + tellEvery - Date.now()),
    )
  }

  resync(): void {
    this.#send(textOf('resync', {}))
  }

  end(because: LiveEvents['end']['because']): void {
    const controller = this.#controller
    if (!controller) return
    this.#send(textOf('end', { because }))
    if (!this.#close()) return
    controller.close()
  }

  #mayKnow(topic: Topic): boolean {
    return this.#subscription.subscriber.topics.includes(topic)
  }

  #send(event: Uint8Array<ArrayBuffer>): void {
    const controller = this.#controller
    if (!controller) return
    if ((controller.desiredSize ?? 0) > 0) {
      controller.enqueue(event)
    } else {
      this.#close()
      controller.error(new Error('Nobody reads these events.'))
    }
  }

  async #beat(): Promise<void> {
    this.#send(beat)
    this.#beats += 1
    if (this.#beats % beatsPerCheck > 0) return
    try {
      const now = await this.#subscription.again()
      // The user's rights have changed: on reconnecting they get the stream that matches them.
      if (JSON.stringify(now) !== JSON.stringify(this.#subscription.subscriber)) this.end('session')
    } catch {
      // The database does not answer: a later beat checks again, and the token expires in any case.
    }
  }

  /** Returns whether it was open. */
  #close(): boolean {
    if (!this.#controller) return false
    this.#controller = undefined
    clearTimeout(this.#telling)
    for (const timer of this.#timers) clearTimeout(timer)
    this.#onEnd()
    return true
  }
}
