import * as v from 'valibot'
import { RealDay, RealId, Words } from '#kit/input.ts'
import { caseStatuses } from './address.ts'

const longestNote = 500
/** The rows of two pages of a list. */
const mostAtOnce = 50

const Status = v.picklist(caseStatuses)
const holdReason = v.picklist(['implant_parts', 'technical_response', 'shade', 'other'])

export const StatusChange = v.strictObject({
  status: Status,
  /** The status in which the caller has seen the case; if it has changed, nothing is done. */
  from: v.optional(Status),
  /** Shown on the timeline. */
  note: v.optional(Words(longestNote)),
  hold: v.optional(v.strictObject({ reason: holdReason, question: v.optional(Words(longestNote)) })),
  /** Confirms or moves the day of delivery. */
  deliveryDate: v.optional(RealDay),
  /** Accepts a registered case for its day while its impression is still to come: it stays registered. */
  isAccepted: v.optional(v.literal(true)),
})

/** Required on the screens: the practice reads the reason for a step. */
export const NewQuestion = v.strictObject({ reason: holdReason, question: Words(longestNote) })
export const AcceptedFor = v.strictObject({ deliveryDate: RealDay })
export const Reason = v.strictObject({ note: Words(longestNote) })
export const NewDay = v.strictObject({ deliveryDate: RealDay, note: Words(longestNote) })

const ids = v.pipe(v.array(RealId), v.minLength(1, 'required'), v.maxLength(mostAtOnce, 'too_many'))
const seen = v.array(v.strictObject({ id: RealId, from: Status }))

export const ManyMoves = v.strictObject({
  status: Status,
  cases: v.pipe(seen, v.minLength(1, 'required'), v.maxLength(mostAtOnce, 'too_many')),
})
/** `technicianId` null: unassigned. */
export const Assignment = v.strictObject({ technicianId: v.nullable(RealId), ids })
