import { describe, expect, it } from 'vitest'
import type { Case, TimelineLine } from './contract.ts'
import { lastHold } from './last-hold.ts'
import { statusSince, stepsToCome } from './timeline.ts'

const step = (status: TimelineLine['status'], at: string, note?: string): TimelineLine => ({
  status,
  at,
  kind: 'step',
  ...(note && { note }),
})
const noted = (status: TimelineLine['status'], at: string, note: string): TimelineLine => ({
  status,
  at,
  kind: 'note',
  note,
})
const answered = [
  step('in_preparation', '2026-11-16T08:00:00Z'),
  step('on_hold', '2026-11-17T08:00:00Z', 'Quelle teinte ?'),
  noted('on_hold', '2026-11-18T08:00:00Z', 'Le cabinet demande à être appelé.'),
]

describe('the timeline', () => {
  it('leaves the status the day on which it began', () => {
    expect(statusSince(answered)).toBe('2026-11-17T08:00:00Z')
    expect(statusSince([])).toBeUndefined()
  })

  it('begins anew with each status, the same one later on included', () => {
    const again = [
      ...answered,
      step('in_production', '2026-11-19T08:00:00Z', 'Merci'),
      step('on_hold', '2026-11-20T08:00:00Z'),
    ]
    expect(statusSince(again)).toBe('2026-11-20T08:00:00Z')
  })
})

describe('what was asked and answered', () => {
  const resumed = [...answered, step('in_preparation', '2026-11-18T09:00:00Z')]

  it('is told until the case is a step further', () => {
    expect(lastHold(resumed)).toEqual({ question: 'Quelle teinte ?', notes: [answered[2]] })
    const moved = [...resumed, noted('in_preparation', '2026-11-18T09:30:00Z', 'Livraison le 24')]
    expect(lastHold(moved)?.notes).toEqual([answered[2]])
    expect(lastHold([...resumed, step('in_production', '2026-11-19T08:00:00Z')])).toBeUndefined()
    expect(lastHold(answered)).toBeUndefined()
    expect(lastHold([])).toBeUndefined()
  })
})

describe('what is still to come', () => {
  const today = '2026-11-22'
  const toComeOf = (status: Case['status'], deliveryDate: string | null = '2026-11-24') =>
    stepsToCome({ status, deliveryDate, expected: [{ status: 'shipped', on: '2026-11-23' }] }, '2026-11-25', today)

  it('is each step after the one where the case stands, with the days that are known', () => {
    expect(toComeOf('registered')).toEqual([
      { status: 'in_preparation', on: null },
      { status: 'in_production', on: null },
      { status: 'shipped', on: '2026-11-23' },
      { status: 'delivered', on: '2026-11-24' },
      { status: 'appointment', on: '2026-11-25' },
    ])
    expect(toComeOf('shipped')).toEqual([
      { status: 'delivered', on: '2026-11-24' },
      { status: 'appointment', on: '2026-11-25' },
    ])
  })

  it('has the patient before a delivery that comes too late', () => {
    expect(stepsToCome({ status: 'shipped', deliveryDate: '2026-11-26', expected: [] }, '2026-11-25', today)).toEqual([
      { status: 'appointment', on: '2026-11-25' },
      { status: 'delivered', on: '2026-11-26' },
    ])
    const leaving = { status: 'shipped', on: '2026-11-25' } as const
    expect(
      stepsToCome({ status: 'in_production', deliveryDate: '2026-11-26', expected: [leaving] }, '2026-11-24', today),
    ).toEqual([{ status: 'appointment', on: '2026-11-24' }, leaving, { status: 'delivered', on: '2026-11-26' }])
  })

  it('names no day that has gone by', () => {
    expect(stepsToCome({ status: 'shipped', deliveryDate: '2026-11-20', expected: [] }, '2026-11-21', today)).toEqual([
      { status: 'delivered', on: null },
    ])
  })

  it('names no delivery that cannot be kept with the pickup of its impression', () => {
    const lost = { status: 'shipped', deliveryDate: '2026-11-24', isDayLost: true } as const
    expect(stepsToCome({ ...lost, expected: [] }, null, today)).toEqual([{ status: 'delivered', on: null }])
  })

  it.each(['on_hold', 'unknown', 'delivered', 'invoiced', 'cancelled'] as const)('is nothing while %s', status => {
    expect(toComeOf(status)).toEqual([])
  })
})
