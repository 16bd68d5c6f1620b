import { useProblemText } from '#kit/web/problem-text.ts'
import { dismissFailures, toast } from '#kit/web/ui/toast.ts'
import { useLateAct } from '#kit/web/use-late-act.ts'

const load = () => import('./bag-label.ts')

/** Downloads the label of a case for printing. */
export function useBagLabel(failed: string) {
  const act = useLateAct()
  const sentence = useProblemText()
  return (of: { id: string; code: string }) =>
    void act(load, ({ saveBagLabel }) =>
      saveBagLabel(of).then(dismissFailures, error =>
        toast({ tone: 'late', title: failed, description: sentence(error) }),
      ),
    )
}
