import { describe, expect, test } from 'vitest'
import { Problem } from '#kit/problem.ts'
import { browser, token } from '#test/browser-of-tabs.ts'

const ended = () => Promise.reject(new Problem('session_ended', 401))
const settled = () => new Promise(resolve => setTimeout(resolve))

describe('who was writing as the session ended', () => {
  const writing = () => browser().open({ isWriting: () => true })

  test('is awaited until they, or somebody else, sign in', async () => {
    const tab = writing()
    tab.begin(token(60))
    tab.hearMark('ended')
    expect([tab.user(), tab.shown()?.id]).toEqual([null, 'u1'])
    // Hearing it again changes nothing.
    tab.hearMark('ended')
    expect(tab.shown()?.id).toBe('u1')
    tab.begin(token(120, { id: 'u2' }))
    expect([tab.user()?.id, tab.shown()?.id]).toEqual(['u2', 'u2'])
  })

  test('is awaited no more once what was written is given up, which is told once', async () => {
    const tab = writing()
    tab.begin(token(60))
    tab.hearMark('ended')
    let told = 0
    tab.subscribe(() => {
      told += 1
    })
    tab.hearMark('left')
    tab.hearMark('left')
    expect([tab.shown(), told]).toEqual([null, 1])
  })

  test('has what they asked for go once they are back, and never in the name of somebody else', async () => {
    const ending = () => {
      const { open, sleep, network } = browser()
      const tab = open({ isWriting: () => true, wait: () => new Promise(resolve => setTimeout(resolve)) })
      tab.begin(token(60))
      sleep(61)
      network.answer = ended
      return tab
    }
    const [mine, taken] = [ending(), ending()]
    const [asked, lost] = [mine.valid(), taken.valid()]
    lost.catch(() => undefined)
    await settled()
    expect([mine.user(), mine.shown()?.id]).toEqual([null, 'u1'])
    mine.begin(token(120))
    taken.begin(token(120, { id: 'u2' }))
    expect(await asked).toBe(mine.stored())
    await expect(lost).rejects.toMatchObject({ code: 'signed_out' })
    await expect(taken.valid()).rejects.toMatchObject({ code: 'signed_out' })
  })

  test('is not taken for who came after they had left, by a call that slept meanwhile', async () => {
    const { open, sleep, network } = browser()
    const awake = Promise.withResolvers<void>()
    const tab = open({ isWriting: () => true, wait: () => awake.promise })
    tab.begin(token(60))
    sleep(61)
    network.answer = ended
    const asked = tab.valid()
    asked.catch(() => undefined)
    await settled()
    tab.hearMark('left')
    tab.begin(token(120, { id: 'u2' }))
    awake.resolve()
    await expect(asked).rejects.toMatchObject({ code: 'signed_out' })
    // Another user is signed in, as on a page drawn for one person after the other.
    expect(await tab.valid()).toBe(tab.stored())
  })

  test('is not awaited where they have left, or have written nothing', async () => {
    const tab = writing()
    tab.begin(token(60))
    void tab.leave()
    expect(tab.shown()).toBeNull()
    const idle = browser().open()
    idle.begin(token(60))
    idle.hearMark('ended')
    expect(idle.shown()).toBeNull()
  })
})
