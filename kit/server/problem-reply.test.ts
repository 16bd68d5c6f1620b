import { expect, it } from 'vitest'
import { problem } from '#kit/problem.ts'
import { problemReply } from './problem-reply.ts'

it.each([
  ['too_many_requests', 0.2, '2'],
  ['too_many_requests', 2.1, '3'],
  ['unavailable', 0, '1'],
  ['unavailable', 1, '1'],
] as const)(
  '%s after %d s is tried again after whole seconds, of which no sentence says "1 seconds": %s',
  (code, retryAfter, seconds) => {
    expect(problemReply(problem(code, { retryAfter }), 'A').headers.get('retry-after')).toBe(seconds)
  },
)

it('what says nothing of when is tried again whenever', () => {
  expect(problemReply(problem('too_many_requests'), 'A').headers.get('retry-after')).toBeNull()
})
