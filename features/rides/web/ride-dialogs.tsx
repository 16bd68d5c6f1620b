import type { Ride } from '../contract.ts'
import { CancelRide } from './cancel-ride.tsx'
import { ScheduleDialog } from './schedule-dialog.tsx'

/** Without `leaving`: a new pickup. */
export type RideDialogsProps = { leaving?: Ride }

/** One chunk, loaded when the pointer comes near the buttons. */
export function RideDialogs({ leaving, onClose }: RideDialogsProps & { onClose: () => void }) {
  return leaving ? <CancelRide ride={leaving} onClose={onClose} /> : <ScheduleDialog onClose={onClose} />
}
