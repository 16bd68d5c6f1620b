import { useQuery } from '@tanstack/react-query'
import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { useFormat } from '#kit/web/format.tsx'
import { useProblemText } from '#kit/web/problem-text.ts'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { Skeleton } from '#kit/web/ui/skeleton.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useAttempt } from '#kit/web/use-attempt.ts'
import { useLateDialog } from '#kit/web/use-late-dialog.tsx'
import { privacyCalls } from '../contract.ts'
import { ExportCard } from './export-card.tsx'
import { ownPrivacyText } from './own-text.ts'
import { ownErasure } from './queries.ts'

const loadErasure = async () => (await import('./erasure-dialog.tsx')).ErasureDialog

/** A practice user's rights concerning their data. */
export function PrivacySection() {
  return (
    <ExportCard>
      <OwnErasure />
    </ExportCard>
  )
}

function OwnErasure() {
  const { erasure: t } = useText(ownPrivacyText)
  const format = useFormat()
  const query = useQuery(ownErasure)
  const dialog = useLateDialog<object>(loadErasure)
  const { data: request } = query
  if (query.error && request === undefined) return <QueryFailure title={t.failed} query={query} />
  if (request === undefined) return <Skeleton width="long" />
  return (
    <div className="stack stack--sm">
      <h3>{t.title}</h3>
      <p className="muted">{t.stays}</p>
      {request?.state === 'refused' && request.decidedAt && (
        <Notice title={t.refused(format.dayTime(request.decidedAt))}>{request.reason}</Notice>
      )}
      {request?.state === 'waiting' ? (
        <Waiting since={request.requestedAt} />
      ) : (
        <div className="row">
          <Button
            onPointerEnter={dialog.prepare}
            onFocus={dialog.prepare}
            onClick={() => dialog.open({})}
            pending={dialog.isComing}
          >
            {t.ask}
          </Button>
        </div>
      )}
      {dialog.dialog}
    </div>
  )
}

function Waiting({ since }: { since: string }) {
  const { erasure: t } = useText(ownPrivacyText)
  const format = useFormat()
  const sentence = useProblemText()
  const changed = useChanged()
  const withdraw = useAttempt(async () => {
    // Also after a refusal: the laboratory may have been quicker.
    await call(privacyCalls.withdrawErasure).finally(() => void changed('account'))
    toast({ title: t.withdrawn })
  })
  return (
    <>
      <Notice>{t.waiting(format.dayTime(since))}</Notice>
      {withdraw.error !== undefined && (
        <Notice tone="late" live title={t.notSent}>
          {sentence(withdraw.error, t.refusals)}
        </Notice>
      )}
      <div className="row">
        <Button onClick={() => void withdraw.run()} pending={withdraw.isPending}>
          {t.withdraw}
        </Button>
      </div>
    </>
  )
}
