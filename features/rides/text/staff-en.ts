import type { RefusalOf } from '#kit/contract.ts'
import type { PickedUpCase, RideStatus, Shift, staffRideCalls } from '../contract.ts'

export const en = {
  title: 'Pickups',
  description: (day: string, open: number) =>
    `${day} · ${open === 0 ? 'nothing left to fetch' : open === 1 ? '1 to fetch' : `${open} to fetch`}`,
  days: { label: 'Day', today: 'Today', tomorrow: 'Tomorrow', other: 'Another day' },
  toPlan: 'Still to be planned:',
  toPlanOn: (day: string, count: number) => `${day} (${count})`,
  failed: 'The pickups could not be loaded',
  outdated: 'These pickups may be out of date',
  nothing: { title: 'No pickup on this day', description: 'What practices ask for appears here at once.' },
  shifts: { AM: 'Morning', PM: 'Afternoon' } satisfies Record<Shift, string>,
  round: (name: string) => `${name} round`,
  noRound: 'Without a round',
  columns: { practice: 'Practice', information: 'Information', status: 'Status', actions: 'Change' },
  statuses: {
    requested: 'Requested',
    confirmed: 'Planned',
    picked_up: 'Done',
    nobody_there: 'Nobody was there',
    cancelled: 'Cancelled',
  } satisfies Record<RideStatus, string>,
  acts: {
    requested: 'Back to requested',
    confirmed: 'Plan',
    picked_up: 'Done',
    nobody_there: 'Nobody there',
    cancelled: 'Cancel',
  } satisfies Record<RideStatus, string>,
  taken: {
    kinds: { impression: 'Impression', parts: 'Parts', adjustment: 'To be adjusted' } satisfies Record<
      PickedUpCase['what'],
      string
    >,
    others: (count: number) => `${count} more`,
  },
  actOn: (act: string, practice: string) => `${act}: ${practice}`,
  more: (practice: string) => `More for the pickup at ${practice}`,
  movedBy: (name: string, time: string) => `${name}, ${time}`,
  moved: (practice: string, status: string) => `${practice}: ${status}`,
  undo: 'Undo',
  notMoved: 'The pickup is not changed',
  refusals: {
    status_not_allowed: 'Somebody has changed this pickup meanwhile; the board shows how it is now.',
    ride_exists: 'The practice has asked for another pickup in its place.',
  } satisfies Record<RefusalOf<typeof staffRideCalls.setStatus>, string>,
}

export type StaffRidesText = typeof en
