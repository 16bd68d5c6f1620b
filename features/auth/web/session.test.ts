import { describe, expect, test } from 'vitest'
import { Problem } from '#kit/problem.ts'
import { browser, token } from '#test/browser-of-tabs.ts'

const down = () => Promise.reject(new Problem('unavailable', 503))
const broken = () => Promise.reject(new Problem('unexpected', 500))
const ended = () => Promise.reject(new Problem('session_ended', 401))
const settled = () => new Promise(resolve => setTimeout(resolve))

describe('a stored token', () => {
  test('that is still valid signs in without a call', async () => {
    const { shelf, network, open } = browser()
    shelf.token = token(60)
    const tab = open()
    expect(tab.isSignedIn()).toBe(true)
    expect((await tab.ensure())?.id).toBe('u1')
    expect(network.calls).toEqual([])
  })

  describe.each([
    ['cannot be decoded', 'x.y.z'],
    ['is no token at all', 'undefined'],
    ['has no exp', `h.${Buffer.from('{"id":"u1"}').toString('base64url')}.s`],
    ['has no id', `h.${Buffer.from('{"exp":99}').toString('base64url')}.s`],
  ])('that %s', (_, bad) => {
    test('is renewed first: the cookie may still be good', async () => {
      const { shelf, network, open } = browser()
      shelf.token = bad
      const tab = open()
      expect([tab.stored(), tab.isSignedIn(), tab.user()]).toEqual([null, false, null])
      expect((await tab.ensure())?.id).toBe('u1')
      expect(network.calls).toHaveLength(1)
      expect(tab.stored()).toBe(shelf.token)
      expect(tab.isSignedIn()).toBe(true)
    })

    test('goes when the server refuses to renew it', async () => {
      const { shelf, network, open } = browser()
      shelf.token = bad
      const tab = open()
      network.answer = ended
      expect(await tab.ensure()).toBeNull()
      expect([network.calls.length, shelf.token, tab.end()]).toEqual([1, null, 'ended'])
    })

    test('goes when the server cannot renew it in three tries', async () => {
      const { shelf, network, open } = browser()
      shelf.token = bad
      const tab = open()
      network.answer = broken
      expect(await tab.ensure()).toBeNull()
      expect([network.calls.length, shelf.token, tab.end()]).toEqual([3, null, 'unreachable'])
    })

    test('gives way to the good one that this tab still holds', async () => {
      const { shelf, network, open } = browser()
      const good = token(60)
      shelf.token = good
      const tab = open()
      shelf.token = bad
      expect([await tab.valid(), tab.stored(), network.calls]).toEqual([good, good, []])
    })

    test('renews nothing once the user has left', async () => {
      const { shelf, network, open } = browser()
      Object.assign(shelf, { token: bad, mark: 'left' })
      expect(await open().ensure()).toBeNull()
      expect([network.calls, shelf.token]).toEqual([[], null])
    })
  })

  test('that has expired is renewed first', async () => {
    const { shelf, network, open, sleep } = browser()
    const old = token(60)
    shelf.token = old
    const tab = open()
    sleep(61)
    expect((await tab.ensure())?.id).toBe('u1')
    expect(network.calls).toHaveLength(1)
    expect(shelf.token).not.toBe(old)
  })

  test('is absent: nobody is here, and nobody asks', async () => {
    const { network, open } = browser()
    expect(await open().ensure()).toBeNull()
    expect(network.calls).toEqual([])
  })

  test('is judged by the server’s clock, so a token just issued is never too old at once', async () => {
    const { shelf, network, open } = browser()
    let wrongBy = 7_200_000
    shelf.token = token(60)
    const tab = open({
      now: () => wrongBy,
      noteBefore: instant => {
        wrongBy = instant - 1000
      },
    })
    for (let call = 0; call < 5; call++) await tab.valid()
    expect(network.calls).toHaveLength(1)
  })
})

describe('a renewal', () => {
  test('goes out once for ten calls refused at the same time', async () => {
    const { shelf, network, open } = browser()
    const old = token(60)
    shelf.token = old
    const tab = open()
    const renewed = await Promise.all(Array.from({ length: 10 }, () => tab.renew(old)))
    expect(new Set(renewed).size).toBe(1)
    expect(network.calls).toHaveLength(1)
    // A further request refused with the old token finds the new one.
    expect(await tab.renew(old)).toBe(renewed[0])
    expect(network.calls).toHaveLength(1)
  })

  test('goes out once for two tabs that expire together', async () => {
    const { shelf, network, open, sleep } = browser()
    shelf.token = token(60)
    const [a, b] = [open(), open()]
    sleep(61)
    const [x, y] = await Promise.all([a.valid(), b.valid()])
    expect(x).toBe(y)
    expect(network.calls).toHaveLength(1)
    expect([a.end(), b.end()]).toEqual([null, null])
  })

  test('survives a server that fails for five seconds', async () => {
    const { shelf, network, open, at, sleep } = browser()
    shelf.token = token(60)
    const tab = open()
    sleep(61)
    const start = at()
    network.answer = () => (at() - start < 5000 ? down() : Promise.resolve(token(at() / 1000 + 600)))
    expect(await tab.ensure()).not.toBeNull()
    expect(network.calls).toHaveLength(3)
  })

  test.each([
    ['does not answer', down],
    ['fails', broken],
    ['cannot be reached', () => Promise.reject(new Problem('offline', 0))],
  ])('gives up after three tries within ten seconds when the server %s, and then the token goes', async (_, answer) => {
    const { shelf, network, open, at, sleep } = browser()
    shelf.token = token(60)
    const tab = open()
    sleep(61)
    const start = at()
    network.answer = answer
    expect(await tab.ensure()).toBeNull()
    expect(network.calls).toHaveLength(3)
    expect(at() - start).toBeLessThanOrEqual(10_000)
    expect(shelf.token).toBeNull()
    expect(tab.end()).toBe('unreachable')
  })

  test('that nobody answers leaves whoever has work on the device there, for as long as their session may last', async () => {
    const { shelf, network, open, sleep } = browser()
    const old = token(60)
    shelf.token = old
    const alone = { worksAlone: ({ id }: { id: string }) => id === 'u1' }
    const tab = open(alone)
    sleep(61)
    network.answer = () => Promise.reject(new Problem('offline', 0))
    expect((await tab.ensure())?.id).toBe('u1')
    await expect(tab.valid()).rejects.toMatchObject({ code: 'offline' })
    expect([network.calls.length, shelf.token, tab.end()]).toEqual([2, old, null])
    // Also when a page is reopened without a network.
    tab.close()
    const reopened = open(alone)
    expect((await reopened.ensure())?.id).toBe('u1')
    reopened.close()
    // Once the server answers, only its answer counts.
    sleep(12 * 3600)
    expect(await open(alone).ensure()).toBeNull()
    expect(shelf.token).toBeNull()
  })

  test.each([
    ['refuses', ended, 'ended'],
    ['fails', broken, 'unreachable'],
    ['says nothing that can be read', () => Promise.reject(new Problem('unexpected', 0)), 'unreachable'],
  ] as const)('that the server %s ends it for them, too', async (_, answer, end) => {
    const { shelf, network, open, sleep } = browser()
    shelf.token = token(60)
    const tab = open({ worksAlone: () => true })
    sleep(61)
    network.answer = answer
    expect(await tab.ensure()).toBeNull()
    expect([shelf.token, tab.end()]).toEqual([null, end])
  })

  test('for a call that was refused gives up after three tries, too', async () => {
    const { shelf, network, open } = browser()
    const old = token(60)
    shelf.token = old
    const tab = open()
    network.answer = broken
    await expect(tab.renew(old)).rejects.toBeInstanceOf(Problem)
    expect([network.calls.length, shelf.token, tab.end()]).toEqual([3, null, 'unreachable'])
  })

  test('gives up within ten seconds also when nobody answers at all', async () => {
    const { shelf, open, at, sleep } = browser()
    shelf.token = token(60)
    const limits: number[] = []
    const start = 61_000
    const tab = open({
      refresh: async () => {
        // The time-outs of the tries: 4 s, 3 s, 3 s.
        const limit = Math.min(4000, start + 10_000 - at())
        limits.push(limit)
        sleep(limit / 1000)
        throw new DOMException('late', 'TimeoutError')
      },
    })
    sleep(61)
    await expect(tab.valid()).rejects.toMatchObject({ code: 'timeout' })
    expect(limits).toHaveLength(3)
    expect(at() - start).toBeLessThanOrEqual(10_000)
  })

  test('refused for good clears the token in every tab at once', async () => {
    const { shelf, network, open, sleep } = browser()
    shelf.token = token(60)
    const [a, b] = [open(), open()]
    sleep(61)
    network.answer = ended
    expect(await a.ensure()).toBeNull()
    await settled()
    expect(network.calls).toHaveLength(1)
    expect(shelf).toEqual({ token: null, mark: null })
    expect([a.end(), b.end()]).toEqual(['ended', 'ended'])
  })

  test('refused although another tab has signed in anew keeps the new session', async () => {
    const { shelf, network, open, at, sleep } = browser()
    shelf.token = token(60)
    const [a, b] = [open(), open()]
    sleep(61)
    network.answer = async () => {
      b.begin(token(at() / 1000 + 600, { id: 'u2' }))
      return ended()
    }
    expect((await a.ensure())?.id).toBe('u2')
    expect(a.end()).toBeNull()
  })

  test('that fails in one tab signs no other tab out, not even over its reload', async () => {
    const { shelf, network, open, sleep } = browser()
    shelf.token = token(60)
    const failing = open({ refresh: down })
    const other = open()
    sleep(61)
    expect(await failing.ensure()).toBeNull()
    await settled()
    expect(failing.end()).toBe('unreachable')
    expect(other.user()?.id).toBe('u1')
    other.close()
    const reloaded = open()
    expect((await reloaded.ensure())?.id).toBe('u1')
    expect(network.calls).toHaveLength(1)
    // Its valid token brings the failing tab back.
    await settled()
    expect(failing.user()?.id).toBe('u1')
  })

  test('for new claims keeps a session that is still valid when it fails', async () => {
    const { shelf, open } = browser()
    shelf.token = token(60)
    const tab = open({ refresh: down })
    await expect(tab.update()).rejects.toMatchObject({ code: 'unavailable' })
    // Ten seconds have passed, sixty were left.
    expect(tab.isSignedIn()).toBe(true)
    expect(tab.end()).toBeNull()
  })
})

describe('leaving', () => {
  test('clears everything at once and tells the server with the token that was there', async () => {
    const { shelf, network, open } = browser()
    const old = token(60)
    shelf.token = old
    const [tab, other] = [open(), open()]
    const told = tab.leave()
    expect([shelf.token, tab.user(), tab.end()]).toEqual([null, null, 'left'])
    await told
    await settled()
    expect(network.invalidations).toEqual([old])
    expect(shelf).toEqual({ token: null, mark: null })
    expect(other.end()).toBe('left')
  })

  test('that the server has not heard of blocks silent renewals until it has', async () => {
    const { shelf, network, open } = browser()
    shelf.token = token(60)
    const tab = open()
    network.heard = down
    await expect(tab.leave()).rejects.toMatchObject({ code: 'unavailable' })
    expect(shelf).toEqual({ token: null, mark: 'left' })

    tab.close()
    shelf.token = token(60)
    const reloaded = open()
    expect(shelf.token).toBeNull()
    expect(await reloaded.ensure()).toBeNull()
    expect(network.calls).toEqual([])
    await expect(reloaded.settle()).rejects.toMatchObject({ code: 'unavailable' })
    network.heard = async () => undefined
    await reloaded.settle()
    expect(shelf.mark).toBeNull()
    await reloaded.settle()
    expect(network.invalidations).toHaveLength(3)
  })

  test('holds for a tab that has not heard of it yet', async () => {
    const { shelf, network, open, sleep } = browser()
    shelf.token = token(60)
    const [deaf, tab] = [open(), open()]
    deaf.close()
    network.heard = down
    await tab.leave().catch(() => undefined)
    expect(deaf.isSignedIn()).toBe(false)
    sleep(61)
    expect(await deaf.ensure()).toBeNull()
    expect(network.calls).toEqual([])
  })

  test('wins over a renewal that is under way', async () => {
    const { shelf, network, open, at, sleep } = browser()
    shelf.token = token(60)
    const tab = open()
    sleep(61)
    network.answer = async () => {
      await tab.leave()
      return token(at() / 1000 + 600)
    }
    expect(await tab.ensure()).toBeNull()
    expect(shelf.token).toBeNull()
    expect(tab.end()).toBe('left')
  })

  test('is over once somebody signs in again', async () => {
    const { shelf, network, open } = browser()
    shelf.token = token(60)
    const tab = open()
    network.heard = down
    await tab.leave().catch(() => undefined)
    tab.begin(token(600, { id: 'u2' }))
    expect(shelf.mark).toBeNull()
    expect((await tab.ensure())?.id).toBe('u2')
    await tab.settle()
    expect(network.invalidations).toHaveLength(1)
  })
})

describe('a page that comes back from the browser’s memory', () => {
  test('notices that the user has left meanwhile', async () => {
    const { shelf, network, open } = browser()
    shelf.token = token(60)
    const [asleep, tab] = [open(), open()]
    asleep.close()
    await tab.leave()
    network.answer = ended
    await asleep.recheck().catch(() => undefined)
    expect(asleep.end()).toBe('ended')
    expect(shelf.token).toBeNull()
  })

  test('takes the newer token, and stays when nothing has changed', async () => {
    const { shelf, network, open } = browser()
    shelf.token = token(60)
    const [asleep, tab] = [open(), open()]
    asleep.close()
    await asleep.recheck()
    expect(asleep.user()?.id).toBe('u1')
    tab.begin(token(600, { id: 'u2' }))
    await asleep.recheck()
    expect(asleep.user()?.id).toBe('u2')
    expect(network.calls).toEqual([])
  })
})

test('whoever listens hears each change once', async () => {
  const { shelf, open } = browser()
  shelf.token = token(60)
  const tab = open()
  const heard: (string | null)[] = []
  const stop = tab.subscribe(() => heard.push(tab.user()?.id ?? tab.end()))
  tab.begin(token(60, { id: 'u2' }))
  await tab.leave()
  stop()
  tab.begin(token(60))
  expect(heard).toEqual(['u2', 'left'])
})
