import { problem } from '#kit/problem.ts'

/** A few more than are hashed together, so that none of those waits for the database. */
const atOnce = 6
/** In all, and of one network: a whole office in the morning, and no more of it. */
const longestQueue = 2_000
const longestShare = 400
const retryAfter = 5

/** Whose turn it is, from the outside in: laboratory, network, address; or a device that is known. */
export type Line = readonly [outer: string, ...inner: string[]]

/** What waits, taken in rotation: one of each branch, and within a branch one of each of its own. */
class Rotation<T> {
  readonly #items: T[] = []
  readonly #branches = new Map<string, Rotation<T>>()
  size = 0

  add(path: readonly string[], item: T): void {
    this.size += 1
    const [first, ...rest] = path
    if (first === undefined) {
      this.#items.push(item)
      return
    }
    const branch = this.#branches.get(first) ?? new Rotation<T>()
    this.#branches.set(first, branch)
    branch.add(rest, item)
  }

  sizeOf(path: readonly string[]): number {
    const [first, ...rest] = path
    return first === undefined ? this.size : (this.#branches.get(first)?.sizeOf(rest) ?? 0)
  }

  take(): T | undefined {
    const next = this.#branches.entries().next()
    if (next.done) {
      if (this.#items.length > 0) this.size -= 1
      return this.#items.shift()
    }
    this.size -= 1
    const [name, branch] = next.value
    const item = branch.take()
    // To the end of the rotation.
    this.#branches.delete(name)
    if (branch.size > 0) this.#branches.set(name, branch)
    return item
  }
}

/**
 * Sign-ins are looked at a few at a time: those of known devices first, then one of each laboratory in turn, within it one
 * of each network, within it one of each address. A flood waits behind itself, and its share of the queue is bounded.
 */
export class SignInTurns {
  #running = 0
  readonly #known = new Rotation<() => void>()
  readonly #others = new Rotation<() => void>()

  async run<T>({ line, isKnown }: { line: Line; isKnown: boolean }, work: () => Promise<T>): Promise<T> {
    if (this.#running < atOnce) this.#running += 1
    else await this.#wait(isKnown ? this.#known : this.#others, line)
    try {
      return await work()
    } finally {
      // The place passes on without being free in between, where a newcomer could take it.
      const next = this.#known.take() ?? this.#others.take()
      if (next) next()
      else this.#running -= 1
    }
  }

  #wait(queue: Rotation<() => void>, line: Line): Promise<void> {
    const share = queue.sizeOf(line.slice(0, 2))
    if (queue.size >= longestQueue || share >= longestShare) throw problem('unavailable', { retryAfter })
    return new Promise(resolve => queue.add(line, resolve))
  }
}
