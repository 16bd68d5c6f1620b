import type { AuditKind } from '#db/schema.ts'
import { recordEvent } from '#features/audit/server/sql.ts'
import { newRate } from '#kit/server/rate.ts'
import type { AccountHolder, SignedIn } from '#tenancy/server/actor.ts'
import type { Attempts } from './attempts.ts'
import { commitUnwritten, settle } from './limits-sql.ts'
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

/**
 * The same without a transaction held while it is hashed. Whoever sits down at an open screen has as many tries as at a known
 * device, by session, and a wrong one is recorded as this.
 */
export function ownPasswordInTurn(
  attempts: Attempts,
  holder: AccountHolder,
  { typed, known, refusal }: { typed: string; known: string | null; refusal: AuditKind },
): Promise<boolean> {
  const { userId, sessionId, brandId, address, requestId } = holder
  const attempt = { brandId, login: userId, address, device: sessionId, userId }
  return attempts.inTurn(holder.signedIn, attempt, async limits => {
    const isRight = await passwordMatches(typed, known)
    await holder.signedIn(async user => {
      await commitUnwritten(user)
      await settle(user, limits, isRight)
      if (!isRight) await recordEvent(user, { kind: refusal, requestId, userId, sessionId })
    })
    return isRight
  })
}
