import { useBlocker } from '@tanstack/react-router'
import { hasUnsavedChanges, mayDiscard, useQuestion } from './dirty-forms.ts'
import { kitText } from './kit-text.ts'
import { useText } from './text.tsx'
import { ConfirmDialog } from './ui/confirm-dialog.tsx'

/** Mounted once, inside the router. */
export function UnsavedChangesGuard() {
  const t = useText(kitText)
  const answer = useQuestion()
  useBlocker({
    shouldBlockFn: async ({ current, next }) =>
      (current.pathname !== next.pathname || JSON.stringify(current.search) !== JSON.stringify(next.search)) &&
      !(await mayDiscard()),
    enableBeforeUnload: hasUnsavedChanges,
  })
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
