import * as v from 'valibot'
import { longestShade } from '#features/prescription/contract.ts'
import { RealDay, RealId, Words } from '#kit/input.ts'
import { TimeOfDay } from '#kit/time-input.ts'
import { answersToHold } from './answers-to-hold.ts'

export const problemKinds = ['fit', 'shade', 'contact', 'breakage', 'late', 'missing', 'other'] as const

/** Characters allowed in messages and problem descriptions. */
export const longestMessage = 4000
const Message = Words(longestMessage)

/** One line, because it becomes part of a sentence of the timeline. */
const Shade = v.pipe(
  Words(longestShade),
  v.check(words => !/[\p{Cc}\p{Cf}]/u.test(words), 'one_line_expected'),
)

export const NewHoldAnswer = v.strictObject({
  answer: v.picklist(answersToHold),
  message: v.optional(Message),
  /** With the answer `shade` only. */
  shade: v.optional(Shade),
  /** The product whose shade it is, where several products of the case have one. */
  caseSequence: v.optional(v.pipe(v.number(), v.integer())),
  /** With the answer `call_me`: a time in the laboratory's time zone. */
  callAt: v.optional(TimeOfDay),
})
export const NewProblem = v.strictObject({
  kind: v.picklist(problemKinds),
  description: Message,
  remake: v.boolean(),
  /** The piece goes back to be adjusted instead of being remade. */
  adjust: v.optional(v.boolean()),
  /** With `adjust`: a pickup requested in the same step, unless one is planned for that time. */
  pickup: v.optional(v.strictObject({ date: RealDay, shift: v.picklist(['AM', 'PM']) })),
  /** Teeth of that case; a case with a single tooth implies it. */
  teeth: v.optional(v.pipe(v.array(v.pipe(v.number(), v.integer())), v.maxLength(52, 'too_many'))),
})
export const NewMessage = v.strictObject({ body: Message })
export const NewRequestAnswer = v.strictObject({
  granted: v.boolean(),
  /** With `earlier` requests; may differ from the day that was wished for. */
  deliveryDate: v.optional(RealDay),
  /** Required when the request is refused. */
  answer: v.optional(Words(2000)),
})
export const NewProblemAnswer = v.strictObject({
  answer: Message,
  /** The day by which it is put right, when the laboratory can say. */
  putRightOn: v.optional(RealDay),
})
/** More than a day's deliveries. */
const mostReceived = 100
export const NewReceipt = v.strictObject({
  ids: v.pipe(v.array(RealId), v.minLength(1, 'required'), v.maxLength(mostReceived, 'too_many')),
})
export const NewRequest = v.strictObject({ wishedDate: RealDay, words: v.optional(Message) })
