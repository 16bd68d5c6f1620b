import { kitText } from './kit-text.ts'
import { useProblemText } from './problem-text.ts'
import { useText } from './text.tsx'
import { Button } from './ui/button.tsx'
import { Notice } from './ui/notice.tsx'

type OutdatedNoticeProps = { words: string; error: Error; onRetry: () => void }

/** Tells that the data shown could not be refreshed. */
export function OutdatedNotice({ words, error, onRetry }: OutdatedNoticeProps) {
  const { error: kit } = useText(kitText)
  const sentence = useProblemText()
  return (
    <Notice tone="warn" title={words} live>
      <div className="row">
        {sentence(error)}
        <Button size="sm" icon="refresh" onClick={onRetry}>
          {kit.retry}
        </Button>
      </div>
    </Notice>
  )
}
