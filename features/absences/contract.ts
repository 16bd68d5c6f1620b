import * as v from 'valibot'
import { Day, data, endpoint, Id, Instant } from '#kit/contract.ts'
import { absenceTabs } from './address.ts'
import { NewAbsence } from './input.ts'

export const Absence = v.object({
  id: Id,
  from: Day,
  /** The last day, included. */
  to: Day,
  /** Calendar days, first and last included. */
  days: v.pipe(v.number(), v.integer()),
  /** Whether someone is there to take a delivery all the same. */
  deliveryPossible: v.boolean(),
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
  /** The work then comes after its patient. */
  isTooLate: v.boolean(),
})
export type MovedOrder = v.InferOutput<typeof MovedOrder>

const Moving = v.object({ ...Absence.entries, /** Those that come too late first. */ movedOrders: v.array(MovedOrder) })

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
    summary: 'Declares an absence; the promises of open cases move with it',
    status: 201,
    creates: true,
    body: NewAbsence,
    reply: data(Moving),
    refusals: { absence_overlaps: 409 },
  }),
  preview: endpoint({
    method: 'POST',
    path: '/api/absences/preview',
    needs: 'absences',
    summary: 'Which deliveries an absence would move, or a change of it; nothing is declared',
    body: v.strictObject({ ...NewAbsence.entries, /** The one that would be changed. */ absenceId: v.optional(Id) }),
    reply: data(v.object({ overlaps: v.boolean(), movedOrders: v.array(MovedOrder) })),
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/absences/:id',
    needs: 'absences',
    summary: 'Puts an absence right that is not over; the promises of open cases move with it',
    body: NewAbsence,
    reply: data(Moving),
    refusals: { absence_overlaps: 409 },
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/absences/:id',
    needs: 'absences',
    summary: 'Takes an absence back',
    status: 204,
  }),
}
