import { expect, it } from 'vitest'
import { newTurns } from './turns.ts'

/** Work that ends when told to, and what has begun so far. */
function trackedWork() {
  const begun: string[] = []
  const ends = new Map<string, { resolve: (value: string) => void; reject: (error: Error) => void }>()
  const work = (name: string) => () => {
    begun.push(name)
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    ends.set(name, { resolve, reject })
    return promise
  }
  return {
    begun,
    work,
    finish: (name: string) => ends.get(name)?.resolve(name),
    fail: (name: string) => ends.get(name)?.reject(new Error(name)),
  }
}

it('runs so many at once, lets so many wait in order, and sends the rest away', async () => {
  const inTurn = newTurns({ atOnce: 2, longestQueue: 2, retryAfter: 3 })
  const { begun, work, finish } = trackedWork()
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map(name => inTurn(work(name)))
  await expect(inTurn(work('e'))).rejects.toMatchObject({
    code: 'unavailable',
    status: 503,
    details: { retryAfter: 3 },
  })
  expect(begun).toEqual(['a', 'b'])
  finish('b')
  expect(await b).toBe('b')
  expect(begun).toEqual(['a', 'b', 'c'])
  const f = inTurn(work('f'))
  for (const name of ['a', 'c']) finish(name)
  expect(await Promise.all([a, c])).toEqual(['a', 'c'])
  expect(begun).toEqual(['a', 'b', 'c', 'd', 'f'])
  for (const name of ['d', 'f']) finish(name)
  expect(await Promise.all([d, f])).toEqual(['d', 'f'])
})

it('passes the turn on when a piece of work fails', async () => {
  const inTurn = newTurns({ atOnce: 1, longestQueue: 1, retryAfter: 1 })
  const { begun, work, finish, fail } = trackedWork()
  const failing = inTurn(work('a'))
  const next = inTurn(work('b'))
  fail('a')
  await expect(failing).rejects.toThrow('a')
  finish('b')
  expect(await next).toBe('b')
  const after = inTurn(work('c'))
  expect(begun).toEqual(['a', 'b', 'c'])
  finish('c')
  expect(await after).toBe('c')
})
