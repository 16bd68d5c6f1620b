import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { ButtonLink } from '#kit/web/ui/button-link.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { EmptyState } from '#kit/web/ui/empty-state.tsx'
import { reviewText } from './review-text.ts'
import { orderingText } from './text.ts'

export function DraftGone({ onStartAgain }: { onStartAgain: () => void }) {
  const { title } = useText(orderingText)
  const { draft: t } = useText(reviewText)
  return (
    <Card flush>
      <EmptyState
        icon="document"
        title={t.gone}
        isWhole
        description={t.endedAdvice}
        action={
          <>
            <Button variant="primary" onClick={onStartAgain}>
              {title}
            </Button>
            <ButtonLink to="/cases">{t.seeCases}</ButtonLink>
          </>
        }
      />
    </Card>
  )
}
