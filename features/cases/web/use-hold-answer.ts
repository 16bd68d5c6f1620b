import { useChanged } from '#features/live/web/use-changed.ts'
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
  const { run, isPending, error } = useAttempt((answer: HoldAnswer, message?: string) =>
    call(caseCalls.answerHold, { params: { id }, body: { answer, ...(message ? { message } : {}) } })
      .then(
        () => toast({ title: words.sent(code) }),
        error => {
          toast({ title: words.failed(code), description: sentence(error, words.refusals), tone: 'late' })
          throw error
        },
      )
      // Also after a refusal: somebody else has changed what is shown.
      .finally(() => void changed('orders')),
  )
  return { answer: run, isPending, failure: error === undefined ? undefined : sentence(error, words.refusals) }
}
