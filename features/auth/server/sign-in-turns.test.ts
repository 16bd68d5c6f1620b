import { expect, it, onTestFinished, vi } from 'vitest'
import { type SignInLine, SignInTurns } from './sign-in-turns.ts'

const from = (brandId: string, login: string, network: string): SignInLine => ({ brandId, login, network })
const known = (brandId: string, user: string): SignInLine => ({ ...from(brandId, user, `network of ${user}`), user })
const many = <T>(count: number, make: (n: number) => T) => Array.from({ length: count }, (_, n) => make(n))

/** Turns in which work ends only when told to, recording the order of starts. */
function heldTurns() {
  const turns = new SignInTurns()
  const begun: string[] = []
  const ends: (() => void)[] = []
  const join = (name: string, line: SignInLine) =>
    turns.run(line, () => {
      begun.push(name)
      return new Promise<void>(resolve => ends.push(resolve))
    })
  let ended = 0
  const endNext = async () => {
    await expect.poll(() => ends.length).toBeGreaterThan(ended)
    ends[ended]?.()
    ended += 1
  }
  /** Ends running work one by one until everything has run. */
  const runAll = async (all: Promise<void>[]) => {
    while (ended < all.length) await endNext()
    await Promise.all(all)
  }
  /** Takes all places, so that whatever comes next waits. */
  const fill = () => many(6, () => join('first', from('full', 'full', 'full')))
  return { begun, join, fill, endNext, runAll }
}

it('one of each laboratory in turn, and within it of each account and network', async () => {
  const { begun, join, fill, runAll } = heldTurns()
  const all = [
    ...fill(),
    join('one network 1', from('lab', 'a', 'network')),
    join('one network 2', from('lab', 'b', 'network')),
    join('one network 3', from('lab', 'c', 'network')),
    join('one account 2', from('lab', 'a', 'far away')),
    join('one account 3', from('lab', 'a', 'farther away')),
    join('somebody else', from('lab', 'somebody', 'at home')),
    join('another laboratory', from('other', 'a', 'network')),
  ]
  expect(begun).toHaveLength(6)
  await runAll(all)
  expect(begun.slice(6)).toEqual([
    'somebody else',
    'another laboratory',
    'one network 1',
    'one account 2',
    'one network 2',
    'one account 3',
    'one network 3',
  ])
})

it('behind guesses at one account from everywhere, a sign-in to another waits for one of them', async () => {
  const { begun, join, fill, runAll } = heldTurns()
  const all = fill()
  for (let n = 0; n < 260; n++) all.push(join('guess', from('lab', 'victim', String(n))))
  all.push(join('sign-in', from('lab', 'somebody', 'at home')))
  await runAll(all)
  expect(begun.indexOf('sign-in')).toBeLessThanOrEqual(7)
})

it('behind guesses at as many accounts as networks, a sign-in waits for few of them', async () => {
  const { begun, join, fill, runAll } = heldTurns()
  const guess = (n: number) => join('guess', from('lab', `account ${n}`, `network ${n}`))
  const all = [...fill(), ...many(260, guess), join('sign-in', from('lab', 'somebody', 'at home'))]
  await runAll(all)
  expect(begun.slice(6).indexOf('sign-in')).toBeLessThan(2)
})

it('so it does when a turn of them has come already, and others come after it', async () => {
  const { begun, join, fill, endNext, runAll } = heldTurns()
  const guess = (n: number) => join('guess', from('lab', `account ${n}`, `network ${n}`))
  const all = [...fill(), ...many(260, guess)]
  for (let n = 0; n < 20; n++) await endNext()
  const before = begun.length
  all.push(join('sign-in', from('lab', 'somebody', 'at home')), guess(260))
  await runAll(all)
  expect(begun.slice(before).indexOf('sign-in')).toBeLessThan(4)
})

it('whoever comes again at once, always the last, is not served before others each time', async () => {
  const { begun, join, fill, endNext, runAll } = heldTurns()
  const all = [...fill(), ...many(40, n => join('waiting', from('lab', `${n}`, `${n}`)))]
  for (let n = 0; n < 40; n++) {
    all.push(join('again', from('lab', 'again', 'again')))
    await endNext()
  }
  await runAll(all)
  expect(begun.slice(0, 40).filter(name => name === 'again').length).toBeLessThanOrEqual(2)
})

it('nobody waits longer than for an answer: it is said when to come again, and the others move up', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { begun, join, fill, runAll } = heldTurns()
  const all = fill()
  const waiting = [from('lab', 'a', 'a'), from('lab', 'b', 'b'), known('lab', 'known')].map(line => join('late', line))
  const fates = Promise.allSettled(waiting)
  vi.advanceTimersByTime(11_000)
  all.push(join('in time', from('lab', 'c', 'c')))
  vi.advanceTimersByTime(1_000)
  for (const { status, ...fate } of await fates)
    expect({ status, ...fate }).toMatchObject({
      status: 'rejected',
      reason: { code: 'unavailable', details: { retryAfter: 5 } },
    })
  await runAll(all)
  expect(begun.slice(6)).toEqual(['in time'])
  expect(vi.getTimerCount()).toBe(0)
})

it('strangers who keep coming do not keep out whoever waits already', async () => {
  const { begun, join, fill, endNext, runAll } = heldTurns()
  const all = [...fill(), ...many(3, () => join('office', from('lab', 'a', 'office')))]
  const stranger = (n: number) => join(`stranger ${n}`, from('lab', String(n), String(n)))
  all.push(stranger(0))
  // One newcomer for every turn served.
  for (let n = 1; n < 40; n++) {
    all.push(stranger(n))
    await endNext()
  }
  await runAll(all)
  expect(begun.lastIndexOf('office')).toBeLessThan(begun.indexOf('stranger 10'))
})

it('a known device comes first, and a flood of one leaves every third turn to the others', async () => {
  const { begun, join, fill, runAll } = heldTurns()
  const all = [
    ...fill(),
    ...many(40, () => join('flood', known('lab', 'flooding'))),
    join('known', known('lab', 'somebody')),
    join('unknown', from('other', 'somebody', 'at home')),
  ]
  await runAll(all)
  expect(begun.slice(6).indexOf('unknown')).toBeLessThan(6)
  expect(begun.slice(6).indexOf('known')).toBeLessThan(3)
})

it('a user has few places among the known devices; the rest waits with everybody else', async () => {
  const { begun, join, fill, runAll } = heldTurns()
  const all = [
    ...fill(),
    ...many(40, () => join('flood', known('lab', 'flooding'))),
    ...many(8, n => join('unknown', from('lab', `somebody ${n}`, `at home ${n}`))),
  ]
  await runAll(all)
  // Eight of the flood as known devices, and a few others.
  expect(begun.lastIndexOf('unknown')).toBeLessThan(6 + 8 + 8 + 3)
})

it('one network fills no more than its share of the queue, at however many laboratories', async () => {
  const { join, fill, runAll } = heldTurns()
  const all = fill()
  for (let n = 0; n < 400; n++) all.push(join('flood', from(`lab ${n % 6}`, String(n), 'network')))
  await expect(join('too many', from('new', 'new', 'network'))).rejects.toMatchObject({
    code: 'unavailable',
    details: { retryAfter: 5 },
  })
  all.push(join('elsewhere', from('lab 1', '1', 'another network')))
  await runAll(all)
  // Attempts whose turn has come have left the queue.
  all.push(...fill(), join('later', from('lab', '1', 'network')))
  await runAll(all)
})

it('when the queue is full, one of the longest line goes, and never the newcomer', async () => {
  const { begun, join, fill, runAll } = heldTurns()
  const all = fill()
  const flood = many(2_000, n => join('flood', from('lab', String(n), `network ${n}`)))
  const refused: { one: Promise<void>; reason: unknown }[] = []
  for (const one of flood) one.catch(reason => refused.push({ one, reason }))
  all.push(join('newcomer', from('other', 'somebody', 'at home')))
  all.push(join('at the same laboratory', from('lab', 'somebody', 'at home')))
  await expect.poll(() => refused.length).toBe(2)
  for (const { reason } of refused) expect(reason).toMatchObject({ code: 'unavailable', details: { retryAfter: 5 } })
  await runAll([...all, ...flood.filter(waiting => refused.every(({ one }) => one !== waiting))])
  expect(begun.slice(6, 12)).toEqual(expect.arrayContaining(['newcomer', 'at the same laboratory']))
})

it('a turn passes on when what had it fails', async () => {
  const turns = new SignInTurns()
  const fail = () => Promise.reject(new Error('no'))
  const failing = many(20, () => turns.run(from('lab', 'a', 'network'), fail))
  for (const one of failing) await expect(one).rejects.toThrow('no')
  expect(await turns.run(from('lab', 'a', 'network'), async () => 'next')).toBe('next')
})
