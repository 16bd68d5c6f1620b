import { sql } from 'kysely'
import type { Day } from '#kit/day.ts'
import type { PracticeUser } from '#tenancy/server/actor.ts'
import { statusesOfTab } from '../rules.ts'

/** One of the practice, or the laboratory on its behalf. */
export type OfPractice = Pick<PracticeUser, 'tx' | 'brandId' | 'practiceId'>

/** A case in progress that is promised for a day, as far as days of the practice are concerned. */
export type PromisedOrder = {
  id: string
  code: string
  delivery_on: Day
  /** From where absences have moved it, if they have. */
  moved_from_on: Day | null
}

/** Nobody else moves these until the transaction ends; in an order in which two who want the same do not block each other. */
const lockPromised = (user: OfPractice) =>
  user.tx
    .selectFrom('orders')
    .select(['id', 'code', sql<Day>`delivery_on`.as('delivery_on'), 'moved_from_on'])
    .where('brand_id', '=', user.brandId)
    .where('practice_id', '=', user.practiceId)
    .where('status', 'in', statusesOfTab.in_progress)
    .orderBy('id')
    .forNoKeyUpdate()

/** Cases that would arrive on one of these days, the last included; a day that has gone by is a delay, not a plan. */
export const lockOrdersDue = (
  user: OfPractice,
  periods: readonly { from: Day; to: Day }[],
  today: Day,
): Promise<PromisedOrder[]> =>
  lockPromised(user)
    .where('delivery_on', '>=', today)
    .where(
      sql<boolean>`delivery_on <@ (select range_agg(daterange(p.from_on, p.to_on, '[]'))
        from jsonb_to_recordset(${JSON.stringify(periods.map(({ from, to }) => ({ from_on: from, to_on: to })))}::jsonb) p (from_on date, to_on date))`,
    )
    .execute()

/** Cases that absences have moved to a day that is still to come, and about which the laboratory has said nothing since. */
export const lockMovedOrders = (user: OfPractice, today: Day): Promise<PromisedOrder[]> =>
  lockPromised(user).where('moved_from_on', 'is not', null).where('delivery_on', '>', today).execute()

export type DeliveryMove = {
  id: string
  deliveryOn: Day
  /** Null once it is back where it was. */
  movedFromOn: Day | null
  /** For the timeline: for everybody, and with the reason for those who may see absences. */
  note: string
  absenceNote: string | null
}

/** The first promise stays, and what the laboratory has confirmed stays confirmed: it is the practice that moved the day. */
export async function moveDeliveries(user: OfPractice, moves: readonly DeliveryMove[]): Promise<void> {
  if (moves.length === 0) return
  const rows = JSON.stringify(
    moves.map(({ id, deliveryOn, movedFromOn, note, absenceNote }) => ({
      id,
      delivery_on: deliveryOn,
      moved_from_on: movedFromOn,
      note,
      absence_note: absenceNote,
    })),
  )
  await Promise.all([
    sql`
      update orders set delivery_on = move.delivery_on, moved_from_on = move.moved_from_on
      from jsonb_to_recordset(${rows}::jsonb) move (id uuid, delivery_on date, moved_from_on date)
      where orders.brand_id = ${user.brandId} and orders.id = move.id`.execute(user.tx),
    sql`
      insert into order_events (brand_id, practice_id, order_id, sequence, status, note, absence_note)
      select o.brand_id, o.practice_id, o.id,
        (select coalesce(max(sequence), 0) + 1 from order_events e where e.brand_id = o.brand_id and e.order_id = o.id),
        o.status, move.note, move.absence_note
      from jsonb_to_recordset(${rows}::jsonb) move (id uuid, note text, absence_note text)
      join orders o on o.brand_id = ${user.brandId} and o.id = move.id`.execute(user.tx),
  ])
}
