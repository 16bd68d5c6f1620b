import { problem } from '#kit/problem.ts'
import type { Change, ChangeListener } from '#tenancy/server/changes.ts'
import { recentSeconds, type Topic } from '../contract.ts'
import { Stream, type Subscription } from './stream.ts'

/** Streams per user; the tabs of a browser share one. */
const mostOfUser = 10
const recentMilliseconds = recentSeconds * 1_000

/** Keys whose change ends the matching streams: users who still may reconnect with their current rights. */
type Reader = 'session' | 'user' | 'laboratory'

const under = (brandId: string, id: string) => `${brandId}/${id}`
/** Changes that concern a whole laboratory, including its practices, have a key of their own. */
const everybodyOf = (brandId: string) => under(brandId, 'everybody')

/** The open streams of this process, by practice, or by laboratory for its own people. */
export class Streams implements ChangeListener {
  readonly #byScope = new Map<string, Set<Stream>>()
  readonly #byReader: Record<Reader, Map<string, Set<Stream>>> = {
    session: new Map(),
    user: new Map(),
    laboratory: new Map(),
  }
  /** When a topic last changed in a practice and in a laboratory, for users who loaded a screen just before subscribing. */
  readonly #recent = new Map<string, Map<Topic, number>>()
  readonly #topics: readonly Topic[]
  /** Since when changes have been heard without a gap. */
  #heardSince: number | undefined
  #isStopping = false
  #forgetting: NodeJS.Timeout | undefined

  constructor(topics: readonly Topic[]) {
    this.#topics = topics
  }

  open(subscription: Subscription): ReadableStream<Uint8Array<ArrayBuffer>> {
    if (this.#isStopping) throw problem('unavailable', { retryAfter: 1 })
    const { brandId, scopeId, userId, sessionId } = subscription.subscriber
    const scope = under(brandId, scopeId)
    const user = under(brandId, userId)
    const places = [
      placeIn(this.#byScope, scope),
      placeIn(this.#byReader.session, under(brandId, sessionId)),
      placeIn(this.#byReader.user, user),
      placeIn(this.#byReader.laboratory, under(brandId, brandId)),
    ]
    const stream = new Stream(subscription, {
      recent: [...new Set([scope, user, everybodyOf(brandId)].flatMap(place => this.#recentOf(place)))],
      onEnd: () => {
        for (const place of places) place.remove(stream)
      },
    })
    for (const place of places) place.add(stream)
    for (const oldest of [...(this.#byReader.user.get(user) ?? [])].slice(0, -mostOfUser)) oldest.end('elsewhere')
    return stream.body
  }

  onChange(change: Change): void {
    const { topic } = change
    const place = under(change.brandId, change.id)
    if (this.#isReader(topic)) for (const stream of [...(this.#byReader[topic].get(place) ?? [])]) stream.end('session')
    if (!this.#isTopic(topic)) return
    if (change.id === change.brandId) {
      this.#remember(everybodyOf(change.brandId), topic)
      for (const stream of this.#byReader.laboratory.get(place) ?? []) stream.tell(topic)
      return
    }
    for (const scope of [place, under(change.brandId, change.brandId)]) {
      this.#remember(scope, topic)
      // A user's own topics are keyed by the user's id.
      for (const stream of this.#byScope.get(scope) ?? this.#byReader.user.get(scope) ?? []) stream.tell(topic)
    }
  }

  onGap(): void {
    this.#heardSince = Date.now()
    for (const stream of this.#all()) stream.resync()
  }

  /** Ends every stream and refuses new ones. */
  stop(): void {
    this.#isStopping = true
    clearInterval(this.#forgetting)
    for (const stream of this.#all()) stream.end('stopping')
  }

  get size(): number {
    return this.#all().length
  }

  #all(): Stream[] {
    return [...this.#byScope.values()].flatMap(streams => [...streams])
  }

  #isReader(topic: string): topic is Reader {
    return Object.hasOwn(this.#byReader, topic)
  }

  #isTopic(topic: string): topic is Topic {
    return this.#topics.some(known => known === topic)
  }

  #recentOf(scope: string): readonly Topic[] {
    const since = Date.now() - recentMilliseconds
    this.#heardSince ??= Date.now()
    // Changes from before this process listened are unknown to it.
    if (this.#heardSince > since) return this.#topics
    return [...(this.#recent.get(scope) ?? [])].flatMap(([topic, at]) => (at > since ? [topic] : []))
  }

  #remember(scope: string, topic: Topic): void {
    const topics = this.#recent.get(scope) ?? new Map<Topic, number>()
    this.#recent.set(scope, topics.set(topic, Date.now()))
    this.#forgetting ??= setInterval(() => this.#forget(), recentMilliseconds).unref()
  }

  #forget(): void {
    const since = Date.now() - recentMilliseconds
    for (const [scope, topics] of this.#recent)
      if ([...topics.values()].every(at => at < since)) this.#recent.delete(scope)
  }
}

/** A stream's entry in one of the maps; empty sets are removed. */
function placeIn(lists: Map<string, Set<Stream>>, key: string) {
  return {
    add: (stream: Stream) => {
      const list = lists.get(key) ?? new Set()
      lists.set(key, list.add(stream))
    },
    remove: (stream: Stream) => {
      const list = lists.get(key)
      list?.delete(stream)
      if (list?.size === 0) lists.delete(key)
    },
  }
}
