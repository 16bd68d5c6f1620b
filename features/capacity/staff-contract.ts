import * as v from 'valibot'
import { Day, data, endpoint, Id } from '#kit/contract.ts'
import { shifts } from '#kit/shifts.ts'
import { CapacityDays, CapacityTried, CapacityWeeks } from './input.ts'

const count = v.pipe(v.number(), v.integer())
const scope = v.nullable(v.string())

/** Promised elements of a day and the limit, for a family or for all (null). */
export const Fill = v.object({ family: scope, elements: count, most: v.nullable(count) })
export type Fill = v.InferOutput<typeof Fill>

/** Practices that take no deliveries on a day: the first by name, and their number. */
const Away = v.object({
  count,
  practices: v.array(
    v.object({
      id: Id,
      name: v.string(),
      /** Only this half of the day. */
      half: v.nullable(v.picklist(shifts)),
    }),
  ),
})
export type Away = v.InferOutput<typeof Away>

const Capacity = v.object({
  /** Whether new promises respect the limits. */
  isCounted: v.boolean(),
  families: v.array(v.object({ id: v.string(), name: v.string() })),
  /** The laboratory's working weekdays. */
  workingDays: v.array(count),
  weeks: v.array(v.object({ family: scope, elements: v.array(v.nullable(count)) })),
  /** Future days that differ from their weekday. */
  days: v.array(v.object({ day: Day, family: scope, elements: count })),
  /** The working days of the next four weeks, with limited families and absent practices. */
  ahead: v.array(v.object({ day: Day, fills: v.array(Fill), away: Away })),
  /** Version of the switch and weeks as read. */
  version: v.string(),
})
export type Capacity = v.InferOutput<typeof Capacity>

const CapacityEffect = v.object({
  /**
   * By family: the first day that could be promised for one element ordered now, with the shortest lead time; null when
   * there is none.
   */
  promises: v.array(v.object({ family: v.string(), before: v.nullable(Day), after: v.nullable(Day) })),
  /** Future days with more promised than could be finished: the promises stay. */
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
