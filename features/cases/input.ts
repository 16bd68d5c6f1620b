import * as v from 'valibot'
import { longestShade } from '#features/prescription/contract.ts'
import { RealDay, RealId, Words } from '#kit/input.ts'
import { TimeOfDay } from '#kit/time-input.ts'
import { answersToHold } from './answers-to-hold.ts'

export const problemKinds = ['fit', 'shade', 'contact', 'breakage', 'late', 'missing', 'other'] as const

/** Characters that messages and descriptions of problems take. */
export const longestMessage = 4000
const Message = Words(longestMessage)

/** One line: it stands in a sentence of the timeline. */
const Shade = v.pipe(
  Words(longestShade),
  v.check(words => !/[\p{Cc}\p{Cf}]/u.test(words), 'one_line_expected'),
)

export const NewHoldAnswer = v.strictObject({
  answer: v.picklist(answersToHold),
  message: v.optional(Message),
  /** With the answer `shade`. */
  shade: v.optional(Shade),
  /** With the answer `call_me`: at which time of the laboratory's clock. */
  callAt: v.optional(TimeOfDay),
})
export const NewProblem = v.strictObject({
  kind: v.picklist(problemKinds),
  description: Message,
  remake: v.boolean(),
  /** The piece goes back to be put right, where it is not made again. */
  adjust: v.optional(v.boolean()),
  /** With `adjust`: asked for in the same step, unless one is planned then. */
  pickup: v.optional(v.strictObject({ date: RealDay, shift: v.picklist(['AM', 'PM']) })),
  /** Of that case; one that has a single tooth names it by itself. */
  teeth: v.optional(v.pipe(v.array(v.pipe(v.number(), v.integer())), v.maxLength(52, 'too_many'))),
})
export const NewMessage = v.strictObject({ body: Message })
export const NewRequestAnswer = v.strictObject({
  granted: v.boolean(),
  /** Where a day was asked for; not always the one that was wished for. */
  deliveryDate: v.optional(RealDay),
  /** A no comes with its reason. */
  answer: v.optional(Words(2000)),
})
export const NewProblemAnswer = v.strictObject({
  answer: Message,
  /** By which day it is put right, where the laboratory can say. */
  putRightOn: v.optional(RealDay),
})
/** A day's deliveries, and more. */
const mostReceived = 100
export const NewReceipt = v.strictObject({
  ids: v.pipe(v.array(RealId), v.minLength(1, 'required'), v.maxLength(mostReceived, 'too_many')),
})
export const NewRequest = v.strictObject({ wishedDate: RealDay, words: v.optional(Message) })
