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
  /** Teeth of a bridge that hang between the others. */
  pontics: v.optional(v.pipe(v.array(Tooth), v.maxLength(16, 'too_many')), []),
  sector: v.optional(Sector),
  /** VITA classical ("A3.5"), 3D-Master ("2M2") or free text for other guides. */
  shade: v.optional(Words(longest.shade)),
  complementaryShade: v.optional(Words(longest.complementaryShade)),
  implant: v.optional(v.strictObject({ brand: Words(longest.brand), platform: Words(longest.platform) })),
  note: v.optional(Words(longest.note)),
})
export type NewProduct = v.InferOutput<typeof NewProduct>

/** Where a laboratory finds a scan that goes through the platform of a scanner. */
const ScanElsewhere = v.strictObject({
  platform: Words(longest.platform),
  /** As the platform numbers it. */
  caseNumber: Words(longest.caseNumber),
  url: v.optional(
    v.pipe(v.string(), v.trim(), v.maxLength(longest.url, 'too_long'), v.regex(httpsAddress, 'not_an_address')),
  ),
})

/** What it lacks for the products it names is refused with `input_invalid` and the path of each gap: see rules.ts. */
export const NewOrder = v.strictObject({
  patientCode: Words(longest.patientCode),
  /** Name, optional. Never in an address, a log or a mail. */
  patient: v.optional(Words(longest.patient)),
  /** A doctor of the practice, as `listPrescribers` names them; a doctor who names nobody prescribes. */
  prescriberId: v.optional(Id),
  /** In place of that, title and name of somebody who has no account. */
  prescriberName: v.optional(Words(longest.prescriberName)),
  printType: PrintType,
  /** Of an optical impression whose files are not sent with the case. */
  scan: v.optional(ScanElsewhere),
  wishedDate: v.optional(RealDay),
  appointmentDate: v.optional(RealInstant),
  comment: v.optional(Words(longest.comment)),
  /** What the practice's own software knows the case by: on every document of it. */
  practiceReference: v.optional(Words(longest.practiceReference)),
  products: v.pipe(v.array(NewProduct), v.minLength(1, 'required'), v.maxLength(mostProducts, 'too_many')),
  /** The files of this draft go with the case, and the draft ends. */
  draftId: v.optional(Id),
  /** The day of delivery that was shown to whoever orders, null where none could be; left out by who has seen none. */
  promisedDate: v.optional(v.nullable(RealDay)),
})
export type NewOrder = v.InferOutput<typeof NewOrder>

/** Without what a form that is kept needs. */
const OrderAlone = v.omit(NewOrder, ['draftId', 'promisedDate'])
export type OrderAlone = v.InferOutput<typeof OrderAlone>

/** What the promise depends on. */
export const PromiseQuestion = v.strictObject({
  printType: PrintType,
  /** As if this pickup took the impression: what another one would win. */
  pickup: v.optional(v.strictObject({ date: RealDay, shift: v.picklist(shifts) })),
  wishedDate: v.optional(RealDay),
  appointmentDate: v.optional(RealInstant),
  products: v.pipe(
    v.array(
      v.strictObject({
        reference: Words(60),
        /** As in a new order, and one where nothing is said. */
        quantity: v.optional(Quantity, 1),
      }),
    ),
    v.minLength(1, 'required'),
    v.maxLength(mostProducts),
  ),
})
export type PromiseQuestion = v.InferOutput<typeof PromiseQuestion>

/**
 * One step on the way to the day of delivery; the `days` of all steps add up to the calendar days from today to it. What
 * is routine is one step (the weekends of a long work), each holiday and each absence is its own.
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
  /** Of a holiday, in the reader's language. */
  name: v.optional(v.string()),
})
export type PromiseStep = v.InferOutput<typeof PromiseStep>

export const DeliveryPromise = v.object({
  deliveryDate: Day,
  /** Day of the appointment in the laboratory's time zone. */
  appointmentDate: v.optional(Day),
  /** Against the appointment less its buffer; without an appointment against the wished day; `ahead` without both. */
  verdict: v.picklist(['ahead', 'same_day', 'late']),
  /** Distance of the verdict in calendar days, never negative. */
  days: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** The first day, outside the absences of the practice, for which an appointment would be in time. */
  earliest: Day,
  /** Late, and earlier without the wished day: what helps is to wish for another. */
  lateByWish: v.optional(v.literal(true)),
  because: v.array(PromiseStep),
  /** Of a physical impression: what it goes with; left out where no driver can come, and it is reckoned as if it left today. */
  pickup: v.optional(Pickup),
})
export type DeliveryPromise = v.InferOutput<typeof DeliveryPromise>

export const ChangePreview = v.object({
  /** When it arrives then; null where nobody has promised a day. */
  deliveryDate: v.nullable(Day),
  /** When it arrives as things are. */
  presentDate: v.nullable(Day),
  /** That day has gone by and nothing has come: it is reckoned with tomorrow. */
  isMissed: v.boolean(),
  /** How many days the work is at the practice before the patient is; negative when it comes too late. */
  daysBefore: v.nullable(v.pipe(v.number(), v.integer())),
  /**
   * Why the laboratory has to say yes to what is to be made otherwise: it has been begun; or it is made again for nothing, or
   * offered, and would be more than that, or for another tooth. Null where nobody has to.
   */
  asksLaboratory: v.nullable(v.picklist(['begun', 'remake', 'offered'])),
})
export type ChangePreview = v.InferOutput<typeof ChangePreview>

export const Prescribers = v.object({
  doctors: v.array(v.object({ id: Id, name: v.string() })),
  /** Of people without an account. */
  names: v.array(v.string()),
})
export type Prescribers = v.InferOutput<typeof Prescribers>

const KnownCase = v.object({ id: Id, code: v.string(), summary: v.string() })

export const KnownPatient = v.object({
  code: v.string(),
  /** As in the latest case that says it. */
  name: v.nullable(v.string()),
  /** … and which one that is. */
  namedIn: v.nullable(v.string()),
  /** Who prescribed last, where that is somebody of the practice. */
  prescriberId: v.nullable(Id),
  /** The latest that is still on its way. */
  inProgress: v.nullable(KnownCase),
  /** How many are. */
  inProgressCount: v.pipe(v.number(), v.integer()),
  /** The latest that was not cancelled: another may be like it. */
  last: v.nullable(v.object({ ...KnownCase.entries, complementaryShade: v.nullable(v.string()) })),
})
export type KnownPatient = v.InferOutput<typeof KnownPatient>

/** The beginning of a code. */
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
        /** From which pickup on that day is reckoned; null for what is not collected, or by nobody. */
        pickup: v.nullable(Pickup),
      }),
    ),
    /** With `promise_changed` the promise (DeliveryPromise or null) as it is now stands in `present`; nothing was made. */
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
    /** It has come or was cancelled, or has left and only its dates can change; a change has been asked for already. */
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
