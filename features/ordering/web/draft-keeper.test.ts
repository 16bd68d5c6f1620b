import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Problem } from '#kit/problem.ts'
import { pressed } from '#kit/web/unsaved-forms.ts'
import type { DraftContent } from '../draft-contract.ts'
import { keepDraft } from './draft-keeper.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const typed = (patientCode: string): DraftContent => ({ patientCode })
const kept = (version: number) => ({ id: 'draft', version, updatedAt: `2026-11-21T10:0${version}:00Z` })

/** A server whose answers the test triggers. */
function server() {
  const calls: {
    code: string | undefined
    follows: number
    isLast: boolean
    answer: (version?: number) => void
    refuse: (code: string) => void
  }[] = []
  const save = (content: DraftContent, follows: number, isLast: boolean) =>
    new Promise<ReturnType<typeof kept>>((resolve, reject) => {
      calls.push({
        code: content.patientCode,
        follows,
        isLast,
        answer: (version = follows + 1) => resolve(kept(version)),
        refuse: code => reject(new Problem(code, code === 'offline' ? 0 : 409)),
      })
    })
  return { calls, save }
}
const told = ({ calls }: ReturnType<typeof server>) => calls.map(({ code, follows }) => [code, follows])
const passed = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

describe('a draft', () => {
  it('is saved once, a moment after the last keystroke', async () => {
    const portal = server()
    const keeper = keepDraft(undefined, {}, portal.save)
    keeper.note(typed('P'))
    await passed(500)
    keeper.note(typed('P-1'))
    expect(keeper.read().keeping).toBe('unsaved')
    await passed(799)
    expect(portal.calls).toEqual([])
    await passed(1)
    expect(told(portal)).toEqual([['P-1', 0]])
    portal.calls[0]?.answer()
    await passed(0)
    expect(keeper.read()).toEqual({ keeping: 'saved', kept: kept(1) })
  })

  it('is not saved while nothing has changed', async () => {
    const portal = server()
    const keeper = keepDraft(kept(3), typed('P-1'), portal.save)
    keeper.note(typed('P-1'))
    await passed(10_000)
    expect(portal.calls).toEqual([])
    expect(keeper.read().keeping).toBe('saved')
  })

  it('goes out one call at a time, the newest words last', async () => {
    const portal = server()
    const keeper = keepDraft(kept(3), {}, portal.save)
    keeper.note(typed('P-1'))
    await passed(800)
    keeper.note(typed('P-2'))
    await passed(5_000)
    expect(told(portal)).toEqual([['P-1', 3]])
    portal.calls[0]?.answer()
    await passed(0)
    expect(told(portal)).toEqual([
      ['P-1', 3],
      ['P-2', 4],
    ])
  })

  it('goes out at once when the page goes away, even behind an answer that has not come', async () => {
    const portal = server()
    const keeper = keepDraft(kept(3), {}, portal.save)
    keeper.note(typed('P-1'))
    await passed(800)
    keeper.note(typed('P-2'))
    void keeper.flush(true)
    expect(portal.calls.map(({ follows, isLast }) => [follows, isLast])).toEqual([
      [3, false],
      [4, true],
    ])
  })

  it('is tried again after a failure, with the newest words', async () => {
    const portal = server()
    const keeper = keepDraft(undefined, {}, portal.save)
    keeper.note(typed('P-1'))
    await passed(800)
    portal.calls[0]?.refuse('offline')
    await passed(0)
    expect(keeper.read().keeping).toBe('failed')
    await passed(5_000)
    expect(told(portal)).toEqual([
      ['P-1', 0],
      ['P-1', 0],
    ])
    portal.calls[1]?.answer()
    await passed(0)
    expect(keeper.read().keeping).toBe('saved')
  })

  it('that somebody else has changed waits for a decision', async () => {
    const portal = server()
    const keeper = keepDraft(kept(3), {}, portal.save)
    keeper.note(typed('P-1'))
    await passed(800)
    portal.calls[0]?.refuse('draft_changed')
    await passed(0)
    keeper.note(typed('P-2'))
    await passed(20_000)
    expect(keeper.read().keeping).toBe('changed_elsewhere')
    expect(portal.calls).toHaveLength(1)
    keeper.follow(kept(7))
    await passed(0)
    expect(told(portal)[1]).toEqual(['P-2', 7])
  })

  it('that has been sent or thrown away elsewhere waits for a decision as well', async () => {
    const portal = server()
    const keeper = keepDraft(kept(3), {}, portal.save)
    keeper.note(typed('P-1'))
    await passed(800)
    portal.calls[0]?.refuse('not_found')
    await passed(20_000)
    expect([keeper.read().keeping, portal.calls.length]).toEqual(['changed_elsewhere', 1])
  })

  it('for which there is no room says so, and is tried again once another may have gone', async () => {
    const portal = server()
    const keeper = keepDraft(undefined, {}, portal.save)
    keeper.note(typed('P-1'))
    await passed(800)
    portal.calls[0]?.refuse('too_many_drafts')
    await passed(0)
    expect(keeper.read().keeping).toBe('too_many')
    await passed(5_000)
    portal.calls[1]?.answer()
    await passed(0)
    expect(keeper.read().keeping).toBe('saved')
  })

  it('is there for its files before anything is typed', async () => {
    const portal = server()
    const keeper = keepDraft(undefined, {}, portal.save)
    const ready = keeper.ensure()
    await passed(0)
    portal.calls[0]?.answer()
    await ready
    expect(keeper.read().kept?.version).toBe(1)
    await keeper.ensure()
    expect(portal.calls).toHaveLength(1)
  })

  it('is made once for several files at once', async () => {
    const portal = server()
    const keeper = keepDraft(undefined, {}, portal.save)
    const ready = Promise.all([keeper.ensure(), keeper.ensure()])
    await passed(0)
    portal.calls[0]?.answer()
    await ready
    await passed(10_000)
    expect(portal.calls).toHaveLength(1)
  })

  it('that cannot be made for its files says why', async () => {
    const portal = server()
    const keeper = keepDraft(undefined, {}, portal.save)
    const ready = expect(keeper.ensure()).rejects.toMatchObject({ code: 'offline' })
    await passed(0)
    portal.calls[0]?.refuse('offline')
    await ready
  })

  it('that has been sent is never written again', async () => {
    const portal = server()
    const keeper = keepDraft(kept(1), {}, portal.save)
    keeper.note(typed('P-1'))
    keeper.end()
    keeper.note(typed('P-2'))
    await passed(10_000)
    await keeper.flush()
    expect(portal.calls).toEqual([])
  })

  it('begins anew with what was taken from elsewhere', async () => {
    const portal = server()
    const keeper = keepDraft(kept(1), {}, portal.save)
    keeper.note(typed('P-1'))
    keeper.begin(kept(5), typed('P-OTHER'))
    keeper.note(typed('P-OTHER'))
    await passed(10_000)
    expect(portal.calls).toEqual([])
    keeper.note(typed('P-3'))
    await passed(800)
    expect(told(portal)).toEqual([['P-3', 5]])
  })

  it.each(['draft_changed', 'not_found', 'too_many_drafts'])(
    'that is left behind, refused as %s, is tried once more at most, and awaited by nobody',
    async code => {
      const portal = server()
      const others = pressed.size
      const keeper = keepDraft(kept(3), {}, portal.save)
      keeper.note(typed('P-1'))
      await passed(800)
      portal.calls[0]?.refuse(code)
      await passed(0)
      expect(pressed.size).toBe(others + 1)
      void keeper.leave()
      portal.calls[1]?.refuse(code)
      await passed(60_000)
      expect(pressed.size).toBe(others)
      expect(portal.calls.length).toBe(code === 'too_many_drafts' ? 2 : 1)
    },
  )

  it('that is refused once it is left behind is awaited by nobody either', async () => {
    const portal = server()
    const others = pressed.size
    const keeper = keepDraft(kept(3), {}, portal.save)
    keeper.note(typed('P-1'))
    void keeper.leave()
    expect(pressed.size).toBe(others + 1)
    portal.calls[0]?.refuse('draft_changed')
    await passed(60_000)
    expect([pressed.size, portal.calls.length]).toEqual([others, 1])
  })

  it('that is left behind where nobody answers is sent once somebody does', async () => {
    const portal = server()
    const others = pressed.size
    const keeper = keepDraft(undefined, {}, portal.save)
    keeper.note(typed('P-1'))
    void keeper.leave()
    portal.calls[0]?.refuse('offline')
    await passed(5_000)
    expect([pressed.size, told(portal)[1]]).toEqual([others + 1, ['P-1', 0]])
    portal.calls[1]?.answer()
    await passed(0)
    expect(pressed.size).toBe(others)
  })

  it('for which there is room again as it is left behind is kept', async () => {
    const portal = server()
    const keeper = keepDraft(undefined, {}, portal.save)
    keeper.note(typed('P-1'))
    await passed(800)
    portal.calls[0]?.refuse('too_many_drafts')
    await passed(0)
    void keeper.leave()
    portal.calls[1]?.answer()
    await passed(0)
    expect([keeper.read().keeping, keeper.isKept()]).toEqual(['saved', true])
  })
})
