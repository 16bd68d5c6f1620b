import { useState } from 'react'
import { useChanged } from '#features/live/web/use-changed.ts'
import { Problem } from '#kit/problem.ts'
import { call } from '#kit/web/call.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { ConfirmDialog } from '#kit/web/ui/confirm-dialog.tsx'
import { DescriptionList } from '#kit/web/ui/description-list.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { useAttempt } from '#kit/web/use-attempt.ts'
import { staffAccountCalls, type WaitingChange } from '../contract.ts'
import { MovedDeliveries } from './moved-deliveries.tsx'
import { accountPageText } from './page-text.ts'
import { staffAccountText } from './staff-text.ts'
import { useValueWords } from './use-value-words.ts'

type ApplyDialogProps = { change: WaitingChange; onDecided: () => void; onClose: () => void }

/** Cannot be undone, so it repeats whose request it is and what will change. */
export function ApplyDialog({ change, onDecided, onClose }: ApplyDialogProps) {
  const t = useText(staffAccountText)
  const words = useText(accountPageText)
  const { words: valueWords } = useValueWords(words.none)
  const sentence = useProblemText()
  const changed = useChanged()
  // The shown state changes only after a refusal that says so.
  const [seen, see] = useState(change)
  const [said, say] = useState<unknown>()
  const { id, version, practice, practiceId, fields } = seen
  const days = fields.find(({ field }) => field === 'deliveryDays')?.after as number[] | null | undefined
  const { run, isPending, error } = useAttempt(async () => {
    // Also after a refusal: the list then shows the new state.
    await call(staffAccountCalls.apply, { params: { id }, body: { version } }).finally(
      () => void changed('account', 'closures', 'orders'),
    )
    onDecided()
    onClose()
  })
  const isNewlyRefused = error instanceof Problem && error.status === 409 && error !== said
  if (isNewlyRefused && !isPending && change.version !== version) {
    see(change)
    say(error)
  }
  return (
    <ConfirmDialog
      open
      tone="primary"
      title={t.applying.title(practice)}
      description={t.applying.description}
      confirmLabel={t.applying.confirm}
      cancelLabel={t.applying.cancel}
      pending={isPending}
      onConfirm={() => void run()}
      onCancel={onClose}
    >
      <div className="stack">
        <DescriptionList
          items={fields.map(({ field, after }) => ({
            term: words.fields[field],
            detail: <span className="account__detail strong">{valueWords(after)}</span>,
          }))}
        />
        {days && <MovedDeliveries practiceId={practiceId} days={days} />}
        {error !== undefined && (
          <Notice tone="late" live title={t.notDecided}>
            {sentence(error, t.refusals)}
          </Notice>
        )}
      </div>
    </ConfirmDialog>
  )
}
