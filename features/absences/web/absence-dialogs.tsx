import type { Absence } from '../contract.ts'
import { AbsenceDialog } from './absence-dialog.tsx'
import { AbsenceRemoval } from './absence-removal.tsx'

/** Nothing: a new absence. */
export type AbsenceDialogsProps = { leaving?: Absence; editing?: Absence }

/** In one file that comes when a hand is near the buttons. */
export function AbsenceDialogs({ leaving, editing, onClose }: AbsenceDialogsProps & { onClose: () => void }) {
  return leaving ? (
    <AbsenceRemoval absence={leaving} onClose={onClose} />
  ) : (
    <AbsenceDialog absence={editing} onClose={onClose} />
  )
}
