import * as v from 'valibot'
import { RealDay } from '#kit/input.ts'

export const NewAbsence = v.strictObject({ from: RealDay, to: RealDay, deliveryPossible: v.boolean() })
export type NewAbsence = v.InferOutput<typeof NewAbsence>
