import { sql } from 'kysely'
import type { Day } from '#kit/day.ts'
import type { PracticeUser } from '#tenancy/server/actor.ts'
import { statusesOfTab } from '../rules.ts'
import { insertMoveNotes } from './changes-sql.ts'

/** A user of the practice, or the laboratory on its behalf. */
export type OfPractice = Pick<PracticeUser, 'tx' | 'brandId' | 'practiceId'>

/** A case in progress with a promised day, reduced to what the practice's days concern. */
export type PromisedOrder = {
  id: string
  code: string
  delivery_on: Day
  /** The day before absences moved it, if they have. */
  moved_from_on: Day | null
}

/** Shipped with a carrier, not with the laboratory's driver. */
const isWithCarrier = sql<boolean>`(status = 'shipped' and carrier is not null)`

/** Parcels that carriers deliver on one of these days, whatever the practice says. */
export const listParcels = (user: OfPractice, periods: readonly Days[], today: Day) =>
  user.tx
    .selectFrom('orders')
    .select([
      'id',
      'code',
      'patient',
      'patient_code as patientCode',
      sql<string>`carrier`.as('carrier'),
      sql<Day>`delivery_on`.as('arrivesOn'),
    ])
    .where('brand_id', '=', user.brandId)
    .where('practice_id', '=', user.practiceId)
    .where(isWithCarrier)
    .where('delivery_on', '>=', today)
    .where(isDueIn(periods))
    .orderBy('delivery_on')
    .orderBy('code')
    .execute()

/** Locks them until the transaction ends, by id, so that concurrent moves do not deadlock. */
const lockPromised = (user: OfPractice) =>
  user.tx
    .selectFrom('orders')
    .select(['id', 'code', sql<Day>`delivery_on`.as('delivery_on'), 'moved_from_on'])
    .where('brand_id', '=', user.brandId)
    .where('practice_id', '=', user.practiceId)
    .where('status', 'in', statusesOfTab.in_progress)
    // A carrier delivers on its own day: it does not know a practice's days.
    .where(sql<boolean>`not ${isWithCarrier}`)
    .orderBy('id')
    .forNoKeyUpdate()

/** Cases due on one of these days, both ends included, but not in the past: a day that has passed is a delay, not a plan. */
export const lockOrdersDue = (user: OfPractice, periods: readonly Days[], today: Day): Promise<PromisedOrder[]> =>
  lockPromised(user).where('delivery_on', '>=', today).where(isDueIn(periods)).execute()

type Days = { from: Day; to: Day }

const isDueIn = (
  periods: readonly Days[],
) => sql<boolean>`delivery_on <@ (select range_agg(daterange(p.from_on, p.to_on, '[]'))
  from jsonb_to_recordset(${JSON.stringify(periods.map(({ from, to }) => ({ from_on: from, to_on: to })))}::jsonb) p (from_on date, to_on date))`

/** Cases that absences have moved to a future day, without a new day from the laboratory since. */
export const lockMovedOrders = (user: OfPractice, today: Day): Promise<PromisedOrder[]> =>
  lockPromised(user).where('moved_from_on', 'is not', null).where('delivery_on', '>', today).execute()

export type DeliveryMove = {
  deliveryOn: Day
  /** Null once it is back on its original day. */
  movedFromOn: Day | null
  /** Timeline notes: `note` for everybody, `absenceNote` with the reason for readers who may see absences. */
  note: string
  absenceNote: string | null
}

/**
 * Moves the orders for which `whereTo` finds a day, grouped by their promised day. The first promise is kept, and a
 * confirmed day stays confirmed: the practice moved the day.
 */
export async function moveDeliveries(
  practice: OfPractice,
  orders: readonly PromisedOrder[],
  whereTo: (order: PromisedOrder) => DeliveryMove | undefined,
): Promise<{ id: string; code: string; from: Day; to: Day }[]> {
  const moves = orders.flatMap(order => {
    const move = whereTo(order)
    return move ? [{ id: order.id, code: order.code, from: order.delivery_on, ...move }] : []
  })
  if (moves.length === 0) return []
  const rows = JSON.stringify(
    moves.map(({ id, deliveryOn, movedFromOn }) => ({ id, delivery_on: deliveryOn, moved_from_on: movedFromOn })),
  )
  await sql`
    update orders set delivery_on = move.delivery_on, moved_from_on = move.moved_from_on
    from jsonb_to_recordset(${rows}::jsonb) move (id uuid, delivery_on date, moved_from_on date)
    where orders.brand_id = ${practice.brandId} and orders.id = move.id`.execute(practice.tx)
  await insertMoveNotes(
    practice,
    moves.map(({ id, note, absenceNote }) => ({ id, note, absenceNote })),
  )
  return moves
    .map(({ id, code, from, deliveryOn }) => ({ id, code, from, to: deliveryOn }))
    .toSorted((a, b) => (`${a.from} ${a.code}` < `${b.from} ${b.code}` ? -1 : 1))
}
