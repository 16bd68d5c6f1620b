import * as v from 'valibot'
import { Day, data, endpoint, Id } from '#kit/contract.ts'
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
    reply: data(
      v.object({
        ...Absence.entries,
        /** Open cases whose day of delivery has moved. */
        movedOrders: v.array(v.object({ id: Id, code: v.string(), from: Day, to: Day })),
      }),
    ),
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
