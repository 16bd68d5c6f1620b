import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CallButton } from '#features/brand/web/call-button.tsx'
import { useChanged } from '#features/live/web/use-changed.ts'
import { ActDialog } from '#kit/web/act-dialog.tsx'
import { call } from '#kit/web/call.ts'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { type Ride, rideCalls } from '../contract.ts'
import { LeftCases } from './left-cases.tsx'
import { rideCancellation } from './queries.ts'
import { ridesText } from './text.ts'

/** Cancels a pickup after showing what stays behind; if the driver is on the way already, it offers the telephone. */
export function CancelRide({ ride, onClose }: { ride: Ride; onClose: () => void }) {
  const words = useText(ridesText)
  const t = words.cancel
  const format = useFormat()
  const changed = useChanged()
  const slot = words.when(format.nearDay(ride.date), ride.shift)
  const queries = useQueryClient()
  // Once sent, the preview is no longer needed and may fail.
  const [isSent, setSent] = useState(false)
  const left = useQuery({ ...rideCancellation(ride.id), enabled: !isSent })
  function cancel() {
    setSent(true)
    void queries.cancelQueries(rideCancellation(ride.id))
    // After a refusal too: the screen then shows what the laboratory has done meanwhile.
    return call(rideCalls.cancel, { params: { id: ride.id } }).finally(() => void changed('rides'))
  }
  return (
    <ActDialog
      title={t.title(slot)}
      description={t.description}
      confirmLabel={t.act(slot)}
      cancelLabel={t.keep}
      // Waits for the list of what stays behind; if it cannot be loaded, cancelling is possible all the same.
      pending={left.isLoading}
      act={cancel}
      done={t.done(slot)}
      failed={t.failed}
      refusals={{ ride_too_late: t.tooLate }}
      forGood={{
        instead: refusal => (refusal === 'ride_too_late' ? <CallButton /> : undefined),
        closeLabel: t.close,
      }}
      onClose={onClose}
    >
      <div className="stack stack--sm" aria-live="polite">
        {left.data && <LeftCases {...left.data} />}
        {left.error && !left.data && <p className="tone--warn">{t.notLooked}</p>}
      </div>
    </ActDialog>
  )
}
