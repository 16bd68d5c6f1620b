import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { noteServerTime, onTime, serverNow } from './clock.ts'

const evening = Date.parse('2028-02-28T22:59:00Z')
beforeEach(() => void vi.useFakeTimers({ now: evening }))
afterEach(() => void vi.useRealTimers())

it('carries on what the server said, whatever the user’s own clock does', () => {
  noteServerTime(evening)
  vi.advanceTimersByTime(60_000)
  vi.setSystemTime(new Date('2019-01-01T00:00:00Z'))
  expect(serverNow()).toBe(evening + 60_000)
  noteServerTime(Number.NaN)
  expect(serverNow()).toBe(evening + 60_000)
})

it('tells open screens that time goes by, and at once when the server says it is later than they thought', () => {
  const heard = vi.fn(() => serverNow())
  const stop = onTime(heard)
  vi.advanceTimersByTime(60_000)
  expect(heard).toHaveBeenCalledTimes(6)
  // A laptop that slept past midnight.
  noteServerTime(evening + 9 * 3_600_000)
  expect(heard).toHaveLastReturnedWith(evening + 9 * 3_600_000)
  stop()
  vi.advanceTimersByTime(60_000)
  noteServerTime(evening)
  expect(heard).toHaveBeenCalledTimes(7)
})
