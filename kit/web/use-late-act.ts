import { kitText } from './kit-text.ts'
import { useText } from './text.tsx'
import { dismissFailures, toast } from './ui/toast.ts'

/**
 * For an action with code of its own: runs once the code is loaded, however early it is pressed. If loading fails, the user is
 * told, and the next press tries again.
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

/** Called when the pointer comes near. A failure is reported on the press. */
export const prepareAct = (load: () => Promise<unknown>) => void load().catch(() => undefined)
