import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { reviewText } from './review-text.ts'
import type { Started } from './starts.ts'

/** Says where the form's content comes from, with an undo. */
export function StartedNotice({ started: { from, leftOut }, onUndo }: { started: Started; onUndo: () => void }) {
  const t = useText(reviewText).start
  return (
    <Notice live tone={leftOut.length > 0 ? 'warn' : 'info'} icon="document">
      <div className="row">
        <span>
          {'code' in from ? t.fromCase(from.code) : t.fromTemplate(from.template)}
          {leftOut.length > 0 && ` ${t.leftOut(leftOut.join(', '))}`}
        </span>
        <Button size="sm" onClick={onUndo}>
          {t.undo}
        </Button>
      </div>
    </Notice>
  )
}
