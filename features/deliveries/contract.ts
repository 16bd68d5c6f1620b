import * as v from 'valibot'
import { CaseStatus } from '#features/cases/contract.ts'
import { PickedUpCase, RideStatus, Shift, VisitedPractice } from '#features/rides/contract.ts'
import { Day, data, endpoint, Id, Instant } from '#kit/contract.ts'
import { RealDay } from '#kit/input.ts'
import { LabelsAsked, labelSizes, NewHandOver, NewRound, NewShipment } from './input.ts'

/** A case in the van: nothing about the patient, not even the code. */
const BroughtCase = v.object({
  id: Id,
  code: v.string(),
  summary: v.string(),
  status: CaseStatus,
  /** May be another day than the sheet's, for a case still to be brought. */
  deliveryDate: Day,
  /** Its sheet is not signed, although the laboratory requires it. */
  isUnsigned: v.optional(v.boolean()),
})
export type BroughtCase = v.InferOutput<typeof BroughtCase>

const StopPickup = v.object({
  id: Id,
  shift: Shift,
  status: RideStatus,
  complementaryInformation: v.nullable(v.string()),
  /** What it is to take, or has taken, by the codes on the bags; absent when nothing. */
  takes: v.optional(v.array(v.object({ code: v.string(), what: PickedUpCase.entries.what }))),
})
export type StopPickup = v.InferOutput<typeof StopPickup>

const HandOver = v.object({
  id: Id,
  outcome: v.picklist(['handed_over', 'nobody_there']),
  receivedBy: v.nullable(v.string()),
  signature: v.nullable(v.string()),
  at: Instant,
  by: v.string(),
})
export type HandOver = v.InferOutput<typeof HandOver>

export const Stop = v.object({
  practice: VisitedPractice,
  round: v.string(),
  cases: v.array(BroughtCase),
  pickups: v.array(StopPickup),
  /** Of this day, oldest first. */
  handOvers: v.array(HandOver),
  /** The practice has declared that nobody takes deliveries that day; its pickup stands all the same. */
  absence: v.nullable(v.object({ from: Day, to: Day })),
  /** The half of the day in which nobody is there; the round may come in the other. */
  away: v.nullable(Shift),
  /** On this weekday the practice neither sees patients nor takes deliveries, and it has requested no pickup. */
  isClosed: v.boolean(),
  /** The recipient of the last hand-over. */
  lastReceivedBy: v.nullable(v.string()),
})
export type Stop = v.InferOutput<typeof Stop>

export const RunSheet = v.object({
  day: Day,
  /** By round, then in the driver's order. */
  stops: v.array(Stop),
  /** Practices with something to deliver where nobody is there. */
  leftOut: v.array(v.object({ practice: VisitedPractice, from: Day, to: Day, codes: v.array(v.string()) })),
})
export type RunSheet = v.InferOutput<typeof RunSheet>

const LeavingCase = v.object({
  id: Id,
  code: v.string(),
  summary: v.string(),
  status: CaseStatus,
  deliveryDate: Day,
  practice: v.object({ id: Id, name: v.string() }),
  tracking: v.nullable(v.object({ carrier: v.string(), number: v.nullable(v.string()), url: v.nullable(v.string()) })),
})
export type LeavingCase = v.InferOutput<typeof LeavingCase>

const LabelledCase = v.object({
  id: Id,
  code: v.string(),
  status: CaseStatus,
  deliveryDate: v.nullable(Day),
  practice: v.object({ id: Id, name: v.string() }),
})
export type LabelledCase = v.InferOutput<typeof LabelledCase>

export const deliveryCalls = {
  sheet: endpoint({
    method: 'GET',
    path: '/api/staff/deliveries',
    needs: 'delivery',
    summary: 'What drivers bring and fetch on a day, stop by stop; of today where no day is said',
    query: v.strictObject({ day: v.optional(RealDay) }),
    reply: data(RunSheet),
  }),
  handOver: endpoint({
    method: 'POST',
    path: '/api/staff/hand-overs',
    needs: 'delivery',
    summary: 'Says what was handed over and fetched at a stop, or that nobody was there',
    status: 201,
    creates: true,
    body: NewHandOver,
    /** What was recorded: nothing for a case that a colleague has brought meanwhile. */
    reply: data(v.object({ id: Id, orderIds: v.array(Id), rideIds: v.array(Id) })),
    /** `stop_done`: nothing was left to record. */
    refusals: { stop_done: 409, not_that_day: 422 },
  }),
  arrange: endpoint({
    method: 'PUT',
    path: '/api/staff/deliveries/round',
    needs: 'delivery',
    summary: 'Keeps the order in which a driver comes by, and which round that is',
    status: 204,
    body: NewRound,
  }),
}

export const shippingCalls = {
  leaving: endpoint({
    method: 'GET',
    path: '/api/staff/shipping',
    needs: 'delivery',
    summary:
      'Cases in production that are due until a day, and what has left until then; until the next working day where none is said',
    query: v.strictObject({ until: v.optional(RealDay) }),
    reply: v.object({ until: Day, data: v.array(LeavingCase) }),
  }),
  ship: endpoint({
    method: 'POST',
    path: '/api/staff/shipping',
    needs: 'delivery',
    summary: 'Says that cases have left, and with whom; what is on its way already only gets its carrier',
    body: NewShipment,
    reply: data(
      v.object({
        orderIds: v.array(Id),
        /** Codes of the cases that could not leave: on hold, cancelled, not far enough, or without a required sheet. */
        left: v.array(v.string()),
      }),
    ),
  }),
}

export const labelCalls = {
  ofPractice: endpoint({
    method: 'GET',
    path: '/api/orders/:id/bag-label',
    needs: 'cases',
    summary: 'The label for the bag of an impression: a code to scan and no word of the patient',
    query: v.strictObject({ size: v.optional(v.picklist(labelSizes), 'a6') }),
    reply: 'binary',
  }),
  labels: endpoint({
    // POST, because the ids of a day's cases exceed the length of a URL.
    method: 'POST',
    path: '/api/staff/labels',
    needs: 'console',
    summary: 'Labels for the bags of cases, one a page, with a code to scan and no word of a patient',
    body: LabelsAsked,
    reply: 'binary',
  }),
  find: endpoint({
    method: 'GET',
    path: '/api/staff/labels/case',
    needs: 'console',
    summary: 'The case whose label was scanned',
    query: v.strictObject({ code: v.pipe(v.string(), v.trim(), v.minLength(1, 'required'), v.maxLength(60)) }),
    reply: data(LabelledCase),
  }),
}
