import * as v from 'valibot'
import { Absence } from '#features/absences/contract.ts'
import { AttachmentType, ScanRole } from '#features/attachments/contract.ts'
import { ClosedDay } from '#features/calendar/staff-contract.ts'
import {
  CaseLink,
  CaseMessage,
  CaseProblem,
  CaseProduct,
  CaseRequest,
  CaseStatus,
  HoldAnswer,
  HoldReason,
  PrintType,
  TimelineLine,
} from '#features/cases/contract.ts'
import { NewMessage } from '#features/cases/input.ts'
import { NewOrder } from '#features/ordering/contract.ts'
import { longestName } from '#features/practices/input.ts'
import { CutOffs } from '#features/rides/contract.ts'
import { Day, data, endpoint, Id, Instant } from '#kit/contract.ts'
import { RealDay, Words } from '#kit/input.ts'
import { ExternalId, SaidOfPractice, WhichOne } from './input.ts'
import { PaymentPut, PiecePut, PutPayment, PutPiece, paymentRefusals, pieceRefusals } from './pieces-contract.ts'

/**
 * The changes a program hears of, named as in the audit. Whatever the kind, the program reads the case or practice again
 * for its state.
 */
export const changeKinds = [
  'order_created',
  'order_changed',
  'order_cancelled',
  'order_status_changed',
  'hold_answered',
  'request_made',
  'request_answered',
  'request_withdrawn',
  'message_sent',
  'attachment_added',
  'attachment_removed',
  'problem_reported',
  'problem_answered',
  'problem_settled',
  'delivery_taken_back',
  'reception_taken_back',
  'patient_name_erased',
  'absence_declared',
  'absence_changed',
  'absence_deleted',
  /** For drivers: read the coming pickups or the supplies to send again. `practiceId` is null when staff moved them. */
  'ride_requested',
  'ride_cancelled',
  'ride_status_changed',
  'supplies_ordered',
  'supply_order_status_changed',
  /** Practices and cases came from a file: read both lists again. */
  'import_applied',
  'import_undone',
  'practice_created',
  'practice_changed',
  'practice_disabled',
  'practice_enabled',
  'practice_merged',
  'account_change_applied',
  /** Money has come or gone back: read the portal's receipts from the last one on. */
  'payment_succeeded',
  'payment_entered',
  'payment_refunded',
  'payment_rejected',
  'payment_cancelled',
  /** Delivery days of any practice may have moved. */
  'calendar_changed',
] as const

const Change = v.object({
  kind: v.picklist(changeKinds),
  at: Instant,
  orderId: v.nullable(Id),
  practiceId: v.nullable(Id),
  /**
   * `program`: another program of the laboratory. Null: happened by itself, such as a name erased with a refused entry or
   * when its time is over.
   */
  by: v.nullable(v.picklist(['practice', 'staff', 'program'])),
})
export type Change = v.InferOutput<typeof Change>

/** The previous reply's `next`; absent on the first request. */
const Cursor = v.pipe(v.string(), v.regex(/^(0|[1-9][0-9]{0,15})-[0-9a-f]{8}$/, 'out_of_range'))

const { days: _days, every: _every, seriesId: _seriesId, ...away } = Absence.entries
const Away = v.object(away)

const Practice = v.object({
  id: Id,
  name: v.string(),
  rppsSiretSiren: v.string(),
  vatNumber: v.string(),
  address: v.string(),
  postalCode: v.string(),
  city: v.string(),
  country: v.string(),
  phone: v.string(),
  deliveryAddress: v.string(),
  deliveryPostalCode: v.string(),
  deliveryCity: v.string(),
  deliveryInstruction: v.string(),
  /** 1 is Monday. */
  deliveryDays: v.array(v.number()),
  openingDays: v.array(v.number()),
  isDisabled: v.boolean(),
  externalIds: v.array(v.string()),
  /** From today on, soonest first. */
  absences: v.array(Away),
})

/** Continues after the last id of the previous page. */
const ById = v.strictObject({ after: v.optional(Id) })

const ListedPractice = v.object({
  id: Id,
  name: v.string(),
  postalCode: v.string(),
  city: v.string(),
  rppsSiretSiren: v.string(),
  isDisabled: v.boolean(),
  externalIds: v.array(v.string()),
})

const ListedOrder = v.object({
  id: Id,
  code: v.string(),
  practiceId: Id,
  patientCode: v.string(),
  status: CaseStatus,
  deliveryDate: v.nullable(Day),
  externalId: v.nullable(v.string()),
})

const Tracking = {
  carrier: Words(60),
  number: v.optional(Words(60)),
  url: v.optional(
    v.pipe(v.string(), v.trim(), v.maxLength(500, 'too_long'), v.regex(/^https:\/\/[^\s"'<>]+$/, 'not_an_address')),
  ),
}

const { isOwn: _isOwn, isUnread: _isUnread, ...message } = CaseMessage.entries
const Message = v.object(message)

const Order = v.object({
  id: Id,
  code: v.string(),
  externalId: v.nullable(v.string()),
  practice: v.object({ id: Id, name: v.string(), externalIds: v.array(v.string()) }),
  patientCode: v.string(),
  /** Null where the practice sends codes only, and once it is erased: the software has to erase it, too. */
  patient: v.nullable(v.string()),
  prescriber: v.nullable(v.string()),
  practiceReference: v.nullable(v.string()),
  /** Entered by the laboratory or a program: the practice did not order it here. */
  isEntered: v.boolean(),
  status: CaseStatus,
  printType: PrintType,
  isScanAwaited: v.boolean(),
  /** Where to find a scan that came through a scanner's platform. */
  scan: v.nullable(v.object({ platform: v.string(), caseNumber: v.string(), url: v.nullable(v.string()) })),
  wishedDate: v.nullable(Day),
  appointmentDate: v.nullable(Instant),
  deliveryDate: v.nullable(Day),
  comment: v.nullable(v.string()),
  products: v.array(CaseProduct),
  totalCents: v.nullable(v.pipe(v.number(), v.integer())),
  hold: v.nullable(
    v.object({
      reason: HoldReason,
      question: v.optional(v.string()),
      answer: v.optional(HoldAnswer),
      answeredAt: v.optional(Instant),
    }),
  ),
  tracking: v.nullable(v.object({ carrier: v.string(), number: v.optional(v.string()), url: v.optional(v.string()) })),
  remakeOf: v.nullable(CaseLink),
  createdAt: Instant,
  attachments: v.array(
    v.object({
      id: Id,
      name: v.string(),
      type: AttachmentType,
      size: v.pipe(v.number(), v.integer()),
      role: v.nullable(ScanRole),
      isOfLaboratory: v.boolean(),
      createdAt: Instant,
      /** Of the bytes that its download gives; null for a scan that is kept compressed. */
      sha256: v.nullable(v.string()),
      /** The reported problem it belongs to. */
      problemId: v.nullable(Id),
    }),
  ),
  /** Oldest first; the note of an answered hold contains the shade, or when to call. */
  timeline: v.array(TimelineLine),
  /** Oldest first. */
  messages: v.array(Message),
  /** Newest first, like `problems`. */
  requests: v.array(CaseRequest),
  problems: v.array(CaseProblem),
})

/** What decides on which days the laboratory works and drives; with a practice's own days, when its work can arrive. */
const Calendar = v.object({
  /** 1 is Monday. */
  workingDays: v.array(v.number()),
  physicalTransportDays: v.number(),
  appointmentBufferDays: v.number(),
  rounds: CutOffs,
  /** Closed days from last month on, in their order. */
  closed: v.array(ClosedDay),
})

const { draftId: _d, promisedDate: _p, ...prescribed } = NewOrder.entries

export const PutOrder = v.strictObject({
  /** Links the software's name to an existing case. */
  orderId: v.optional(Id),
  /** For a new case: its practice and prescription. */
  practice: v.optional(WhichOne),
  prescription: v.optional(v.strictObject({ ...prescribed, isImpressionHere: v.optional(v.boolean(), false) })),
  status: v.optional(CaseStatus),
  hold: v.optional(v.strictObject({ reason: HoldReason, question: v.optional(Words(500)) })),
  /** Shown to the practice on the timeline, beside the new status or day. */
  note: v.optional(Words(500)),
  /** Confirms or moves the delivery day. */
  deliveryDate: v.optional(RealDay),
  tracking: v.optional(v.nullable(v.strictObject(Tracking))),
})
export type PutOrder = v.InferOutput<typeof PutOrder>

export const PutPractice = v.strictObject({
  /** Links the software's name to an existing practice. */
  practiceId: v.optional(Id),
  name: Words(longestName),
  ...SaidOfPractice.entries,
})
export type PutPractice = v.InferOutput<typeof PutPractice>

const outcome = v.picklist(['created', 'changed', 'unchanged'])
const OrderPut = v.object({ id: Id, code: v.string(), status: CaseStatus, deliveryDate: v.nullable(Day), outcome })
const PracticePut = v.object({ id: Id, outcome })
export type OrderPut = v.InferOutput<typeof OrderPut>
export type PracticePut = v.InferOutput<typeof PracticePut>

export const orderRefusals = {
  /** The name is new here, and neither `orderId` nor a prescription says what to do with it. */
  unknown_here: 404,
  /** The case or the name is linked otherwise already. */
  linked_otherwise: 409,
  /** The same name came with another prescription: a new case needs a new name, and errors are corrected in the portal. */
  prescription_differs: 409,
  /** The case belongs to another practice. */
  practice_differs: 409,
  status_not_allowed: 409,
  /** Delivered, invoiced or cancelled: its day and parcel are fixed. */
  order_over: 409,
  /** It is on a piece of the portal, which bills it. */
  billed_here: 409,
  practice_disabled: 409,
}

/**
 * The interface of the laboratory's management software: `Authorization: Bearer` with its key. Names are the software's
 * own, so that repeated requests take effect once. A key gives access to one laboratory with all of its practices, and to
 * nothing else.
 */
export const integrationCalls = {
  changes: endpoint({
    method: 'GET',
    path: '/api/integration/v1/changes',
    needs: 'integration',
    summary: 'What has happened to cases and practices since, in an order that never changes; kept for twelve months',
    query: v.strictObject({ after: v.optional(Cursor) }),
    reply: v.object({
      data: v.array(Change),
      /** To be stored and sent as `after` with the next request. */
      next: v.string(),
      /** There is more already: ask again at once. */
      hasMore: v.boolean(),
    }),
    /**
     * A restore has shortened the chain, or its beginning is no longer kept: the program starts anew and reads again what
     * it knows.
     */
    refusals: { cursor_unknown: 409 },
  }),
  practices: endpoint({
    method: 'GET',
    path: '/api/integration/v1/practices',
    needs: 'integration',
    summary: 'All practices, 200 at once, by their ids: to be linked before any is made',
    query: ById,
    reply: v.object({ data: v.array(ListedPractice), hasMore: v.boolean() }),
  }),
  orders: endpoint({
    method: 'GET',
    path: '/api/integration/v1/orders',
    needs: 'integration',
    summary:
      'All cases that are neither invoiced nor cancelled, 200 at once, by their ids: to be linked before any is entered, and read when days have moved',
    query: ById,
    reply: v.object({ data: v.array(ListedOrder), hasMore: v.boolean() }),
  }),
  order: endpoint({
    method: 'GET',
    path: '/api/integration/v1/orders/:name',
    needs: 'integration',
    summary:
      'A case, by its own id or by the software’s name for it: what was prescribed, where it is, which files lie with it',
    views: ['case_viewed', 'files_viewed', 'messages_viewed'],
    reply: data(Order),
  }),
  attachment: endpoint({
    method: 'GET',
    path: '/api/integration/v1/attachments/:id',
    needs: 'integration',
    summary: 'A file of a case; a scan as the STL it was',
    views: 'attachment_downloaded',
    reply: 'binary',
    refusals: { file_lost: 410 },
  }),
  calendar: endpoint({
    method: 'GET',
    path: '/api/integration/v1/calendar',
    needs: 'integration',
    summary: 'When the laboratory works and drives, until when pickups are asked for, and its closed days',
    reply: data(Calendar),
  }),
  practice: endpoint({
    method: 'GET',
    path: '/api/integration/v1/practices/:name',
    needs: 'integration',
    summary:
      'A practice, by its own id or by the software’s name for it; one that has become part of another one leads to that',
    reply: data(Practice),
  }),
  unnameOrder: endpoint({
    method: 'DELETE',
    path: '/api/integration/v1/orders/:name',
    needs: 'integration',
    summary: 'Takes its name off a case that was linked; the case stays as it is',
    status: 204,
    refusals: { unknown_here: 404, entered_by_it: 409 },
  }),
  unnamePractice: endpoint({
    method: 'DELETE',
    path: '/api/integration/v1/practices/:name',
    needs: 'integration',
    summary: 'Takes its name off a practice, which stays as it is',
    status: 204,
    refusals: { unknown_here: 404 },
  }),
  putOrder: endpoint({
    method: 'PUT',
    path: '/api/integration/v1/orders/:name',
    needs: 'integration',
    summary: 'Enters a case, links one, or says where it is by now; what is so already is left as it is',
    body: PutOrder,
    reply: data(OrderPut),
    refusals: orderRefusals,
  }),
  sendMessage: endpoint({
    method: 'POST',
    path: '/api/integration/v1/orders/:name/messages',
    needs: 'integration',
    summary: 'Writes to the practice about a case, in the laboratory’s name',
    status: 201,
    creates: true,
    body: NewMessage,
    reply: data(Message),
    /** The key is required because a repetition without one would write the message twice. */
    refusals: { idempotency_key_missing: 400 },
  }),
  putPractice: endpoint({
    method: 'PUT',
    path: '/api/integration/v1/practices/:name',
    needs: 'integration',
    summary: 'Creates a practice, links one, or says it anew; nobody of it is let in by that',
    body: PutPractice,
    reply: data(PracticePut),
    refusals: { linked_otherwise: 409 },
  }),
  batch: endpoint({
    method: 'POST',
    path: '/api/integration/v1/batch',
    needs: 'integration',
    summary: 'Many of these at once, a line each; each is done or refused by itself',
    lines: {
      of: v.variant('put', [
        v.strictObject({ put: v.literal('orders'), externalId: ExternalId, body: PutOrder }),
        v.strictObject({ put: v.literal('practices'), externalId: ExternalId, body: PutPractice }),
        v.strictObject({ put: v.literal('invoices'), externalId: ExternalId, body: PutPiece }),
        v.strictObject({ put: v.literal('payments'), externalId: ExternalId, body: PutPayment }),
      ]),
      most: 10_000,
      longestBytes: 64 * 1024,
    },
    reply: data(v.union([OrderPut, PracticePut, PiecePut, PaymentPut])),
    refusals: { ...orderRefusals, ...pieceRefusals, ...paymentRefusals },
  }),
}
