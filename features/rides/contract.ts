import * as v from 'valibot'
import { Day, data, endpoint, Id, Instant } from '#kit/contract.ts'
import { RealDay } from '#kit/input.ts'
import { shifts } from '#kit/shifts.ts'
import { NewRide } from './input.ts'

export const Shift = v.picklist(shifts)
export type Shift = v.InferOutput<typeof Shift>

export const RideStatus = v.picklist(['requested', 'confirmed', 'picked_up', 'nobody_there', 'cancelled'])
export type RideStatus = v.InferOutput<typeof RideStatus>

/** The pickup that takes an impression or a piece. */
export const TakenBy = v.object({ date: Day, shift: Shift, isDone: v.boolean() })
export type TakenBy = v.InferOutput<typeof TakenBy>

/** The pickup that takes an impression; `isPlanned` false when nobody has requested it yet and it is only assumed. */
export const Pickup = v.object({ date: Day, shift: Shift, isPlanned: v.boolean() })
export type Pickup = v.InferOutput<typeof Pickup>

/** What a driver takes or has taken: an impression, parts that the laboratory waits for, or a piece to be adjusted. */
export const PickedUpCase = v.object({
  id: Id,
  code: v.string(),
  patientCode: v.string(),
  what: v.picklist(['impression', 'parts', 'adjustment']),
})
export type PickedUpCase = v.InferOutput<typeof PickedUpCase>

/** At most a hundred. */
export const PickedUpCases = v.array(PickedUpCase)

/** What a pickup would have taken, if it is cancelled. */
export const LeftCase = v.object({
  ...PickedUpCase.entries,
  patient: v.nullable(v.string()),
  /** The work in one line. */
  summary: v.string(),
  appointmentDate: v.nullable(Instant),
  /** For an impression: the promised delivery day of its case. */
  deliveryDate: v.nullable(Day),
  /** The patient comes after the cancelled pickup, but no later than the pickup that replaces it. */
  isTooLate: v.boolean(),
  /** For an impression: its delivery day is after the cancelled pickup, but no later than the day of its replacement. */
  isDayLost: v.boolean(),
})
export type LeftCase = v.InferOutput<typeof LeftCase>

/** A pickup: a driver of the laboratory collects impressions at the practice. */
export const Ride = v.object({
  id: Id,
  date: Day,
  shift: Shift,
  complementaryInformation: v.nullable(v.string()),
  status: RideStatus,
  /** The laboratory has closed this day since it was asked for: nothing is promised from it. */
  isClosed: v.optional(v.boolean()),
  /** The instant until which it can be cancelled; null once that has passed. */
  cancelBefore: v.nullable(Instant),
  /** What it has taken; among the pickups to come, only the first lists what waits for it. */
  orders: PickedUpCases,
})
export type Ride = v.InferOutput<typeof Ride>

/** The deadline for requesting a pickup of this shift: so many days before it, at this time in the laboratory's time zone. */
export const CutOff = v.object({ days: v.pipe(v.number(), v.integer()), time: v.string() })
export type CutOff = v.InferOutput<typeof CutOff>

export const CutOffs = v.object({
  AM: CutOff,
  PM: CutOff,
  /** Exceptions for weekdays (1 is Monday): another cut-off, or null when there is no round in this shift. */
  byWeekday: v.optional(
    v.array(v.object({ weekday: v.pipe(v.number(), v.integer()), shift: Shift, cutOff: v.nullable(CutOff) })),
  ),
})
export type CutOffs = v.InferOutput<typeof CutOffs>

export const rideCalls = {
  list: endpoint({
    method: 'GET',
    path: '/api/rides',
    needs: 'rides',
    summary: 'Pickups of the practice, those to come first, and what limits new ones',
    reply: v.object({
      /** Future pickups, soonest first; then the last 50 past ones, latest first. */
      data: v.array(Ride),
      /** The first pickup for which a driver is expected. */
      next: v.nullable(Ride),
      cutOffs: CutOffs,
      /** Why there is no round, for the next 60 days; only `no_round` for readers who may not see absences. */
      closed: v.array(
        v.object({
          day: Day,
          because: v.picklist(['weekend', 'holiday', 'absence', 'no_round']),
          name: v.optional(v.string()),
          /** Only this half of the day. */
          shift: v.optional(Shift),
        }),
      ),
      /** Weekdays (1 is Monday) on which the practice neither sees patients nor has anything delivered: none is proposed. */
      practiceClosed: v.array(v.pipe(v.number(), v.integer())),
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
    /** `no_round` replaces the two reasons before it for users who may not see absences. */
    refusals: {
      ride_exists: 409,
      ride_too_late: 422,
      laboratory_closed: 422,
      practice_absent: 422,
      no_round: 422,
      ride_too_far: 422,
    },
  }),
  previewCancellation: endpoint({
    method: 'GET',
    path: '/api/rides/:id/cancellation',
    needs: 'rides',
    summary: 'What a pickup that is called off would leave behind, and what takes that instead; nothing is called off',
    reply: data(
      v.object({
        /** At most a hundred; those that will be too late first. */
        orders: v.array(LeftCase),
        /** Null when no driver can come within the days that can be planned. */
        instead: v.nullable(Pickup),
      }),
    ),
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

export const VisitedPractice = v.object({
  id: Id,
  name: v.string(),
  address: v.string(),
  postalCode: v.string(),
  city: v.string(),
  phone: v.string(),
  /** The practice's instruction for deliveries. */
  instruction: v.nullable(v.string()),
})
export type VisitedPractice = v.InferOutput<typeof VisitedPractice>

export const StaffRide = v.object({
  id: Id,
  date: Day,
  shift: Shift,
  complementaryInformation: v.nullable(v.string()),
  status: RideStatus,
  practice: VisitedPractice,
  /** The drivers' round; empty when the laboratory has only one, or the practice is not assigned. */
  round: v.string(),
  /** The person who changed the status last; null when nobody has. */
  movedBy: v.nullable(v.string()),
  movedAt: v.nullable(Instant),
  orders: PickedUpCases,
  /** Statuses reachable with one press; none for a pickup that the practice has cancelled. */
  next: v.array(RideStatus),
})
export type StaffRide = v.InferOutput<typeof StaffRide>

export const staffRideCalls = {
  list: endpoint({
    method: 'GET',
    path: '/api/staff/rides',
    needs: 'delivery',
    summary: 'The pickups of a day, by shift and round; of today where no day is said',
    query: v.strictObject({ day: v.optional(RealDay) }),
    reply: v.object({
      day: Day,
      data: v.array(StaffRide),
      /** Days from today on with requests that are not planned yet. */
      toPlan: v.array(v.object({ day: Day, count: v.pipe(v.number(), v.integer()) })),
    }),
  }),
  setStatus: endpoint({
    method: 'POST',
    path: '/api/staff/rides/:id/status',
    needs: 'delivery',
    summary: 'Plans a pickup, says that it is done or that nobody was there, cancels it, or takes that back',
    status: 204,
    body: v.strictObject({ status: RideStatus }),
    refusals: { status_not_allowed: 409, ride_exists: 409 },
  }),
}
