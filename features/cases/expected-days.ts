import { addDays, type Day, weekday } from '#kit/day.ts'
import type { Case, CaseStatus } from './contract.ts'
import { isCollected } from './rules.ts'

/** The laboratory's times for making a case. */
export type Making = {
  /** The longest lead time of its products. */
  leadDays: number
  /** Working days that an impression travels; 0 with a scan. */
  impressionDays: number
  workingDays: readonly number[]
  /** Holidays from the day of the order to its delivery. */
  holidays: readonly Day[]
}

type Planned = Pick<Case, 'status' | 'deliveryDate'> & { orderedOn: Day }

const steps = ['in_preparation', 'in_production', 'shipped'] as const satisfies CaseStatus[]
const stepsLeft: Partial<Record<CaseStatus, readonly (typeof steps)[number][]>> = {
  registered: steps,
  in_preparation: steps.slice(1),
  in_production: steps.slice(2),
}

function daysOf({ workingDays, holidays }: Making) {
  const isWorking = (day: Day) => workingDays.includes(weekday(day)) && !holidays.includes(day)
  const walk = (from: Day, days: number, by: 1 | -1) => {
    let day = from
    for (let count = 0; count < days; ) {
      day = addDays(day, by)
      if (isWorking(day)) count++
    }
    return day
  }
  return { isWorking, walk }
}

const later = (one: Day, other: Day): Day => [one, other].toSorted()[1] ?? one

/**
 * The expected days of the steps before the delivery, computed backwards from its day as the promise was computed forwards:
 * the case leaves on the last working day before it, is made in its products' lead time, and is prepared the day before
 * that, once its impression has come. Never before today, in ascending order, and none when no day is promised.
 */
export function expectedDays(
  { status, deliveryDate, orderedOn }: Planned,
  making: Making,
  today: Day,
): Case['expected'] {
  const left = stepsLeft[status]
  if (!left || deliveryDate === null || deliveryDate < today) return []
  const { isWorking, walk } = daysOf(making)
  const shipped = walk(deliveryDate, 1, -1)
  const in_production = walk(shipped, Math.max(0, making.leadDays - 1), -1)
  const arrived = walk(orderedOn, making.impressionDays, 1)
  const before = walk(in_production, 1, -1)
  const planned = { in_preparation: later(before, arrived), in_production, shipped }

  let earliest = isWorking(today) ? today : walk(today, 1, 1)
  return left.map(step => {
    const [on = deliveryDate] = [later(planned[step], earliest), deliveryDate].toSorted()
    earliest = on
    return { status: step, on }
  })
}

type Awaited = Pick<Case, 'status' | 'printType' | 'deliveryDate' | 'pickup'> & {
  isDeliveryConfirmed: boolean
  making: Making | null
}

/**
 * Whether the delivery day cannot be kept with the pickup that takes the impression, or no pickup is planned: an absence or
 * a cancelled pickup moves no promise. A day that the laboratory has set itself stands, unless the impression arrives too
 * late for it.
 */
export function isDayLost(awaited: Awaited): boolean {
  const { deliveryDate, pickup, isDeliveryConfirmed, making } = awaited
  if (!isCollected(awaited) || deliveryDate === null) return false
  if (!pickup) return !isDeliveryConfirmed
  if (!making) return !pickup.isDone && pickup.date >= deliveryDate
  const { walk } = daysOf(making)
  const arrived = walk(pickup.date, making.impressionDays, 1)
  if (!pickup.isDone && arrived >= deliveryDate) return true
  return !isDeliveryConfirmed && walk(arrived, making.leadDays, 1) > deliveryDate
}
