import type { Absence } from '../contract.ts'
import { AbsenceDialog } from './absence-dialog.tsx'
import { AbsenceRemoval } from './absence-removal.tsx'

/** Nothing: a new absence. `onRemoved` follows when the absence is gone, and its row with it. */
export type AbsenceDialogsProps = { leaving?: { absence: Absence; onRemoved: () => void } }

/** In one file that comes when a hand is near the buttons. */
export function AbsenceDialogs({ leaving, onClose }: AbsenceDialogsProps & { onClose: () => void }) {
  return leaving ? <AbsenceRemoval {...leaving} onClose={onClose} /> : <AbsenceDialog onClose={onClose} />
}
