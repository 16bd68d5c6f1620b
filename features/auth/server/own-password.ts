import type { AuditKind } from '#db/schema.ts'
import { recordEvent } from '#features/audit/server/sql.ts'
import type { AccountHolder } from '#tenancy/server/actor.ts'
import type { Attempts } from './attempts.ts'
import { commitUnwritten, settle } from './limits-sql.ts'
import { passwordMatches } from './password.ts'
import { findOwnPasswordHash } from './sql.ts'

/**
 * Whether this is the password of whoever is signed in, without a transaction held while it is hashed; answers what it is kept
 * as. Whoever sits down at an open screen has as many tries as at a known device, by session, and a wrong one is recorded as
 * `refusal`.
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

/** For what is asked of the laboratory under one's own name. */
export const isOwnPassword =
  (attempts: Attempts) =>
  async (holder: AccountHolder, typed: string): Promise<boolean> =>
    (await ownPasswordHash(attempts, holder, typed)) !== undefined
