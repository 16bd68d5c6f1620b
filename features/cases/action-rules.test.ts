import { expect, it } from 'vitest'
import { CaseStatus } from './contract.ts'
import { canAnswerHold, canAskRemake, canCancel, canReportProblem, needsMessage } from './rules.ts'

const statusesWhere = (isAllowed: (status: CaseStatus) => boolean) => CaseStatus.options.filter(isAllowed)

it('a case is taken back only while it is registered', () => {
  expect(statusesWhere(status => canCancel({ status }))).toEqual(['registered'])
})

it('a question is answered once, while it is asked', () => {
  const asked = { reason: 'other' as const }
  expect(statusesWhere(status => canAnswerHold({ status, hold: asked }))).toEqual(['on_hold'])
  expect(canAnswerHold({ status: 'on_hold', hold: { ...asked, answer: 'go_ahead' } })).toBe(false)
  expect(canAnswerHold({ status: 'registered', hold: null })).toBe(false)
  expect(['parts_sent', 'go_ahead', 'in_writing'].map(answer => needsMessage(answer as 'go_ahead'))).toEqual([
    false,
    false,
    true,
  ])
})

it('a problem is reported of any case but a cancelled one', () => {
  expect(statusesWhere(status => !canReportProblem({ status }))).toEqual(['cancelled'])
})

it('a remake is asked for once, of work that has left the laboratory', () => {
  expect(statusesWhere(status => canAskRemake({ status, remake: null }))).toEqual(['shipped', 'delivered', 'invoiced'])
  expect(canAskRemake({ status: 'delivered', remake: { id: 'x', code: 'T-1' } })).toBe(false)
})
