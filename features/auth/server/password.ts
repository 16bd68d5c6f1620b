import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { newTurns } from '#kit/server/turns.ts'

/** OWASP's floor for argon2id; measured here at some 200 hashes a second on two cores. */
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const

/**
 * A storm of sign-ins must leave both the event loop and the thread pool to everyone else (security.md S27). The queue is
 * about a second of waiting at the measured rate.
 */
const { inTurn } = newTurns({ name: 'hashes', atOnce: 2, longestQueue: 200, retryAfter: 2 })
const everybody = { tenant: '' }

const derive = (password: string, salt: Buffer, parameters: typeof cost | ParsedHash) =>
  new Promise<Buffer>((resolve, reject) => {
    const { memory, passes, parallelism } = parameters
    const tagLength = 'tag' in parameters ? parameters.tag.length : parameters.tagLength
    argon2(
      'argon2id',
      { message: password.normalize('NFC'), nonce: salt, memory, passes, parallelism, tagLength },
      (error, key) => (error ? reject(error) : resolve(key)),
    )
  })

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/={1,2}$/, '')

/** PHC form: `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const tag = await inTurn(everybody, () => derive(password, salt, cost))
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${unpadded(salt)}$${unpadded(tag)}`
}

type ParsedHash = { memory: number; passes: number; parallelism: number; salt: Buffer; tag: Buffer }

function parseHash(hash: string): ParsedHash | undefined {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(hash)
  if (!parts) return undefined
  const [, memory, passes, parallelism, salt = '', tag = ''] = parts
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}

const nobody: ParsedHash = { ...cost, salt: randomBytes(16), tag: randomBytes(32) }

/** Does the same work whether or not there is such a user or such a password. */
export async function passwordMatches(password: string, hash: string | null | undefined): Promise<boolean> {
  const known = hash ? parseHash(hash) : undefined
  const expected = known ?? nobody
  const tag = await inTurn(everybody, () => derive(password, expected.salt, expected))
  return timingSafeEqual(tag, expected.tag) && known !== undefined
}
