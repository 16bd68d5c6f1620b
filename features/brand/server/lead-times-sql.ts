import { sql } from 'kysely'
import type { Staff } from '#tenancy/server/actor.ts'
import type { Lead } from '../lead-times.ts'

/** What is offered now, in the order of the catalogue, and how long a physical impression travels. */
export async function findLeads({ tx, brandId }: Staff): Promise<{ leads: Lead[]; transportDays: number }> {
  const { rows } = await sql<{ leads: Lead[]; transportDays: number }>`
    select b.physical_transport_days as "transportDays", coalesce((
      select json_agg(json_build_object('label', json_build_object('fr', p.label_fr, 'en', p.label_en),
          'family', json_build_object('fr', f.name_fr, 'en', f.name_en), 'leadDays', p.lead_days)
        order by f.position, f.id, p.position, p.reference)
      from products p join product_families f on f.brand_id = p.brand_id and f.id = p.family
      where p.brand_id = b.id and not p.is_retired and not exists (
        select from products later
        where later.brand_id = p.brand_id and later.reference = p.reference and later.version > p.version)), '[]') as leads
    from brands b where b.id = ${brandId}`.execute(tx)
  return rows[0] ?? { leads: [], transportDays: 0 }
}
