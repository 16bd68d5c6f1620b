import * as v from 'valibot'

export const mostOfOne = 10_000
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
