import { recordDeed } from '#features/audit/server/sql.ts'
import { problem } from '#kit/problem.ts'
import { violates } from '#kit/server/database-problem.ts'
import type { Staff } from '#tenancy/server/actor.ts'
import type { RideStatus } from '../contract.ts'
import { nextStatusesOf } from '../rules.ts'
import { lockRide, setRideStatus } from './sql.ts'
import { isCancelledByPractice } from './staff-sql.ts'

type Move = {
  status: RideStatus
  requestId: string
  refuse: (code: 'status_not_allowed' | 'ride_exists') => never
}

export async function moveRide(staff: Staff, id: string, { status, requestId, refuse }: Move) {
  const ride = await lockRide(staff, id)
  if (!ride) throw problem('not_found')
  const isPractices = ride.status === 'cancelled' && (await isCancelledByPractice(staff, ride.id))
  if (!nextStatusesOf({ ...ride, isCancelledByPractice: isPractices }).includes(status))
    return refuse('status_not_allowed')
  await setRideStatus(staff, ride.id, status).catch(error => {
    // It was cancelled, and meanwhile requested again.
    if (violates(error, 'rides__once')) return refuse('ride_exists')
    throw error
  })
  await recordDeed(staff, 'ride_status_changed', requestId)
}
