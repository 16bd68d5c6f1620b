import { useSyncExternalStore } from 'react'
import { presence } from '#features/auth/web/presence.ts'
import type { Day } from '#kit/day.ts'
import { latePresses } from '#kit/web/late-presses.ts'
import type { Toast } from '#kit/web/ui/toast.ts'
import type { CaseStatus } from '../contract.ts'
import type { StaffCaseRow } from '../staff-contract.ts'

/** A case's step to a status; `title` announces it while it can be undone. */
export type Step = {
  row: StaffCaseRow
  status: CaseStatus
  deliveryDate?: Day
  /** Accepted while its impression is still to come. */
  isAccepted?: true
  title: string
}
/** Toasts: `offer` while it can be undone, `lost` when it can no longer be sent. */
type Told = { offer: Toast; lost: Toast }
type Send = (step: Step, onClosing?: true) => Promise<unknown>

const waiting = latePresses<Step>(presence)
/** Sends the pending step: steps are sent in the order in which they were pressed. */
let letGo: (() => void) | undefined

/** In flight, or sent but not read back. */
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

/** Sends the pending step at once, because the next action builds on it. */
export function letStepsLeave() {
  letGo?.()
}

/** Sent after ten seconds, before the next step is pressed, or when the reader leaves the screen. */
export function pressStep(step: Step, send: Send, told: Told) {
  letStepsLeave()
  waiting.press(step.row.id, step, onClosing => follow(step, send, onClosing), told)
  letGo = () => {
    // Undefined when the session of the user who pressed has ended.
    if (waiting.undo(step.row.id)) void follow(step, send)
  }
}

/** Returns the undone step. */
export const undoStep = (id: string): Step | undefined => waiting.undo(id)

/** The step that can still be undone. */
export const useWaitingStep = (): Step | undefined => waiting.useAll().at(-1)

/** All steps not sent yet, or not read back. */
export function useSteps(): readonly Step[] {
  const sent = useSyncExternalStore(subscribe, readOnTheWay, readOnTheWay)
  return [...sent, ...waiting.useAll()]
}

/** The case's status after its steps. */
export const takenTo = (steps: readonly Step[], { id }: { id: string }): CaseStatus | undefined =>
  steps.findLast(({ row }) => row.id === id)?.status

type Column = { status: CaseStatus; cases: readonly StaffCaseRow[]; total: number }

/** A board column including steps not read back yet; incoming cases come first. */
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
