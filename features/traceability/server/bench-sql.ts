import { sql } from 'kysely'
import { mostCounted } from '#features/cases/rules.ts'
import { setTraceability } from '#features/cases/server/changes-sql.ts'
import { ofEach } from '#features/cases/server/staff-filters-sql.ts'
import type { LotChoice } from '#features/materials/contract.ts'
import { pageSize } from '#kit/pages.ts'
import type { Staff } from '#tenancy/server/actor.ts'
import type { BenchSheet, SheetRow } from '../contract.ts'
import type { Of } from './sql.ts'

/** Matches the index's condition. For cases in these statuses `is_signed` tells whether they were signed (migration 0323). */
const isUnsigned = sql`o.status in ('in_production', 'shipped', 'delivered') and not o.is_signed`

/** Unsigned cases in production or already gone: the earliest delivery first, those without a day last. */
export async function listToSign({ tx, brandId, language }: Staff, page: number) {
  const { rows } = await sql<SheetRow>`
    select o.id, o.code, o.patient_code as "patientCode", o.status, o.delivery_on as "deliveryOn",
      (select p.name from practices p where p.brand_id = o.brand_id and p.id = o.practice_id) as practice,
      case when ${language} = 'fr' then o.summary_fr else o.summary_en end as summary,
      (select count(*) from order_products p where p.brand_id = o.brand_id and p.order_id = o.id) as products,
      (select count(distinct u.case_sequence) from order_product_materials u
        where u.brand_id = o.brand_id and u.order_id = o.id) as traced
    from orders o
    where o.brand_id = ${brandId} and ${isUnsigned}
    order by o.delivery_on, o.id limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(tx)
  const { rows: counted } = await sql<{ total: number }>`
    select count(*) as total from (
      select from orders o where o.brand_id = ${brandId} and ${isUnsigned} limit ${mostCounted}) counted`.execute(tx)
  return { rows, total: counted[0]?.total ?? 0 }
}

/** Lots that were blocked after their use in this case. */
export async function listBlocked({ tx, brandId }: Staff, orderId: string): Promise<ReadonlySet<string>> {
  const rows = await tx
    .selectFrom('order_product_materials as used')
    .innerJoin('material_lots as lots', join =>
      join.onRef('lots.brand_id', '=', 'used.brand_id').onRef('lots.id', '=', 'used.lot_id'),
    )
    .select('lots.id')
    .where('used.brand_id', '=', brandId)
    .where('used.order_id', '=', orderId)
    .where('lots.state', '=', 'blocked')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** The latest uses, searched first: a frequent product is found there, and a rare one has few rows to read afterwards. */
const latestUses = 1_000

/** For each product, the lots of the last other case with the same product, if still usable. */
export async function listLastUsed({ tx, brandId }: Staff, orderId: string) {
  const { rows } = await sql<LotChoice & { caseSequence: number }>`
    select p.case_sequence as "caseSequence", l.id, l.number, l.expires_on as "expiresOn", m.name, m.maker, null as fault
    from order_products p cross join lateral (
      (select u.order_id, u.case_sequence
        from (select order_id, case_sequence, used_at from order_product_materials
          where brand_id = ${brandId} and used_at is not null order by used_at desc limit ${latestUses}) u
        where u.order_id <> p.order_id and exists (select from order_products other
          where other.brand_id = ${brandId} and other.order_id = u.order_id and other.case_sequence = u.case_sequence
            and other.reference = p.reference ${ofEach})
        order by u.used_at desc limit 1)
      union all
      (select u.order_id, u.case_sequence
        from order_products other join order_product_materials u
          on u.brand_id = other.brand_id and u.order_id = other.order_id and u.case_sequence = other.case_sequence
        where other.brand_id = ${brandId} and other.reference = p.reference and other.order_id <> p.order_id
          and u.used_at is not null
        order by u.used_at desc limit 1)
      limit 1) as last
    join order_product_materials u on u.brand_id = p.brand_id and u.order_id = last.order_id
      and u.case_sequence = last.case_sequence
    join material_lots l on l.brand_id = u.brand_id and l.id = u.lot_id
    join materials m on m.brand_id = l.brand_id and m.id = l.material_id
    where p.brand_id = ${brandId} and p.order_id = ${orderId} and l.state = 'usable'
      and coalesce(l.expires_on >= today_of(l.brand_id), true) and coalesce(m.certificate_ends_on >= today_of(l.brand_id), true)
    order by p.case_sequence, u.position`.execute(tx)
  return rows
}

export const listUsedLots = ({ tx, brandId }: Staff, orderId: string, caseSequence: number) =>
  tx
    .selectFrom('order_product_materials')
    .select(['position', 'lot_id', 'name', 'lot'])
    .where('brand_id', '=', brandId)
    .where('order_id', '=', orderId)
    .where('case_sequence', '=', caseSequence)
    .orderBy('position')
    .execute()

/**
 * Replaces a product's lots. Lots already there stay as recorded on their day; new ones come after them, if the register
 * allows it (migration 0055). Also updates the product's one-line text.
 */
export async function replaceMaterials(
  staff: Staff,
  { orderId, practiceId }: Of,
  caseSequence: number,
  lotIds: readonly string[],
): Promise<void> {
  const { tx, brandId } = staff
  const before = await listUsedLots(staff, orderId, caseSequence)
  const gone = before.filter(({ lot_id }) => !lot_id || !lotIds.includes(lot_id))
  const stood = new Set(before.map(({ lot_id }) => lot_id))
  const added = [...new Set(lotIds)].filter(id => !stood.has(id))
  const last = before.at(-1)?.position ?? 0
  if (gone.length > 0) {
    await tx
      .deleteFrom('order_product_materials')
      .where('brand_id', '=', brandId)
      .where('order_id', '=', orderId)
      .where('case_sequence', '=', caseSequence)
      .where(
        'position',
        'in',
        gone.map(({ position }) => position),
      )
      .execute()
  }
  if (added.length > 0) {
    // Inserted in order of lot id: two cases with the same lots cannot deadlock.
    await sql`
      insert into order_product_materials (brand_id, practice_id, order_id, case_sequence, position, lot_id, name, maker, lot)
      select l.brand_id, ${practiceId}, ${orderId}, ${caseSequence}, ${last} + l.place, l.id, m.name, m.maker, l.number
      from (select lots.*, array_position(${added}::uuid[], lots.id) as place from material_lots lots
        where lots.brand_id = ${brandId} and lots.id = any(${added}::uuid[]) order by lots.id) l
      join materials m on m.brand_id = l.brand_id and m.id = l.material_id`.execute(tx)
  }
  const line = (await listUsedLots(staff, orderId, caseSequence)).map(({ name, lot }) => `${name} · lot ${lot}`)
  await setTraceability(staff, { orderId, caseSequence }, line.join(' + ') || null)
}

/** When the work was last changed; null if it is as ordered. */
export async function findChangedAt({ tx, brandId }: Staff, orderId: string): Promise<string | null> {
  const { at } = await tx
    .selectFrom('order_products')
    .select(({ fn }) => fn.max('changed_at').as('at'))
    .where('brand_id', '=', brandId)
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  return at
}

export type ReleaseRow = BenchSheet['checks'][number]

/** Newest first. */
export async function listReleases({ tx, brandId }: Staff, orderId: string): Promise<ReleaseRow[]> {
  const { rows } = await sql<ReleaseRow>`
    select version, points::text[] as points, note, checked_by_name as by, checked_at as at,
      exists (select from order_products p where p.brand_id = ${brandId} and p.order_id = ${orderId}
        and p.changed_at > checked_at) as "isOvertaken"
    from release_checks where brand_id = ${brandId} and order_id = ${orderId} order by checked_at desc`.execute(tx)
  return rows
}

export const insertRelease = (
  { tx, brandId, userId }: Staff,
  { orderId, practiceId }: Of,
  check: { version: number; points: ReleaseRow['points']; note: string | null; name: string },
) =>
  tx
    .insertInto('release_checks')
    .values({
      brand_id: brandId,
      practice_id: practiceId,
      order_id: orderId,
      version: check.version,
      points: sql`${check.points}::release_point[]`,
      note: check.note,
      checked_by: userId,
      checked_by_name: check.name,
    })
    .returning('checked_at as at')
    .executeTakeFirstOrThrow()

/** The other sites where a device was made; hidden from the practice until the sheet is signed. */
export const listSites = ({ tx, brandId }: Pick<Staff, 'tx' | 'brandId'>, orderId: string) =>
  tx
    .selectFrom('order_subcontractors')
    .innerJoin('subcontractors', join =>
      join
        .onRef('subcontractors.brand_id', '=', 'order_subcontractors.brand_id')
        .onRef('subcontractors.id', '=', 'order_subcontractors.subcontractor_id'),
    )
    .select(['id', 'name', 'address', 'postal_code as postalCode', 'city', 'work'])
    .where('order_subcontractors.brand_id', '=', brandId)
    .where('order_subcontractors.order_id', '=', orderId)
    .orderBy('name')
    .execute()

/** Returns whether all ids are known. */
export async function replaceSites(
  { tx, brandId }: Staff,
  { orderId, practiceId }: Of,
  ids: readonly string[],
): Promise<boolean> {
  const wanted = [...new Set(ids)]
  // Those that stay are not touched: a signed sheet holds as long as nothing of it changes.
  const { rows } = await sql<{ known: number }>`
    with gone as (
      delete from order_subcontractors
      where brand_id = ${brandId} and order_id = ${orderId} and subcontractor_id <> all(${wanted}::uuid[])),
    named as (select id from subcontractors where brand_id = ${brandId} and id = any(${wanted}::uuid[])),
    added as (
      insert into order_subcontractors (brand_id, practice_id, order_id, subcontractor_id)
      select ${brandId}, ${practiceId}, ${orderId}, id from named
      on conflict (brand_id, order_id, subcontractor_id) do nothing)
    select count(*)::int as known from named`.execute(tx)
  return rows[0]?.known === wanted.length
}
