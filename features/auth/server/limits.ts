import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { problem } from '#kit/problem.ts'

const minute = 60

/**
 * How many wrong passwords are looked at, per laboratory. The account is limited together with the address first, so
 * that a stranger who guesses cannot lock the owner out; the account alone has a limit only a botnet reaches.
 */
export const signInLimits = {
  accountAtAddress: { points: 10, duration: 15 * minute },
  address: { points: 60, duration: 15 * minute },
  account: { points: 200, duration: 60 * minute },
} as const

type Keys = Record<keyof typeof signInLimits, string>

export class SignInLimits {
  readonly #limiters: Record<keyof typeof signInLimits, RateLimiterPostgres>

  constructor(pool: Pool) {
    const limiter = (name: keyof typeof signInLimits) =>
      new RateLimiterPostgres({
        ...signInLimits[name],
        storeClient: pool,
        storeType: 'pool',
        tableName: 'rate_limits',
        tableCreated: true,
        keyPrefix: name,
        clearExpiredByTimeout: true,
      })
    this.#limiters = {
      accountAtAddress: limiter('accountAtAddress'),
      address: limiter('address'),
      account: limiter('account'),
    }
  }

  /** Counts an attempt before it is looked at, so that a hundred at once are no way round. Throws 429 when used up. */
  async count(keys: Keys): Promise<void> {
    try {
      for (const name of ['accountAtAddress', 'address', 'account'] as const)
        await this.#limiters[name].consume(keys[name])
    } catch (refused) {
      if (refused instanceof RateLimiterRes)
        throw problem('too_many_requests', { retryAfter: refused.msBeforeNext / 1000 })
      throw refused
    }
  }

  /** The right password clears what the same person mistyped, and takes back what the others were charged. */
  async forgive(keys: Keys): Promise<void> {
    await this.#limiters.accountAtAddress.delete(keys.accountAtAddress)
    await this.#limiters.address.reward(keys.address)
    await this.#limiters.account.reward(keys.account)
  }
}

/** Hashed: the table shows neither who signs in nor from where. */
export function limitKeys(host: string, login: string, address: string): Keys {
  const key = (...parts: string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
  return { accountAtAddress: key(host, login, address), address: key(host, address), account: key(host, login) }
}
