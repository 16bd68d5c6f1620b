import * as v from 'valibot'
import { ProblemKind } from '#features/cases/contract.ts'
import { Words } from '#kit/input.ts'
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

/** What is wrong, in words that the practice reads; where it comes from stays with the laboratory. */
export const NewRemake = v.strictObject({
  kind: v.picklist(ProblemKind.options),
  description: Words(4000),
  ...decision,
})
