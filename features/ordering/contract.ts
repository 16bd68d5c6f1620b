import * as v from 'valibot'
import { PrintType } from '#features/cases/contract.ts'
import { Sector } from '#features/prescription/contract.ts'
import { Pickup } from '#features/rides/contract.ts'
import { Day, data, endpoint, Id } from '#kit/contract.ts'
import { RealDay, Words } from '#kit/input.ts'
import { RealInstant } from '#kit/instant-input.ts'
import { shifts } from '#kit/shifts.ts'
import { OrderChange, Tooth } from './change-input.ts'
import { httpsAddress, longest, mostProducts } from './input.ts'

const Quantity = v.pipe(v.number(), v.integer(), v.minValue(1, 'out_of_range'), v.maxValue(99, 'out_of_range'))

export const NewProduct = v.strictObject({
  reference: Words(60),
  quantity: Quantity,
  teeth: v.optional(v.pipe(v.array(Tooth), v.maxLength(52, 'too_many')), []),
  /** Teeth of a bridge that hang between the abutments. */
  pontics: v.optional(v.pipe(v.array(Tooth), v.maxLength(16, 'too_many')), []),
  sector: v.optional(Sector),
  /** VITA classical ("A3.5"), 3D-Master ("2M2") or free text for other guides. */
  shade: v.optional(Words(longest.shade)),
  complementaryShade: v.optional(Words(longest.complementaryShade)),
  implant: v.optional(v.strictObject({ brand: Words(longest.brand), platform: Words(longest.platform) })),
  note: v.optional(Words(longest.note)),
})
export type NewProduct = v.InferOutput<typeof NewProduct>

/** Where the laboratory finds a scan sent through a scanner's platform. */
const ScanElsewhere = v.strictObject({
  platform: Words(longest.platform),
  /** The number the platform gives the case. */
  caseNumber: Words(longest.caseNumber),
  url: v.optional(
    v.pipe(v.string(), v.trim(), v.maxLength(longest.url, 'too_long'), v.regex(httpsAddress, 'not_an_address')),
  ),
})

/** Missing information for the chosen products is refused with `input_invalid` and the path of each gap: see rules.ts. */
export const NewOrder = v.strictObject({
  patientCode: Words(longest.patientCode),
  /** Optional name. Never in an address, a log or a mail. */
  patient: v.optional(Words(longest.patient)),
  /** A doctor of the practice, from `listPrescribers`. A doctor who names no prescriber prescribes. */
  prescriberId: v.optional(Id),
  /** Instead of that, the title and name of somebody without an account. */
  prescriberName: v.optional(Words(longest.prescriberName)),
  printType: PrintType,
  /** Only for an optical impression whose files are not sent with the case. */
  scan: v.optional(ScanElsewhere),
  wishedDate: v.optional(RealDay),
  appointmentDate: v.optional(RealInstant),
  comment: v.optional(Words(longest.comment)),
  /** The reference of the case in the practice's own software; printed on every document of the case. */
  practiceReference: v.optional(Words(longest.practiceReference)),
  products: v.pipe(v.array(NewProduct), v.minLength(1, 'required'), v.maxLength(mostProducts, 'too_many')),
  /** The files of this draft move to the case, and the draft is deleted. */
  draftId: v.optional(Id),
  /** The delivery day shown to the user, null where none was possible; absent if none was shown. */
  promisedDate: v.optional(v.nullable(RealDay)),
})
export type NewOrder = v.InferOutput<typeof NewOrder>

/** An order without the fields that belong to a saved form. */
const OrderAlone = v.omit(NewOrder, ['draftId', 'promisedDate'])
export type OrderAlone = v.InferOutput<typeof OrderAlone>

/** The inputs a promise depends on. */
export const PromiseQuestion = v.strictObject({
  printType: PrintType,
  /** Computes as if this pickup took the impression, to show what another pickup would gain. */
  pickup: v.optional(v.strictObject({ date: RealDay, shift: v.picklist(shifts) })),
  wishedDate: v.optional(RealDay),
  appointmentDate: v.optional(RealInstant),
  products: v.pipe(
    v.array(
      v.strictObject({
        reference: Words(60),
        /** As in a new order; one when absent. */
        quantity: v.optional(Quantity, 1),
      }),
    ),
    v.minLength(1, 'required'),
    v.maxLength(mostProducts),
  ),
})
export type PromiseQuestion = v.InferOutput<typeof PromiseQuestion>

/**
 * One step on the way to the day of delivery; the `days` of all steps add up to the calendar days from today to it. Routine
 * waits (the weekends of a long work) share one step, each holiday and each absence is its own.
 * `pickup`: until the pickup that takes a physical impression.
 * `first_possible`: until the first day that the laboratory can promise.
 * `closed` days (holidays, weekends of the laboratory) and `absent` or `no_round` days (of the practice) are waited out.
 */
export const PromiseStep = v.object({
  step: v.picklist(['pickup', 'transport', 'lab', 'closed', 'no_round', 'absent', 'first_possible', 'wished']),
  days: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** First and last day of the step. */
  from: Day,
  to: Day,
  /** The holiday's name, in the reader's language. */
  name: v.optional(v.string()),
})
export type PromiseStep = v.InferOutput<typeof PromiseStep>

export const DeliveryPromise = v.object({
  deliveryDate: Day,
  /** Day of the appointment in the laboratory's time zone. */
  appointmentDate: v.optional(Day),
  /** Compared with the appointment less its buffer; without an appointment, with the wished day; `ahead` without both. */
  verdict: v.picklist(['ahead', 'same_day', 'late']),
  /** Distance of the verdict in calendar days, never negative. */
  days: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** The first day, outside the absences of the practice, for which an appointment would be in time. */
  earliest: Day,
  /** Set when late only because of the wished day: an earlier wish would be in time. */
  lateByWish: v.optional(v.literal(true)),
  because: v.array(PromiseStep),
  /** The pickup of a physical impression; absent where no driver can come, and the impression is then assumed to leave today. */
  pickup: v.optional(Pickup),
})
export type DeliveryPromise = v.InferOutput<typeof DeliveryPromise>

export const ChangePreview = v.object({
  /** The new delivery day; null where no day was promised. */
  deliveryDate: v.nullable(Day),
  /** The present delivery day. */
  presentDate: v.nullable(Day),
  /** The present day has passed without a delivery: tomorrow is assumed instead. */
  isMissed: v.boolean(),
  /** Days between delivery and the patient's appointment; negative when the work comes too late. */
  daysBefore: v.nullable(v.pipe(v.number(), v.integer())),
  /**
   * Why the laboratory must approve the change: the work has begun (`begun`), or it is a free remake or offered work and
   * the change adds pieces, teeth or an arch (`remake`, `offered`). Null when no approval is needed.
   */
  asksLaboratory: v.nullable(v.picklist(['begun', 'remake', 'offered'])),
})
export type ChangePreview = v.InferOutput<typeof ChangePreview>

export const Prescribers = v.object({
  doctors: v.array(v.object({ id: Id, name: v.string() })),
  /** Prescribers without an account. */
  names: v.array(v.string()),
})
export type Prescribers = v.InferOutput<typeof Prescribers>

const KnownCase = v.object({ id: Id, code: v.string(), summary: v.string() })

export const KnownPatient = v.object({
  code: v.string(),
  /** The name in the latest case that gives one. */
  name: v.nullable(v.string()),
  /** The code of that case. */
  namedIn: v.nullable(v.string()),
  /** The latest prescriber, if a member of the practice. */
  prescriberId: v.nullable(Id),
  /** The latest case in progress. */
  inProgress: v.nullable(KnownCase),
  /** The number of cases in progress. */
  inProgressCount: v.pipe(v.number(), v.integer()),
  /** The latest case that was not cancelled, to order another like it. */
  last: v.nullable(v.object({ ...KnownCase.entries, complementaryShade: v.nullable(v.string()) })),
})
export type KnownPatient = v.InferOutput<typeof KnownPatient>

/** The beginning of a patient code. */
export const PatientQuery = v.strictObject({
  code: v.pipe(v.string(), v.trim(), v.minLength(1, 'required'), v.maxLength(100, 'too_long')),
})

export const orderingCalls = {
  create: endpoint({
    method: 'POST',
    path: '/api/orders',
    needs: 'order',
    summary: 'Orders work for a patient',
    status: 201,
    creates: true,
    body: NewOrder,
    reply: data(
      v.object({
        id: Id,
        code: v.string(),
        deliveryDate: v.nullable(Day),
        /** The pickup the day is computed from; null for what needs no pickup, or where no driver can come. */
        pickup: v.nullable(Pickup),
      }),
    ),
    /** With `promise_changed`, `present` holds the current promise (DeliveryPromise or null); no order was created. */
    refusals: { draft_gone: 409, promise_changed: 409 },
  }),
  promise: endpoint({
    method: 'POST',
    path: '/api/orders/promise',
    uncounted: true,
    needs: 'order',
    summary: 'When work would arrive, and why; nothing is ordered. null where no day of the next 18 months will do',
    body: PromiseQuestion,
    reply: data(v.nullable(DeliveryPromise)),
  }),
  previewChange: endpoint({
    method: 'POST',
    path: '/api/orders/:id/change-preview',
    uncounted: true,
    needs: 'order',
    summary: 'What a change of a case that was sent would mean; nothing is changed',
    body: OrderChange,
    reply: data(ChangePreview),
    refusals: { order_over: 409 },
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/api/orders/:id',
    needs: 'order',
    summary: 'Changes a case that was sent; what is begun is changed once the laboratory says yes',
    body: OrderChange,
    reply: data(ChangePreview),
    /**
     * `order_over`: delivered or cancelled, or shipped and more than its dates would change. `request_open`: a change
     * request is open already.
     */
    refusals: { order_over: 409, request_open: 409 },
  }),
  listPrescribers: endpoint({
    method: 'GET',
    path: '/api/order-prescribers',
    needs: 'order',
    summary:
      'Who may prescribe: doctors of the practice and names given lately, those whom this user ordered for first',
    reply: data(Prescribers),
  }),
  listPatients: endpoint({
    method: 'GET',
    path: '/api/order-patients',
    needs: 'order',
    summary: 'Patients of the practice whose code begins so, those ordered for last first',
    query: PatientQuery,
    reply: data(v.array(KnownPatient)),
  }),
}
