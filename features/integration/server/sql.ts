import { sql } from 'kysely'
import type { AuditKind } from '#db/schema.ts'
import type { CaseStatus, HoldReason } from '#features/cases/contract.ts'
import type { Program } from '#tenancy/server/actor.ts'
import { instant } from '#tenancy/server/instant-sql.ts'
import type { Change } from '../contract.ts'

/** Serialises calls under one name: the second finds what the first has made. */
export const lockName = (
  { tx, brandId, userId }: Program,
  of: 'orders' | 'practices' | 'invoices' | 'payments',
  name: string,
) => sql`select pg_advisory_xact_lock(hashtextextended(${`program/${brandId}/${userId}/${of}/${name}`}, 0))`.execute(tx)

export const findOrderNamed = ({ tx, brandId, userId }: Program, name: string) =>
  tx
    .selectFrom('program_orders')
    .select(['order_id as orderId', 'prescription', 'said'])
    .where('brand_id', '=', brandId)
    .where('program_id', '=', userId)
    .where('external_id', '=', name)
    .executeTakeFirst()

/** False where the case has another name with this program. */
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

/** The program's names of a practice; a merged one has several. */
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

/** The program's names of these cases; unknown ones are missing. */
export async function namesOfOrders(
  { tx, brandId, userId }: Program,
  orders: readonly { id: string }[],
): Promise<Map<string, string>> {
  const ids = orders.map(({ id }) => id)
  const rows = await tx
    .selectFrom('program_orders')
    .select(['order_id as id', 'external_id as name'])
    .where('brand_id', '=', brandId)
    .where('program_id', '=', userId)
    .where(sql<boolean>`order_id = any(${ids}::uuid[])`)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** A case's practice, and the program's name for the case. */
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

/** Locks the case and returns its present state. */
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

/** Whether it is on a piece of the portal, pro formas included. */
export async function isBilledHere({ tx, brandId }: Program, orderId: string): Promise<boolean> {
  const { rows } = await sql<{ billed: boolean }>`select is_billed_here(${brandId}, ${orderId}) as billed`.execute(tx)
  return rows[0]?.billed === true
}

type Seen = Change & { place: string }

/** How far a program has read: a place in the audit chain, and the mark of the line there. */
export type Cursor = { place: string; mark: string }

/**
 * Scans the next audit lines for others' changes to cases and practices, and returns how far it got. Undefined if the
 * line at which the program stopped no longer exists.
 */
export async function listChanges({ tx }: Program, after: Cursor, most: number, kinds: readonly AuditKind[]) {
  const { rows: ends } = await sql<Cursor>`
    select place::text, mark_there as mark
    from tenant.changes_until(${after.place}::bigint, ${after.mark}::text, ${most}::integer)`.execute(tx)
  const [until] = ends
  if (!until) return
  const { rows } = await sql<Seen>`
    select place::text, ${instant('at')} as at, kind, order_id as "orderId", practice_id as "practiceId", by
    from tenant.changes_since(${after.place}::bigint, ${most}::integer, ${kinds}::audit_kind[])
    where place <= ${until.place}::bigint
    order by place`.execute(tx)
  return { rows, until }
}

/** Stores the program's last report of a case; empty for one just linked. */
export const setSaid = ({ tx, brandId, userId }: Program, name: string, said: object) =>
  tx
    .updateTable('program_orders')
    .set({ said: JSON.stringify(said) })
    .where('brand_id', '=', brandId)
    .where('program_id', '=', userId)
    .where('external_id', '=', name)
    .execute()

export const unnameOrder = ({ tx, brandId, userId }: Program, name: string) =>
  tx
    .deleteFrom('program_orders')
    .where('brand_id', '=', brandId)
    .where('program_id', '=', userId)
    .where('external_id', '=', name)
    .execute()

export const unnamePractice = ({ tx, brandId, userId }: Program, name: string) =>
  tx
    .deleteFrom('program_practices')
    .where('brand_id', '=', brandId)
    .where('program_id', '=', userId)
    .where('external_id', '=', name)
    .executeTakeFirst()

type Page = { after: string | undefined; most: number }

/** The program's names of a practice; a merged one has several. */
const namesOf = (userId: string) => sql<string[]>`array(
  select n.external_id from program_practices n
  where n.brand_id = p.brand_id and n.program_id = ${userId} and n.practice_id = p.id order by 1)`

/** By the id by which each is asked for: a practice may have been merged into another since that was read. */
export const listPracticesKnown = ({ tx, brandId, userId }: Program, ids: readonly string[]) =>
  tx
    .selectFrom('practices as p')
    .innerJoin(
      sql<{ id: string; into_id: string }>`(
        select asked.id, coalesce(m.into_id, asked.id) as into_id from unnest(${ids}::uuid[]) asked (id)
        left join merged_practices m on m.brand_id = ${brandId} and m.id = asked.id)`.as('asked'),
      'asked.into_id',
      'p.id',
    )
    .select([
      'asked.id as askedId',
      'p.id',
      'p.name',
      namesOf(userId).as('externalIds'),
      sql<boolean>`p.disabled_at is not null`.as('isDisabled'),
    ])
    .where('p.brand_id', '=', brandId)
    .execute()

/** All practices by id, so that a program can link the existing ones before it creates any. */
export const listPractices = ({ tx, brandId, userId }: Program, { after, most }: Page) =>
  tx
    .selectFrom('practices as p')
    .select([
      'p.id',
      'p.name',
      'p.postal_code as postalCode',
      'p.city',
      sql<string>`coalesce(p.rpps_siret_siren, '')`.as('rppsSiretSiren'),
      sql<boolean>`p.disabled_at is not null`.as('isDisabled'),
      namesOf(userId).as('externalIds'),
    ])
    .where('p.brand_id', '=', brandId)
    .$if(after !== undefined, rows => rows.where('p.id', '>', after ?? ''))
    .orderBy('p.id')
    .limit(most)
    .execute()

/** All cases that are not over, by id; delivered ones count until they are invoiced, since they have to be billed. */
export const listOrders = ({ tx, brandId, userId }: Program, { after, most }: Page) =>
  tx
    .selectFrom('orders as o')
    .leftJoin('program_orders as n', join =>
      join.onRef('n.brand_id', '=', 'o.brand_id').onRef('n.order_id', '=', 'o.id').on('n.program_id', '=', userId),
    )
    .select([
      'o.id',
      'o.code',
      'o.practice_id as practiceId',
      'o.patient_code as patientCode',
      sql<CaseStatus>`o.status`.as('status'),
      'o.delivery_on as deliveryDate',
      'n.external_id as externalId',
    ])
    .where('o.brand_id', '=', brandId)
    .where('o.status', 'not in', ['invoiced', 'cancelled'])
    .$if(after !== undefined, rows => rows.where('o.id', '>', after ?? ''))
    .orderBy('o.id')
    .limit(most)
    .execute()
