import * as v from 'valibot'
import { daysBetween } from '#kit/day.ts'
import { RealDay, Words } from '#kit/input.ts'
import { TimeOfDay } from '#kit/time-input.ts'

/** Days of one closure, first and last included. */
export const longestClosure = 92
const longestName = 80

const Whole = (least: number, most: number) =>
  v.pipe(v.number(), v.integer('out_of_range'), v.minValue(least, 'out_of_range'), v.maxValue(most, 'out_of_range'))
const Weekday = Whole(1, 7)
const once = (days: number[]) => new Set(days).size === days.length

const WorkingDays = v.pipe(v.array(Weekday), v.minLength(1, 'required'), v.check(once, 'repeated'))

/** The settings from which promised days are computed. */
export const Week = v.strictObject({
  workingDays: WorkingDays,
  physicalTransportDays: Whole(0, 10),
  appointmentBufferDays: Whole(0, 10),
})
export type Week = v.InferOutput<typeof Week>

const days = { from: RealDay, to: RealDay }

/** Whether deliveries promised for days that are closed move to the next possible day, or stay. */
const Moves = v.boolean()
/** With `moves`: whether a delivery that would come after its patient moves to the last possible day before instead. */
const Early = v.optional(v.boolean(), false)

export const Closure = v.pipe(
  v.strictObject({ ...days, nameFr: Words(longestName), nameEn: Words(longestName), moves: Moves, early: Early }),
  v.forward(
    v.check(({ from, to }) => from <= to, 'before_from'),
    ['to'],
  ),
  v.forward(
    v.check(({ from, to }) => daysBetween(from, to) < longestClosure, 'too_long'),
    ['to'],
  ),
)

const Year = Whole(2020, 2100)
export const YearToFill = v.strictObject({ year: Year, moves: Moves, early: Early })
/** `version` of week and rounds as they were read. */
export const NewWeek = v.strictObject({ ...Week.entries, version: v.string(), moves: Moves, early: Early })

/** A change for the preview, reduced to what closes days. */
export const Change = v.variant('what', [
  v.pipe(
    v.strictObject({ what: v.literal('closure'), ...days }),
    v.forward(
      v.check(({ from, to }) => from <= to, 'before_from'),
      ['to'],
    ),
    v.forward(
      v.check(({ from, to }) => daysBetween(from, to) < longestClosure, 'too_long'),
      ['to'],
    ),
  ),
  v.strictObject({ what: v.literal('week'), workingDays: WorkingDays }),
  v.strictObject({ what: v.literal('year'), year: Year }),
  // The half days of a weekday in which no round goes any more.
  v.strictObject({
    what: v.literal('rounds'),
    dropped: v.pipe(
      v.array(v.strictObject({ weekday: Weekday, shift: v.picklist(['AM', 'PM']) })),
      v.maxLength(14, 'too_many'),
    ),
  }),
])
export type Change = v.InferOutput<typeof Change>

const CutOff = v.strictObject({ days: Whole(0, 14), time: TimeOfDay })
const ofWeekday = v.strictObject({ weekday: Weekday, shift: v.picklist(['AM', 'PM']), cutOff: v.nullable(CutOff) })

export const Rounds = v.strictObject({
  AM: CutOff,
  PM: CutOff,
  byWeekday: v.pipe(
    v.array(ofWeekday),
    v.maxLength(14, 'too_many'),
    v.check(all => new Set(all.map(({ weekday, shift }) => `${weekday}${shift}`)).size === all.length, 'repeated'),
  ),
  version: v.string(),
  moves: v.optional(Moves, false),
  early: Early,
})
