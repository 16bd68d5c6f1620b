import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useAttempt } from '#kit/web/use-attempt.ts'
import { type CaseLink, caseCalls } from '../contract.ts'
import { caseText } from './case-text.ts'

/** Says that these cases have come to the practice. */
export function useReceive(cases: readonly CaseLink[]) {
  const { received: words } = useText(caseText)
  const sentence = useProblemText()
  const changed = useChanged()
  return useAttempt(async () => {
    try {
      // Also after a refusal: the driver may have been quicker.
      const body = { ids: cases.map(({ id }) => id) }
      await call(caseCalls.receive, { body }).finally(() => void changed('orders'))
      toast({ title: words.done(cases.map(({ code }) => code).join(', ')) })
    } catch (error) {
      toast({ title: words.failed, description: sentence(error, words.refusals), tone: 'late' })
      throw error
    }
  })
}
