import * as v from 'valibot'
import { Day, data, endpoint, Id } from '#kit/contract.ts'
import { shifts } from '#kit/shifts.ts'
import { CapacityDays, CapacityTried, CapacityWeeks } from './input.ts'

const count = v.pipe(v.number(), v.integer())
const scope = v.nullable(v.string())

/** How much is promised for a day, and how much can be finished then: of a family, or of all (null). */
export const Fill = v.object({ family: scope, elements: count, most: v.nullable(count) })
export type Fill = v.InferOutput<typeof Fill>

/** Practices that take no delivery in on a day: the first of them by name, and how many there are. */
const Away = v.object({
  count,
  practices: v.array(
    v.object({
      id: Id,
      name: v.string(),
      /** In this half of the day alone. */
      half: v.nullable(v.picklist(shifts)),
    }),
  ),
})
export type Away = v.InferOutput<typeof Away>

const Capacity = v.object({
  /** Whether new promises look for room. */
  isCounted: v.boolean(),
  families: v.array(v.object({ id: v.string(), name: v.string() })),
  /** On which weekdays the laboratory works. */
  workingDays: v.array(count),
  weeks: v.array(v.object({ family: scope, elements: v.array(v.nullable(count)) })),
  /** Days to come that are not as their weekday. */
  days: v.array(v.object({ day: Day, family: scope, elements: count })),
  /** The working days of the next four weeks, with what has a limit and who is away. */
  ahead: v.array(v.object({ day: Day, fills: v.array(Fill), away: Away })),
  /** Of switch and weeks as they were read. */
  version: v.string(),
})
export type Capacity = v.InferOutput<typeof Capacity>

const CapacityEffect = v.object({
  /**
   * Of each family: the first day that can be promised for one element ordered now, of what is made fastest; null where there is
   * none.
   */
  promises: v.array(v.object({ family: v.string(), before: v.nullable(Day), after: v.nullable(Day) })),
  /** Days to come on which more is promised than could be finished: all of it stays. */
  over: v.array(Day),
})
export type CapacityEffect = v.InferOutput<typeof CapacityEffect>

export const staffCapacityCalls = {
  show: endpoint({
    method: 'GET',
    path: '/api/staff/capacity',
    needs: 'settings',
    summary: 'How much the laboratory can finish in a day, by family, and how much is promised for the days ahead',
    reply: data(Capacity),
  }),
  setWeeks: endpoint({
    method: 'PUT',
    path: '/api/staff/capacity',
    needs: 'settings',
    summary: 'Whether new promises look for room, and how much leaves on each weekday; what is promised stays',
    status: 204,
    body: CapacityWeeks,
  }),
  tryWeeks: endpoint({
    method: 'POST',
    path: '/api/staff/capacity/preview',
    needs: 'settings',
    summary: 'What it would move to count like this: the day promised for each family from now on; nothing is written',
    body: CapacityTried,
    reply: data(CapacityEffect),
  }),
  setDays: endpoint({
    method: 'PUT',
    path: '/api/staff/capacity/days',
    needs: 'settings',
    summary: 'Says of some days that more or less can be finished than on their weekdays, or takes that back',
    status: 204,
    body: CapacityDays,
  }),
}
