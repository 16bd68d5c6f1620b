import { sql } from 'kysely'
import type { AuditKind } from '#db/schema.ts'
import type { CaseStatus, HoldReason } from '#features/cases/contract.ts'
import type { Program } from '#tenancy/server/actor.ts'
import { instant } from '#tenancy/server/instant-sql.ts'
import type { Change } from '../contract.ts'

/** Of two calls under one name the second finds what the first has made. */
export const lockName = ({ tx, brandId, userId }: Program, of: 'orders' | 'practices', name: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`program/${brandId}/${userId}/${of}/${name}`}, 0))`.execute(tx)

export const findOrderNamed = ({ tx, brandId, userId }: Program, name: string) =>
  tx
    .selectFrom('program_orders')
    .select(['order_id as orderId', 'prescription'])
    .where('brand_id', '=', brandId)
    .where('program_id', '=', userId)
    .where('external_id', '=', name)
    .executeTakeFirst()

/** Nothing where the case has another name with this program. */
export async function nameOrder(
  { tx, brandId, userId }: Program,
  name: string,
  orderId: string,
  prescription: Buffer | null,
): Promise<boolean> {
  const named = await tx
    .insertInto('program_orders')
    .values({
      brand_id: brandId,
      program_id: userId,
      external_id: name,
      order_id: orderId,
      prescription,
    })
    .onConflict(conflict => conflict.constraint('program_orders__once').doNothing())
    .returning('order_id')
    .executeTakeFirst()
  return named !== undefined
}

export const findPracticeNamed = async ({ tx, brandId, userId }: Program, name: string): Promise<string | undefined> =>
  (
    await tx
      .selectFrom('program_practices')
      .select('practice_id')
      .where('brand_id', '=', brandId)
      .where('program_id', '=', userId)
      .where('external_id', '=', name)
      .executeTakeFirst()
  )?.practice_id

export const namePractice = ({ tx, brandId, userId }: Program, name: string, practiceId: string) =>
  tx
    .insertInto('program_practices')
    .values({ brand_id: brandId, program_id: userId, external_id: name, practice_id: practiceId })
    .execute()

/** By what the program knows a practice; of two that became one there are several. */
export const listNamesOf = async ({ tx, brandId, userId }: Program, practiceId: string): Promise<string[]> =>
  (
    await tx
      .selectFrom('program_practices')
      .select('external_id')
      .where('brand_id', '=', brandId)
      .where('program_id', '=', userId)
      .where('practice_id', '=', practiceId)
      .orderBy('external_id')
      .execute()
  ).map(row => row.external_id)

/** What a case has beside its prescription: whose it is, and by what the program knows it. */
export const findPlace = ({ tx, brandId, userId }: Program, orderId: string) =>
  tx
    .selectFrom('orders')
    .innerJoin('practices', join =>
      join.onRef('practices.brand_id', '=', 'orders.brand_id').onRef('practices.id', '=', 'orders.practice_id'),
    )
    .leftJoin('program_orders as named', join =>
      join
        .onRef('named.brand_id', '=', 'orders.brand_id')
        .onRef('named.order_id', '=', 'orders.id')
        .on('named.program_id', '=', userId),
    )
    .select(['practices.id as practiceId', 'practices.name as practiceName', 'named.external_id as externalId'])
    .where('orders.brand_id', '=', brandId)
    .where('orders.id', '=', orderId)
    .executeTakeFirst()

/** Where a case is by now; whoever else changes it waits. */
export const lockCase = ({ tx, brandId }: Program, id: string) =>
  tx
    .selectFrom('orders')
    .select([
      'id',
      'code',
      'practice_id as practiceId',
      sql<CaseStatus>`status`.as('status'),
      'delivery_on as deliveryOn',
      'is_delivery_confirmed as isConfirmed',
      sql<HoldReason | null>`hold_reason`.as('holdReason'),
      'hold_question as holdQuestion',
      'carrier',
      'tracking_number as trackingNumber',
      'tracking_url as trackingUrl',
    ])
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
export type LockedCase = NonNullable<Awaited<ReturnType<typeof lockCase>>>

/** Whether a piece of the portal stands for it, a pro forma too. */
export async function isBilled({ tx, brandId }: Program, orderId: string): Promise<boolean> {
  const { rows } = await sql<{ billed: boolean }>`select is_billed(${brandId}, ${orderId}) as billed`.execute(tx)
  return rows[0]?.billed === true
}

type Seen = Change & { place: string }

/**
 * Of so many lines of the audit those that tell of a case or a practice, and somebody else's; and how far that was. Nothing where nobody has
 * been so far.
 */
export async function listChanges({ tx }: Program, after: string, most: number, kinds: readonly AuditKind[]) {
  const { rows: ends } = await sql<{ until: string | null }>`
    select tenant.changes_until(${after}::bigint, ${most}::integer)::text as until`.execute(tx)
  const until = ends[0]?.until
  if (!until) return
  const { rows } = await sql<Seen>`
    select place::text, ${instant('at')} as at, kind, order_id as "orderId", practice_id as "practiceId", by
    from tenant.changes_since(${after}::bigint, ${most}::integer, ${kinds}::audit_kind[])
    where place <= ${until}::bigint
    order by place`.execute(tx)
  return { rows, until }
}
