import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { ConfirmDialog } from '#kit/web/ui/confirm-dialog.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useAttempt } from '#kit/web/use-attempt.ts'
import { type Colleague, colleagueCalls } from '../contract.ts'
import { nameOf } from './name.ts'
import { colleaguesText } from './text.ts'

export function DisablingDialog({ colleague, onClose }: { colleague: Colleague; onClose: () => void }) {
  const words = useText(colleaguesText)
  const t = words.disabling
  const sentence = useProblemText()
  const changed = useChanged()
  const { id } = colleague
  const name = nameOf(colleague)
  const { run, isPending, error } = useAttempt(async () => {
    await call(colleagueCalls.change, { params: { id }, body: { isDisabled: true } }).finally(
      () => void changed('colleagues'),
    )
    toast({ title: t.done(name) })
    onClose()
  })
  return (
    <ConfirmDialog
      open
      title={t.title(name)}
      description={t.description}
      confirmLabel={t.confirm(name)}
      cancelLabel={t.cancel}
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
