import { problem } from '#kit/problem.ts'

/** A few more than are hashed together, so that none of those waits for the database. */
const atOnce = 6
/** In all, and of one network at whatever laboratories: a whole office in the morning, and no more of it. */
const longestQueue = 2_000
const longestShare = 400
/** Of one user's known devices. More of them at once wait with everybody else. */
const knownPlaces = 8
/** Of so many turns all but one are for known devices: whoever has one cannot keep everybody else out. */
const turnsOfRound = 3
const retryAfter = 5

/** Whose sign-in waits. `user` is whom the device is known to belong to. */
export type SignInLine = { brandId: string; login: string; network: string; user?: string | undefined }

type Waiting = SignInLine & { begin: () => void; sendAway: () => void }

/**
 * In each round of a laboratory nobody takes part twice: who comes stands in the first round after those of the same
 * account and of the same network, so that a flood waits behind itself from wherever it comes.
 */
type Round = { parties: Set<string>; waiting: Waiting[] }

class Queue {
  readonly #partiesOf: (line: SignInLine) => string[]
  /** Of each laboratory, the one whose turn is next first; its first round is under way, and takes nobody in any more. */
  readonly #laboratories = new Map<string, Round[]>()

  constructor(partiesOf: (line: SignInLine) => string[]) {
    this.#partiesOf = partiesOf
  }

  add(one: Waiting): void {
    const parties = this.#partiesOf(one)
    const rounds = this.#laboratories.get(one.brandId) ?? [newRound()]
    this.#laboratories.set(one.brandId, rounds)
    const last = rounds.findLastIndex(round => parties.some(party => round.parties.has(party)))
    const place = Math.max(last, 0) + 1
    const round = rounds[place] ?? newRound()
    rounds[place] = round
    for (const party of parties) round.parties.add(party)
    round.waiting.push(one)
  }

  take(): Waiting | undefined {
    const next = this.#laboratories.entries().next()
    if (next.done) return undefined
    const [name, rounds] = next.value
    if (rounds[0]?.waiting.length === 0) rounds.shift()
    const one = rounds[0]?.waiting.shift()
    // To the end of the rotation.
    this.#laboratories.delete(name)
    if (rounds.some(({ waiting }) => waiting.length > 0)) this.#laboratories.set(name, rounds)
    return one
  }

  /** The last of the laboratory of which most wait: whoever has the most before them of their own kind. */
  takeLast(): Waiting | undefined {
    const sizeOf = (rounds: Round[]) => rounds.reduce((sum, { waiting }) => sum + waiting.length, 0)
    let longest: { name: string; rounds: Round[]; size: number } | undefined
    for (const [name, rounds] of this.#laboratories) {
      const size = sizeOf(rounds)
      if (size > (longest?.size ?? 0)) longest = { name, rounds, size }
    }
    if (!longest) return undefined
    const { name, rounds } = longest
    const one = rounds.at(-1)?.waiting.pop()
    if (rounds.at(-1)?.waiting.length === 0) rounds.pop()
    if (longest.size === 1) this.#laboratories.delete(name)
    return one
  }
}

const newRound = (): Round => ({ parties: new Set(), waiting: [] })

/** How many wait of each. */
class Tally {
  readonly #counts = new Map<string, number>()

  of(name: string): number {
    return this.#counts.get(name) ?? 0
  }

  add(name: string, change: 1 | -1): void {
    const count = this.of(name) + change
    if (count > 0) this.#counts.set(name, count)
    else this.#counts.delete(name)
  }
}

/**
 * Sign-ins are looked at a few at a time: two of known devices and one other in turn; of each one laboratory after the
 * other, within it in rounds. When no more may wait, the last of the longest line is sent away.
 */
export class SignInTurns {
  #running = 0
  #turn = 0
  #waiting = 0
  readonly #known = new Queue(({ user = '' }) => [user])
  readonly #others = new Queue(({ login, network }) => [`account ${login}`, `network ${network}`])
  readonly #ofUsers = new Tally()
  readonly #ofNetworks = new Tally()

  async run<T>(line: SignInLine, work: () => Promise<T>): Promise<T> {
    if (this.#running < atOnce) this.#running += 1
    else await this.#wait(line)
    try {
      return await work()
    } finally {
      // The place passes on without being free in between, where a newcomer could take it.
      const next = this.#next()
      if (next) next.begin()
      else this.#running -= 1
    }
  }

  #next(): Waiting | undefined {
    this.#turn = (this.#turn + 1) % turnsOfRound
    return this.#turn === 0 ? (this.#others.take() ?? this.#known.take()) : (this.#known.take() ?? this.#others.take())
  }

  async #wait(line: SignInLine): Promise<void> {
    const { brandId, user, network } = line
    const userName = user && `${brandId}/${user}`
    const isKnown = userName !== undefined && this.#ofUsers.of(userName) < knownPlaces
    const [tally, name] = isKnown ? [this.#ofUsers, userName] : [this.#ofNetworks, network]
    if (!isKnown && tally.of(name) >= longestShare) throw problem('unavailable', { retryAfter })

    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const sendAway = () => reject(problem('unavailable', { retryAfter }))
    const leave = (then: () => void) => () => {
      this.#waiting -= 1
      tally.add(name, -1)
      then()
    }
    this.#waiting += 1
    tally.add(name, 1)
    const queue = isKnown ? this.#known : this.#others
    queue.add({ ...line, begin: leave(resolve), sendAway: leave(sendAway) })
    if (this.#waiting > longestQueue) (this.#others.takeLast() ?? this.#known.takeLast())?.sendAway()
    return promise
  }
}
