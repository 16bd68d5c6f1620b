import { useChanged } from '#features/live/web/use-changed.ts'
import { ActDialog } from '#kit/web/act-dialog.tsx'
import { call } from '#kit/web/call.ts'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { type AwaitedTransfer, staffPaymentCalls } from '../contract.ts'
import { staffPaymentsText } from './staff-text.ts'

/** Withdraws a transfer that will not come: until then its invoices wait for it and cannot be paid otherwise. */
export function StaffWithdrawDialog({ transfer, onClose }: { transfer: AwaitedTransfer; onClose: () => void }) {
  const t = useText(staffPaymentsText).withdrawal
  const changed = useChanged()
  const amount = useFormat().money(transfer.amountCents)
  return (
    <ActDialog
      title={t.title(amount, transfer.practice)}
      description={t.description}
      confirmLabel={t.confirm(amount)}
      cancelLabel={t.keep}
      act={() =>
        call(staffPaymentCalls.withdraw, { params: { id: transfer.id } }).finally(() => void changed('invoices'))
      }
      done={t.done(amount, transfer.practice)}
      failed={t.failed}
      refusals={t.refusals}
      onClose={onClose}
    />
  )
}
