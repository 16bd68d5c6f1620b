import * as v from 'valibot'
import { Words } from '#kit/input.ts'
import { longestStation } from './rules.ts'

export const CheckIn = v.strictObject({
  /** On the label. */
  code: Words(60),
  /** Where; one that is new is made. */
  station: Words(longestStation),
})
export type CheckIn = v.InferOutput<typeof CheckIn>
