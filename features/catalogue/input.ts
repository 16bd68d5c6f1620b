import * as v from 'valibot'
import { Words } from '#kit/input.ts'
import { longestLabel, longestLead, mostCents } from './product-rules.ts'

/** Whether a prescription must, may or must not give a detail of the product. */
export const Need = v.picklist(['none', 'optional', 'required'])
/** `run`: an unbroken run of neighbours along one arch, as in bridges. */
export const ToothNeed = v.picklist(['none', 'optional', 'required', 'run'])
export const Vat = v.picklist(['exempt', 'standard'])

const Whole = (least: number, most: number) =>
  v.pipe(v.number(), v.integer('out_of_range'), v.minValue(least, 'out_of_range'), v.maxValue(most, 'out_of_range'))
const Label = Words(longestLabel)
const FamilyId = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9_]{0,30}$/, 'not_listed'))

/** The permanent name of a product in orders and invoices: letters and digits that can be typed and read out. */
const Reference = v.pipe(Words(40), v.regex(/^[\p{L}\d][\p{L}\d ._-]*$/u, 'reference_wrong'))

const said = {
  family: FamilyId,
  labelFr: Label,
  labelEn: Label,
  /** Used in the one-line summary of a case: "Couronne zircone", "Couronnes zircone". */
  oneFr: Label,
  manyFr: Label,
  oneEn: Label,
  manyEn: Label,
  /** Working days in the laboratory. */
  leadDays: Whole(0, longestLead),
  teeth: ToothNeed,
  /** The minimum length of a run. */
  minimumTeeth: Whole(1, 16),
  hasPontics: v.boolean(),
  sector: Need,
  shade: Need,
  implant: Need,
  vat: Vat,
  /** Before VAT; null where the price is on request. */
  priceCents: v.nullable(Whole(0, mostCents)),
  isImplantable: v.boolean(),
  /** The material the laboratory usually makes it of. */
  material: v.pipe(v.string(), v.trim(), v.maxLength(longestLabel, 'too_long')),
}

export const NewProduct = v.strictObject({ reference: Reference, ...said })
/** `version`: the one the change is based on; a newer one is not overwritten. */
export const ChangedProduct = v.strictObject({ ...said, isRetired: v.boolean(), version: Whole(1, 1_000_000) })
export const ProductFacts = v.strictObject(said)
export type ProductFacts = v.InferOutput<typeof ProductFacts>

export const Family = v.strictObject({ nameFr: Label, nameEn: Label })
/** Several products at once. */
export const Offered = v.strictObject({
  references: v.pipe(v.array(v.pipe(v.string(), v.maxLength(200))), v.maxLength(200, 'too_many')),
})
export const FamilyPlaces = v.strictObject({ families: v.pipe(v.array(FamilyId), v.maxLength(200, 'too_many')) })
export const ProductPlaces = v.strictObject({
  references: v.pipe(v.array(v.pipe(v.string(), v.maxLength(200))), v.maxLength(2_000, 'too_many')),
})
