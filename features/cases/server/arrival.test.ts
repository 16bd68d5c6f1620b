import { expect, it } from 'vitest'
import type { CaseStatus } from '../contract.ts'
import { arrivalOf } from './arrival.ts'

/** Timeline lines of a case, an hour apart; `by` is its practice, else the laboratory. */
const linesOf = (...said: { status: CaseStatus; kind?: 'note'; by?: 'practice'; takesBack?: number }[]) =>
  said.map(({ status, kind, by, takesBack = null }, index) => ({
    status,
    kind: kind ?? ('step' as const),
    at: `2026-03-02T${10 + index}:00:00.000Z`,
    sequence: index + 1,
    takesBack,
    isByPractice: by === 'practice',
  }))
const began = [{ status: 'registered' }, { status: 'shipped' }] as const
const at = (hour: number) => `2026-03-02T${hour}:00:00.000Z`

it('a case has arrived with the step that says so, whatever is noted since', () => {
  const lines = linesOf(...began, { status: 'delivered' }, { status: 'delivered', kind: 'note', by: 'practice' })
  expect(arrivalOf('delivered', lines)).toEqual({ arrivedAt: at(12), receivedAt: null })
})

it('where the practice said it first, it has received it, invoiced or not', () => {
  const lines = linesOf(...began, { status: 'delivered', by: 'practice' }, { status: 'invoiced' })
  expect(arrivalOf('invoiced', lines)).toEqual({ arrivedAt: at(12), receivedAt: at(12) })
})

it('what was taken back has not arrived until it is said again', () => {
  const back = linesOf(...began, { status: 'delivered', by: 'practice' }, { status: 'shipped', takesBack: 3 })
  expect(arrivalOf('shipped', back)).toEqual({ arrivedAt: null, receivedAt: null })
  const again = linesOf(
    ...began,
    { status: 'delivered', by: 'practice' },
    { status: 'shipped', takesBack: 3 },
    { status: 'delivered' },
  )
  expect(arrivalOf('delivered', again)).toEqual({ arrivedAt: at(14), receivedAt: null })
})

it('what nobody has noted has come on no known day', () => {
  expect(arrivalOf('delivered', [])).toEqual({ arrivedAt: null, receivedAt: null })
})
