import { useState } from 'react'
import { presence } from '#features/auth/web/presence.ts'
import { useChanged } from '#features/live/web/use-changed.ts'
import { orderingCalls } from '#features/ordering/contract.ts'
import { call } from '#kit/web/call.ts'
import { useFormat } from '#kit/web/format.tsx'
import { hasLeft, latePresses, toastPresser } from '#kit/web/late-presses.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import type { CaseLink } from '../contract.ts'
import { caseText } from './case-text.ts'

/** New appointments not sent yet, by case. */
const leavingMoves = latePresses<string>(presence)

/** Moves a case's appointment; undoable until sent. */
export function useMoveAppointment({ id, code }: CaseLink) {
  const { move: words } = useText(caseText)
  const format = useFormat()
  const sentence = useProblemText()
  const changed = useChanged()
  /** In flight, or sent but not read back. */
  const [sent, setSent] = useState<string>()

  async function send(appointmentDate: string, onClosing?: true) {
    setSent(appointmentDate)
    const tell = toastPresser(presence)
    const options = { params: { id }, body: { appointmentDate }, ...(onClosing && { keepalive: onClosing }) }
    await call(orderingCalls.change, options).then(
      () => tell({ title: words.done(code, format.dayTime(appointmentDate)) }),
      error => tell({ title: words.failed(code), description: sentence(error, words.refusals), tone: 'late' }),
    )
    // After a refusal too: somebody else has changed what is shown.
    await changed('orders')
    setSent(undefined)
  }
  function undo() {
    if (leavingMoves.undo(id)) toast({ title: words.undone })
  }
  function press(to: string) {
    leavingMoves.press(id, to, onClosing => send(to, onClosing), {
      offer: { title: words.leaving(code, format.dayTime(to)), action: { label: words.undo, run: undo } },
      lost: { title: words.failed(code), description: sentence(hasLeft), tone: 'late' },
    })
  }
  const leaving = leavingMoves.useLeaving(id)
  return { press, undo, isLeaving: leaving !== undefined, to: leaving ?? sent }
}
