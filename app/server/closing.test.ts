import { expect, it, onTestFinished, vi } from 'vitest'
import { Closing, type Opened } from './closing.ts'

const never = new Promise<never>(() => undefined)

/** Everything that a start opens; `done` records the order of closing. */
function openedWith({ chores = Promise.resolve(), jobs = Promise.resolve(), app = Promise.resolve() } = {}) {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const done: string[] = []
  const doing = (name: string, end: Promise<void> = Promise.resolve()) => {
    done.push(name)
    return end
  }
  const drained = Promise.withResolvers<void>()
  const opened: Opened = {
    lock: { announce: () => undefined, release: () => void doing('folder free') },
    server: { port: 1, serve: () => undefined, drain: () => doing('drain', drained.promise), cutOff: drained.resolve },
    database: { stop: () => doing('database') },
    app: {
      stopAccepting: () => void doing('no more work'),
      jobs: { stop: () => doing('jobs', jobs) },
      close: () => doing('connections', app),
    },
    chores: { stop: () => doing('chores', chores) },
    metrics: { port: 2, serve: () => undefined, close: () => doing('figures') },
  }
  return { opened, done, drained }
}
const allOfIt = ['no more work', 'drain', 'jobs', 'chores', 'figures', 'connections', 'database', 'folder free']

it('requests, jobs and chores come to their end side by side, and the database is stopped after them', async () => {
  const { opened, done, drained } = openedWith()
  const closed = new Closing(opened, Promise.resolve()).close()
  await vi.advanceTimersByTimeAsync(9_000)
  expect(done).toEqual(allOfIt.slice(0, 4))
  drained.resolve()
  await closed
  expect(done).toEqual(allOfIt)
})

it.each([
  ['a request', {}],
  ['a chore', { chores: never }],
  ['a job', { jobs: never }],
])('whoever is in a hurry waits for %s no longer', async (_what, hanging) => {
  const { opened, done } = openedWith(hanging)
  const closing = new Closing(opened, Promise.resolve())
  const closed = closing.close()
  await vi.advanceTimersByTimeAsync(1_000)
  closing.hurry()
  await closed
  expect(done).toEqual(allOfIt)
})

it('and three seconds for connections that are still used, or for a start that does not come to its end', async () => {
  for (const [opened, started] of [
    [openedWith({ app: never }), Promise.resolve()],
    [openedWith(), never],
  ] as const) {
    const closing = new Closing(opened.opened, started)
    const closed = closing.close()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(opened.done).not.toContain('database')
    closing.hurry()
    await vi.advanceTimersByTimeAsync(3_000)
    await closed
    expect(opened.done).toContain('folder free')
  }
})
