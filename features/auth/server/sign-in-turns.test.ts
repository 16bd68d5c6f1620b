import { expect, it } from 'vitest'
import { type Line, SignInTurns } from './sign-in-turns.ts'

/** Turns in which nothing ends until it is told to: whose work has begun, in this order. */
function heldTurns() {
  const turns = new SignInTurns()
  const begun: string[] = []
  const ends: (() => void)[] = []
  const join = (name: string, line: Line, isKnown = false) =>
    turns.run({ line, isKnown }, () => {
      begun.push(name)
      return new Promise<void>(resolve => ends.push(resolve))
    })
  /** Ends what runs, one after the other, until everything has run. */
  const runAll = async (all: Promise<void>[]) => {
    const done = Promise.all(all)
    for (let ended = 0; ended < all.length; ended++) {
      await expect.poll(() => ends.length).toBeGreaterThan(ended)
      ends[ended]?.()
    }
    await done
  }
  /** Takes all places, so that whatever comes next waits. */
  const fill = () => Array.from({ length: 6 }, () => join('first', ['full']))
  return { begun, join, fill, runAll }
}

it('known devices come first; then one of each laboratory, network and address in turn', async () => {
  const { begun, join, fill, runAll } = heldTurns()
  const all = [
    ...fill(),
    join('flood 1', ['lab', 'network', 'a']),
    join('flood 2', ['lab', 'network', 'a']),
    join('flood 3', ['lab', 'network', 'b']),
    join('flood 4', ['lab', 'network', 'b']),
    join('elsewhere', ['lab', 'another network', 'c']),
    join('another laboratory', ['other', 'network', 'a']),
    join('known', ['lab', 'device'], true),
  ]
  expect(begun).toHaveLength(6)
  await runAll(all)
  expect(begun.slice(6)).toEqual([
    'known',
    'flood 1',
    'another laboratory',
    'elsewhere',
    'flood 3',
    'flood 2',
    'flood 4',
  ])
})

it('one network fills no more than its share of the queue, whatever its addresses', async () => {
  const { join, fill, runAll } = heldTurns()
  const all = fill()
  for (let n = 0; n < 400; n++) all.push(join('flood', ['lab', 'network', String(n)]))
  await expect(join('too many', ['lab', 'network', 'new'])).rejects.toMatchObject({
    code: 'unavailable',
    details: { retryAfter: 5 },
  })
  all.push(join('elsewhere', ['lab', 'another network', 'a']))
  await runAll(all)
})

it('a turn passes on when what had it fails', async () => {
  const turns = new SignInTurns()
  const fail = () => Promise.reject(new Error('no'))
  const failing = Array.from({ length: 20 }, () => turns.run({ line: ['lab'], isKnown: false }, fail))
  for (const one of failing) await expect(one).rejects.toThrow('no')
  expect(await turns.run({ line: ['lab'], isKnown: false }, async () => 'next')).toBe('next')
})
