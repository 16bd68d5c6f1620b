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
  /** When absent, it follows the teeth that are given. */
  sector: v.optional(v.nullable(v.picklist(Sector.options))),
  shade: v.optional(v.nullable(Words(longest.shade))),
  complementaryShade: v.optional(v.nullable(Words(longest.complementaryShade))),
})

/** A change to a case already sent. Absent fields stay, `null` clears. */
export const OrderChange = v.strictObject({
  wishedDate: v.optional(v.nullable(RealDay)),
  appointmentDate: v.optional(v.nullable(RealInstant)),
  comment: v.optional(v.nullable(Words(longest.comment))),
  products: v.optional(v.pipe(v.array(ChangedProduct), v.maxLength(mostProducts, 'too_many'))),
})
export type OrderChange = v.InferOutput<typeof OrderChange>

/** A correction of what was misread from the slip. Absent fields stay, `null` clears. */
export const EntryCorrection = v.strictObject({
  ...OrderChange.entries,
  patientCode: v.optional(Words(longest.patientCode)),
  patient: v.optional(v.nullable(Words(longest.patient))),
  /** A doctor of the practice, or instead the title and name of somebody without an account. */
  prescriberId: v.optional(RealId),
  prescriberName: v.optional(Words(longest.prescriberName)),
  /** The reference of the case in the practice's own software; printed on every document of the case. */
  practiceReference: v.optional(v.nullable(Words(longest.practiceReference))),
})
