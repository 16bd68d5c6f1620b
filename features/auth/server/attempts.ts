import { setTimeout as wait } from 'node:timers/promises'
import { problem } from '#kit/problem.ts'
import { networkOf } from '#kit/server/ip-address.ts'
import type { Writer } from '#tenancy/server/outbox-sql.ts'
import { hasRoom, type Limit, limitsOf } from './limits.ts'
import { addInFlight, commitUnwritten } from './limits-sql.ts'
import { SignInTurns } from './sign-in-turns.ts'

/** Milliseconds between looks at other processes' attempts in flight, and the most looks before giving up. */
const lookAgainAfter = 50
const mostLooks = 100

/** Opens one transaction per call: none is held while a password is hashed. */
type Open = <T>(work: (laboratory: Writer) => Promise<T>) => Promise<T>

/** `device` is the session that a known device presents, `userId` its user. */
type Attempt = {
  brandId: string
  login: string
  address: string
  device: string | undefined
  userId: string | undefined
}

/** Runs password checks in turn, as far as the limits allow. */
export class Attempts {
  readonly #turns = new SignInTurns()

  /** `look` settles the limits in the transaction that acts on its result. */
  inTurn<T>(
    open: Open,
    attempt: Attempt,
    look: (limits: readonly Limit[]) => Promise<T>,
    limits: readonly Limit[] = limitsOf(attempt),
  ): Promise<T> {
    const { brandId, login, address, device, userId } = attempt
    const line = { brandId, login, network: networkOf(address, 48), user: device && userId }
    return this.#turns.run(line, async () => {
      await reserve(open, limits)
      return look(limits)
    })
  }
}

/** Rolls the transaction back: only attempts still in flight use up the limit. */
class NoRoomYet extends Error {}

async function reserve(open: Open, limits: readonly Limit[]): Promise<void> {
  for (let looks = 0; looks < mostLooks; looks++) {
    const isReserved = await open(async laboratory => {
      const [, counters] = await Promise.all([commitUnwritten(laboratory), addInFlight(laboratory, limits)])
      if (!hasRoom(counters)) throw new NoRoomYet()
      return true
    }).catch(error => {
      if (error instanceof NoRoomYet) return false
      throw error
    })
    if (isReserved) return
    await wait(lookAgainAfter)
  }
  throw problem('unavailable', { retryAfter: 1 })
}
