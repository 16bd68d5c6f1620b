import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { ConfirmDialog } from '#kit/web/ui/confirm-dialog.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useAttempt } from '#kit/web/use-attempt.ts'
import { type Absence, absenceCalls } from '../contract.ts'
import { usePeriodWords } from './period-words.ts'
import { changedByAbsence } from './queries.ts'
import { absencesText } from './text.ts'

type AbsenceRemovalProps = { absence: Absence; onClose: () => void }

/** Names what goes. */
export function AbsenceRemoval({ absence, onClose }: AbsenceRemovalProps) {
  const t = useText(absencesText).removal
  const words = usePeriodWords()(absence)
  const sentence = useProblemText()
  const changed = useChanged()
  const { run, isPending, error } = useAttempt(async () => {
    // Also after a refusal: a colleague may have been quicker.
    await call(absenceCalls.remove, { params: { id: absence.id } }).finally(() => void changed(...changedByAbsence))
    toast({ title: t.done(...words) })
    onClose()
  })
  return (
    <ConfirmDialog
      open
      title={t.title(...words)}
      description={absence.deliveryPossible ? undefined : t.description}
      confirmLabel={t.act(...words)}
      cancelLabel={t.keep}
      pending={isPending}
      onConfirm={() => void run()}
      onCancel={onClose}
    >
      {error !== undefined && (
        <Notice tone="late" live title={t.failed}>
          {sentence(error)}
        </Notice>
      )}
    </ConfirmDialog>
  )
}
