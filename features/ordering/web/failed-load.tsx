import { Problem } from '#kit/problem.ts'
import { kitText } from '#kit/web/kit-text.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { useTitle } from '#kit/web/title.ts'
import { Card } from '#kit/web/ui/card.tsx'
import { ErrorState } from '#kit/web/ui/error-state.tsx'
import { PageHead } from '#kit/web/ui/page-head.tsx'
import { DraftGone } from './draft-gone.tsx'
import { orderingText } from './text.ts'
import { UnreadableDraft } from './unreadable-draft.tsx'

type Props = { error: Error; draftId: string | undefined; onStartAgain: () => void; onRetry: () => void }

/** The form could not be loaded: why, and what to do. */
export function FailedLoad({ error, draftId, onStartAgain, onRetry }: Props) {
  const t = useText(orderingText)
  const kit = useText(kitText)
  const sentence = useProblemText()
  // A draft written by a newer release must not block ordering.
  const isUnreadable = error instanceof Problem && error.code === 'draft_too_new'
  const isGone = draftId !== undefined && error instanceof Problem && error.status === 404
  useTitle(t.title, true)
  if (isGone) return <DraftGone onStartAgain={onStartAgain} />
  return (
    <>
      <PageHead title={t.title} />
      <Card flush>
        <ErrorState
          icon={error instanceof Problem && error.status === 0 ? 'offline' : 'warning'}
          title={t.load.failed}
          description={sentence(error, t.problems)}
          retryLabel={kit.error.retry}
          onRetry={onRetry}
        />
        {isUnreadable && draftId && <UnreadableDraft id={draftId} onDone={onStartAgain} />}
      </Card>
    </>
  )
}
