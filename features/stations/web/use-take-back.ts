import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { stationCalls } from '../contract.ts'
import { stationsText } from './text.ts'

/** Takes back a mistaken scan and restores the state before it. */
export function useTakeBack() {
  const { takeBack: t } = useText(stationsText)
  const sentence = useProblemText()
  const changed = useChanged()
  return async ({ code, checkInId }: { code: string; checkInId: string }) => {
    const words = await call(stationCalls.takeBack, { params: { id: checkInId } }).then(
      () => ({ tone: 'ok' as const, title: t.done(code) }),
      (error: unknown) => ({
        tone: 'late' as const,
        title: t.failed,
        description: sentence(error, { check_in_over: t.over }),
      }),
    )
    void changed('stations')
    toast(words)
  }
}
