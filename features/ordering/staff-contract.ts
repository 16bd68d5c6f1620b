import * as v from 'valibot'
import { CatalogueFamilies } from '#features/catalogue/contract.ts'
import { Day, data, endpoint, Id } from '#kit/contract.ts'
import { DeliveryPromise, KnownPatient, NewOrder, PatientQuery, Prescribers, PromiseQuestion } from './contract.ts'

/** The physical impression came with the slip: no pickup, and the work can begin. */
const isImpressionHere = v.optional(v.boolean(), false)

/** An order the laboratory enters from paper. */
const EnteredOrder = v.strictObject({ ...v.omit(NewOrder, ['draftId']).entries, isImpressionHere })

const StaffPromiseQuestion = v.strictObject({ ...v.omit(PromiseQuestion, ['pickup']).entries, isImpressionHere })
export type StaffPromiseQuestion = v.InferInput<typeof StaffPromiseQuestion>

/** Calls for orders that reach the laboratory on paper, in a bag or by telephone. */
export const staffOrderingCalls = {
  prepare: endpoint({
    method: 'GET',
    path: '/api/staff/practices/:id/ordering',
    needs: 'production',
    summary: 'What can be entered for a practice: its people who prescribe, and the catalogue, without prices',
    reply: data(
      v.object({
        practice: v.object({ id: Id, name: v.string(), isDisabled: v.boolean() }),
        families: CatalogueFamilies,
        prescribers: Prescribers,
        appointmentBufferDays: v.pipe(v.number(), v.integer()),
      }),
    ),
  }),
  patients: endpoint({
    method: 'GET',
    path: '/api/staff/practices/:id/patients',
    needs: 'production',
    summary: 'Patients of a practice whose code begins so, and what is under way for them: a slip may be here already',
    query: PatientQuery,
    reply: data(v.array(KnownPatient)),
  }),
  enter: endpoint({
    method: 'POST',
    path: '/api/staff/practices/:id/orders',
    needs: 'production',
    summary: 'Enters work that a practice has ordered otherwise; it sees the case as if it had ordered here',
    status: 201,
    creates: true,
    body: EnteredOrder,
    reply: data(
      v.object({
        id: Id,
        code: v.string(),
        deliveryDate: v.nullable(Day),
        /** Accepted at once with that day, because the impression is at the laboratory. */
        isAccepted: v.boolean(),
      }),
    ),
    /** As with an order: `present` holds the current promise; no order was created. */
    refusals: { promise_changed: 409, practice_disabled: 409 },
  }),
  promise: endpoint({
    method: 'POST',
    path: '/api/staff/practices/:id/promise',
    uncounted: true,
    needs: 'production',
    summary: 'When work entered for a practice would arrive, and why; nothing is entered',
    body: StaffPromiseQuestion,
    reply: data(v.nullable(DeliveryPromise)),
  }),
}
