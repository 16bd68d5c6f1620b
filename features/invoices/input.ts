import * as v from 'valibot'
import { Words } from '#kit/input.ts'

/** What is asked is asked in words. */
export const ProFormaAnswer = v.variant('answer', [
  v.strictObject({ answer: v.literal('approve') }),
  v.strictObject({ answer: v.literal('question'), question: Words(2000) }),
])
export type ProFormaAnswer = v.InferOutput<typeof ProFormaAnswer>
