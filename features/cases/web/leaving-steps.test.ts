import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CaseStatus } from '../contract.ts'
import type { StaffCaseRow } from '../staff-contract.ts'

vi.stubGlobal('addEventListener', () => undefined)
vi.stubGlobal('document', { documentElement: {} })
const { letStepsLeave, pressStep, takenTo, undoStep, withSteps } = await import('./leaving-steps.ts')

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const caseOf = (id: string, status: CaseStatus) => ({ id, code: id, status, heldFrom: null }) as StaffCaseRow
const stepOf = (id: string, from: CaseStatus, status: CaseStatus) => ({ row: caseOf(id, from), status, title: id })

const told = { offer: { title: 'offered' }, lost: { title: 'lost' } }

/** Records what has been sent. */
function outbox() {
  const sent: string[] = []
  const send = async ({ row, status }: ReturnType<typeof stepOf>) => void sent.push(`${row.id} to ${status}`)
  return { sent, send }
}

test('a step leaves after ten seconds, and not at all once it is undone', async () => {
  const { sent, send } = outbox()
  pressStep(stepOf('T-1', 'registered', 'in_preparation'), send, told)
  await vi.advanceTimersByTimeAsync(9_900)
  expect(sent).toEqual([])
  expect(undoStep('T-1')?.row.id).toBe('T-1')
  await vi.advanceTimersByTimeAsync(60_000)
  letStepsLeave()
  expect(sent).toEqual([])
  pressStep(stepOf('T-1', 'registered', 'in_preparation'), send, told)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(sent).toEqual(['T-1 to in_preparation'])
  expect(undoStep('T-1')).toBeUndefined()
})

test('the next press lets the one before leave, once', async () => {
  const { sent, send } = outbox()
  pressStep(stepOf('T-1', 'registered', 'in_preparation'), send, told)
  pressStep(stepOf('T-2', 'registered', 'in_preparation'), send, told)
  expect(sent).toEqual(['T-1 to in_preparation'])
  expect(undoStep('T-1')).toBeUndefined()
  letStepsLeave()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent).toEqual(['T-1 to in_preparation', 'T-2 to in_preparation'])
})

test('a case stands where its last step takes it, and is counted there', () => {
  const cases = [caseOf('T-1', 'in_preparation'), caseOf('T-2', 'in_preparation')]
  const steps = [stepOf('T-1', 'in_preparation', 'in_production')]
  const idsIn = (status: CaseStatus, steps: Parameters<typeof withSteps>[1], read = cases) => {
    const { cases: shown, total } = withSteps({ status, cases: read, total: 30 }, steps)
    return [shown.map(({ id, status }) => `${id} ${status}`), total]
  }
  expect(idsIn('in_preparation', steps)).toEqual([['T-2 in_preparation'], 29])
  expect(idsIn('in_production', steps, [])).toEqual([['T-1 in_production'], 31])
  // Read back before it is forgotten here.
  expect(idsIn('in_production', steps, [caseOf('T-1', 'in_production')])).toEqual([['T-1 in_production'], 30])
  const further = [...steps, stepOf('T-1', 'in_production', 'shipped')]
  expect(idsIn('in_production', further, [])).toEqual([[], 30])
  expect(idsIn('shipped', further, [])).toEqual([['T-1 shipped'], 31])
  expect(takenTo(further, caseOf('T-2', 'in_preparation'))).toBeUndefined()
})
