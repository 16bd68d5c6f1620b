import { kitText } from './kit-text.ts'
import { useText } from './text.tsx'
import { dismissFailures, toast } from './ui/toast.ts'

/**
 * For an act that needs code of its own: done when the code is there, however early somebody presses. Where it cannot be
 * had, whoever pressed is told so, and the next press asks again.
 */
export function useLateAct() {
  const { title, description } = useText(kitText).error
  return <Code>(load: () => Promise<Code>, work: (code: Code) => void) =>
    load().then(
      code => {
        dismissFailures()
        work(code)
      },
      () => toast({ tone: 'late', title, description }),
    )
}

/** A hand is near. When it fails, whoever presses is told. */
export const prepareAct = (load: () => Promise<unknown>) => void load().catch(() => undefined)
