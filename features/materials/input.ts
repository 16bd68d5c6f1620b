import * as v from 'valibot'
import { RealDay, Words } from '#kit/input.ts'
import { readLabel } from './rules.ts'

export const materialKinds = ['ceramic', 'metal', 'resin', 'composite', 'wax', 'component', 'other'] as const

const Optional = (most: number) => v.optional(v.nullable(Words(most)), null)

/** GTIN-14; shorter codes are padded with leading zeros. */
const LabelCode = v.pipe(
  v.string(),
  v.trim(),
  v.regex(/^\d{8}(\d{4,6})?$/, 'label_code_expected'),
  v.transform(digits => digits.padStart(14, '0')),
)

export const NewMaterial = v.pipe(
  v.strictObject({
    name: Words(120),
    maker: Words(120),
    kind: v.picklist(materialKinds),
    /** "EN ISO 6872:2024" */
    standard: Optional(80),
    /** The GTIN in the barcode of its packages. */
    labelCode: v.optional(v.nullable(LabelCode), null),
    /** The maker's CE certificate or declaration of conformity, and the last day of its validity. */
    certificate: Optional(120),
    certificateEndsOn: v.optional(v.nullable(RealDay), null),
    isImplantable: v.boolean(),
    /** No longer bought: not offered for choice. */
    isRetired: v.optional(v.boolean(), false),
  }),
  v.forward(
    v.check(({ certificate, certificateEndsOn }) => !certificate || !!certificateEndsOn, 'required'),
    ['certificateEndsOn'],
  ),
  v.forward(
    v.check(({ certificate, certificateEndsOn }) => !certificateEndsOn || !!certificate, 'required'),
    ['certificate'],
  ),
)

export const NewLot = v.strictObject({
  /** Refuses a scanned label without a lot, because it is not a lot number. */
  number: v.pipe(
    Words(60),
    v.check(number => !readLabel(number), 'label_without_lot'),
  ),
  arrivedOn: RealDay,
  expiresOn: v.optional(v.nullable(RealDay), null),
  /** The article that the scanned label names. */
  labelCode: v.optional(LabelCode),
  /** The user has inspected label, package and papers. */
  isChecked: v.boolean(),
})

export const Expiry = v.strictObject({ expiresOn: v.nullable(RealDay) })

export const LotDecision = v.variant('state', [
  v.strictObject({ state: v.literal('usable') }),
  v.strictObject({ state: v.literal('used_up') }),
  v.strictObject({ state: v.literal('blocked'), because: Words(500) }),
])

export const Recall = v.strictObject({
  /** Kept with the lot, for the laboratory. */
  because: Words(500),
  /** Sent to the practices, on each case. */
  message: Words(2000),
})

export const NewSubcontractor = v.strictObject({
  name: Words(120),
  address: Words(200),
  postalCode: Words(20),
  city: Words(100),
  /** The work done there: "Frittage, coulée". */
  work: Words(200),
  isRetired: v.optional(v.boolean(), false),
})
