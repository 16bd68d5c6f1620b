import * as v from 'valibot'
import { RealDay, Words } from '#kit/input.ts'
import { readLabel } from './rules.ts'

export const materialKinds = ['ceramic', 'metal', 'resin', 'composite', 'wax', 'component', 'other'] as const

const Optional = (most: number) => v.optional(v.nullable(Words(most)), null)

/** GTIN-14; the shorter ones are filled up with zeros in front. */
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
    /** As the barcode on its packages names it. */
    labelCode: v.optional(v.nullable(LabelCode), null),
    /** The maker's CE certificate or declaration of conformity, and the last day on which it holds. */
    certificate: Optional(120),
    certificateEndsOn: v.optional(v.nullable(RealDay), null),
    isImplantable: v.boolean(),
    /** Bought no more: stands in no list of what may be taken. */
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
  /** A label that names no lot, typed whole, is no number of one. */
  number: v.pipe(
    Words(60),
    v.check(number => !readLabel(number), 'label_without_lot'),
  ),
  arrivedOn: RealDay,
  expiresOn: v.optional(v.nullable(RealDay), null),
  /** Of a label that was read: the article that it names. */
  labelCode: v.optional(LabelCode),
  /** Whoever enters it has looked at label, package and papers. */
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
  /** To the practices, on each case. */
  message: Words(2000),
})

export const NewSubcontractor = v.strictObject({
  name: Words(120),
  address: Words(200),
  postalCode: Words(20),
  city: Words(100),
  /** What is made there: "Frittage, coulée". */
  work: Words(200),
  isRetired: v.optional(v.boolean(), false),
})
