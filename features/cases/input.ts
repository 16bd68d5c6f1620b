import * as v from 'valibot'
import { Words } from '#kit/input.ts'

export const answersToHold = ['parts_sent', 'parts_with_pickup', 'go_ahead', 'call_me', 'in_writing'] as const
export const problemKinds = ['fit', 'shade', 'contact', 'breakage', 'late', 'missing', 'other'] as const

/** Characters that messages and descriptions of problems take. */
export const longestMessage = 4000
const Message = Words(longestMessage)

export const NewHoldAnswer = v.strictObject({ answer: v.picklist(answersToHold), message: v.optional(Message) })
export const NewProblem = v.strictObject({ kind: v.picklist(problemKinds), description: Message, remake: v.boolean() })
export const NewMessage = v.strictObject({ body: Message })
