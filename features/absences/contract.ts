import * as v from 'valibot'
import { LeftCase, Pickup, RideStatus, Shift } from '#features/rides/contract.ts'
import { Day, data, endpoint, Id, Instant } from '#kit/contract.ts'
import { absenceTabs } from './address.ts'
import { AbsenceDays, ChangedAbsence, NewAbsence, paces, Scope } from './input.ts'

export const Absence = v.object({
  id: Id,
  from: Day,
  /** The last day, inclusive. */
  to: Day,
  /** The half in which the first day begins, and the half in which the last day ends, inclusive. */
  fromShift: Shift,
  toShift: Shift,
  /** Calendar days, first and last included, in steps of half a day. */
  days: v.number(),
  /** Whether somebody can take a delivery all the same. */
  deliveryPossible: v.boolean(),
  /** For a recurring absence: its interval, and the id shared by all its dates. */
  every: v.nullable(v.picklist(paces)),
  seriesId: v.nullable(Id),
})
export type Absence = v.InferOutput<typeof Absence>

/** An open case whose delivery day moves. */
export const MovedOrder = v.object({
  id: Id,
  code: v.string(),
  patient: v.nullable(v.string()),
  patientCode: v.string(),
  appointmentDate: v.nullable(Instant),
  from: Day,
  to: Day,
  /** The work then comes after its patient. */
  isTooLate: v.boolean(),
  /** It came after its patient before already. */
  wasTooLate: v.boolean(),
})
export type MovedOrder = v.InferOutput<typeof MovedOrder>

const count = v.pipe(v.number(), v.integer())

/** A future pickup that falls into the absence, and into none before. */
export const AwayPickup = v.object({
  id: Id,
  date: Day,
  shift: Shift,
  status: RideStatus,
  /** What waits for it, at most a hundred; for a cancelled pickup, what will be too late with its replacement comes first. */
  orders: v.array(LeftCase),
  /** The driver may be on the way: the pickup is made, unless the laboratory calls the driver back. */
  isTooLate: v.boolean(),
  /** Cancelled together with declaring the absence. */
  isCancelled: v.boolean(),
})
export type AwayPickup = v.InferOutput<typeof AwayPickup>

/** Shipped with a carrier: it arrives on its day, whether or not anybody is there. */
export const Parcel = v.object({
  id: Id,
  code: v.string(),
  patient: v.nullable(v.string()),
  patientCode: v.string(),
  carrier: v.string(),
  arrivesOn: Day,
})
export type Parcel = v.InferOutput<typeof Parcel>

const Half = v.object({ date: Day, shift: Shift })

const moving = {
  /** The number of dates, and of those left out because another absence is on that day. */
  times: count,
  leftOut: count,
  /** The dates left out, soonest first. */
  leftOutTimes: v.array(v.object({ from: Day, to: Day })),
  /** Dates of other recurring absences within this one, which replaces them. */
  replaced: count,
  /** Those that will be too late first. */
  movedOrders: v.array(MovedOrder),
  /** Deliveries by carriers during the absence, soonest first. */
  parcels: v.array(Parcel),
  /** Soonest first. */
  pickups: v.array(AwayPickup),
  /** The pickup that takes what the cancelled ones were to take; null when none is cancelled, or no driver can come. */
  pickupInstead: v.nullable(Pickup),
  /** Pickups to come that were called off on days which are given back, soonest first: they stay so. */
  cancelledPickups: v.array(Half),
}
/** For a recurring absence, its first date. */
const Moving = v.object({ ...Absence.entries, ...moving })

export const absenceCalls = {
  list: endpoint({
    method: 'GET',
    path: '/api/absences',
    needs: 'absences',
    summary: 'Absences of the practice: those to come, soonest first, or all, latest first',
    query: v.strictObject({ tab: v.optional(v.picklist(absenceTabs), 'upcoming') }),
    reply: data(v.array(Absence)),
  }),
  declare: endpoint({
    method: 'POST',
    path: '/api/absences',
    needs: 'absences',
    summary:
      'Declares an absence; the promises of open cases move with it, and pickups in it are called off where it is said which are kept',
    status: 201,
    creates: true,
    body: NewAbsence,
    reply: data(Moving),
    refusals: { absence_overlaps: 409 },
  }),
  preview: endpoint({
    method: 'POST',
    path: '/api/absences/preview',
    uncounted: true,
    needs: 'absences',
    summary: 'Which deliveries an absence would move, or a change of it; nothing is declared',
    body: v.strictObject({ ...AbsenceDays.entries, /** The absence being changed. */ absenceId: v.optional(Id) }),
    reply: data(
      v.object({
        overlaps: v.boolean(),
        /** The conflicting absence, the first of several. */
        overlapped: v.nullable(Absence),
        ...moving,
      }),
    ),
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/absences/:id',
    needs: 'absences',
    summary:
      'Puts right an absence that is not over, or of one that comes back one time, that and those after it, or all; the promises of open cases move with it',
    body: ChangedAbsence,
    reply: data(Moving),
    refusals: { absence_overlaps: 409 },
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/absences/:id',
    needs: 'absences',
    summary: 'Takes back an absence, or one time of it',
    status: 204,
  }),
  previewRemoval: endpoint({
    method: 'POST',
    path: '/api/absences/:id/removal-preview',
    uncounted: true,
    needs: 'absences',
    summary:
      'Which deliveries come back where an absence, or so much of one that comes back, is taken back; nothing is',
    body: v.strictObject({ scope: v.optional(Scope, 'one') }),
    reply: data(
      v.object({
        times: count,
        movedOrders: v.array(MovedOrder),
        /** Pickups to come on its days that were called off, soonest first: they stay so. */
        cancelledPickups: v.array(Half),
      }),
    ),
  }),
  removeSeries: endpoint({
    method: 'DELETE',
    path: '/api/absences/series/:id',
    needs: 'absences',
    summary: 'Takes back all times to come of an absence that comes back, or those from a day on',
    query: v.strictObject({ from: v.optional(Day) }),
    status: 204,
  }),
}
