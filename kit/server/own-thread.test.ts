import { setImmediate as nextTick } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { Work } from '#test/fixtures/waiting-thread.ts'
import { OwnThread, TooMuchWork } from './own-thread.ts'

const newThread = () =>
  new OwnThread<Work, Uint8Array>(new URL('../../test/fixtures/waiting-thread.ts', import.meta.url))

async function answerOf(thread: ReturnType<typeof newThread>) {
  const until = new SharedArrayBuffer(4)
  const answer = thread.ask({ until })
  // Reached only if the event loop runs while the thread works; otherwise nothing would ever release the thread.
  await nextTick()
  Atomics.store(new Int32Array(until), 0, 1)
  Atomics.notify(new Int32Array(until), 0)
  return new TextDecoder().decode(await answer)
}

it('work in a thread of its own leaves the event loop to everybody else', async () => {
  const thread = newThread()
  expect([await answerOf(thread), await answerOf(thread)]).toEqual(['done', 'done'])
})

it.each([
  ['error', 'This cannot be drawn.'],
  ['exit', 'ended before it answered'],
] as const)('a thread that ends by %s fails one piece of work, and the next begins another', async (ending, reason) => {
  const thread = newThread()
  await expect(thread.ask({ ending })).rejects.toThrow(reason)
  expect(await answerOf(thread)).toBe('done')
})

it.each(['never', 'memory'] as const)(
  'a piece of work that would take %s is ended, and the next begins another',
  async ending => {
    const limits = { longestMilliseconds: ending === 'never' ? 1_500 : 60_000 }
    const thread = new OwnThread<Work, Uint8Array>(
      new URL('../../test/fixtures/waiting-thread.ts', import.meta.url),
      limits,
    )
    await expect(thread.ask({ ending })).rejects.toThrow(TooMuchWork)
    expect(await answerOf(thread)).toBe('done')
  },
)
