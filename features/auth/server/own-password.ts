import type { AuditKind } from '#db/schema.ts'
import { recordEvent } from '#features/audit/server/sql.ts'
import type { AccountHolder } from '#tenancy/server/actor.ts'
import type { Attempts } from './attempts.ts'
import { commitUnwritten, settle } from './limits-sql.ts'
import { passwordMatches } from './password.ts'
import { findOwnPasswordHash } from './sql.ts'

/**
 * Checks the signed-in user's password, without holding a transaction while hashing; returns the stored hash. A session has as
 * many tries as a known device, so that an unattended screen does not invite guessing; a wrong password is recorded as `refusal`.
 */
export async function ownPasswordHash(
  attempts: Attempts,
  holder: AccountHolder,
  typed: string,
  refusal: AuditKind = 'own_password_refused',
): Promise<string | undefined> {
  const { userId, sessionId, brandId, address, requestId } = holder
  const known = await holder.signedIn(findOwnPasswordHash)
  const attempt = { brandId, login: userId, address, device: sessionId, userId }
  const isRight = await attempts.inTurn(holder.signedIn, attempt, async limits => {
    const isRight = await passwordMatches(typed, known)
    await holder.signedIn(async user => {
      await commitUnwritten(user)
      await settle(user, limits, isRight)
      if (!isRight) await recordEvent(user, { kind: refusal, requestId, userId, sessionId })
    })
    return isRight
  })
  return (isRight && known) || undefined
}

/** For requests to the laboratory that need the password. */
export const isOwnPassword =
  (attempts: Attempts) =>
  async (holder: AccountHolder, typed: string): Promise<boolean> =>
    (await ownPasswordHash(attempts, holder, typed)) !== undefined
