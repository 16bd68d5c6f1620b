import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Problem } from '#kit/problem.ts'
import type { ServerEvent } from '#kit/web/events.ts'
import { type FollowParts, follow } from './follow.ts'

type Answer = {
  signal: AbortSignal
  tell: (event: string, data?: object) => void
  end: () => void
  fail: (error: Error) => void
}

/** A server whose answers the test writes, and a screen that counts what it is told to reload. */
function stage() {
  const answers: Answer[] = []
  const refreshed: (readonly string[] | 'all')[] = []
  const stop = new AbortController()
  const reach = vi.fn(async () => undefined as undefined)
  const parts: FollowParts = {
    read: (signal, onEvent) =>
      new Promise((resolve, reject) => {
        const tell = (event: string, data: object = {}) => onEvent({ event, data } satisfies ServerEvent)
        answers.push({ signal, tell, end: resolve, fail: reject })
      }),
    reach,
    renew: vi.fn(async () => undefined as undefined),
    refresh: topics => refreshed.push(topics ?? 'all'),
    wait: milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds)),
    elapsed: () => Date.now(),
    chance: () => 1,
  }
  const last = () => answers.at(-1) as Answer
  return { answers, refreshed, reach, parts, stop, last, start: (at = Date.now()) => follow(parts, stop.signal, at) }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a screen that follows', () => {
  it('loads what is named, and at first what changed just before', async () => {
    const { refreshed, last, start } = stage()
    void start()
    last().tell('ready', { topics: [] })
    expect(refreshed).toEqual([])
    last().tell('change', { topics: ['orders'] })
    expect(refreshed).toEqual([['orders']])
    const other = stage()
    void other.start()
    other.last().tell('ready', { topics: ['rides'] })
    expect(other.refreshed).toEqual([['rides']])
  })

  it('asks who is signed in when that may have changed, and only then, and comes back', async () => {
    for (const because of ['session', 'token', 'stopping']) {
      const { parts, last, answers, start } = stage()
      void start()
      last().tell('ready', { topics: [] })
      last().tell('end', { because })
      last().end()
      await vi.advanceTimersByTimeAsync(1_000)
      expect(answers).toHaveLength(2)
      expect(parts.renew).toHaveBeenCalledTimes(because === 'session' ? 1 : 0)
    }
  })

  it('loads everything when it was loaded long before, after a break, and when told so', async () => {
    const { refreshed, last, answers, start } = stage()
    void start(Date.now() - 50_000)
    last().tell('ready', { topics: [] })
    expect(refreshed).toEqual(['all'])
    last().end()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(answers).toHaveLength(2)
    last().tell('ready', { topics: [] })
    expect(refreshed).toEqual(['all', 'all'])
    last().tell('resync')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(refreshed).toEqual(['all', 'all', 'all'])
  })

  it('comes back at once for a new token, else ever later, and asks first whether anybody answers', async () => {
    const { last, answers, reach, start } = stage()
    void start()
    last().tell('ready', { topics: [] })
    last().tell('end', { because: 'token' })
    last().end()
    await vi.advanceTimersByTimeAsync(500)
    expect(answers).toHaveLength(2)
    reach.mockRejectedValue(new TypeError('Failed to fetch'))
    last().fail(new TypeError('network error'))
    const tries = []
    for (let second = 0; second < 300; second++) {
      await vi.advanceTimersByTimeAsync(1_000)
      tries.push(reach.mock.calls.length)
    }
    expect(answers).toHaveLength(2)
    expect(tries[4]).toBeGreaterThanOrEqual(2)
    expect(tries[299]).toBeLessThan(15)
    reach.mockResolvedValue(undefined)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(answers).toHaveLength(3)
  })

  it('gives up where it is refused, and gives way where there are too many', async () => {
    const refused = stage()
    const end = refused.start()
    refused.last().fail(new Problem('forbidden', 403))
    expect(await end).toBe(false)
    const crowded = stage()
    const giving = crowded.start()
    crowded.last().tell('end', { because: 'elsewhere' })
    crowded.last().end()
    expect(await giving).toBe(true)
  })

  it('tries again where the server is busy or its database away', async () => {
    for (const status of [429, 500, 503]) {
      const { last, answers, start } = stage()
      void start()
      last().fail(new Problem('unavailable', status))
      await vi.advanceTimersByTimeAsync(1_000)
      expect(answers).toHaveLength(2)
    }
  })
})
