import { kitText } from '#kit/web/kit-text.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { ErrorState } from '#kit/web/ui/error-state.tsx'
import { orderingText } from './text.ts'

/** One of the lists to start from could not be loaded. */
export function LoadFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useText(orderingText).start
  const kit = useText(kitText)
  const sentence = useProblemText()
  return <ErrorState title={t.failed} description={sentence(error)} retryLabel={kit.error.retry} onRetry={onRetry} />
}
