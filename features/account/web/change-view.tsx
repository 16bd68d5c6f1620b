import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import type { IconName } from '#kit/web/ui/icon.tsx'
import { Pill, type Tone } from '#kit/web/ui/pill.tsx'
import type { AccountChange } from '../contract.ts'
import { Differences } from './differences.tsx'
import { accountPageText } from './page-text.ts'

const looks: Record<AccountChange['state'], { tone: Tone; icon: IconName }> = {
  pending: { tone: 'warn', icon: 'clock' },
  applied: { tone: 'ok', icon: 'check' },
  refused: { tone: 'late', icon: 'close' },
  withdrawn: { tone: 'plain', icon: 'close' },
}

type ChangeViewProps = { change: AccountChange; onPrepare: () => void; onWithdraw: () => void }

/** Who has requested what, its state, and the laboratory's answer. */
export function ChangeView({ change, onPrepare, onWithdraw }: ChangeViewProps) {
  const words = useText(accountPageText)
  const t = words.changes
  const format = useFormat()
  const { state, isOwn, mayWithdraw, withdrawnBy, requestedAt, requestedBy, decidedAt, reason, fields } = change
  const asked = format.dayTime(requestedAt)
  return (
    <div className="account__change">
      <div className="row">
        <Pill {...looks[state]}>{t.states[state]}</Pill>
        <span className="muted small">
          {isOwn ? t.askedByYou(asked) : t.askedBy(requestedBy, asked)}{' '}
          {decidedAt &&
            (withdrawnBy
              ? t.withdrawnBy(withdrawnBy, format.dayTime(decidedAt))
              : t.decided(format.dayTime(decidedAt)))}
        </span>
      </div>
      {reason && (
        <p className="account__detail">
          <span className="muted">{t.reason}</span> {reason}
        </p>
      )}
      <Differences rows={fields} text={t} fields={words.fields} none={words.none} />
      {mayWithdraw && (
        <div>
          <Button
            size="sm"
            icon="close"
            aria-label={words.withdrawal.actOn(words.parts[change.part])}
            onPointerEnter={onPrepare}
            onFocus={onPrepare}
            onClick={onWithdraw}
          >
            {words.withdrawal.act}
          </Button>
        </div>
      )}
    </div>
  )
}
