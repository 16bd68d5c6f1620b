import * as v from 'valibot'
import { Day, data, endpoint, Id, Instant } from '#kit/contract.ts'
import { RealDay } from '#kit/input.ts'
import { shifts } from '#kit/shifts.ts'
import { NewRide } from './input.ts'

export const Shift = v.picklist(shifts)
export type Shift = v.InferOutput<typeof Shift>

export const RideStatus = v.picklist(['requested', 'confirmed', 'picked_up', 'nobody_there', 'cancelled'])
export type RideStatus = v.InferOutput<typeof RideStatus>

/** The pickup that something goes with. */
export const TakenBy = v.object({ date: Day, shift: Shift, isDone: v.boolean() })
export type TakenBy = v.InferOutput<typeof TakenBy>

/** The pickup that an impression goes with: of one that nobody has asked for it is said that it is assumed. */
export const Pickup = v.object({ date: Day, shift: Shift, isPlanned: v.boolean() })
export type Pickup = v.InferOutput<typeof Pickup>

/** What a driver takes, or has taken: an impression, parts that the laboratory waits for, or a piece to be adjusted. */
export const PickedUpCase = v.object({
  id: Id,
  code: v.string(),
  patientCode: v.string(),
  what: v.picklist(['impression', 'parts', 'adjustment']),
})
export type PickedUpCase = v.InferOutput<typeof PickedUpCase>

/** At most a hundred. */
export const PickedUpCases = v.array(PickedUpCase)

/** What a pickup would have taken, if it is called off. */
export const LeftCase = v.object({
  ...PickedUpCase.entries,
  patient: v.nullable(v.string()),
  /** The work in one line. */
  summary: v.string(),
  appointmentDate: v.nullable(Instant),
  /** Of an impression: for when the case is promised. */
  deliveryDate: v.nullable(Day),
  /** The patient comes before what takes it instead, and after the pickup that is called off. */
  isTooLate: v.boolean(),
  /** What takes its impression instead comes on the day of its delivery or after it, and the pickup that is called off before. */
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
  /** Until when it can be cancelled; null once it cannot. */
  cancelBefore: v.nullable(Instant),
  /** What it has taken; before that, of those to come the first says what waits for it. */
  orders: PickedUpCases,
})
export type Ride = v.InferOutput<typeof Ride>

/** Until when a pickup of this shift can be asked for: so many days before it, at this time of the laboratory's clock. */
export const CutOff = v.object({ days: v.pipe(v.number(), v.integer()), time: v.string() })
export type CutOff = v.InferOutput<typeof CutOff>

export const CutOffs = v.object({
  AM: CutOff,
  PM: CutOff,
  /** Where a weekday (1 is Monday) is not as the others: another cut-off, or null and no round in this shift. */
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
      /** To come, soonest first; then the last 50 that are over, latest first. */
      data: v.array(Ride),
      /** The first to come that is not cancelled. */
      next: v.nullable(Ride),
      cutOffs: CutOffs,
      /** For the next 60 days: why there is no round; `no_round` alone for those who may not see absences. */
      closed: v.array(
        v.object({
          day: Day,
          because: v.picklist(['weekend', 'holiday', 'absence', 'no_round']),
          name: v.optional(v.string()),
          /** Of this half of the day alone. */
          shift: v.optional(Shift),
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
  previewCancellation: endpoint({
    method: 'GET',
    path: '/api/rides/:id/cancellation',
    needs: 'rides',
    summary: 'What a pickup that is called off would leave behind, and what takes that instead; nothing is called off',
    reply: data(
      v.object({
        /** At most a hundred; those that come too late by it first. */
        orders: v.array(LeftCase),
        /** Null where no driver can come as far ahead as rounds are planned. */
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

/** Where a driver goes. */
export const VisitedPractice = v.object({
  id: Id,
  name: v.string(),
  address: v.string(),
  postalCode: v.string(),
  city: v.string(),
  phone: v.string(),
  /** What the practice says of how to deliver. */
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
  /** Of the drivers; empty where the laboratory has only one, or nobody has placed the practice. */
  round: v.string(),
  /** Who has moved it last; null where nobody has. */
  movedBy: v.nullable(v.string()),
  movedAt: v.nullable(Instant),
  orders: PickedUpCases,
  /** To where one press moves it; a pickup that the practice has called off stays so. */
  next: v.array(RideStatus),
})
export type StaffRide = v.InferOutput<typeof StaffRide>

/** The laboratory's side. */
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
      /** From today on, the days on which nobody has planned all that is asked for. */
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
