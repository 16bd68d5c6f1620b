import { randomBytes } from 'node:crypto'
import { expect, it, onTestFinished, vi } from 'vitest'
import { jobs } from '#kit/server/jobs.ts'
import { startTestApp } from '#test/harness.ts'
import type { TestUser } from '#test/make.ts'
import { doChores, keepChores } from './chores.ts'

const { app, make } = startTestApp()
const { chores } = app

async function insertSession(user: TestUser, values: Record<string, unknown>) {
  await make.insert(user.laboratory.id, 'sessions', {
    brand_id: user.laboratory.id,
    user_id: user.id,
    refresh_seed: randomBytes(32),
    ...values,
  })
}
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
const devicesOf = async ({ laboratory }: TestUser) => {
  const { rows } = await make.within(laboratory.id, client =>
    client.query<{ device: string }>('select device from sessions order by device'),
  )
  return rows.map(({ device }) => device)
}

it('sessions long over are forgotten for everybody, and no others', async () => {
  const users = [
    await make.user(await make.practice(await make.laboratory())),
    await make.user(await make.laboratory()),
  ]
  for (const user of users) {
    const ended = (days: number) => ({ ended_at: daysAgo(days), ended_because: 'logout', used_at: daysAgo(days) })
    await insertSession(user, { device: 'a: open', used_at: daysAgo(0) })
    await insertSession(user, { device: 'b: ended a while ago', ...ended(80) })
    await insertSession(user, { device: 'c: ended long ago', ...ended(100) })
    await insertSession(user, { device: 'd: left long ago', used_at: daysAgo(100) })
    await insertSession(user, { device: 'e: used until lately', created_at: daysAgo(100), used_at: daysAgo(10) })
  }
  await doChores(chores, { laboratories: users.map(({ laboratory }) => laboratory.id) })
  for (const user of users)
    expect(await devicesOf(user)).toEqual(['a: open', 'b: ended a while ago', 'e: used until lately'])
})

it('goes through every laboratory once, leaves out the disabled, and does not stop at one that fails', async () => {
  const [one, two, disabled] = [
    await make.laboratory(),
    await make.laboratory(),
    await make.laboratory({ disabled_at: daysAgo(1) }),
  ]
  await make.insert(one.id, 'brand_hosts', { brand_id: one.id, host: `also.${one.host}` })
  const seen: string[] = []
  const work = async ({ brandId }: { brandId: string }) => {
    seen.push(brandId)
    if (brandId === one.id) throw new Error('cannot be done here')
  }
  await doChores({
    ...chores,
    chores: [{ name: 'fails in one', everyMinutes: 1, work }],
  })
  const times = (id: string) => seen.filter(brandId => brandId === id).length
  expect([times(one.id), times(two.id), times(disabled.id)]).toEqual([1, 1, 0])
  expect(jobs.get('fails in one'), 'what failed in one of them counts as failed').toMatchObject({ done: 0, failed: 1 })
})

it('does in each minute what is due', async () => {
  const done: string[] = []
  const chore = (name: string, everyMinutes: number) => ({
    name,
    everyMinutes,
    everywhere: async () => done.push(name),
  })
  const two = [chore('often', 1), chore('seldom', 60)]
  for (const minute of [0, 1, 59, 60]) {
    done.push(String(minute))
    await doChores({ ...chores, chores: two }, { minute })
  }
  expect(done.join(' ')).toBe('0 often seldom 1 often 59 often 60 often seldom')
  expect([jobs.get('often')?.done, jobs.get('seldom')?.done]).toEqual([4, 2])
})

it('every chore has a figure from the start, so that one that is never done is missed', async () => {
  const since = Date.now()
  await keepChores(chores).stop()
  const figures = (await app.metrics.registry.metrics()).split('\n')
  for (const job of ['audit', 'retention', 'files']) {
    const name = `arcade_job_last_done_timestamp_seconds{name="${job}"} `
    const seconds = figures.find(line => line.startsWith(name))?.slice(name.length)
    expect(Number(seconds) * 1000, job).toBeGreaterThan(since - 60_000)
  }
})

it('a chore that takes long keeps no other waiting, and is not begun twice', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const begun: string[] = []
  const end = Promise.withResolvers<void>()
  const chore = (name: string, until?: Promise<void>) => ({
    name,
    everyMinutes: 1,
    everywhere: () => {
      begun.push(name)
      return until ?? Promise.resolve()
    },
  })
  const kept = keepChores({ ...chores, chores: [chore('long', end.promise), chore('short')] })
  await vi.advanceTimersByTimeAsync(120_000)
  expect(begun).toEqual(['long', 'short', 'short'])
  const stopped = kept.stop().then(() => begun.push('stopped'))
  end.resolve()
  await stopped
  await vi.advanceTimersByTimeAsync(120_000)
  expect(begun, 'a stop waits for what is under way').toEqual(['long', 'short', 'short', 'stopped'])
})

it('a stop waits for the laboratory in hand and leaves the others to the next round', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  await Promise.all([make.laboratory(), make.laboratory()])
  const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let count = 0
  const work = () => {
    count += 1
    begun.resolve()
    return end.promise
  }
  const kept = keepChores({ ...chores, chores: [{ name: 'in each', everyMinutes: 1, work }] })
  vi.advanceTimersByTime(60_000)
  await begun.promise
  const stopped = kept.stop()
  end.resolve()
  await stopped
  expect(count).toBe(1)
})

it('a stop waits no longer than for jobs', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const kept = keepChores({
    ...chores,
    chores: [{ name: 'never ends', everyMinutes: 1, everywhere: () => new Promise(() => undefined) }],
  })
  await vi.advanceTimersByTimeAsync(60_000)
  let hasStopped = false
  void kept.stop().then(() => {
    hasStopped = true
  })
  await vi.advanceTimersByTimeAsync(7_900)
  expect(hasStopped).toBe(false)
  await vi.advanceTimersByTimeAsync(200)
  expect(hasStopped).toBe(true)
})
