import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CallButton } from '#features/brand/web/call-button.tsx'
import { useChanged } from '#features/live/web/use-changed.ts'
import { Problem } from '#kit/problem.ts'
import { call } from '#kit/web/call.ts'
import { useFormat } from '#kit/web/format.tsx'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { ConfirmDialog } from '#kit/web/ui/confirm-dialog.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useAttempt } from '#kit/web/use-attempt.ts'
import { type Ride, rideCalls } from '../contract.ts'
import { LeftCases } from './left-cases.tsx'
import { rideCancellation } from './queries.ts'
import { ridesText } from './text.ts'

/** Calls the driver off, once it is said what stays behind; where they are on the way already, it leaves the way to call. */
export function CancelRide({ ride, onClose }: { ride: Ride; onClose: () => void }) {
  const words = useText(ridesText)
  const t = words.cancel
  const format = useFormat()
  const sentence = useProblemText()
  const changed = useChanged()
  const slot = words.when(format.nearDay(ride.date), ride.shift)
  const queries = useQueryClient()
  // Once it is on its way, nobody asks any more what it would leave behind.
  const [isSent, setSent] = useState(false)
  const left = useQuery({ ...rideCancellation(ride.id), enabled: !isSent })
  const { run, isPending, error } = useAttempt(async () => {
    setSent(true)
    void queries.cancelQueries(rideCancellation(ride.id))
    // Also after a refusal: the screen shows what the laboratory has done meanwhile.
    await call(rideCalls.cancel, { params: { id: ride.id } }).finally(() => void changed('rides'))
    toast({ title: t.done(slot) })
    onClose()
  })
  const isTooLate = error instanceof Problem && error.code === 'ride_too_late'
  return (
    <ConfirmDialog
      open
      title={t.title(slot)}
      description={isTooLate ? undefined : t.description}
      confirmLabel={isTooLate ? undefined : t.act(slot)}
      cancelLabel={isTooLate ? t.close : t.keep}
      // What stays behind is said before it can be pressed; where it cannot be read, nobody is kept from the act.
      pending={isPending || left.isLoading}
      onConfirm={() => void run()}
      onCancel={onClose}
    >
      <div className="stack">
        {!isTooLate && (
          <div className="stack stack--sm" aria-live="polite">
            {left.data && <LeftCases {...left.data} />}
            {left.error && !left.data && <p className="tone--warn">{t.notLooked}</p>}
          </div>
        )}
        {error !== undefined && (
          <Notice tone="late" live title={t.failed}>
            {sentence(error, { ride_too_late: t.tooLate })}
          </Notice>
        )}
        {isTooLate && <CallButton />}
      </div>
    </ConfirmDialog>
  )
}
