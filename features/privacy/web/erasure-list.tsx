import { useQuery } from '@tanstack/react-query'
import { useFormat } from '#kit/web/format.tsx'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { Pill } from '#kit/web/ui/pill.tsx'
import { Skeleton } from '#kit/web/ui/skeleton.tsx'
import { useLateDialog } from '#kit/web/use-late-dialog.tsx'
import type { Erasure } from '../contract.ts'
import type { DecisionDialogProps } from './decision-dialogs.tsx'
import { erasureList } from './staff-queries.ts'
import { staffPrivacyText } from './staff-text.ts'

const looks = {
  waiting: { tone: 'warn', icon: 'clock' },
  withdrawn: { tone: 'plain', icon: 'close' },
  refused: { tone: 'plain', icon: 'close' },
  carried_out: { tone: 'plain', icon: 'check' },
} as const

const loadDialogs = async () => (await import('./decision-dialogs.tsx')).DecisionDialogs

/** Requests for erasure, with what would stay, and the outcome of earlier ones. */
export function ErasureList() {
  const { erasures: t } = useText(staffPrivacyText)
  const list = useQuery(erasureList)
  const dialog = useLateDialog<DecisionDialogProps>(loadDialogs)
  return (
    <Card title={t.title}>
      {list.error && !list.data ? (
        <QueryFailure title={t.failed} query={list} />
      ) : list.data?.length === 0 ? (
        <p className="muted">{t.none}</p>
      ) : list.data ? (
        <div className="stack">
          {list.data.map(erasure => (
            <Request key={erasure.id} erasure={erasure} dialog={dialog} />
          ))}
        </div>
      ) : (
        <Skeleton width="long" />
      )}
      {dialog.dialog}
    </Card>
  )
}

type RequestProps = {
  erasure: Erasure
  dialog: { prepare: () => void; open: (props: DecisionDialogProps) => void }
}

function Request({ erasure, dialog }: RequestProps) {
  const { erasures: t } = useText(staffPrivacyText)
  const format = useFormat()
  const { person, email, practice, requestedAt, state, stays, isLastManager, reason } = erasure
  const opening = (deciding: DecisionDialogProps['deciding']) => ({
    onPointerEnter: dialog.prepare,
    onFocus: dialog.prepare,
    onClick: () => dialog.open({ erasure, deciding }),
  })
  return (
    <div className="stack stack--sm">
      <p>
        <span className="strong">{person}</span> {state === 'waiting' ? <span className="muted">{email}</span> : null}{' '}
        <Pill {...looks[state]}>{t.state[state]}</Pill>
        <br />
        <span className="muted small">{t.asked(practice, format.dayTime(requestedAt))}</span>
      </p>
      {reason && <p>{reason}</p>}
      {state === 'waiting' && (
        <>
          <p>{t.stays(stays)}</p>
          {isLastManager && <Notice tone="warn">{t.lastManager}</Notice>}
          <div className="row">
            <Button variant="danger" {...opening('carry-out')}>
              {t.carryOut(person)}
            </Button>
            <Button {...opening('refuse')}>{t.refuseTitle(person)}</Button>
          </div>
        </>
      )}
    </div>
  )
}
