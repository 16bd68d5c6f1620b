import { problem } from '#kit/problem.ts'

/** The work's owner, from the widest to the narrowest; omitted parts count as one and the same. */
export type Share = { tenant: string; group?: string; user?: string }

const namesOf = ({ tenant, group = '', user = '' }: Share) => [tenant, group, user]

type TurnSettings = {
  /** The name in metrics. */
  name: string
  atOnce: number
  /** The most that one tenant, one group of its users and one user may hold. For long work, the rest is kept for others. */
  atOnceOfOne?: readonly [tenant: number, group: number, user: number]
  longestQueue: number
  /** Milliseconds after which waiting callers are sent away; unlimited if omitted. */
  longestWait?: number
  /** Seconds after which a caller that was sent away may retry. */
  retryAfter: number
}

type Waiting = { begin: () => void; sendAway: () => void }

/** A node of the tree: all, one tenant, one group or one user, with its children in the order of their turns. */
class Party {
  readonly name: string
  readonly within: Party | undefined
  readonly parts = new Map<string, Party>()
  /** Only users have a queue. */
  readonly queue: Waiting[] = []
  running = 0
  waiting = 0

  constructor(name: string, within?: Party) {
    this.name = name
    this.within = within
  }

  part(name: string): Party {
    const known = this.parts.get(name) ?? new Party(name, this)
    this.parts.set(name, known)
    return known
  }

  /** Counts here and in all ancestors. Nodes without running or waiting work are removed. */
  count(running: number, waiting: number): void {
    this.running += running
    this.waiting += waiting
    if (this.running + this.waiting === 0) this.within?.parts.delete(this.name)
    this.within?.count(running, waiting)
  }
}

/** Running, waiting and sent-away counts, by the queue's name. */
export const queues = new Map<string, () => { running: number; waiting: number; sentAway: number }>()

/**
 * A fair semaphore: `atOnce` run together, `longestQueue` wait. Tenants take turns, within them groups, within those users, so
 * that a heavy user slows only themselves. When the queue is full, the party with most of it loses its latest entry, which is
 * refused at once (503 with Retry-After): an endless queue would only time out in the browser.
 */
export function newTurns({
  name,
  atOnce,
  atOnceOfOne = [atOnce, atOnce, atOnce],
  longestQueue,
  longestWait,
  retryAfter,
}: TurnSettings) {
  const all = new Party('')
  const places = [atOnce, ...atOnceOfOne]
  let sentAway = 0
  const counts = () => ({ running: all.running, waiting: all.waiting, sentAway })
  queues.set(name, counts)

  /** The user whose turn it is; each node passed on the way moves to the end of its round. */
  function nextOf(party: Party, level = 0): Party | undefined {
    if (party.waiting === 0 || party.running >= (places[level] ?? 0)) return undefined
    if (party.queue.length > 0) return party
    for (const part of party.parts.values()) {
      const next = nextOf(part, level + 1)
      if (!next) continue
      party.parts.delete(part.name)
      party.parts.set(part.name, part)
      return next
    }
    return undefined
  }

  function serve(): void {
    for (let next = nextOf(all); next; next = nextOf(all)) {
      next.count(1, -1)
      next.queue.shift()?.begin()
    }
  }

  /** Drops the last entry of the party with the longest queue; on a tie, the newcomer. */
  function sendOneAway(newcomer: readonly string[]): void {
    let longest = all
    for (const name of newcomer) {
      let most = longest.parts.get(name)
      for (const part of longest.parts.values()) if (!most || part.waiting > most.waiting) most = part
      if (most) longest = most
    }
    longest.queue.pop()?.sendAway()
  }

  const partyOf = (names: readonly string[]) => names.reduce((within, name) => within.part(name), all)

  function placeOf(party: Party): () => void {
    let isGivenBack = false
    return () => {
      if (isGivenBack) return
      isGivenBack = true
      party.count(-1, 0)
      serve()
    }
  }

  /** Synchronous variant: returns the release function, or undefined when no place is free for this share. */
  function takeNow(share: Share): (() => void) | undefined {
    const party = partyOf(namesOf(share))
    // Nobody is passed over: no one waits beside a place that they may have.
    let level = places.length
    for (let each: Party | undefined = party; each; each = each.within) {
      level -= 1
      if (each.running < (places[level] ?? 0)) continue
      party.count(0, 0)
      return undefined
    }
    party.count(1, 0)
    return placeOf(party)
  }

  /** Resolves with the release function when it is the caller's turn. */
  function take(share: Share): Promise<() => void> {
    const giveBack = takeNow(share)
    if (giveBack) return Promise.resolve(giveBack)
    const names = namesOf(share)
    const party = partyOf(names)
    const { promise, resolve, reject } = Promise.withResolvers<() => void>()
    let timer: NodeJS.Timeout | undefined
    const waiting: Waiting = {
      begin() {
        clearTimeout(timer)
        resolve(placeOf(party))
      },
      sendAway() {
        clearTimeout(timer)
        sentAway += 1
        party.count(0, -1)
        reject(problem('unavailable', { retryAfter }))
      },
    }
    if (longestWait !== undefined) {
      timer = setTimeout(() => {
        party.queue.splice(party.queue.indexOf(waiting), 1)
        waiting.sendAway()
      }, longestWait)
    }
    party.queue.push(waiting)
    party.count(0, 1)
    if (all.waiting > longestQueue) sendOneAway(names)
    return promise
  }

  async function inTurn<T>(share: Share, work: () => Promise<T>): Promise<T> {
    const giveBack = await take(share)
    try {
      return await work()
    } finally {
      giveBack()
    }
  }

  return { take, takeNow, inTurn, counts }
}
