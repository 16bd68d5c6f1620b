import { useText } from '#kit/web/text.tsx'
import { ConfirmDialog } from '#kit/web/ui/confirm-dialog.tsx'
import type { BenchSheet } from '../contract.ts'
import { staffSheetsText } from './staff-text.ts'

type LotRemovalProps = {
  /** The lot, as the bench calls it. */
  lot: string
  statement: NonNullable<BenchSheet['statement']>
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before a lot is taken off a signed sheet, which then has to be signed again. */
export function LotRemoval({ lot, statement, onConfirm, onCancel }: LotRemovalProps) {
  const t = useText(staffSheetsText).sheet
  return (
    <ConfirmDialog
      open
      title={t.removal.title(lot)}
      description={t.removal.advice(statement.number)}
      confirmLabel={t.removal.remove}
      cancelLabel={t.removal.keep}
      onConfirm={onConfirm}
      onCancel={onCancel}
    />
  )
}
