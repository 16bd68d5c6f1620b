import * as v from 'valibot'
import { LeftCase, Pickup, RideStatus, Shift } from '#features/rides/contract.ts'
import { Day, data, endpoint, Id, Instant } from '#kit/contract.ts'
import { absenceTabs } from './address.ts'
import { AbsenceDays, ChangedAbsence, NewAbsence, paces, Scope } from './input.ts'

export const Absence = v.object({
  id: Id,
  from: Day,
  /** The last day, included. */
  to: Day,
  /** With which half of the first day it begins, and with which of the last it ends, both included. */
  fromShift: Shift,
  toShift: Shift,
  /** Calendar days, first and last included, to half a day. */
  days: v.number(),
  /** Whether someone is there to take a delivery all the same. */
  deliveryPossible: v.boolean(),
  /** Of one that comes back: how often, and what all its times share. */
  every: v.nullable(v.picklist(paces)),
  seriesId: v.nullable(Id),
})
export type Absence = v.InferOutput<typeof Absence>

/** An open case whose day of delivery moves. */
export const MovedOrder = v.object({
  id: Id,
  code: v.string(),
  patient: v.nullable(v.string()),
  patientCode: v.string(),
  appointmentDate: v.nullable(Instant),
  from: Day,
  to: Day,
  /** The work then comes after its patient … */
  isTooLate: v.boolean(),
  /** … and did so before. */
  wasTooLate: v.boolean(),
})
export type MovedOrder = v.InferOutput<typeof MovedOrder>

const count = v.pipe(v.number(), v.integer())

/** A pickup to come that falls into it, and did not before. */
export const AwayPickup = v.object({
  id: Id,
  date: Day,
  shift: Shift,
  status: RideStatus,
  /** What waits for it, at most a hundred; of those that are called off, what comes too late by what takes it instead first. */
  orders: v.array(LeftCase),
  /** The driver may be on the way: it is made, unless the laboratory calls them back. */
  isTooLate: v.boolean(),
  /** Called off with it. */
  isCancelled: v.boolean(),
})
export type AwayPickup = v.InferOutput<typeof AwayPickup>

/** Shipped with a carrier: it comes on its day, whoever is there. */
export const Parcel = v.object({
  id: Id,
  code: v.string(),
  patient: v.nullable(v.string()),
  patientCode: v.string(),
  carrier: v.string(),
  arrivesOn: Day,
})
export type Parcel = v.InferOutput<typeof Parcel>

const moving = {
  /** How often it comes; those of its times left out on which another absence lasts already. */
  times: count,
  leftOut: count,
  /** … and which ones, soonest first. */
  leftOutTimes: v.array(v.object({ from: Day, to: Day })),
  /** Times of others that come back, and lie within this one: it takes their place. */
  replaced: count,
  /** Those that come too late first. */
  movedOrders: v.array(MovedOrder),
  /** What carriers bring all the same, soonest first. */
  parcels: v.array(Parcel),
  /** Soonest first. */
  pickups: v.array(AwayPickup),
  /** What takes instead what those that are called off were to take; null where none is, or no driver can come. */
  pickupInstead: v.nullable(Pickup),
}
/** Of what comes back the first time. */
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
    body: v.strictObject({ ...AbsenceDays.entries, /** The one that would be changed. */ absenceId: v.optional(Id) }),
    reply: data(
      v.object({
        overlaps: v.boolean(),
        /** The one that is in its way, the first of several. */
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
    reply: data(v.object({ times: count, movedOrders: v.array(MovedOrder) })),
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
