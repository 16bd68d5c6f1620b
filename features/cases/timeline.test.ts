import { describe, expect, it } from 'vitest'
import type { Case } from './contract.ts'
import { statusSince, stepsOf } from './timeline.ts'

const answered: Case['timeline'] = [
  { status: 'in_preparation', at: '2026-11-16T08:00:00Z' },
  { status: 'on_hold', at: '2026-11-17T08:00:00Z', note: 'Quelle teinte ?' },
  { status: 'on_hold', at: '2026-11-18T08:00:00Z', note: 'Le cabinet demande à être appelé.' },
]

describe('the timeline', () => {
  it('tells an answer as a note to the hold, not as a second one', () => {
    expect(stepsOf(answered).map(({ isNote }) => isNote)).toEqual([false, false, true])
  })

  it('leaves the status the day on which it began', () => {
    expect(statusSince(answered)).toBe('2026-11-17T08:00:00Z')
    expect(statusSince([])).toBeUndefined()
  })

  it('begins anew with each status, the same one later on included', () => {
    const again: Case['timeline'] = [
      ...answered,
      { status: 'in_production', at: '2026-11-19T08:00:00Z', note: 'Merci' },
      { status: 'on_hold', at: '2026-11-20T08:00:00Z' },
    ]
    expect(stepsOf(again).map(({ isNote }) => isNote)).toEqual([false, false, true, false, false])
    expect(statusSince(again)).toBe('2026-11-20T08:00:00Z')
  })
})
