import * as v from 'valibot'
import { RealDay, RealId, Words } from '#kit/input.ts'

const longestName = 80
/** The catalogue's own limit. */
const mostCents = 100_000_000
/** Per request. */
export const mostPrices = 5_000
/** Per request. */
const mostPractices = 2_000

const Whole = (least: number, most: number) =>
  v.pipe(v.number(), v.integer('out_of_range'), v.minValue(least, 'out_of_range'), v.maxValue(most, 'out_of_range'))

const Name = Words(longestName)
/** The list's version as it was read: a concurrent change is not overwritten. */
const Version = Whole(1, 2_000_000_000)
/** Before VAT; null for the catalogue's price. */
export const ListPrice = v.nullable(Whole(0, mostCents))

export const NewPriceList = v.strictObject({
  name: Name,
  /** The list to copy; null for the catalogue. */
  basedOn: v.nullable(RealId),
  /** In hundredths of a per cent: the change applied to the copied prices. */
  change: Whole(-10_000, 10_000),
})

export const PriceListName = v.strictObject({ name: Name, version: Version })

export const DefaultPriceList = v.strictObject({ isDefault: v.boolean() })

/** Products not named keep their prices. */
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
  /** Null: catalogue prices. */
  listId: v.nullable(RealId),
  from: RealDay,
})
