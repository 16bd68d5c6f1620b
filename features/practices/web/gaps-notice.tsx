import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import type { PracticePage } from '../contract.ts'
import { seldomText } from './seldom-text.ts'

/** Shows what the practice's invoices will lack, with a button to complete it. */
export function GapsNotice({ gaps, onComplete }: { gaps: PracticePage['gaps']; onComplete: () => void }) {
  const { gaps: t } = useText(seldomText)
  return (
    <Notice tone="warn" title={t.title}>
      <ul>
        {gaps.map(gap => (
          <li key={gap}>{t[gap]}</li>
        ))}
      </ul>
      <p>{t.after}</p>
      <div className="row">
        <Button size="sm" onClick={onComplete}>
          {t.complete}
        </Button>
      </div>
    </Notice>
  )
}
