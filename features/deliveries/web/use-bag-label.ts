import { useProblemText } from '#kit/web/problem-text.ts'
import { dismissFailures, toast } from '#kit/web/ui/toast.ts'
import { useLateAct } from '#kit/web/use-late-act.ts'

const load = () => import('./bag-label.ts')

/** Gives the label of a case to print. */
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
