import { useQuery } from '@tanstack/react-query'
import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { ConfirmDialog } from '#kit/web/ui/confirm-dialog.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useAttempt } from '#kit/web/use-attempt.ts'
import { type Absence, absenceCalls } from '../contract.ts'
import { useReturnWords } from './period-words.ts'
import { absenceList, changedByAbsence } from './queries.ts'
import { absencesText } from './text.ts'

/** Takes back all times to come of what comes back, by one of them. */
export function SeriesRemoval({ absence, onClose }: { absence: Absence; onClose: () => void }) {
  const { series: t, removal } = useText(absencesText)
  const name = useReturnWords()(absence)
  const sentence = useProblemText()
  const changed = useChanged()
  const { data = [] } = useQuery(absenceList('upcoming'))
  const id = absence.seriesId ?? ''
  const count = data.filter(({ seriesId }) => seriesId === id).length
  const { run, isPending, error } = useAttempt(async () => {
    // Also after a refusal: a colleague may have been quicker.
    await call(absenceCalls.removeSeries, { params: { id } }).finally(() => void changed(...changedByAbsence))
    toast({ title: t.done(count) })
    onClose()
  })
  return (
    <ConfirmDialog
      open
      title={t.question(name)}
      description={absence.deliveryPossible ? undefined : removal.description}
      confirmLabel={t.removeAll(count)}
      cancelLabel={t.keep}
      pending={isPending}
      onConfirm={() => void run()}
      onCancel={onClose}
    >
      {error !== undefined && (
        <Notice tone="late" live title={removal.failed}>
          {sentence(error)}
        </Notice>
      )}
    </ConfirmDialog>
  )
}
