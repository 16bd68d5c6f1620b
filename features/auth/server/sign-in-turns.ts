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
/** Less than the browser waits for an answer (kit/web/call.ts): nothing is hashed for somebody who has gone. */
const longestWait = 12_000
const retryAfter = 5

/** Whose sign-in waits. `user` is whom the device is known to belong to. */
export type SignInLine = { brandId: string; login: string; network: string; user?: string | undefined }

type Waiting = SignInLine & { begin: () => void; sendAway: () => void }

/**
 * Those of one laboratory, as they came. In each round nobody takes part twice: who comes stands in the first one after
 * those of the same account and of the same network, so that a flood waits behind itself from wherever it comes.
 */
class Line {
  readonly #waiting: { one: Waiting; round: number }[] = []
  /** The last one in which each account and network takes part, until it is over. */
  readonly #rounds = new Map<string, number>()
  /** Under way: takes nobody in any more. */
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
   * By turns whoever came first and whoever came last of those with nobody of their kind before them. First come alone
   * would make everybody wait for a burst from everywhere; last come alone, those who wait already for whoever keeps coming.
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

  /** The one in the middle of the last round: turns come from both ends. */
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
  /** The one whose turn is next first. */
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
    // To the end of the rotation.
    this.#laboratories.delete(name)
    if (line.length > 0) this.#laboratories.set(name, line)
    return one
  }

  /** Of the laboratory of which most wait: whoever has the most before them. */
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
 * other, within it in rounds. When no more may wait, the last of the longest line is sent away, and so is whoever has
 * waited for longer than anybody waits for an answer.
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
