import * as v from 'valibot'
import { ProblemKind } from '#features/cases/contract.ts'
import { RealId, Words } from '#kit/input.ts'
import { causes } from './rules.ts'

export const NewComplaint = v.strictObject({
  orderCode: Words(60),
  kind: v.picklist(ProblemKind.options),
  description: Words(4000),
})

const decision = {
  /** Led, or might have led, to harm: the authority has to be told. */
  isSerious: v.boolean(),
  cause: v.picklist(causes),
  note: v.optional(Words(2000)),
}
export const Decision = v.strictObject(decision)

/**
 * Either a new problem, described for the practice, or the reported problem that this remake answers, with the answer's
 * words. The cause stays with the laboratory.
 */
export const NewRemake = v.strictObject({
  problemId: v.optional(RealId),
  answer: v.optional(Words(4000)),
  kind: v.optional(v.picklist(ProblemKind.options)),
  description: v.optional(Words(4000)),
  /** Numbers of the case's lines to make again; by default those on the problem's teeth, or all. */
  lines: v.optional(
    v.pipe(v.array(v.pipe(v.number(), v.integer())), v.minLength(1, 'required'), v.maxLength(100, 'too_many')),
  ),
  ...decision,
})
export type NewRemake = v.InferOutput<typeof NewRemake>
