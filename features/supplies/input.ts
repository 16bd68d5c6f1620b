import * as v from 'valibot'
import { Words } from '#kit/input.ts'

export const mostOfOne = 10_000
export const supplyTabs = ['open', 'done'] as const
export type SupplyTab = (typeof supplyTabs)[number]
const mostLines = 200
const longestName = 80

export const NewSupplyOrder = v.strictObject({
  supplies: v.pipe(
    v.array(
      v.strictObject({
        name: v.pipe(v.string(), v.maxLength(longestName)),
        quantity: v.pipe(
          v.number(),
          v.integer('out_of_range'),
          v.minValue(1, 'out_of_range'),
          v.maxValue(mostOfOne, 'out_of_range'),
        ),
      }),
    ),
    v.minLength(1, 'required'),
    v.maxLength(mostLines, 'too_many'),
  ),
})

const Option = v.pipe(
  v.number('out_of_range'),
  v.integer('out_of_range'),
  v.minValue(1, 'out_of_range'),
  v.maxValue(mostOfOne, 'out_of_range'),
)
const said = {
  labelFr: Words(longestName),
  labelEn: Words(longestName),
  /** Quantities to choose from, the default first; when empty, one is sent. */
  options: v.pipe(
    v.array(Option),
    v.maxLength(12, 'too_many'),
    v.check(all => new Set(all).size === all.length, 'repeated'),
  ),
}
export const NewSupply = v.strictObject(said)
/** `version` as it was read; a newer one is not overwritten. */
export const ChangedSupply = v.strictObject({ ...said, isRetired: v.boolean(), version: v.string() })
export const SupplyPlaces = v.strictObject({
  names: v.pipe(v.array(v.pipe(v.string(), v.maxLength(longestName))), v.maxLength(1_000, 'too_many')),
})
