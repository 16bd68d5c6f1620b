import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { latePresses } from '#kit/web/late-presses.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { dismissToast, toast, toastStore } from '#kit/web/ui/toast.ts'
import { useAttempt } from '#kit/web/use-attempt.ts'
import { type CaseLink, caseCalls } from '../contract.ts'
import { caseText } from './case-text.ts'

/** By the cases that have come together. */
const leavingReceipts = latePresses<true>()

/** Says that these cases have come to the practice; it can be undone until it leaves. */
export function useReceive(cases: readonly CaseLink[]) {
  const { received: words } = useText(caseText)
  const sentence = useProblemText()
  const changed = useChanged()
  const ids = cases.map(({ id }) => id)
  const place = ids.join()
  const codes = cases.map(({ code }) => code).join(', ')
  const title = words.leaving(codes)

  function send(onClosing?: true) {
    // Also after a refusal: the driver may have been quicker.
    const options = { body: { ids }, ...(onClosing && { keepalive: onClosing }) }
    const received = call(caseCalls.receive, options).finally(() => void changed('orders'))
    return received.then(
      () => toast({ title: words.done(codes) }),
      error => {
        toast({ title: words.failed, description: sentence(error, words.refusals), tone: 'late' })
        throw error
      },
    )
  }
  const { run, isPending } = useAttempt(send)
  /** What it offered to undo has left, or has been undone. */
  function dismiss() {
    for (const shown of toastStore.read()) if (shown.title === title) dismissToast(shown.id)
  }
  function undo() {
    if (!leavingReceipts.undo(place)) return
    dismiss()
    toast({ title: words.undone })
  }
  function press() {
    leavingReceipts.press(place, true, onClosing => {
      dismiss()
      void run(onClosing)
    })
    toast({ title, action: { label: words.undo, run: undo } })
  }
  return { press, undo, isLeaving: leavingReceipts.useLeaving(place) === true, isPending }
}
