import * as v from 'valibot'
import { daysBetween } from '#kit/day.ts'
import { RealDay } from '#kit/input.ts'

/** Days of one exception, first and last included. */
const longestTime = 92
export const mostElements = 9999
/** Maximum of future exceptions over all families: all of them are shown, and evaluated with each preview. */
export const mostDays = 2_000

/** Teeth for work made per tooth, pieces for everything else, as is usual in the trade. */
const Elements = v.pipe(
  v.number(),
  v.integer('out_of_range'),
  v.minValue(0, 'out_of_range'),
  v.maxValue(mostElements, 'out_of_range'),
)

/** Null: all families together. */
const Scope = v.nullable(v.pipe(v.string(), v.regex(/^[a-z][a-z0-9_]{0,30}$/, 'not_listed')))

/** From Monday to Sunday; null where the day is not limited. */
const Week = v.pipe(v.array(v.nullable(Elements)), v.length(7, 'required'))

const said = {
  isCounted: v.boolean(),
  weeks: v.pipe(
    v.array(v.strictObject({ family: Scope, elements: Week })),
    v.maxLength(200, 'too_many'),
    v.check(all => new Set(all.map(({ family }) => family)).size === all.length, 'repeated'),
  ),
}

/** Settings for the preview, before they are saved. */
export const CapacityTried = v.strictObject(said)
export type CapacityTried = v.InferOutput<typeof CapacityTried>

export const CapacityWeeks = v.strictObject({
  ...said,
  /** As read; a save based on an older one is refused. */
  version: v.string(),
})

/** `elements` null removes the exception: the days follow their weekday again. */
export const CapacityDays = v.pipe(
  v.strictObject({ family: Scope, from: RealDay, to: RealDay, elements: v.nullable(Elements) }),
  v.forward(
    v.check(({ from, to }) => from <= to, 'before_from'),
    ['to'],
  ),
  v.forward(
    v.check(({ from, to }) => daysBetween(from, to) < longestTime, 'too_long'),
    ['to'],
  ),
)
export type CapacityDays = v.InferOutput<typeof CapacityDays>
