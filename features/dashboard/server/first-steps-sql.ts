import { sql } from 'kysely'
import { frenchHolidays } from '#features/calendar/french-holidays.ts'
import { findSettings } from '#features/invoices/server/settings-sql.ts'
import { hasUsableLot } from '#features/materials/server/sql.ts'
import { dayInZone } from '#kit/day.ts'
import type { Staff } from '#tenancy/server/actor.ts'
import type { FirstStep } from '../first-steps-contract.ts'

type Facts = Record<FirstStep, boolean> & { unpriced: number }

/** Judged by the data, not by ticks; what every laboratory starts with does not count as done. */
export async function findFirstSteps(staff: Staff): Promise<Facts> {
  const { tx, brandId } = staff
  const year = Number(dayInZone(new Date(), staff.timeZone).slice(0, 4))
  const publicHolidays = [year, year + 1].flatMap(frenchHolidays).map(({ day }) => day)
  const { rows } = await sql<Omit<Facts, 'invoicing' | 'materials'>>`
    with offered as (
      select p.price_cents, p.version > 1 or p.created_by is not null or p.import_id is not null as is_own
      from products p where p.brand_id = ${brandId} and not p.is_retired and not exists (
        select from products later where later.brand_id = p.brand_id and later.reference = p.reference
          and later.version > p.version))
    select
      b.address <> '' and b.city <> '' and exists (select from brand_images i where i.brand_id = b.id) as brand,
      exists (select from offered where is_own) as catalogue,
      exists (select from offered) and not exists (select from offered where price_cents is null) as prices,
      (select count(*)::int from offered where price_cents is null) as unpriced,
      exists (select from rounds r where r.brand_id = b.id)
        or (b.pickup_am_cutoff_days, b.pickup_am_cutoff) <> (0, '08:00')
        or (b.pickup_pm_cutoff_days, b.pickup_pm_cutoff) <> (0, '13:00')
        or exists (select from holidays h where h.brand_id = b.id and extract(year from h.day) in (${year}, ${year + 1})
          and h.day <> all(${publicHolidays}::date[])) as rounds,
      exists (select from mails m where m.brand_id = b.id and m.state = 'sent') as mails,
      (select count(*) from users u where u.brand_id = b.id and u.kind = 'staff' and u.disabled_at is null) > 1 as staff,
      exists (select from practices p where p.brand_id = b.id) as practices
    from brands b where b.id = ${brandId}`.execute(tx)
  const [facts] = rows
  if (!facts) throw new Error('The laboratory of a member of its staff is not there.')
  const { missing } = await findSettings(staff)
  return { ...facts, invoicing: missing.length === 0, materials: await hasUsableLot(staff) }
}
