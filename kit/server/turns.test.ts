import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newTurns, queues, type Share } from './turns.ts'

const someone: Share = { tenant: 'A', group: 'A1', user: 'A1a' }

/** Work that ends when told to, with the names of what has begun. */
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
  const { inTurn } = newTurns({ name: 'test', atOnce: 2, longestQueue: 2, retryAfter: 3 })
  const { begun, work, finish } = trackedWork()
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map(name => inTurn(someone, work(name)))
  await expect(inTurn(someone, work('e'))).rejects.toMatchObject({
    code: 'unavailable',
    status: 503,
    details: { retryAfter: 3 },
  })
  expect(begun).toEqual(['a', 'b'])
  finish('b')
  expect(await b).toBe('b')
  expect(begun).toEqual(['a', 'b', 'c'])
  const f = inTurn(someone, work('f'))
  for (const name of ['a', 'c']) finish(name)
  expect(await Promise.all([a, c])).toEqual(['a', 'c'])
  expect(begun).toEqual(['a', 'b', 'c', 'd', 'f'])
  for (const name of ['d', 'f']) finish(name)
  expect(await Promise.all([d, f])).toEqual(['d', 'f'])
})

it('passes the turn on when a piece of work fails', async () => {
  const { inTurn } = newTurns({ name: 'test', atOnce: 1, longestQueue: 1, retryAfter: 1 })
  const { begun, work, finish, fail } = trackedWork()
  const failing = inTurn(someone, work('a'))
  const next = inTurn(someone, work('b'))
  await settled()
  fail('a')
  await expect(failing).rejects.toThrow('a')
  finish('b')
  expect(await next).toBe('b')
  const after = inTurn(someone, work('c'))
  await settled()
  expect(begun).toEqual(['a', 'b', 'c'])
  finish('c')
  expect(await after).toBe('c')
})

it('sends away who has waited too long, and passes their turn on to whoever waits after them', async () => {
  const { take, takeNow, counts } = newTurns({
    name: 'test',
    atOnce: 1,
    longestQueue: 9,
    longestWait: 30,
    retryAfter: 2,
  })
  const giveBack = takeNow(someone)
  await expect(take(someone)).rejects.toMatchObject({ code: 'unavailable', details: { retryAfter: 2 } })
  expect(counts()).toEqual({ running: 1, waiting: 0, sentAway: 1 })
  const next = take(someone)
  giveBack?.()
  const giveNextBack = await next
  expect(counts()).toEqual({ running: 1, waiting: 0, sentAway: 1 })
  giveNextBack()
})

it('gives a free place at once, and none over the limits of a laboratory, nor a place that was given back twice', () => {
  const { takeNow, counts } = newTurns({
    name: 'test',
    atOnce: 3,
    atOnceOfOne: [2, 2, 2],
    longestQueue: 9,
    retryAfter: 2,
  })
  const [first, second, third] = [takeNow(someone), takeNow({ tenant: 'A' }), takeNow(someone)]
  expect([first, second, third].map(place => place !== undefined)).toEqual([true, true, false])
  expect(takeNow({ tenant: 'B' })).toBeDefined()
  expect(takeNow({ tenant: 'C' })).toBeUndefined()
  first?.()
  first?.()
  expect(counts()).toEqual({ running: 2, waiting: 0, sentAway: 0 })
  expect(takeNow({ tenant: 'C' })).toBeDefined()
  expect(takeNow({ tenant: 'C' })).toBeUndefined()
})

/** A queue whose users are named by a letter for the laboratory, a digit for the practice and a letter. */
function watched(settings: Partial<Parameters<typeof newTurns>[0]> = {}) {
  const { take } = newTurns({ name: 'watched', atOnce: 1, longestQueue: 1_000, retryAfter: 1, ...settings })
  const begun: string[] = []
  const refused: string[] = []
  const running: { who: string; giveBack: () => void }[] = []
  return {
    begun,
    refused,
    running,
    async come(who: string) {
      const share = { tenant: who.slice(0, 1), group: who.slice(0, 2), user: who.slice(0, 3) }
      take(share).then(
        giveBack => {
          begun.push(who)
          running.push({ who, giveBack })
        },
        () => refused.push(who),
      )
      await settled()
    },
    async finish(index = 0) {
      running.splice(index % Math.max(1, running.length), 1)[0]?.giveBack()
      await settled()
    },
    counts: () => queues.get('watched')?.(),
  }
}
const settled = () => new Promise(resolve => setImmediate(resolve))

describe('those who wait', () => {
  it('take turns by laboratory, in it by practice, in that by user', async () => {
    const { come, finish, begun } = watched()
    for (const who of ['A1a', 'A1a', 'A1a', 'A1a', 'A1b', 'A1b', 'A2c', 'B3d', 'B3d']) await come(who)
    for (let turn = 0; turn < 9; turn++) await finish()
    expect(begun).toEqual(['A1a', 'A1a', 'B3d', 'A2c', 'B3d', 'A1b', 'A1a', 'A1b', 'A1a'])
  })

  it('hold no more places than one laboratory, one practice and one user may', async () => {
    const { come, begun, counts } = watched({ atOnce: 8, atOnceOfOne: [4, 3, 2] })
    for (const who of ['A1a', 'A1a', 'A1a', 'A1b', 'A1b', 'A2c', 'A2c', 'B3d']) await come(who)
    expect(begun).toEqual(['A1a', 'A1a', 'A1b', 'A2c', 'B3d'])
    expect(counts()).toEqual({ running: 5, waiting: 3, sentAway: 0 })
  })

  it('lose what came last where they hold most of the queue, so that others may wait too', async () => {
    const { come, refused, counts } = watched({ longestQueue: 4 })
    for (const who of ['A1a', 'A1a1', 'A1a2', 'A1b3', 'A1a4']) await come(who)
    expect(refused).toEqual([])
    await come('B3d')
    expect(refused).toEqual(['A1a4'])
    await come('A2c')
    expect(refused).toEqual(['A1a4', 'A1a2'])
    await come('A1b5')
    expect(refused).toEqual(['A1a4', 'A1a2', 'A1b5'])
    expect(counts()).toEqual({ running: 1, waiting: 4, sentAway: 3 })
  })
})

/** A newcomer, or which of the running ones ends. */
const steps = fc.array(
  fc.oneof(
    fc.record({ tenant: fc.constantFrom('A', 'B', 'C'), group: fc.nat(1), user: fc.constantFrom('a', 'b') }),
    fc.nat(10),
  ),
  { maxLength: 120 },
)

it('holds its limits, loses nobody, and lets no laboratory wait two turns of another, whatever comes', async () => {
  await fc.assert(
    fc.asyncProperty(
      steps,
      fc.integer({ min: 1, max: 6 }),
      fc.integer({ min: 0, max: 12 }),
      fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 2 })),
      async (steps, atOnce, longestQueue, atOnceOfOne) => {
        const queue = watched({ atOnce, longestQueue, atOnceOfOne })
        const waiting: string[] = []
        /** For each laboratory: how many turns each other one had since it began to wait below its limit. */
        const passed = new Map<string, Map<string, number>>()
        let came = 0
        for (const step of steps) {
          const before = queue.begun.length
          if (typeof step === 'number') await queue.finish(step)
          else {
            const who = `${step.tenant}${step.group}${step.user}${came++}`
            waiting.push(who)
            await queue.come(who)
          }
          const begun = queue.begun.slice(before)
          for (const who of [...begun, ...queue.refused]) {
            const at = waiting.indexOf(who)
            if (at >= 0) waiting.splice(at, 1)
          }
          const held = (prefix: string) => queue.running.filter(({ who }) => who.startsWith(prefix)).length
          expect(queue.running.length).toBeLessThanOrEqual(atOnce)
          expect(waiting.length).toBeLessThanOrEqual(longestQueue)
          for (const { who } of queue.running)
            for (const [level, most] of atOnceOfOne.entries())
              expect(held(who.slice(0, level + 1))).toBeLessThanOrEqual(most)
          const mayGo = (who: string) => atOnceOfOne.every((most, level) => held(who.slice(0, level + 1)) < most)
          // No one waits while a place that they may have is free.
          if (queue.running.length < atOnce) expect(waiting.filter(mayGo)).toEqual([])

          for (const laboratory of ['A', 'B', 'C']) {
            const isPatient = waiting.some(who => who.startsWith(laboratory) && mayGo(who))
            if (!isPatient || begun.some(who => who.startsWith(laboratory))) passed.delete(laboratory)
            else {
              const turns = passed.get(laboratory) ?? new Map<string, number>()
              passed.set(laboratory, turns)
              for (const who of begun) turns.set(who.charAt(0), (turns.get(who.charAt(0)) ?? 0) + 1)
              expect(Math.max(0, ...turns.values())).toBeLessThanOrEqual(1)
            }
          }
        }
        while (queue.running.length > 0) await queue.finish()
        expect([...queue.begun, ...queue.refused]).toHaveLength(came)
        expect(queue.counts()).toMatchObject({ running: 0, waiting: 0 })
      },
    ),
    { numRuns: 300 },
  )
})
