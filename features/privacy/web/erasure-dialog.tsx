import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { ConfirmDialog } from '#kit/web/ui/confirm-dialog.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useAttempt } from '#kit/web/use-attempt.ts'
import { privacyCalls } from '../contract.ts'
import { ownPrivacyText } from './own-text.ts'

/** What would go and what would stay, before it is asked for. */
export function ErasureDialog({ onClose }: { onClose: () => void }) {
  const { erasure: t } = useText(ownPrivacyText)
  const sentence = useProblemText()
  const changed = useChanged()
  const ask = useAttempt(async () => {
    await call(privacyCalls.askErasure).finally(() => void changed('account'))
    toast({ title: t.asked })
    onClose()
  })
  return (
    <ConfirmDialog
      open
      title={t.confirmTitle}
      description={t.confirmHint}
      confirmLabel={t.confirm}
      cancelLabel={t.keep}
      pending={ask.isPending}
      onConfirm={() => void ask.run()}
      onCancel={onClose}
    >
      <div className="stack stack--sm">
        <p>{t.what}</p>
        <p>{t.stays}</p>
        {ask.error !== undefined && (
          <Notice tone="late" live title={t.notSent}>
            {sentence(ask.error)}
          </Notice>
        )}
      </div>
    </ConfirmDialog>
  )
}
