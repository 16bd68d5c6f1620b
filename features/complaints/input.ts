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
  /** Led, or might have led, to harm: the authority is to be told. */
  isSerious: v.boolean(),
  cause: v.picklist(causes),
  note: v.optional(Words(2000)),
}
export const Decision = v.strictObject(decision)

/**
 * Either what is wrong, in words that the practice reads, or which of the problems it has reported is answered so, in which
 * words. Where it comes from stays with the laboratory.
 */
export const NewRemake = v.strictObject({
  problemId: v.optional(RealId),
  answer: v.optional(Words(4000)),
  kind: v.optional(v.picklist(ProblemKind.options)),
  description: v.optional(Words(4000)),
  /** Which work is made again, by its number in the case; unsaid, that on the teeth of the problem, or all. */
  lines: v.optional(
    v.pipe(v.array(v.pipe(v.number(), v.integer())), v.minLength(1, 'required'), v.maxLength(100, 'too_many')),
  ),
  ...decision,
})
export type NewRemake = v.InferOutput<typeof NewRemake>
