import { recordEvent } from '#features/audit/server/sql.ts'
import type { AccountHolder } from '#tenancy/server/actor.ts'
import type { Attempts } from './attempts.ts'
import { commitUnwritten, settle } from './limits-sql.ts'
import { passwordMatches } from './password.ts'
import { findOwnPasswordHash } from './sql.ts'

/**
 * Whether this is the password of whoever is signed in, without a transaction held while it is hashed; answers what it is kept
 * as. Whoever sits down at an open screen has as many tries as at a known device.
 */
export async function ownPasswordHash(
  attempts: Attempts,
  holder: AccountHolder,
  password: string,
): Promise<string | undefined> {
  const { userId, sessionId, brandId, address, requestId } = holder
  const known = await holder.signedIn(findOwnPasswordHash)
  const attempt = { brandId, login: userId, address, device: sessionId, userId }
  const isRight = await attempts.inTurn(holder.signedIn, attempt, async limits => {
    const isRight = await passwordMatches(password, known)
    await holder.signedIn(async user => {
      await commitUnwritten(user)
      await settle(user, limits, isRight)
      if (!isRight) await recordEvent(user, { kind: 'password_change_refused', requestId, userId, sessionId })
    })
    return isRight
  })
  return (isRight && known) || undefined
}
