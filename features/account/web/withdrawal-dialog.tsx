import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { ConfirmDialog } from '#kit/web/ui/confirm-dialog.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useAttempt } from '#kit/web/use-attempt.ts'
import { type AccountChange, accountCalls } from '../contract.ts'
import { accountPageText } from './page-text.ts'

/** Names what is taken back. */
export function WithdrawalDialog({ change, onClose }: { change: AccountChange; onClose: () => void }) {
  const words = useText(accountPageText)
  const t = words.withdrawal
  const sentence = useProblemText()
  const changed = useChanged()
  const { run, isPending, error } = useAttempt(async () => {
    // Also after a refusal: the laboratory may have been quicker.
    await call(accountCalls.withdraw, { params: { id: change.id } }).finally(() => void changed('account'))
    toast({ title: t.done })
    onClose()
  })
  return (
    <ConfirmDialog
      open
      title={t.title(words.parts[change.part])}
      description={t.description}
      confirmLabel={t.act}
      cancelLabel={t.keep}
      pending={isPending}
      onConfirm={() => void run()}
      onCancel={onClose}
    >
      {error !== undefined && (
        <Notice tone="late" live title={t.failed}>
          {sentence(error, words.refusals)}
        </Notice>
      )}
    </ConfirmDialog>
  )
}
