import { createHash, randomBytes } from 'node:crypto'
import type { SecondFactor } from '#db/schema.ts'
import type { Challenged, Laboratory } from '#tenancy/server/actor.ts'
import { stepOfCode } from './authenticator.ts'
import { recoveryHashOf } from './recovery-codes.ts'
import { deleteRecoveryCode, insertChallenge, setStepTaken } from './second-factor-sql.ts'

/** As long as it takes to find the telephone. */
const lifeMinutes = 5

/** What is kept of a challenge: so many random bits need neither salt nor a slow hash. */
export const challengeHashOf = (challenge: string): Buffer => createHash('sha256').update(challenge).digest()

/**
 * For whoever has shown the right password: good once, for one thing, and only as long as the password stays what it is. It says
 * nothing of whose it is.
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

/** Which of the two this code is; taken, so that it is good for nothing else. */
export async function taken(challenged: Challenged, code: string): Promise<SecondFactor | undefined> {
  const { userId, secret } = challenged
  if (!/^\d+$/.test(code))
    return (await deleteRecoveryCode(challenged, recoveryHashOf(userId, code))) ? 'recovery_code' : undefined
  const step = stepOfCode(secret, code)
  return step !== undefined && (await setStepTaken(challenged, step)) ? 'totp' : undefined
}
