import { useState } from 'react'
import type { Absence } from '../contract.ts'
import { AbsenceDialog } from './absence-dialog.tsx'
import { AbsenceRemoval } from './absence-removal.tsx'
import { SeriesDialog } from './series-dialog.tsx'
import { SeriesRemoval } from './series-removal.tsx'

/** Nothing: a new absence. Of what comes back: one of its times, to see all of them or to take all of them back. */
export type AbsenceDialogsProps = { leaving?: Absence; editing?: Absence; series?: Absence; leavingSeries?: Absence }

/** In one file that comes when a hand is near the buttons. */
export function AbsenceDialogs(props: AbsenceDialogsProps & { onClose: () => void }) {
  const { leaving, editing, series, leavingSeries, onClose } = props
  const [ofSeries, setOfSeries] = useState<Pick<AbsenceDialogsProps, 'leaving' | 'editing'>>()
  if (ofSeries) return <AbsenceDialogs {...ofSeries} onClose={() => setOfSeries(undefined)} />
  if (series)
    return (
      <SeriesDialog
        absence={series}
        onClose={onClose}
        onEdit={editing => setOfSeries({ editing })}
        onRemove={leaving => setOfSeries({ leaving })}
      />
    )
  if (leavingSeries) return <SeriesRemoval absence={leavingSeries} onClose={onClose} />
  return leaving ? (
    <AbsenceRemoval absence={leaving} onClose={onClose} />
  ) : (
    <AbsenceDialog absence={editing} onClose={onClose} />
  )
}
