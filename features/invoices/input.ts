import * as v from 'valibot'
import { Words } from '#kit/input.ts'
import type { InputError } from '#kit/problem.ts'

export const proFormaAnswers = ['approve', 'question'] as const

/** What is asked is asked in words: see answerGaps. */
export const ProFormaAnswer = v.strictObject({
  answer: v.picklist(proFormaAnswers),
  question: v.optional(Words(2000)),
})
export type ProFormaAnswer = v.InferOutput<typeof ProFormaAnswer>

export const answerGaps = ({ answer, question }: ProFormaAnswer): InputError[] =>
  answer === 'question' && question === undefined ? [{ path: 'question', code: 'required' }] : []
