import { Problem } from '#kit/problem.ts'
import { kitText } from '#kit/web/kit-text.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { useTitle } from '#kit/web/title.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { ButtonLink } from '#kit/web/ui/button-link.tsx'
import { FullScreenMessage } from '#kit/web/ui/full-screen-message.tsx'
import { casesText } from './text.ts'

type CaseFailureProps = { error: Error; isTrying: boolean; onRetry: () => void }

/** Replaces a case that this reader may not see, or that failed to load. */
export function CaseFailure({ error, isTrying, onRetry }: CaseFailureProps) {
  const { one } = useText(casesText)
  const kit = useText(kitText)
  const sentence = useProblemText()
  const isMissing = error instanceof Problem && error.status === 404
  const title = isMissing ? one.notFound : one.failed
  useTitle(title)
  return (
    <div role="alert">
      <FullScreenMessage
        inFrame
        icon={isMissing ? 'search' : error instanceof Problem && error.status === 0 ? 'offline' : 'warning'}
        title={title}
        description={isMissing ? one.notFoundAdvice : sentence(error)}
        action={
          <>
            {!isMissing && (
              <Button icon="refresh" variant="primary" pending={isTrying} onClick={onRetry}>
                {kit.error.retry}
              </Button>
            )}
            <ButtonLink to="/cases">{one.backToList}</ButtonLink>
          </>
        }
      />
    </div>
  )
}
