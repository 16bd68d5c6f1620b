import { newRate } from '#kit/server/rate.ts'
import type { SignedIn } from '#tenancy/server/actor.ts'
import { passwordMatches } from './password.ts'
import { findOwnPasswordHash } from './sql.ts'

/** Whoever has found a session open guesses no more often than whoever has found none. */
const tries = { points: 10, seconds: 900 }

/** Whether this is the password of whoever is signed in; throws 429 where it has been tried too often. */
export function newOwnPassword(): (user: SignedIn, password: string) => Promise<boolean> {
  const count = newRate(tries)
  return async (user, password) => {
    await count(`${user.brandId}/${user.userId}`)
    return passwordMatches(password, await findOwnPasswordHash(user))
  }
}
