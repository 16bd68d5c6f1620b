import type { CaseStatus, HoldReason } from '#features/cases/contract.ts'
import { addDays, type Day } from '#kit/day.ts'
import { daysFrom, onOrAfter, onOrBefore, type PracticeDays } from './practice-days.ts'
import type { Random } from './random.ts'

/** How far a case has come, in days relative to the reader's today. */
export type Course = {
  status: CaseStatus
  deliveryOn: Day | null
  firstDeliveryOn: Day | null
  isDeliveryConfirmed: boolean
  /** Days between delivery (or today, without one) and the patient; null without an appointment. */
  appointmentAfter: number | null
  hold: HoldReason | null
  /** Where the question of the laboratory has been put to the practice. */
  isAsking: boolean
  transport: 'parcel' | 'courier' | null
}

type Open = Partial<Omit<Course, 'deliveryOn' | 'firstDeliveryOn'>> & {
  status: CaseStatus
  /** Working days from today, then the next round; `today` is the next round where there is none today; none while there is no promise. */
  delivery?: number | 'today'
  /** Working days by which the promise has moved. */
  moved?: number
}

/** What an assistant finds on any morning; the most telling first, for practices with few cases. */
const openCases: Open[] = [
  { status: 'in_production', delivery: 2, appointmentAfter: 1 },
  { status: 'on_hold', hold: 'technical_response', isAsking: true, appointmentAfter: 10 },
  { status: 'shipped', delivery: 'today', appointmentAfter: 2, transport: 'parcel' },
  { status: 'in_production', delivery: 3, moved: 3, appointmentAfter: 0 },
  { status: 'in_production', delivery: -1, appointmentAfter: 2 },
  { status: 'in_preparation', delivery: 5, isDeliveryConfirmed: false, appointmentAfter: 4 },
  { status: 'registered', delivery: 9, isDeliveryConfirmed: false, appointmentAfter: 4 },
  { status: 'shipped', delivery: 1, appointmentAfter: 1, transport: 'courier' },
  { status: 'on_hold', hold: 'implant_parts', isAsking: true, appointmentAfter: 21 },
  { status: 'in_production', delivery: 'today', appointmentAfter: 1 },
  { status: 'in_production', delivery: 4, appointmentAfter: 3 },
  { status: 'unknown', appointmentAfter: null },
  { status: 'in_production', delivery: 2, moved: 1, appointmentAfter: -1 },
  { status: 'shipped', delivery: 'today', appointmentAfter: 1, transport: 'courier' },
  { status: 'registered', delivery: 7, isDeliveryConfirmed: false, appointmentAfter: null },
  { status: 'on_hold', hold: 'technical_response', isAsking: true, delivery: 4, appointmentAfter: 2 },
  { status: 'in_production', delivery: 5, moved: 4, appointmentAfter: -2 },
  { status: 'shipped', delivery: 1, appointmentAfter: 3, transport: 'parcel' },
  { status: 'on_hold', hold: 'other', isAsking: true },
  { status: 'on_hold', hold: 'implant_parts', delivery: 8, appointmentAfter: 6 },
  { status: 'registered', isDeliveryConfirmed: false, appointmentAfter: 14 },
]

type When = { today: Day; days: PracticeDays }

/** The most recent part of a practice's cases, none of them delivered yet. */
export function openCourses(random: Random, when: When, count: number): Course[] {
  return Array.from({ length: count }, (_, index) => openCourse(openCases[index] ?? usual(random), when))
}

function usual(random: Random): Open {
  const delivery = random.between(1, 9)
  const status = delivery > 6 ? 'registered' : delivery > 4 ? 'in_preparation' : 'in_production'
  return {
    status,
    delivery,
    isDeliveryConfirmed: status === 'in_production' || random.chance(50),
    appointmentAfter: random.chance(20) ? null : random.pick([0, 1, 1, 1, 2, 3, 4, 4]),
  }
}

function openCourse(open: Open, when: When): Course {
  const { delivery, moved = 0 } = open
  const deliveryOn = delivery === undefined ? null : dueOn(delivery, when)
  return {
    isDeliveryConfirmed: deliveryOn !== null,
    appointmentAfter: null,
    hold: null,
    isAsking: false,
    transport: null,
    ...open,
    deliveryOn,
    firstDeliveryOn: deliveryOn && firstPromised(deliveryOn, moved, when.days),
  }
}

function dueOn(delivery: number | 'today', { today, days }: When): Day {
  if (delivery === 'today') return onOrAfter(today, days.isDeliveryDay)
  const day = daysFrom(today, delivery, days.isWorkingDay)
  return (delivery < 0 ? onOrBefore : onOrAfter)(day, days.isDeliveryDay)
}

const firstPromised = (deliveryOn: Day, moved: number, { isWorkingDay, isDeliveryDay }: PracticeDays): Day =>
  onOrBefore(daysFrom(deliveryOn, -moved, isWorkingDay), isDeliveryDay)

/** What has arrived over the last ten months, in the rhythm of a practice: oldest first. */
export function pastCourses(random: Random, { today, days }: When, count: number): Course[] {
  // Walked once: hundreds of cases arrived on these.
  const arrivals = [today]
  for (let left = Math.ceil(Math.max(10, Math.min(215, count * 3))); left > 0; left--)
    arrivals.push(daysFrom(arrivals.at(-1) ?? today, -1, days.isWorkingDay))
  const arrivedOn = (daysAgo: number) => onOrBefore(arrivals[daysAgo] ?? today, days.isDeliveryDay)
  const deliveries = Array.from({ length: count }, () => arrivedOn(random.between(1, arrivals.length - 1))).sort()
  return deliveries.map((deliveryOn, index) => {
    // The last to arrive is never on a statement yet, not even on the first of a month.
    const isLast = index === deliveries.length - 1
    const isCancelled = !isLast && random.chance(4)
    // Enough for a pro forma of each kind.
    const isBilled = lastOfMonth(deliveryOn) < today && index < deliveries.length - 5
    const moved = random.chance(12) ? random.between(1, 4) : 0
    return {
      status: isCancelled ? 'cancelled' : isBilled ? 'invoiced' : 'delivered',
      deliveryOn,
      firstDeliveryOn: firstPromised(deliveryOn, moved, days),
      isDeliveryConfirmed: !isCancelled,
      appointmentAfter: random.chance(12) ? null : random.between(1, 5),
      hold: null,
      isAsking: false,
      transport: random.chance(30) ? 'parcel' : 'courier',
    }
  })
}

/** Statements of account go out on the last day of the month. */
export const lastOfMonth = (day: Day): Day => {
  const next = addDays(`${day.slice(0, 7)}-28`, 4)
  return addDays(`${next.slice(0, 7)}-01`, -1)
}
