import { sendBeforeLeaving } from '#kit/web/before-leaving.ts'
import { mayDiscard } from '#kit/web/dirty-forms.ts'
import { isAnyUnsent } from '#kit/web/kept.ts'
import { kitText } from '#kit/web/kit-text.ts'
import { useText } from '#kit/web/text.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { session } from './browser-session.ts'

/** Signs out once pending presses are sent; if the server cannot be reached, says so and retries later. */
export function useSignOut() {
  const { error } = useText(kitText)
  return async () => {
    if (!(await mayDiscard('', { isMoreLost: isAnyUnsent() }))) return
    await sendBeforeLeaving()
    try {
      await session.leave()
    } catch {
      toast({ tone: 'late', title: error.title, description: error.description })
    }
  }
}
