import * as v from 'valibot'
import { PrintType } from '#features/cases/contract.ts'
import { CatalogueFamilies } from '#features/catalogue/contract.ts'
import { Sector } from '#features/prescription/contract.ts'
import { Pickup } from '#features/rides/contract.ts'
import { Day, data, endpoint, Id, Instant } from '#kit/contract.ts'
import { RealDay, Words } from '#kit/input.ts'
import { RealInstant } from '#kit/instant-input.ts'
import { shifts } from '#kit/shifts.ts'
import { OrderChange, Tooth } from './change-input.ts'
import { httpsAddress, longest, mostProducts, TemplateName } from './input.ts'

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

/** The physical impression came with the slip: nobody fetches it, and the work can begin. */
const isImpressionHere = v.optional(v.boolean(), false)

/** As the laboratory enters what has come to it on paper. */
const EnteredOrder = v.strictObject({ ...v.omit(NewOrder, ['draftId']).entries, isImpressionHere })

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

/** Also what is too long to be sent: it is shortened where it stands. */
const DraftText = v.optional(v.pipe(v.string(), v.maxLength(10_000)))

export const DraftProduct = v.strictObject({
  reference: v.pipe(v.string(), v.maxLength(60)),
  quantity: v.optional(v.pipe(v.number(), v.integer())),
  teeth: v.optional(v.pipe(v.array(Tooth), v.maxLength(52))),
  pontics: v.optional(v.pipe(v.array(Tooth), v.maxLength(16))),
  sector: v.optional(Sector),
  shade: DraftText,
  complementaryShade: DraftText,
  implant: v.optional(v.strictObject({ brand: DraftText, platform: DraftText })),
  note: DraftText,
})

/** What a template keeps: everything but the patient and the dates. */
export const TemplateContent = v.strictObject({
  /** An id as in a new order, or `other` with a name. */
  prescriberId: DraftText,
  prescriberName: DraftText,
  printType: v.optional(PrintType),
  comment: DraftText,
  products: v.optional(v.pipe(v.array(DraftProduct), v.maxLength(mostProducts, 'too_many'))),
})
export type TemplateContent = v.InferOutput<typeof TemplateContent>

/** A prescription as far as it has come: anything may be missing or half typed. */
export const DraftContent = v.strictObject({
  ...TemplateContent.entries,
  patientCode: DraftText,
  patient: DraftText,
  scan: v.optional(v.strictObject({ platform: DraftText, caseNumber: DraftText, url: DraftText })),
  wishedDate: DraftText,
  practiceReference: DraftText,
  /** As typed: day and time on the laboratory's wall clock. */
  appointmentDay: DraftText,
  appointmentTime: DraftText,
})
export type DraftContent = v.InferOutput<typeof DraftContent>

const Draft = v.object({
  id: Id,
  /** Goes up with each saving. */
  version: v.pipe(v.number(), v.integer()),
  content: DraftContent,
  updatedAt: Instant,
})
export type Draft = v.InferOutput<typeof Draft>

/** A draft in one line; empty where a newer release has written it and this process is still of the one before. */
const DraftLine = v.object({
  id: Id,
  updatedAt: Instant,
  patientCode: v.nullable(v.string()),
  patient: v.nullable(v.string()),
  /** The work, in the reader's language: "Bridge 13–23 · A3,5"; or how many files there are, where there is no work yet. */
  summary: v.string(),
})
export type DraftLine = v.InferOutput<typeof DraftLine>

const Template = v.object({ id: Id, name: v.string(), content: TemplateContent, createdAt: Instant })
export type Template = v.InferOutput<typeof Template>

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
    query: v.strictObject({
      code: v.pipe(v.string(), v.trim(), v.minLength(1, 'required'), v.maxLength(100, 'too_long')),
    }),
    reply: data(v.array(KnownPatient)),
  }),
  listDrafts: endpoint({
    method: 'GET',
    path: '/api/order-drafts',
    needs: 'order',
    summary: 'The prescriptions this user has begun and not sent, the latest first',
    reply: data(v.array(DraftLine)),
  }),
  findDraft: endpoint({
    method: 'GET',
    path: '/api/order-drafts/:id',
    needs: 'order',
    summary: 'One prescription as far as it has come',
    reply: data(Draft),
    /** A newer release has written it, and this process is still of the one before. */
    refusals: { draft_too_new: 409 },
  }),
  saveDraft: endpoint({
    method: 'PUT',
    path: '/api/order-drafts/:id',
    uncounted: true,
    needs: 'order',
    summary: 'Keeps a prescription as far as it has come; whoever begins it gives it its id',
    body: v.strictObject({
      content: DraftContent,
      /** The version this one follows; 0 begins a draft. */
      follows: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2_147_483_646, 'out_of_range')),
    }),
    reply: data(v.object({ id: Id, version: v.pipe(v.number(), v.integer()), updatedAt: Instant })),
    /** Another tab or device has written since; more than anybody finds again. */
    refusals: { draft_changed: 409, too_many_drafts: 409 },
  }),
  discardDraft: endpoint({
    method: 'DELETE',
    path: '/api/order-drafts/:id',
    needs: 'order',
    summary: 'Throws a draft and its files away',
    status: 204,
  }),
  listTemplates: endpoint({
    method: 'GET',
    path: '/api/order-templates',
    needs: 'order',
    summary: 'Prescriptions that the practice keeps to start from',
    reply: data(v.array(Template)),
  }),
  saveTemplate: endpoint({
    method: 'POST',
    path: '/api/order-templates',
    needs: 'order',
    summary: 'Keeps a prescription to start from, without its patient',
    status: 201,
    creates: true,
    body: v.strictObject({ ...TemplateName.entries, content: TemplateContent }),
    reply: data(Template),
    refusals: { template_name_taken: 409, too_many_templates: 409 },
  }),
  renameTemplate: endpoint({
    method: 'PATCH',
    path: '/api/order-templates/:id',
    needs: 'order',
    summary: 'Gives a template another name',
    body: TemplateName,
    reply: data(Template),
    refusals: { template_name_taken: 409 },
  }),
  deleteTemplate: endpoint({
    method: 'DELETE',
    path: '/api/order-templates/:id',
    needs: 'order',
    summary: 'Forgets a template',
    status: 204,
  }),
}

const StaffPromiseQuestion = v.strictObject({ ...v.omit(PromiseQuestion, ['pickup']).entries, isImpressionHere })
export type StaffPromiseQuestion = v.InferInput<typeof StaffPromiseQuestion>

/** What comes to the laboratory on paper, in a bag or by telephone. */
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
        /** Taken in with that day: its impression is there. */
        isAccepted: v.boolean(),
      }),
    ),
    /** As with an order: the promise as it is now stands in `present`; nothing was made. */
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
