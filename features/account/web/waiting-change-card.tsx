import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { isSame } from '../change-rules.ts'
import type { WaitingChange } from '../contract.ts'
import { Differences } from './differences.tsx'
import { accountPageText } from './page-text.ts'
import { staffAccountText } from './staff-text.ts'
import { useValueWords } from './use-value-words.ts'

type WaitingChangeCardProps = {
  change: WaitingChange
  onPrepare: () => void
  onApply: () => void
  onRefuse: () => void
}

/** One request with its decision buttons. */
export function WaitingChangeCard({ change, onPrepare, onApply, onRefuse }: WaitingChangeCardProps) {
  const t = useText(staffAccountText)
  const words = useText(accountPageText)
  const { words: valueWords } = useValueWords(words.none)
  const format = useFormat()
  const { practice, part, requestedBy, requestedAt, fields } = change
  const hasMoved = fields.some(({ before, now }) => !isSame(before, now))
  return (
    <Card title={practice}>
      <div className="stack stack--sm">
        <p>
          <span className="strong">{words.parts[part]}</span>{' '}
          <span className="muted small">{t.asked(requestedBy, format.dayTime(requestedAt))}</span>
        </p>
        {hasMoved && <Notice tone="warn">{t.movedNotice}</Notice>}
        <Differences
          rows={fields}
          text={words.changes}
          fields={words.fields}
          none={words.none}
          beside={({ before, now }) => (isSame(before, now) ? undefined : t.moved(valueWords(now)))}
        />
        <div className="row">
          <Button
            variant="primary"
            icon="check"
            aria-label={t.apply(practice)}
            onPointerEnter={onPrepare}
            onFocus={onPrepare}
            onClick={onApply}
          >
            {t.applyShort}
          </Button>
          <Button aria-label={t.refuse(practice)} onPointerEnter={onPrepare} onFocus={onPrepare} onClick={onRefuse}>
            {t.refuseShort}
          </Button>
        </div>
      </div>
    </Card>
  )
}
