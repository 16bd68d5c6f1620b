import * as v from 'valibot'
import { Sector } from '#features/prescription/contract.ts'
import { RealDay, RealId, Words } from '#kit/input.ts'
import { RealInstant } from '#kit/instant-input.ts'
import { longest, mostProducts } from './input.ts'

/** FDI, ISO 3950: permanent 11–48, deciduous 51–85. */
export const Tooth = v.pipe(
  v.number(),
  v.integer(),
  v.check(tooth => /^([1-4][1-8]|[5-8][1-5])$/.test(String(tooth)), 'not_a_tooth'),
)

const ChangedProduct = v.strictObject({
  caseSequence: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(mostProducts)),
  teeth: v.optional(v.pipe(v.array(Tooth), v.maxLength(52, 'too_many'))),
  pontics: v.optional(v.pipe(v.array(Tooth), v.maxLength(16, 'too_many'))),
  /** Without it, it follows the teeth that are said. */
  sector: v.optional(v.nullable(v.picklist(Sector.options))),
  shade: v.optional(v.nullable(Words(longest.shade))),
  complementaryShade: v.optional(v.nullable(Words(longest.complementaryShade))),
})

/** What is to be otherwise in a case that was sent; what is not named stays, `null` takes away. */
export const OrderChange = v.strictObject({
  wishedDate: v.optional(v.nullable(RealDay)),
  appointmentDate: v.optional(v.nullable(RealInstant)),
  comment: v.optional(v.nullable(Words(longest.comment))),
  products: v.optional(v.pipe(v.array(ChangedProduct), v.maxLength(mostProducts, 'too_many'))),
})
export type OrderChange = v.InferOutput<typeof OrderChange>

/** What was read wrongly; what is not named stays, `null` takes away. */
export const EntryCorrection = v.strictObject({
  ...OrderChange.entries,
  patientCode: v.optional(Words(longest.patientCode)),
  patient: v.optional(v.nullable(Words(longest.patient))),
  /** A doctor of the practice, or in place of that the title and name of somebody who has no account. */
  prescriberId: v.optional(RealId),
  prescriberName: v.optional(Words(longest.prescriberName)),
  /** What the practice's own software knows the case by: it stands on every document of it. */
  practiceReference: v.optional(v.nullable(Words(longest.practiceReference))),
})
