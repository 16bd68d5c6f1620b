import { useChanged } from '#features/live/web/use-changed.ts'
import type { Sent } from '#kit/contract.ts'
import { call } from '#kit/web/call.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useAttempt } from '#kit/web/use-attempt.ts'
import { type CaseRow, caseCalls, type HoldAnswer } from '../contract.ts'
import { caseText } from './case-text.ts'

/** Answers what the laboratory waits for. */
export function useHoldAnswer({ id, code }: CaseRow) {
  const { hold: words } = useText(caseText)
  const changed = useChanged()
  const sentence = useProblemText()
  const refresh = () => void changed('orders')
  const failureOf = (error: unknown) => (error === undefined ? undefined : sentence(error, words.refusals))

  function send(body: Sent<typeof caseCalls.answerHold>['body'], key: string = crypto.randomUUID()) {
    // Also after a refusal: somebody else has changed what is shown.
    const answered = call(caseCalls.answerHold, { params: { id }, body, key }).finally(refresh)
    return answered.then(
      () => toast({ title: words.sent(code) }),
      error => {
        toast({ title: words.failed(code), description: failureOf(error), tone: 'late' })
        throw error
      },
    )
  }
  const { run, isPending, error } = useAttempt((answer: HoldAnswer) => send({ answer }))
  return { answer: run, isPending, failure: failureOf(error), send, failureOf }
}
