import { argon2Sync } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { expect, it } from 'vitest'
import type { Problem } from '#kit/problem.ts'
import { hashPassword, passwordMatches } from './password.ts'

it('hashes with argon2id at no less than 19 MiB, two passes, a salt each time', async () => {
  const [one, two] = await Promise.all([hashPassword('même phrase'), hashPassword('même phrase')])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(one).not.toBe(two)
})

it('recognises the password, whole, and no other', async () => {
  const long = `${'é'.repeat(120)} final`
  const hash = await hashPassword(long)
  expect(await passwordMatches(long, hash)).toBe(true)
  expect(await passwordMatches(long.slice(0, -1), hash)).toBe(false)
  expect(await passwordMatches(long.trimEnd().toUpperCase(), hash)).toBe(false)
})

it('recognises an accent however the keyboard composed it', async () => {
  expect(await passwordMatches('cafe\u0301', await hashPassword('caf\u00e9'))).toBe(true)
})

it('recognises what another implementation of argon2 has hashed', async () => {
  const salt = Buffer.from('sixteen bytes it')
  const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }
  const tag = argon2Sync('argon2id', { message: 'même phrase', nonce: salt, ...cost })
  const [saltText, tagText] = [salt, tag].map(bytes => bytes.toString('base64').replace(/=+$/, ''))
  const hash = `$argon2id$v=19$m=19456,t=2,p=1$${saltText}$${tagText}`
  expect(await passwordMatches('même phrase', hash)).toBe(true)
  expect(await passwordMatches('meme phrase', hash)).toBe(false)
})

it.each([null, undefined, '', 'plain', '$2b$10$abcdefghijklmnopqrstuv', '$argon2id$v=19$m=1,t=1,p=1$x$'])(
  'matches nothing against the hash %s',
  async hash => {
    expect(await passwordMatches('', hash)).toBe(false)
    expect(await passwordMatches('plain', hash)).toBe(false)
  },
)

it('in a storm keeps the event loop free, and beyond its queue asks to come back', async () => {
  const before = performance.eventLoopUtilization()
  const outcomes = await Promise.allSettled(Array.from({ length: 230 }, () => passwordMatches('x', null)))
  const { utilization } = performance.eventLoopUtilization(before)
  const refused = outcomes.filter(outcome => outcome.status === 'rejected').map(outcome => outcome.reason as Problem)
  expect(refused).toHaveLength(28)
  for (const { code, details } of refused) expect([code, details.retryAfter]).toEqual(['unavailable', 2])
  // On the event loop, 202 hashes would block everything else.
  expect(utilization).toBeLessThan(0.5)
  expect(await passwordMatches('x', null)).toBe(false)
})
