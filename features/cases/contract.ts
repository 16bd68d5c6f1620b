import * as v from 'valibot'
import { Sector } from '#features/prescription/contract.ts'
import { Shift, TakenBy } from '#features/rides/contract.ts'
import { Day, data, endpoint, Id, Instant } from '#kit/contract.ts'
import { caseSorts, caseStatuses, caseTabs } from './address.ts'
import { answersToHold } from './answers-to-hold.ts'
import { problemKinds } from './input.ts'

/** A case is an "order" on the wire, as the specification names it. */
export const CaseStatus = v.picklist(caseStatuses)
export type CaseStatus = v.InferOutput<typeof CaseStatus>

export const CaseTab = v.picklist(caseTabs)
export type CaseTab = v.InferOutput<typeof CaseTab>

export const CaseSort = v.picklist(caseSorts)
export type CaseSort = v.InferOutput<typeof CaseSort>

export const PrintType = v.picklist(['optical', 'physical'])
export type PrintType = v.InferOutput<typeof PrintType>
export const HoldReason = v.picklist(['implant_parts', 'technical_response', 'shade', 'other'])
export type HoldReason = v.InferOutput<typeof HoldReason>

/** Sent with one press; words that go with an answer are also posted to the case's thread. */
export const HoldAnswer = v.picklist(answersToHold)
export type HoldAnswer = v.InferOutput<typeof HoldAnswer>

export const ProblemKind = v.picklist(problemKinds)
export type ProblemKind = v.InferOutput<typeof ProblemKind>

/** `null` once delivered, invoiced or cancelled. */
export const Delivery = v.nullable(
  v.object({
    display: v.picklist(['planned', 'today', 'estimated', 'delayed']),
    /** Only with `delayed`, when the laboratory has given a new day. */
    newDate: v.optional(Day),
    /** Only with `delayed` and `today`: the promised day that the laboratory has not kept. */
    firstDate: v.optional(Day),
    /**
     * Later than promised because of the practice's own absence, not the laboratory. `other` hides the absence from readers
     * who may not see it.
     */
    moved: v.optional(v.picklist(['absence', 'days', 'other'])),
    /** Only with `today`: the day is computed, and the laboratory has not confirmed it. */
    unconfirmed: v.optional(v.literal(true)),
    /**
     * Only with `firstDate` and `moved`: the day to which the laboratory had put it off before the absence moved it further.
     */
    putOffTo: v.optional(Day),
  }),
)
export type Delivery = v.InferOutput<typeof Delivery>

/** Open until the laboratory has answered, then answered until the practice says that it is settled. */
export const ProblemState = v.picklist(['open', 'answered', 'settled'])
export type ProblemState = v.InferOutput<typeof ProblemState>

const caseFields = {
  id: Id,
  code: v.string(),
  /** Name, optional: many practices send codes only. Never in an address, a log or a mail. */
  patient: v.nullable(v.string()),
  patientCode: v.string(),
  /** The prescriber's title and name; null when an import or an older case does not say. */
  prescriber: v.nullable(v.string()),
  /** The work in one line, in the reader's language: "Bridge 13–23 · A3,5". */
  summary: v.string(),
  status: CaseStatus,
  printType: PrintType,
  wishedDate: v.nullable(Day),
  deliveryDate: v.nullable(Day),
  /** The day of arrival, once it has arrived; the promised day is kept beside it. */
  arrivedOn: v.nullable(Day),
  delivery: Delivery,
  appointmentDate: v.nullable(Instant),
  /** Days by which the laboratory is late, up to its current day, or up to today once that has passed. 0 when on time. */
  delayDays: v.pipe(v.number(), v.integer()),
  /** `answer` is present once the practice has given one; the case continues when the laboratory has read it. */
  hold: v.nullable(
    v.object({
      reason: HoldReason,
      question: v.optional(v.string()),
      answer: v.optional(HoldAnswer),
      answeredAt: v.optional(Instant),
    }),
  ),
  tracking: v.nullable(v.object({ carrier: v.string(), number: v.optional(v.string()), url: v.optional(v.string()) })),
  /** State of the reported problems: with several, the one that waits for the reader, else one that waits for anybody. */
  problem: v.nullable(ProblemState),
  createdAt: Instant,
}

export const CaseRow = v.object(caseFields)
export type CaseRow = v.InferOutput<typeof CaseRow>

export const CaseProduct = v.object({
  id: Id,
  reference: v.string(),
  label: v.string(),
  quantity: v.pipe(v.number(), v.integer()),
  caseSequence: v.pipe(v.number(), v.integer()),
  /** Lots and makers once the bench has entered them, in one line. */
  traceability: v.nullable(v.string()),
  shade: v.nullable(v.string()),
  complementaryShade: v.nullable(v.string()),
  /** Whether the work is made in a shade, given yet or not. */
  hasShade: v.boolean(),
  /** FDI numbers, in the order of the arch. */
  teeth: v.array(v.pipe(v.number(), v.integer())),
  sector: v.nullable(Sector),
  /** Teeth of a bridge that are pontics, between the abutments. */
  pontics: v.array(v.pipe(v.number(), v.integer())),
  implant: v.nullable(v.object({ brand: v.string(), platform: v.string() })),
  note: v.nullable(v.string()),
})
export type CaseProduct = v.InferOutput<typeof CaseProduct>

export const CaseLink = v.object({ id: Id, code: v.string() })
export type CaseLink = v.InferOutput<typeof CaseLink>

export const CaseProblem = v.object({
  id: Id,
  kind: ProblemKind,
  description: v.string(),
  reportedAt: Instant,
  reportedBy: v.string(),
  /** The new case, when a remake was asked for. */
  remake: v.nullable(CaseLink),
  /** Teeth of the case, in the order of the arch; empty when the problem names no single teeth. */
  teeth: v.array(v.pipe(v.number(), v.integer())),
  /** Set when the piece goes back to be adjusted, with the pickup that has taken it or will take it. */
  adjustment: v.nullable(v.object({ pickup: v.nullable(TakenBy) })),
  state: ProblemState,
  answer: v.nullable(
    v.object({
      words: v.string(),
      at: Instant,
      /** The day by which the laboratory puts it right, when it has said so. */
      putRightOn: v.nullable(Day),
    }),
  ),
})
export type CaseProblem = v.InferOutput<typeof CaseProblem>

/** A request of the practice to the laboratory about a case, and its outcome. */
export const CaseRequest = v.object({
  id: Id,
  kind: v.picklist(['earlier', 'change']),
  /** With `earlier`: the day by which the work is needed. */
  wishedDate: v.nullable(Day),
  /** The change wanted, or why the work is needed earlier. */
  words: v.nullable(v.string()),
  askedAt: Instant,
  askedBy: v.string(),
  state: v.picklist(['open', 'granted', 'refused']),
  /** With `earlier`: the day that the laboratory has given. */
  grantedDate: v.nullable(Day),
  answer: v.nullable(v.string()),
  decidedAt: v.nullable(Instant),
})
export type CaseRequest = v.InferOutput<typeof CaseRequest>

export const CaseMessage = v.object({
  id: Id,
  body: v.string(),
  at: Instant,
  /** Name of the colleague who wrote, or of the laboratory. */
  author: v.string(),
  isFromLaboratory: v.boolean(),
  isOwn: v.boolean(),
  /** Written by somebody else since the reader last read the case. */
  isUnread: v.boolean(),
})
export type CaseMessage = v.InferOutput<typeof CaseMessage>

/** A step changes the status of the case; a note keeps it: an answer, a reason, a day that has moved. */
export const TimelineLine = v.object({
  status: CaseStatus,
  at: Instant,
  kind: v.picklist(['step', 'note']),
  note: v.optional(v.string()),
})
export type TimelineLine = v.InferOutput<typeof TimelineLine>

export const Case = v.object({
  ...caseFields,
  products: v.array(CaseProduct),
  /** Oldest first. */
  timeline: v.array(TimelineLine),
  /** Expected days of the steps before the delivery; empty without a promised day that can be kept. */
  expected: v.array(v.object({ status: CaseStatus, on: Day })),
  /** When somebody of the practice confirmed the arrival, if the laboratory had not. */
  receivedAt: v.nullable(Instant),
  totalCents: v.nullable(v.pipe(v.number(), v.integer())),
  comment: v.nullable(v.string()),
  /** The case's reference in the practice's own software. */
  practiceReference: v.nullable(v.string()),
  /** Where to find a scan that the practice has sent through its scanner's platform. */
  scan: v.nullable(v.object({ platform: v.string(), caseNumber: v.string(), url: v.nullable(v.string()) })),
  /**
   * Ordered with a scan that has not come, neither as a file nor through the scanner's platform; false once the laboratory
   * has accepted the case.
   */
  isScanAwaited: v.boolean(),
  /**
   * For an impression that has not reached the laboratory: the pickup that has taken it or will take it. Null when none is
   * planned.
   */
  pickup: v.nullable(TakenBy),
  /** The delivery day cannot be kept with that pickup, or without any. */
  isDayLost: v.optional(v.literal(true)),
  /** Set when the prescriber is a doctor of the practice with an account. */
  prescriberId: v.nullable(Id),
  /** Name of the user who entered the order in the portal, often not the prescriber. */
  enteredBy: v.nullable(v.string()),
  /**
   * The person the laboratory would call: the prescriber, else whoever entered the case. `email` only when it is the
   * reader's own.
   */
  contact: v.nullable(v.object({ name: v.string(), phone: v.nullable(v.string()), email: v.nullable(v.string()) })),
  /** `remakeOf`: the case that this one remakes. `remake`: the remake of this one. */
  remakeOf: v.nullable(CaseLink),
  remake: v.nullable(CaseLink),
  /** Newest first. */
  problems: v.array(CaseProblem),
  /** Newest first, without withdrawn ones. */
  requests: v.array(CaseRequest),
  /** The half of the delivery day in which the driver comes, when the laboratory has a single round on that weekday. */
  deliveryHalf: v.nullable(Shift),
  attachmentsCount: v.pipe(v.number(), v.integer()),
  messagesCount: v.pipe(v.number(), v.integer()),
  /** The invoice it was billed with, for readers who may see invoices; at the laboratory, those who keep its books. */
  invoiceId: v.optional(Id),
  /** The statement that the laboratory has signed; without one the sheet is provisional and says so. */
  statement: v.nullable(v.object({ number: v.string(), version: v.pipe(v.number(), v.integer()), signedOn: Day })),
})
export type Case = v.InferOutput<typeof Case>

/** A patient of the practice, identified by the code that their cases share, ignoring case. */
export const Patient = v.object({
  code: v.string(),
  /** From the latest case that has one. */
  name: v.nullable(v.string()),
  /** Newest first, at most a hundred. */
  cases: v.array(CaseRow),
  /** From cases that were not cancelled, newest first, each with its teeth once. */
  shades: v.array(
    v.object({
      shade: v.nullable(v.string()),
      complementaryShade: v.nullable(v.string()),
      teeth: v.array(v.pipe(v.number(), v.integer())),
      label: v.string(),
      order: CaseLink,
      orderedAt: Instant,
    }),
  ),
})
export type Patient = v.InferOutput<typeof Patient>

export const caseCalls = {
  find: endpoint({
    method: 'GET',
    path: '/api/orders/:id',
    needs: 'cases',
    summary: 'One case with its products and timeline',
    views: 'case_viewed',
    reply: data(Case),
  }),
  findPatient: endpoint({
    method: 'GET',
    path: '/api/orders/:id/patient',
    needs: 'cases',
    summary: 'The patient of a case: all their cases in the practice, and the shades used so far',
    views: 'case_viewed',
    reply: data(Patient),
  }),
  listMessages: endpoint({
    method: 'GET',
    path: '/api/orders/:id/messages',
    needs: 'cases',
    summary: 'What practice and laboratory have written to each other about a case, oldest first',
    views: 'messages_viewed',
    reply: data(v.array(CaseMessage)),
  }),
}
