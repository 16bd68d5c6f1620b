import { sql } from 'kysely'
import { startingWith } from '#features/cases/server/staff-filters-sql.ts'
import { fullNameOf } from '#features/people/server/names-sql.ts'
import type { Staff } from '#tenancy/server/actor.ts'
import { type Erasure, type FoundCase, type Reading, type Removal, readingsAPage } from '../contract.ts'
import { latestSearched, mostNamesCounted } from '../rules.ts'

/** For requests as `r`: all undecided ones, and those decided last. */
export async function listErasures({ tx, brandId }: Staff): Promise<Erasure[]> {
  const { rows } = await sql<Erasure>`
    select r.id, r.state, ${fullNameOf('u')} as person, u.email, p.name as practice, r.requested_at as "requestedAt",
      r.decided_at as "decidedAt", r.reason,
      u.account_type = 'manager' and not exists (
        select from users m where m.brand_id = u.brand_id and m.practice_id = u.practice_id and m.id <> u.id
          and m.account_type = 'manager' and m.disabled_at is null) as "isLastManager",
      jsonb_build_object(
        'cases', (select count(*) from orders o where o.brand_id = u.brand_id and o.practice_id = u.practice_id
          and u.id in (o.ordered_by, o.prescriber_id)),
        'statements', (select count(*) from traceability_statements s
          join orders o on o.brand_id = s.brand_id and o.id = s.order_id
          where o.brand_id = u.brand_id and o.practice_id = u.practice_id and o.prescriber_id = u.id),
        'messages', (select count(*) from order_messages m where m.brand_id = u.brand_id
          and m.practice_id = u.practice_id and m.author_id = u.id),
        'files', (select count(*) from attachments a where a.brand_id = u.brand_id and a.practice_id = u.practice_id
          and a.created_by = u.id and a.order_id is not null and a.state in ('ready', 'held'))) as stays
    from (
      (select * from erasure_requests where brand_id = ${brandId} and state = 'waiting' order by requested_at limit 200)
      union all
      (select * from erasure_requests where brand_id = ${brandId} and state <> 'waiting' order by decided_at desc limit 20)
    ) as r
    join users u on u.brand_id = r.brand_id and u.id = r.user_id
    join practices p on p.brand_id = r.brand_id and p.id = r.practice_id
    order by r.state <> 'waiting', r.decided_at desc, r.requested_at`.execute(tx)
  return rows
}

/** Two of the staff may decide at once: the second sees what the first has done. */
export const lockErasure = ({ tx, brandId }: Staff, id: string) =>
  tx
    .selectFrom('erasure_requests as r')
    .innerJoin('users as u', join => join.onRef('u.brand_id', '=', 'r.brand_id').onRef('u.id', '=', 'r.user_id'))
    .select(['r.state', 'r.user_id as userId', 'u.email', 'u.first_name as firstName', 'u.last_name as lastName'])
    .select(sql<'fr' | 'en'>`u.language`.as('language'))
    .where('r.brand_id', '=', brandId)
    .where('r.id', '=', id)
    .forUpdate('r')
    .executeTakeFirst()

/** Deletes what only they had and anonymises the rest: see the function. */
export const carryOutErasure = ({ tx }: Staff, id: string) => sql`select tenant.carry_out_erasure(${id})`.execute(tx)

export const setErasureRefused = ({ tx, brandId, userId }: Staff, id: string, reason: string) =>
  tx
    .updateTable('erasure_requests')
    .set({ state: 'refused', decided_by: userId, decided_at: sql<string>`now()`, reason })
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .execute()

const cases = ({ tx, brandId }: Staff) =>
  tx
    .selectFrom('orders as o')
    .innerJoin('practices as p', join =>
      join.onRef('p.brand_id', '=', 'o.brand_id').onRef('p.id', '=', 'o.practice_id'),
    )
    .select([
      'o.id',
      'o.code',
      'o.patient_code as patientCode',
      'p.name as practice',
      'o.created_at as createdAt',
      // Also when a correction has removed the name, since earlier texts may contain it.
      sql<boolean>`o.patient is not null or exists (
        select from former_patient_names f where f.brand_id = o.brand_id and f.order_id = o.id)`.as('namesPatient'),
    ])
    .where('o.brand_id', '=', brandId)

/** Cases whose code begins with this, by index; if there are none, the latest whose code contains it. */
export async function findCasesByCode(staff: Staff, code: string): Promise<FoundCase[]> {
  const brandId = sql.val(staff.brandId)
  const ordered = cases(staff).orderBy('o.created_at', 'desc').orderBy('o.code').limit(20)
  const starting = await ordered.where(sql<boolean>`o.id in (${startingWith(brandId, sql.val(code))})`).execute()
  if (starting.length > 0) return starting
  return ordered
    .where(
      sql<boolean>`o.id in (select latest.id from (
        select id, code from orders where brand_id = ${brandId} order by code collate "C" desc limit ${latestSearched}) latest
        where searchable(latest.code) like all (search_patterns(${code})))`,
    )
    .execute()
}

export const findCase = (staff: Staff, id: string): Promise<FoundCase | undefined> =>
  cases(staff).where('o.id', '=', id).executeTakeFirst()

/** Returns whether there was a name. */
export async function erasePatient({ tx }: Staff, orderId: string): Promise<boolean> {
  const { rows } = await sql<{ erased: boolean }>`select tenant.erase_patient(${orderId}) as erased`.execute(tx)
  return rows[0]?.erased === true
}

const afterAll = '9223372036854775807'

export async function listReaders({ tx, brandId }: Staff, orderId: string, before = afterAll): Promise<Reading[]> {
  const { rows } = await sql<Reading>`
    select r.id::text as id, r.at, r.kind as what, nullif(${fullNameOf('u')}, '') as who, p.name as practice, a.name as file
    from tenant.case_readers(${orderId}, ${before}::bigint, ${readingsAPage}::integer) as r
    left join users u on u.brand_id = ${brandId} and u.id = r.user_id
    left join practices p on p.brand_id = ${brandId} and p.id = u.practice_id
    left join attachments a on a.brand_id = ${brandId} and a.id = r.subject_id and r.kind = 'attachment_downloaded'
    order by r.id desc`.execute(tx)
  return rows
}

export async function listRemovals({ tx, brandId }: Staff): Promise<Removal[]> {
  const { rows } = await sql<Removal>`
    select kind, count, last_at as "lastAt", until from removals
    where brand_id = ${brandId} order by removed_on desc, kind limit 200`.execute(tx)
  return rows
}

export const findRetention = ({ tx, brandId }: Staff): Promise<{ months: number }> =>
  tx
    .selectFrom('brands')
    .select('patient_names_kept_months as months')
    .where('id', '=', brandId)
    .executeTakeFirstOrThrow()

/** Names that the next round would remove, counted up to one more than the limit. */
export async function countNamesOver({ tx, brandId }: Staff, months: number): Promise<number> {
  const isOver = sql`o.status in ('delivered', 'invoiced', 'cancelled')
    and o.created_at < now() - make_interval(months => ${months}::integer)`
  const { rows } = await sql<{ cases: number }>`
    select count(*) as cases from (
      select from orders o
      where o.brand_id = ${brandId} and o.patient is not null and ${isOver}
      union all
      select from orders o
      where o.brand_id = ${brandId} and o.patient is null and ${isOver}
        and o.id in (select f.order_id from former_patient_names f where f.brand_id = ${brandId})
      limit ${mostNamesCounted + 1}) as counted`.execute(tx)
  return rows[0]?.cases ?? 0
}
