import { useChanged } from '#features/live/web/use-changed.ts'
import { Problem } from '#kit/problem.ts'
import { call } from '#kit/web/call.ts'
import { useFormat } from '#kit/web/format.tsx'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useAttempt } from '#kit/web/use-attempt.ts'
import { isSame } from '../change-rules.ts'
import { staffAccountCalls, type WaitingChange } from '../contract.ts'
import { Differences } from './differences.tsx'
import { accountPageText } from './page-text.ts'
import { staffAccountText } from './staff-text.ts'
import { useValueWords } from './use-value-words.ts'

type WaitingChangeCardProps = { change: WaitingChange; onPrepare: () => void; onRefuse: () => void }

/** One request, and the decision. */
export function WaitingChangeCard({ change, onPrepare, onRefuse }: WaitingChangeCardProps) {
  const t = useText(staffAccountText)
  const words = useText(accountPageText)
  const { words: valueWords } = useValueWords(words.none)
  const format = useFormat()
  const sentence = useProblemText()
  const changed = useChanged()
  const { id, version, practice, part, requestedBy, requestedAt, fields } = change
  const apply = useAttempt(() =>
    call(staffAccountCalls.apply, { params: { id }, body: { version } })
      .then(
        () => toast({ title: t.applied(practice), description: t.told }),
        error => {
          // The card goes with the request: this has to be said elsewhere.
          if (error instanceof Problem && error.code === 'change_decided')
            toast({ tone: 'late', title: t.notDecided, description: t.refusals.change_decided })
          throw error
        },
      )
      .finally(() => changed('account')),
  )
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
        {apply.error !== undefined && (
          <Notice tone="late" live title={t.notDecided}>
            {sentence(apply.error, t.refusals)}
          </Notice>
        )}
        <div className="row">
          <Button
            variant="primary"
            icon="check"
            aria-label={t.apply(practice)}
            pending={apply.isPending}
            onClick={() => void apply.run()}
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
