import * as v from 'valibot'
import { RealDay, RealId, Words } from '#kit/input.ts'

const longestName = 80
/** As much as a product may cost in the catalogue. */
const mostCents = 100_000_000
/** At once. */
export const mostPrices = 5_000
/** In one press. */
const mostPractices = 2_000

const Whole = (least: number, most: number) =>
  v.pipe(v.number(), v.integer('out_of_range'), v.minValue(least, 'out_of_range'), v.maxValue(most, 'out_of_range'))

const Name = Words(longestName)
/** Of the list as it was read; another one meanwhile is not overwritten. */
const Version = Whole(1, 2_000_000_000)
/** Before VAT; null for what the catalogue says. */
export const ListPrice = v.nullable(Whole(0, mostCents))

export const NewPriceList = v.strictObject({
  name: Name,
  /** The list it begins as; null for the catalogue. */
  basedOn: v.nullable(RealId),
  /** In hundredths of a per cent: what is proposed in place of the prices there. */
  change: Whole(-10_000, 10_000),
})

export const PriceListName = v.strictObject({ name: Name, version: Version })

export const DefaultPriceList = v.strictObject({ isDefault: v.boolean() })

/** What is not named stays. */
export const PriceListPrices = v.strictObject({
  prices: v.pipe(
    v.array(v.strictObject({ reference: v.pipe(v.string(), v.maxLength(200, 'too_long')), priceCents: ListPrice })),
    v.minLength(1, 'required'),
    v.maxLength(mostPrices, 'too_many'),
  ),
  version: Version,
})

export const PracticesOnList = v.strictObject({
  practiceIds: v.pipe(v.array(RealId), v.minLength(1, 'required'), v.maxLength(mostPractices, 'too_many')),
  /** Null: what the catalogue says. */
  listId: v.nullable(RealId),
  from: RealDay,
})
