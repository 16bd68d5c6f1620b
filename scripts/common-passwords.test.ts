import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { filterOf, isCommon, isIn } from '#features/auth/server/common-passwords.ts'
import { listCommon } from './common-passwords.ts'

const words = listCommon()
const kept = readFileSync(new URL('../features/auth/server/common-passwords.bin', import.meta.url))

it('the filter that is kept is the one of the list: npm run common-passwords', () => {
  expect(kept.equals(filterOf(words))).toBe(true)
  expect(kept.length).toBe(262_144)
})

it('every password of the list is found in it, and one word in some 30,000 that is not', () => {
  expect(words.size).toBeGreaterThan(95_000)
  expect([...words].filter(word => !isIn(kept, word))).toEqual([])
  const made = Array.from({ length: 120_000 }, (_, index) => `no password of anybody ${index}`)
  expect(made.filter(word => isIn(kept, word)).length).toBeLessThan(12)
})

it.each(['Password-2026!', 'P@$$w0rd, 2026', '!!!Soleil 2026', 'AZERTY-123456789'])(
  '%s is a common one in a wrapping',
  word => {
    expect(isCommon(word)).toBe(true)
  },
)

it.each(['Correct-horse-26!', 'Trois mésanges sur 1 fil ?', 'un 4x4 à Nice, 06', '1234-abc-5678!'])(
  '%s is none',
  word => {
    expect(isCommon(word)).toBe(false)
  },
)
