import type { Ride } from '../contract.ts'
import { CancelRide } from './cancel-ride.tsx'
import { ScheduleDialog } from './schedule-dialog.tsx'

/** Nothing: a new pickup. */
export type RideDialogsProps = { leaving?: Ride }

/** In one file that comes when a hand is near the buttons. */
export function RideDialogs({ leaving, onClose }: RideDialogsProps & { onClose: () => void }) {
  return leaving ? <CancelRide ride={leaving} onClose={onClose} /> : <ScheduleDialog onClose={onClose} />
}
