import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { ButtonLink } from '#kit/web/ui/button-link.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import type { DraftState } from './draft-keeper.ts'
import { reviewText } from './review-text.ts'
import { orderingText } from './text.ts'

/** Warns that the content is only on this page: the server is unreachable, or the limit of drafts is reached. */
export function FailedNotice({
  state,
  onRetry,
  retryLabel,
}: {
  state: DraftState
  onRetry: () => void
  retryLabel: string
}) {
  const { failed } = useText(orderingText).draft
  const t = useText(reviewText).draft
  if (state.keeping !== 'failed' && state.keeping !== 'too_many') return null
  const isFull = state.keeping === 'too_many'
  return (
    <Notice tone="warn" icon={isFull ? 'document' : 'offline'} live title={failed}>
      <div className="row">
        <span>{isFull ? t.tooManyAdvice : t.failedAdvice}</span>
        {isFull && (
          <ButtonLink size="sm" to="/cases/drafts" target="_blank">
            {t.seeAll}
          </ButtonLink>
        )}
        <Button size="sm" onClick={onRetry}>
          {retryLabel}
        </Button>
      </div>
    </Notice>
  )
}
