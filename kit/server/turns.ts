import { problem } from '#kit/problem.ts'

/** For whom the work is, from the widest to the narrowest; what is not said counts as one and the same. */
export type Share = { tenant: string; group?: string; user?: string }

type TurnSettings = {
  /** For the figures of operation. */
  name: string
  atOnce: number
  /** Of these, what one tenant may hold, one group of its users, one user. Where work is long, the rest is kept for others. */
  atOnceOfOne?: readonly [tenant: number, group: number, user: number]
  longestQueue: number
  /** Seconds after which whoever was sent away may come again. */
  retryAfter: number
}

type Waiting = { begin: () => void; sendAway: () => void }

/** All, one tenant, one group or one user, and those in it, the one whose turn is next first. */
class Party {
  readonly name: string
  readonly within: Party | undefined
  readonly parts = new Map<string, Party>()
  /** Of a user only. */
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

  /** Here and in all that this is part of. Whoever neither works nor waits is forgotten. */
  count(running: number, waiting: number): void {
    this.running += running
    this.waiting += waiting
    if (this.running + this.waiting === 0) this.within?.parts.delete(this.name)
    this.within?.count(running, waiting)
  }
}

/** What is under way and what waits, by the name of the queue. */
export const queues = new Map<string, () => { running: number; waiting: number; sentAway: number }>()

/**
 * A gate for heavy work: `atOnce` run together, `longestQueue` wait. Tenants take turns, within them groups, within
 * those users: one may be slow alone. When no more may wait, whoever holds most of the queue loses what came last, which is
 * told at once to come again (503 with Retry-After): a queue without end would only time out in the browser.
 */
export function newTurns({
  name,
  atOnce,
  atOnceOfOne = [atOnce, atOnce, atOnce],
  longestQueue,
  retryAfter,
}: TurnSettings) {
  const all = new Party('')
  const places = [atOnce, ...atOnceOfOne]
  let sentAway = 0
  queues.set(name, () => ({ running: all.running, waiting: all.waiting, sentAway }))

  /** The user whose turn it is, and whoever is passed on the way goes to the end of the round. */
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

  /** The last of the longest; of equals the newcomer. */
  function sendOneAway(newcomer: readonly string[]): void {
    let longest = all
    for (const name of newcomer) {
      let most = longest.parts.get(name)
      for (const part of longest.parts.values()) if (!most || part.waiting > most.waiting) most = part
      if (most) longest = most
    }
    sentAway += 1
    const last = longest.queue.pop()
    longest.count(0, -1)
    last?.sendAway()
  }

  /** Resolves when it is one's turn, with what gives the place back. */
  function take({ tenant, group = '', user = '' }: Share): Promise<() => void> {
    const newcomer = [tenant, group, user]
    const party = newcomer.reduce((within, name) => within.part(name), all)
    const { promise, resolve, reject } = Promise.withResolvers<() => void>()
    let isGivenBack = false
    const giveBack = () => {
      if (isGivenBack) return
      isGivenBack = true
      party.count(-1, 0)
      serve()
    }
    party.queue.push({
      begin: () => resolve(giveBack),
      sendAway: () => reject(problem('unavailable', { retryAfter })),
    })
    party.count(0, 1)
    serve()
    if (all.waiting > longestQueue) sendOneAway(newcomer)
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

  return { take, inTurn }
}
