import type pg from 'pg'
import type { RideStatus, Shift } from '#features/rides/contract.ts'
import { addDays, type Day, dayInZone, instantInZone, weekday } from '#kit/day.ts'
import type { Language } from '#kit/language.ts'
import { insertRows } from './insert-rows.ts'
import { daysFrom, onOrBefore } from './practice-days.ts'
import { Random } from './random.ts'
import { suppliesOf } from './supplies.ts'

type Practice = { brandId: string; id: string; key: string; name: string; language: Language; users: readonly string[] }
type Clock = { now: Date; today: Day; timeZone: string }

/** Pickups and requests for supplies of one practice; nothing where nobody of it could have asked. */
export async function insertDaily(
  client: pg.ClientBase,
  practice: Practice,
  clock: Clock,
  hasRoundOn: (day: Day) => boolean,
): Promise<void> {
  if (practice.users.length === 0) return
  // Of its own, so that more of these change nothing of the cases.
  const random = new Random(`daily ${practice.key} ${practice.name}`)
  await insertRows(client, 'rides', rides(random, practice, clock, hasRoundOn))
  const { orders, lines } = supplyOrders(random, practice, clock)
  await insertRows(client, 'supply_orders', orders)
  await insertRows(client, 'supply_order_lines', lines)
}

const notes: Record<Language, readonly string[]> = {
  fr: [
    '2 empreintes silicone et un mordu',
    'Sonner à l’interphone, 2e étage',
    'Remettre à l’accueil, fermé de 12 h à 14 h',
    'Pièces implantaires à joindre au travail en attente',
  ],
  en: [
    '2 silicone impressions and a bite',
    'Ring at the door, second floor',
    'Ask at the front desk, closed from 12:00 to 14:00',
    'Implant parts for the case on hold',
  ],
}

/** In days with a round from today. The first one to come is confirmed, one is called off on each side of today. */
const courses = [
  { from: -22, shift: 'AM', status: 'picked_up' },
  { from: -17, shift: 'PM', status: 'picked_up' },
  { from: -15, shift: 'AM', status: 'cancelled' },
  { from: -12, shift: 'AM', status: 'picked_up' },
  { from: -8, shift: 'AM', status: 'picked_up' },
  { from: -5, shift: 'PM', status: 'picked_up' },
  { from: -2, shift: 'AM', status: 'picked_up' },
  { from: 1, shift: 'PM', status: 'confirmed' },
  { from: 3, shift: 'AM', status: 'requested' },
  { from: 6, shift: 'AM', status: 'cancelled' },
  { from: 8, shift: 'PM', status: 'requested' },
] as const

export function rides(random: Random, practice: Practice, clock: Clock, hasRoundOn: (day: Day) => boolean) {
  return courses.map(({ from, shift, status }) => {
    const day = daysFrom(clock.today, from, hasRoundOn)
    const askedAt = instantInZone(
      addDays(day, -2),
      `${random.between(10, 17)}:${random.between(10, 59)}`,
      clock.timeZone,
    )
    return {
      brand_id: practice.brandId,
      practice_id: practice.id,
      id: random.uuid(),
      day,
      shift,
      complementary_information: random.chance(60) ? random.pick(notes[practice.language]) : null,
      status,
      created_by: random.pick(practice.users),
      created_at: new Date(Math.min(askedAt.getTime(), clock.now.getTime())).toISOString(),
      // Only what is moved later is noted by the database itself.
      status_at: movedAt(status, { day, shift, askedAt }, clock)?.toISOString() ?? null,
    }
  })
}

/** A driver says so at the door; all else is settled an hour after it was asked for. */
function movedAt(status: RideStatus, ride: { day: Day; shift: Shift; askedAt: Date }, { now, timeZone }: Clock) {
  if (status === 'requested') return undefined
  const at =
    status === 'picked_up'
      ? instantInZone(ride.day, ride.shift === 'AM' ? '10:20' : '15:40', timeZone)
      : new Date(ride.askedAt.getTime() + 3_600_000)
  return at < now ? at : now
}

/** Hours ago: what has been requested lately lies there, what is older was sent. */
const requests = [
  { hoursAgo: 3, status: 'requested' },
  { hoursAgo: 47, status: 'prepared' },
  { hoursAgo: 300, status: 'sent' },
  { hoursAgo: 620, status: 'cancelled' },
  { hoursAgo: 1100, status: 'sent' },
] as const

/** Nobody asks for boxes at night or on a Sunday: then the last minutes at which somebody was at the desk. */
function atTheDesk(instant: number, timeZone: string): Date {
  const at = new Date(instant)
  const day = dayInZone(at, timeZone)
  const isEarly = at < instantInZone(day, '08:30', timeZone)
  const on = onOrBefore(isEarly ? addDays(day, -1) : day, day => weekday(day) < 6)
  const closing = instantInZone(on, '17:50', timeZone)
  return at < closing ? at : closing
}

function supplyOrders(random: Random, practice: Practice, { now, timeZone }: Clock) {
  const supplies = suppliesOf(practice.key)
  const ofPractice = { brand_id: practice.brandId, practice_id: practice.id }
  const orders = requests.map(({ hoursAgo, status }) => ({
    ...ofPractice,
    id: random.uuid(),
    status,
    created_by: random.pick(practice.users),
    created_at: atTheDesk(now.getTime() - hoursAgo * 3_600_000, timeZone).toISOString(),
  }))
  const lines = orders.flatMap(({ id }) => {
    const names = new Set(Array.from({ length: random.between(1, 4) }, () => random.pick(supplies)))
    return [...names].map(({ name, options }) => ({
      ...ofPractice,
      supply_order_id: id,
      name,
      quantity: options.length > 0 ? random.pick(options) : 1,
    }))
  })
  return { orders, lines }
}
