import { createHash, randomBytes } from 'node:crypto'
import type { SecondFactor } from '#db/schema.ts'
import type { Challenged, Laboratory } from '#tenancy/server/actor.ts'
import { stepOfCode } from './authenticator.ts'
import { recoveryHashOf } from './recovery-codes.ts'
import { deleteRecoveryCode, insertChallenge, setStepTaken } from './second-factor-sql.ts'

/** Long enough to find the telephone. */
const lifeMinutes = 5

/** The stored hash of a challenge: so many random bits need neither salt nor a slow hash. */
export const challengeHashOf = (challenge: string): Buffer => createHash('sha256').update(challenge).digest()

/**
 * For a user who has given the right password: usable once, for one purpose, and only while the password is unchanged. It does
 * not reveal the user.
 */
export async function makeChallenge(laboratory: Laboratory, userId: string, passwordHash: string): Promise<string> {
  const challenge = randomBytes(32).toString('base64url')
  await insertChallenge(laboratory, {
    userId,
    tokenHash: challengeHashOf(challenge),
    passwordMark: createHash('sha256').update(passwordHash).digest(),
    minutes: lifeMinutes,
  })
  return challenge
}

/** Which kind of code it is; marks it as used, so that it works only once. */
export async function taken(challenged: Challenged, code: string): Promise<SecondFactor | undefined> {
  const { userId, secret } = challenged
  if (!/^\d+$/.test(code))
    return (await deleteRecoveryCode(challenged, recoveryHashOf(userId, code))) ? 'recovery_code' : undefined
  const step = stepOfCode(secret, code)
  return step !== undefined && (await setStepTaken(challenged, step)) ? 'totp' : undefined
}
