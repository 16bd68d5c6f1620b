import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { newTurns } from '#kit/server/turns.ts'

/** OWASP's minimum for argon2id, in the library's own choice among its variants; a hash takes 11 ms of processor time here. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 } as const

/**
 * A flood of sign-ins must leave the event loop and the thread pool usable (security.md S27): it gets two of the four threads. A
 * full queue waits about a second at the measured rate.
 */
const { inTurn } = newTurns({ name: 'hashes', atOnce: 2, longestQueue: 200, retryAfter: 2 })
const everybody = { tenant: '' }

/** Normalised before hashing: keyboards compose the same letters differently. */
const composed = (password: string) => password.normalize('NFC')

export const isSamePassword = (one: string, other: string): boolean => composed(one) === composed(other)

/** PHC form: `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`. */
export const hashPassword = (password: string): Promise<string> =>
  inTurn(everybody, () => hash(composed(password), cost))

const phcForm = /^\$argon2id\$v=19\$m=\d+,t=\d+,p=\d+\$[\w+/]+\$[\w+/]+$/

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/={1,2}$/, '')
const nobody = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$${unpadded(randomBytes(16))}$${unpadded(randomBytes(32))}`

/** Does the same work whether or not the user or the password exists. */
export async function passwordMatches(password: string, known: string | null | undefined): Promise<boolean> {
  const isKnown = known ? phcForm.test(known) : false
  const expected = isKnown && known ? known : nobody
  const isRight = await inTurn(everybody, () => verify(expected, composed(password)))
  return isRight && isKnown
}
