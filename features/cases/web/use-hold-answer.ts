import { presence } from '#features/auth/web/use-presence.ts'
import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { hasLeft, toastPresser } from '#kit/web/late-presses.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { dismissToast, toast, toastStore } from '#kit/web/ui/toast.ts'
import { useAttempt } from '#kit/web/use-attempt.ts'
import { type CaseRow, caseCalls } from '../contract.ts'
import { caseText } from './case-text.ts'
import { leavingAnswers, type SentAnswer } from './leaving-answers.ts'

/** Answers what the laboratory waits for. */
export function useHoldAnswer({ id, code }: CaseRow) {
  const { hold: words } = useText(caseText)
  const changed = useChanged()
  const sentence = useProblemText()
  const refresh = () => void changed('orders')
  const failureOf = (error: unknown) => (error === undefined ? undefined : sentence(error, words.refusals))

  function send(body: SentAnswer, key: string = crypto.randomUUID(), onClosing?: true) {
    const tell = toastPresser(presence)
    // Also after a refusal: somebody else has changed what is shown.
    const options = { params: { id }, body, key, ...(onClosing && { keepalive: onClosing }) }
    const answered = call(caseCalls.answerHold, options).finally(refresh)
    return answered.then(
      () => tell({ title: words.sent(code) }),
      error => {
        tell({ title: words.failed(code), description: failureOf(error), tone: 'late' })
        throw error
      },
    )
  }
  const { run, isPending, error } = useAttempt(send)
  /** What it offered to undo has left, or has been undone. */
  function dismiss(body: SentAnswer) {
    const title = words.leaving(words.answers[body.answer])
    for (const shown of toastStore.read()) if (shown.title === title) dismissToast(shown.id)
  }
  function undo() {
    const undone = leavingAnswers.undo(id)
    if (!undone) return
    dismiss(undone)
    toast({ title: words.undone })
  }
  /** A press: it can be undone until it leaves. */
  function press(body: SentAnswer) {
    const lost = { title: words.failed(code), description: failureOf(hasLeft), tone: 'late' } as const
    const sending = (onClosing?: true) => {
      dismiss(body)
      return run(body, crypto.randomUUID(), onClosing)
    }
    leavingAnswers.press(id, body, sending, lost)
    toast({ title: words.leaving(words.answers[body.answer]), action: { label: words.undo, run: undo } })
  }
  return { press, undo, leaving: leavingAnswers.useLeaving(id), isPending, failure: failureOf(error), send, failureOf }
}
