import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { useFormat } from '#kit/web/format.tsx'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { ConfirmDialog } from '#kit/web/ui/confirm-dialog.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useAttempt } from '#kit/web/use-attempt.ts'
import { type AwaitedTransfer, staffPaymentCalls } from '../contract.ts'
import { staffPaymentsText } from './staff-text.ts'

/** Of a transfer that will not come: else what it was for waits for it, and nothing else can pay it. */
export function StaffWithdrawDialog({ transfer, onClose }: { transfer: AwaitedTransfer; onClose: () => void }) {
  const t = useText(staffPaymentsText).withdrawal
  const format = useFormat()
  const sentence = useProblemText()
  const changed = useChanged()
  const amount = format.money(transfer.amountCents)
  const { run, isPending, error } = useAttempt(async () => {
    await call(staffPaymentCalls.withdraw, { params: { id: transfer.id } }).finally(() => void changed('invoices'))
    toast({ title: t.done(amount, transfer.practice) })
    onClose()
  })
  return (
    <ConfirmDialog
      open
      title={t.title(amount, transfer.practice)}
      description={t.description}
      confirmLabel={t.confirm(amount)}
      cancelLabel={t.keep}
      pending={isPending}
      onConfirm={() => void run()}
      onCancel={onClose}
    >
      {error !== undefined && (
        <Notice tone="late" live title={t.failed}>
          {sentence(error, t.refusals)}
        </Notice>
      )}
    </ConfirmDialog>
  )
}
