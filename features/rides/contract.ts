import * as v from 'valibot'
import { Day, data, endpoint, Id, Instant } from '#kit/contract.ts'
import { NewRide, shifts } from './input.ts'

export const Shift = v.picklist(shifts)
export type Shift = v.InferOutput<typeof Shift>

export const RideStatus = v.picklist(['requested', 'confirmed', 'picked_up', 'cancelled'])
export type RideStatus = v.InferOutput<typeof RideStatus>

/** A pickup: a driver of the laboratory collects impressions at the practice. */
export const Ride = v.object({
  id: Id,
  date: Day,
  shift: Shift,
  complementaryInformation: v.nullable(v.string()),
  status: RideStatus,
  /** Until when it can be cancelled; null once it cannot. */
  cancelBefore: v.nullable(Instant),
})
export type Ride = v.InferOutput<typeof Ride>

/** Until when a pickup of this shift can be asked for: so many days before it, at this time of the laboratory's clock. */
export const CutOff = v.object({ days: v.pipe(v.number(), v.integer()), time: v.string() })
export type CutOff = v.InferOutput<typeof CutOff>

export const rideCalls = {
  list: endpoint({
    method: 'GET',
    path: '/api/rides',
    needs: 'rides',
    summary: 'Pickups of the practice, those to come first, and what limits new ones',
    reply: v.object({
      /** To come, soonest first; then the last 50 that are over, latest first. */
      data: v.array(Ride),
      /** The first to come that is not cancelled. */
      next: v.nullable(Ride),
      cutOffs: v.object({ AM: CutOff, PM: CutOff }),
      /** For the next 60 days: why there is no round; `no_round` alone for those who may not see absences. */
      closed: v.array(
        v.object({
          day: Day,
          because: v.picklist(['weekend', 'holiday', 'absence', 'no_round']),
          name: v.optional(v.string()),
        }),
      ),
    }),
  }),
  schedule: endpoint({
    method: 'POST',
    path: '/api/rides',
    needs: 'rides',
    summary: 'Asks for a pickup',
    status: 201,
    creates: true,
    body: NewRide,
    reply: data(Ride),
    /** `no_round` in place of the two reasons before it for those who may not see absences. */
    refusals: {
      ride_exists: 409,
      ride_too_late: 422,
      laboratory_closed: 422,
      practice_absent: 422,
      no_round: 422,
      ride_too_far: 422,
    },
  }),
  cancel: endpoint({
    method: 'DELETE',
    path: '/api/rides/:id',
    needs: 'rides',
    summary: 'Cancels a pickup before its cut-off',
    status: 204,
    refusals: { ride_too_late: 422 },
  }),
}

/** The laboratory's side, until the console does it on screens. */
export const staffRideCalls = {
  setStatus: endpoint({
    method: 'POST',
    path: '/api/staff/rides/:id/status',
    needs: 'delivery',
    summary: 'Confirms a pickup, says that it is done, or cancels it',
    status: 204,
    body: v.strictObject({ status: v.picklist(['confirmed', 'picked_up', 'cancelled']) }),
    refusals: { status_not_allowed: 409 },
  }),
}
