import { sql } from 'kysely'
import type { Day } from '#kit/day.ts'
import type { Staff } from '#tenancy/server/actor.ts'
import { CaseStatus } from '../contract.ts'
import { isAtLaboratory } from '../rules.ts'
import { insertMoveNotes } from './changes-sql.ts'
import { excusedBySetting } from './promised-sql.ts'

const notYetLeft = CaseStatus.options.filter(status => isAtLaboratory({ status }))

const promisedOn = ({ tx, brandId }: Staff, days: readonly Day[]) =>
  tx
    .selectFrom('orders')
    .select([
      'orders.id',
      'orders.code',
      'orders.practice_id as practiceId',
      // A sub-select, not a join: with a join, a case whose practice is merged into another while its row lock is awaited
      // would silently be missing.
      sql<string>`(select p.name from practices p where p.brand_id = orders.brand_id and p.id = orders.practice_id)`.as(
        'practice',
      ),
      sql<Day>`orders.delivery_on`.as('from'),
    ])
    .where('orders.brand_id', '=', brandId)
    // Shipped cases are under way, whatever the laboratory does on that day.
    .where('orders.status', 'in', notYetLeft)
    .where('orders.delivery_on', 'in', [...days])

/** Cases of all practices that have not left and are promised for one of these days. */
export const listOrdersPromised = (staff: Staff, days: readonly Day[]) =>
  promisedOn(staff, days).orderBy('orders.delivery_on').orderBy('orders.code').execute()

/** As `listOrdersPromised`, but locked until the transaction ends, by id to avoid deadlocks. */
export const lockOrdersPromised = (staff: Staff, days: readonly Day[]) =>
  promisedOn(staff, days).orderBy('orders.id').forNoKeyUpdate().execute()

/**
 * Moves by the laboratory: the first promise is kept, so later days show as late. A day to which the practice's own absence
 * had moved the delivery is excused, and the end of an absence no longer restores the former day.
 */
export async function moveByLaboratory(
  staff: Staff,
  moves: readonly { id: string; to: Day; note: string }[],
): Promise<void> {
  if (moves.length === 0) return
  const rows = JSON.stringify(moves.map(({ id, to }) => ({ id, delivery_on: to })))
  await sql`
    update orders set delivery_on = move.delivery_on, moved_from_on = null, excused_on = ${excusedBySetting}
    from jsonb_to_recordset(${rows}::jsonb) move (id uuid, delivery_on date)
    where orders.brand_id = ${staff.brandId} and orders.id = move.id`.execute(staff.tx)
  await insertMoveNotes(
    staff,
    moves.map(({ id, note }) => ({ id, note, absenceNote: null })),
  )
}
