import { sql } from 'kysely'
import type { ForPractice } from '#tenancy/server/actor.ts'
import type { KnownPatient } from '../contract.ts'

/**
 * The practice's earlier spelling of this code, ignoring case, so that one patient has one code. `besides`: a case to
 * ignore because its own code is being corrected.
 */
export async function spellingOf(
  { tx, brandId, practiceId }: ForPractice,
  code: string,
  besides: string | null = null,
): Promise<string> {
  const { rows } = await sql<{ spelling: string }>`
    select patient_code as spelling from orders
    where brand_id = ${brandId} and practice_id = ${practiceId} and lower(patient_code) = lower(${code})
      and id is distinct from ${besides}::uuid
    order by patient_code = ${code} desc, code desc limit 1`.execute(tx)
  return rows[0]?.spelling ?? code
}

const mostPatients = 8

/** Patients whose code begins with this, ignoring case; an exact match comes first. */
export async function listPatients(user: ForPractice, code: string): Promise<KnownPatient[]> {
  const { brandId, practiceId, language } = user
  const summary = sql.ref(language === 'fr' ? 'o.summary_fr' : 'o.summary_en')
  const { rows } = await sql<KnownPatient>`
    select found.code, found.name, found."namedIn", found."prescriberId", found."inProgress", found."inProgressCount",
      found.last::jsonb || jsonb_build_object('complementaryShade', (
        select string_agg(distinct made.complementary_shade, ', ') from order_products made
        where made.brand_id = ${brandId} and made.practice_id = ${practiceId} and made.order_id = (found.last ->> 'id')::uuid
      )) as last
    from (
      select o.patient_code as code, max(o.created_at) as latest,
        (array_agg(o.patient order by o.created_at desc) filter (where o.patient is not null))[1] as name,
        (array_agg(o.code order by o.created_at desc) filter (where o.patient is not null))[1] as "namedIn",
        (array_agg(o.prescriber_id order by o.created_at desc))[1] as "prescriberId",
        (array_agg(json_build_object('id', o.id, 'code', o.code, 'summary', ${summary}) order by o.created_at desc)
          filter (where o.status not in ('delivered', 'invoiced', 'cancelled')))[1] as "inProgress",
        count(*) filter (where o.status not in ('delivered', 'invoiced', 'cancelled'))::int as "inProgressCount",
        (array_agg(json_build_object('id', o.id, 'code', o.code, 'summary', ${summary}) order by o.created_at desc)
          filter (where o.status <> 'cancelled'))[1] as last
      from orders o
      where o.brand_id = ${brandId} and o.practice_id = ${practiceId}
        and starts_with(lower(o.patient_code), lower(${code}))
        -- What the laboratory has entered and refused may have been another practice's.
        and not (o.status = 'cancelled' and o.ordered_by is null)
      group by o.patient_code
    ) found
    order by lower(found.code) = lower(${code}) desc, found.latest desc, found.code
    limit ${mostPatients}`.execute(user.tx)
  return rows
}
