import { useState } from 'react'
import type { Day } from '#kit/day.ts'
import type { Absence } from '../contract.ts'
import type { Scope } from '../input.ts'
import { AbsenceDialog } from './absence-dialog.tsx'
import { AbsenceRemoval } from './absence-removal.tsx'
import { SeriesDialog } from './series-dialog.tsx'

/** Without any: a new absence. For a recurring one: `series` to list its dates, or the scope of a change or deletion. */
export type AbsenceDialogsProps = {
  leaving?: Absence
  editing?: Absence
  series?: Absence
  scope?: Scope
  /** For a recurring absence: the day on which its last date begins. */
  last?: Day
  /** It is the next date. */
  isNext?: boolean
}

/** One chunk, loaded when the pointer comes near the buttons. */
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
