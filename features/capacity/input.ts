import * as v from 'valibot'
import { daysBetween } from '#kit/day.ts'
import { RealDay } from '#kit/input.ts'

/** Of one time that is said, from its first day to its last. */
const longestTime = 92
export const mostElements = 9999
/** To come that are not as their weekday, each family's counted: all of them are shown, and looked at with each preview. */
export const mostDays = 2_000

/** Teeth of what is made tooth by tooth, pieces of everything else: what the trade counts. */
const Elements = v.pipe(
  v.number(),
  v.integer('out_of_range'),
  v.minValue(0, 'out_of_range'),
  v.maxValue(mostElements, 'out_of_range'),
)

/** Null: all families together. */
const Scope = v.nullable(v.pipe(v.string(), v.regex(/^[a-z][a-z0-9_]{0,30}$/, 'not_listed')))

/** From Monday to Sunday; null where nothing limits the day. */
const Week = v.pipe(v.array(v.nullable(Elements)), v.length(7, 'required'))

const said = {
  isCounted: v.boolean(),
  weeks: v.pipe(
    v.array(v.strictObject({ family: Scope, elements: Week })),
    v.maxLength(200, 'too_many'),
    v.check(all => new Set(all.map(({ family }) => family)).size === all.length, 'repeated'),
  ),
}

/** What would be said, before it is. */
export const CapacityTried = v.strictObject(said)
export type CapacityTried = v.InferOutput<typeof CapacityTried>

export const CapacityWeeks = v.strictObject({
  ...said,
  /** As it was read: who follows another is refused. */
  version: v.string(),
})

/** Null takes back what was said of these days: they are as their weekdays again. */
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
