import { useEffect } from 'react'
import { presence } from '#features/auth/web/presence.ts'
import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { hasLeft, toastPresser } from '#kit/web/late-presses.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { type Toast, toast } from '#kit/web/ui/toast.ts'
import { staffCaseCalls } from '../staff-contract.ts'
import { letStepsLeave, pressStep, type Step, undoStep } from './leaving-steps.ts'
import { staffCasesText } from './staff-text.ts'
import { useRefusals } from './use-refusals.ts'

/** Case steps that can be undone on this screen; leaving it sends them, so other screens show the stored state. */
export function useLeavingSteps(onUndone?: (step: Step) => void) {
  const { steps: words } = useText(staffCasesText)
  const sentence = useProblemText()
  const refusalsOf = useRefusals()
  const changed = useChanged()
  useEffect(() => letStepsLeave, [])

  const notMoved = (code: string, error: unknown): Toast => ({
    tone: 'late',
    title: words.failed(code),
    description: sentence(error, refusalsOf(error)),
  })
  async function send({ row: { id, code, status: from }, status, deliveryDate, isAccepted }: Step, onClosing?: true) {
    const tell = toastPresser(presence)
    const body = { status, from, ...(deliveryDate && { deliveryDate }), ...(isAccepted && { isAccepted }) }
    const options = { params: { id }, body, ...(onClosing && { keepalive: onClosing }) }
    await call(staffCaseCalls.setStatus, options).catch((error: unknown) => tell(notMoved(code, error)))
    // After a refusal too: somebody else has changed what is shown.
    await changed('orders')
  }
  function undo(id: string) {
    const undone = undoStep(id)
    if (!undone) return
    toast({ title: words.undone(undone.row.code) })
    onUndone?.(undone)
  }
  function press(step: Step) {
    const { id, code } = step.row
    const offer = { title: step.title, action: { label: words.undo, run: () => undo(id) } }
    pressStep(step, send, { offer, lost: notMoved(code, hasLeft) })
  }
  return { press, undo }
}
