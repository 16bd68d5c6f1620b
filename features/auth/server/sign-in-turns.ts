import { problem } from '#kit/problem.ts'

/** A few more than are hashed at once, so that hashing never waits for the database. */
const atOnce = 6
/** The whole queue, and the share of one network over all laboratories: enough for a whole office in the morning. */
const longestQueue = 2_000
const longestShare = 400
/** Places for one user's known devices. Further attempts queue with everybody else. */
const knownPlaces = 8
/** All but one of this many turns go to known devices, so that their users cannot block everybody else. */
const turnsOfRound = 3
/** Less than the browser's time-out (kit/web/call.ts), so that nothing is hashed for clients that have gone. */
const longestWait = 12_000
const retryAfter = 5

/** The queue position of a sign-in. `user` is the device's known user. */
export type SignInLine = { brandId: string; login: string; network: string; user?: string | undefined }

type Waiting = SignInLine & { begin: () => void; sendAway: () => void }

/**
 * One laboratory's queue. In each round an account or network takes part once: a newcomer joins the first round after those of
 * the same account and network, so that a flood waits behind itself wherever it comes from.
 */
class Line {
  readonly #waiting: { one: Waiting; round: number }[] = []
  /** The last round of each account and network, until it is over. */
  readonly #rounds = new Map<string, number>()
  /** The current round, which admits nobody any more. */
  #round = 0
  #isNewcomersTurn = true

  get length(): number {
    return this.#waiting.length
  }

  add(one: Waiting, parties: readonly string[]): void {
    const round = 1 + Math.max(this.#round, ...parties.map(party => this.#rounds.get(party) ?? 0))
    for (const party of parties) this.#rounds.set(party, round)
    this.#waiting.push({ one, round })
  }

  /**
   * Alternates between the first and the latest of the next round. First come alone would make everybody wait for a distributed
   * burst; last come alone would starve those who wait already.
   */
  take(): Waiting | undefined {
    const isNewcomers = this.#isNewcomersTurn
    this.#isNewcomersTurn = !isNewcomers
    const last = isNewcomers ? this.#waiting.findLast(({ round }) => round <= this.#round + 1) : undefined
    const next = last ?? this.#first()
    if (next) this.remove(next.one)
    return next?.one
  }

  #first() {
    const round = Math.min(...this.#waiting.map(({ round }) => round))
    this.#round = round
    for (const [party, last] of this.#rounds) if (last < round) this.#rounds.delete(party)
    return this.#waiting.find(one => one.round === round)
  }

  /** Removes the middle of the last round, since turns are served from both ends. */
  takeLast(): Waiting | undefined {
    const last = Math.max(...this.#waiting.map(({ round }) => round))
    const ofLast = this.#waiting.filter(({ round }) => round === last)
    const one = ofLast[Math.floor(ofLast.length / 2)]?.one
    if (one) this.remove(one)
    return one
  }

  remove(one: Waiting): void {
    const place = this.#waiting.findIndex(waiting => waiting.one === one)
    if (place >= 0) this.#waiting.splice(place, 1)
  }
}

class Queue {
  readonly #partiesOf: (line: SignInLine) => string[]
  /** The next laboratory first. */
  readonly #laboratories = new Map<string, Line>()

  constructor(partiesOf: (line: SignInLine) => string[]) {
    this.#partiesOf = partiesOf
  }

  add(one: Waiting): void {
    const line = this.#laboratories.get(one.brandId) ?? new Line()
    this.#laboratories.set(one.brandId, line)
    line.add(one, this.#partiesOf(one))
  }

  take(): Waiting | undefined {
    const [next] = this.#laboratories
    if (!next) return undefined
    const [name, line] = next
    const one = line.take()
    // Moves it to the end of the rotation.
    this.#laboratories.delete(name)
    if (line.length > 0) this.#laboratories.set(name, line)
    return one
  }

  /** From the laboratory with the longest queue, the entry furthest from its turn. */
  takeLast(): Waiting | undefined {
    let longest: Line | undefined
    for (const line of this.#laboratories.values()) if (line.length > (longest?.length ?? 0)) longest = line
    const one = longest?.takeLast()
    if (one) this.#forgetEmpty(one.brandId)
    return one
  }

  remove(one: Waiting): void {
    this.#laboratories.get(one.brandId)?.remove(one)
    this.#forgetEmpty(one.brandId)
  }

  #forgetEmpty(name: string): void {
    if (this.#laboratories.get(name)?.length === 0) this.#laboratories.delete(name)
  }
}

/** Number of waiting entries by name. */
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
 * Sign-ins run a few at a time: two of known devices for one other; each kind by laboratory in rotation, within it in rounds.
 * When the queue is full, an entry of the longest queue is refused, and so is every entry that has waited longer than a client
 * waits for an answer.
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
      // The place is passed on directly, so that a newcomer cannot take it in between.
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
      clearTimeout(late)
      this.#waiting -= 1
      tally.add(name, -1)
      then()
    }
    this.#waiting += 1
    tally.add(name, 1)
    const queue = isKnown ? this.#known : this.#others
    const one: Waiting = { ...line, begin: leave(resolve), sendAway: leave(sendAway) }
    const late = setTimeout(() => {
      queue.remove(one)
      one.sendAway()
    }, longestWait)
    queue.add(one)
    if (this.#waiting > longestQueue) (this.#others.takeLast() ?? this.#known.takeLast())?.sendAway()
    return promise
  }
}
