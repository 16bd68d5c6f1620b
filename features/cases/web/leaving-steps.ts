import { useSyncExternalStore } from 'react'
import { presence } from '#features/auth/web/presence.ts'
import type { Day } from '#kit/day.ts'
import { latePresses } from '#kit/web/late-presses.ts'
import type { Toast } from '#kit/web/ui/toast.ts'
import type { CaseStatus } from '../contract.ts'
import type { StaffCaseRow } from '../staff-contract.ts'

/** A case on its way to a status; `title` says so where it can be undone. */
export type Step = { row: StaffCaseRow; status: CaseStatus; deliveryDate?: Day; title: string }
/** What is shown as long as it can be undone, and what is told where it cannot leave any more. */
type Told = { offer: Toast; lost: Toast }
type Send = (step: Step, onClosing?: true) => Promise<unknown>

const waiting = latePresses<Step>(presence)
/** How to send what waits: nothing is sent before what was pressed before it. */
let letGo: (() => void) | undefined

/** On their way, or there and not yet read again. */
let onTheWay: readonly Step[] = []
const listeners = new Set<() => void>()
function setOnTheWay(steps: readonly Step[]) {
  onTheWay = steps
  for (const listener of listeners) listener()
}
const readOnTheWay = () => onTheWay
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

async function follow(step: Step, send: Send, onClosing?: true) {
  letGo = undefined
  setOnTheWay([...onTheWay, step])
  await send(step, onClosing).catch(() => undefined)
  setOnTheWay(onTheWay.filter(one => one !== step))
}

/** What waits leaves at once: what comes next builds on it. */
export function letStepsLeave() {
  letGo?.()
}

/** It leaves in ten seconds, or before the next one is pressed, or its reader looks at something else. */
export function pressStep(step: Step, send: Send, told: Told) {
  letStepsLeave()
  waiting.press(step.row.id, step, onClosing => follow(step, send, onClosing), told)
  letGo = () => {
    // Gone with the session of whoever pressed.
    if (waiting.undo(step.row.id)) void follow(step, send)
  }
}

/** What was undone. */
export const undoStep = (id: string): Step | undefined => waiting.undo(id)

/** What can still be undone. */
export const useWaitingStep = (): Step | undefined => waiting.useAll().at(-1)

/** All that the laboratory has not been told yet, or the screen has not read again. */
export function useSteps(): readonly Step[] {
  const sent = useSyncExternalStore(subscribe, readOnTheWay, readOnTheWay)
  return [...sent, ...waiting.useAll()]
}

/** Where a case is with its steps, the last one last. */
export const takenTo = (steps: readonly Step[], { id }: { id: string }): CaseStatus | undefined =>
  steps.findLast(({ row }) => row.id === id)?.status

type Column = { status: CaseStatus; cases: readonly StaffCaseRow[]; total: number }

/** A column of the board with the steps that the laboratory does not know yet: what comes in stands on top. */
export function withSteps({ status, cases, total }: Column, steps: readonly Step[]): Omit<Column, 'status'> {
  const staying = cases.filter(row => (takenTo(steps, row) ?? status) === status)
  const coming = steps.filter(
    (step, index) =>
      step.status === status &&
      !steps.some(({ row }, at) => at > index && row.id === step.row.id) &&
      !cases.some(({ id }) => id === step.row.id),
  )
  return {
    cases: [...coming.map(({ row }) => ({ ...row, status, heldFrom: null })), ...staying],
    total: total + coming.length - (cases.length - staying.length),
  }
}
