import { addDays, type Day, weekday } from '#kit/day.ts'
import type { PlanningTab } from './planning-tabs.ts'

export const lengthOf: Record<PlanningTab, number> = { '3_days': 3, week: 7 }

const mondayOf = (day: Day): Day => addDays(day, 1 - weekday(day))

/** Three days begin where asked, a week on its Monday; today by default. `today` is the laboratory's. */
export const firstDayOf = (tab: PlanningTab, from: Day | undefined, today: Day): Day =>
  tab === 'week' ? mondayOf(from ?? today) : (from ?? today)

export const daysFrom = (first: Day, count: number): Day[] =>
  Array.from({ length: count }, (_, index) => addDays(first, index))

/** The address parameter for these days; undefined for the default days, so that tomorrow the link shows tomorrow. */
export function fromFor(tab: PlanningTab, day: Day | undefined, today: Day): Day | undefined {
  const first = firstDayOf(tab, day, today)
  return first === firstDayOf(tab, undefined, today) ? undefined : first
}

/** The days before or after those shown. */
export const steppedFrom = (tab: PlanningTab, first: Day, steps: number, today: Day): Day | undefined =>
  fromFor(tab, addDays(first, steps * lengthOf[tab]), today)

/**
 * The first day when switching views: today if it is shown, else the day asked for. A week keeps the Wednesday with which
 * three days began, so that switching back finds them.
 */
export function inOtherTab(tab: PlanningTab, from: Day | undefined, to: PlanningTab, today: Day): Day | undefined {
  const first = firstDayOf(tab, from, today)
  const isShown = daysFrom(first, lengthOf[tab]).includes(today)
  return isShown || fromFor(to, from, today) === undefined ? undefined : from
}
