import { expect, it } from 'vitest'
import { testSecret } from '#test/harness.ts'
import { challengeSeconds, PasskeyChallenges } from './passkey-challenges.ts'

const challenges = new PasskeyChallenges({ appSecret: testSecret })
const here = { brandId: '7d3c1f6e-0000-4000-8000-000000000001', host: 'portal.test' }

it('is good for what it was made for, and for nothing else', () => {
  const elsewhere = { ...here, host: 'second.test' }
  const ofAnother = { ...here, brandId: '7d3c1f6e-0000-4000-8000-000000000002' }
  const ofSession = { ...here, sessionId: '7d3c1f6e-0000-4000-8000-000000000003' }
  const ofAnotherSession = { ...here, sessionId: '7d3c1f6e-0000-4000-8000-000000000004' }
  const uses = [here, elsewhere, ofAnother, ofSession, ofAnotherSession]
  for (const made of uses) {
    const challenge = challenges.make(made)
    expect(uses.filter(use => challenges.isGood(challenge, use))).toEqual([made])
  }
})

it('is good for five minutes', () => {
  const now = Date.now()
  const age = (seconds: number) => challenges.make(here, now - seconds * 1000)
  expect(challenges.isGood(age(challengeSeconds - 10), here)).toBe(true)
  expect(challenges.isGood(age(challengeSeconds), here)).toBe(false)
})

it('is nobody else’s to make, to prolong or to change', () => {
  const another = new PasskeyChallenges({ appSecret: 'another secret, as long as it has to be' })
  expect(challenges.isGood(another.make(here), here)).toBe(false)
  const bytes = Buffer.from(challenges.make(here), 'base64url')
  for (let place = 0; place < bytes.length; place++) {
    const changed = Buffer.from(bytes)
    changed.writeUInt8(bytes.readUInt8(place) ^ 1, place)
    expect(challenges.isGood(changed.toString('base64url'), here), `byte ${place}`).toBe(false)
  }
  for (const none of ['', 'x', bytes.subarray(1).toString('base64url')])
    expect(challenges.isGood(none, here)).toBe(false)
})

it('never twice', () => {
  const made = Array.from({ length: 100 }, () => challenges.make(here))
  expect(new Set(made)).toHaveLength(100)
})
