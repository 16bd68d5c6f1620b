import { useQuestion } from './dirty-forms.ts'
import { kitText } from './kit-text.ts'
import { useText } from './text.tsx'
import { ConfirmDialog } from './ui/confirm-dialog.tsx'

/** Mounted, it answers for dirty-forms.ts whether what was typed may be lost. */
export function UnsavedQuestion() {
  const t = useText(kitText)
  const answer = useQuestion()
  return (
    <ConfirmDialog
      open={answer !== undefined}
      title={t.common.confirmDirtyDialogTitle}
      description={t.common.confirmDirtyDialogClose}
      confirmLabel={t.common.confirmDirtyDialogLeave}
      cancelLabel={t.common.confirmDirtyDialogStay}
      onConfirm={() => answer?.(true)}
      onCancel={() => answer?.(false)}
    />
  )
}
