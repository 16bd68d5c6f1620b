import { useState } from 'react'
import type { Day } from '#kit/day.ts'
import type { Absence } from '../contract.ts'
import type { Scope } from '../input.ts'
import { AbsenceDialog } from './absence-dialog.tsx'
import { AbsenceRemoval } from './absence-removal.tsx'
import { SeriesDialog } from './series-dialog.tsx'

/** Nothing: a new absence. Of what comes back: one of its times to see them all, or how much of it is changed or taken back. */
export type AbsenceDialogsProps = {
  leaving?: Absence
  editing?: Absence
  series?: Absence
  scope?: Scope
  /** On which day its last time begins, where it comes back. */
  last?: Day
  /** None to come is before it. */
  isNext?: boolean
}

/** In one file that comes when a hand is near the buttons. */
export function AbsenceDialogs(props: AbsenceDialogsProps & { onClose: () => void }) {
  const { leaving, editing, series, onClose, ...ofIt } = props
  const [instead, setInstead] = useState<AbsenceDialogsProps>()
  const [ofSeries, setOfSeries] = useState<AbsenceDialogsProps>()
  if (ofSeries) return <AbsenceDialogs {...ofSeries} onClose={() => setOfSeries(undefined)} />
  if (series) return <SeriesDialog absence={series} onClose={onClose} onOpen={setOfSeries} />
  if (instead) return <AbsenceDialogs {...instead} onClose={onClose} />
  return leaving ? (
    <AbsenceRemoval absence={leaving} onClose={onClose} {...ofIt} />
  ) : (
    <AbsenceDialog
      absence={editing}
      onClose={onClose}
      onInstead={(there, ofThere) => setInstead({ editing: there, ...ofThere })}
      {...ofIt}
    />
  )
}
