-- A pickup of one practice stands on a half day on which the other has declared that nobody is there: shown before they are merged, since
-- nothing is called off by it.
create or replace function tenant.look_at_merging(going uuid, staying uuid) returns jsonb
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  context text := current_setting('tenant.context', true);
  brand uuid := tenant.brand_id();
  today date;
  seen jsonb;
begin
  perform tenant.refuse_unless_settings();
  perform tenant.set_context(brand, null, null);
  select (now() at time zone b.time_zone)::date into today from brands b where b.id = brand;
  seen := jsonb_build_object(
    'obstacles', tenant.obstacles_to_merging(brand, going, staying),
    'cases', (select count(*) from orders o where o.brand_id = brand and o.practice_id = going),
    'openCases', (select count(*) from orders o where o.brand_id = brand and o.practice_id = going
      and o.status not in ('delivered', 'invoiced', 'cancelled')),
    'people', (select count(*) from users u where u.brand_id = brand and u.practice_id = going and u.erased_at is null),
    'keptOut', (select count(*) from users u where u.brand_id = brand and u.practice_id = going and u.erased_at is null
      and u.disabled_at is not null),
    'drafts', (select count(*) from order_drafts d join users u on u.brand_id = brand and u.id = d.user_id
      where d.brand_id = brand and u.practice_id = going),
    'templates', (select count(*) from order_templates t where t.brand_id = brand and t.practice_id = going),
    'views', (select count(*) from case_views c join users u on u.brand_id = brand and u.id = c.user_id
      where c.brand_id = brand and u.practice_id = going),
    'unread', (select count(*) from unread_cases c where c.brand_id = brand and c.practice_id = going),
    'absences', (select count(*) from absences a where a.brand_id = brand and a.practice_id = going and a.to_on >= today),
    'absencesShared', (select count(*) from absences a where a.brand_id = brand and a.practice_id = going and a.to_on >= today
      and exists (select from absences b where b.brand_id = brand and b.practice_id = staying
        and halves_of(a.from_on, a.from_shift, a.to_on, a.to_shift) && halves_of(b.from_on, b.from_shift, b.to_on, b.to_shift))),
    'pickups', (select count(*) from rides r where r.brand_id = brand and r.practice_id = going and r.day >= today
      and r.status <> 'cancelled'),
    'pickupsShared', (select count(*) from rides r join rides s on s.brand_id = brand and s.practice_id = staying
        and s.day = r.day and s.shift = r.shift and s.status <> 'cancelled'
      where r.brand_id = brand and r.practice_id = going and r.day >= today and r.status <> 'cancelled'),
    'supplies', (select count(*) from supply_orders s where s.brand_id = brand and s.practice_id = going),
    'pieces', (select count(*) from invoices i where i.brand_id = brand and i.practice_id = going),
    'balanceCents', (select coalesce(sum(i.due_cents), 0) from invoices i where i.brand_id = brand and i.practice_id = going),
    'patientCodes', (select count(distinct o.patient_code) from orders o where o.brand_id = brand and o.practice_id = going
      and exists (select from orders s where s.brand_id = brand and s.practice_id = staying and s.patient_code = o.patient_code)),
    'someCodes', (select coalesce(jsonb_agg(code order by code), '[]') from (
      select distinct o.patient_code as code from orders o where o.brand_id = brand and o.practice_id = going
        and exists (select from orders s where s.brand_id = brand and s.practice_id = staying and s.patient_code = o.patient_code)
      order by code limit 5) met),
    -- Fetched at a door that one of the two has declared closed: what it has ordered of the other stands all the same.
    'pickupsAway', (select count(*) from rides r where r.brand_id = brand and r.practice_id in (going, staying)
      and r.day >= today and r.status in ('requested', 'confirmed')
      and exists (select from absences a where a.brand_id = brand and a.practice_id in (going, staying)
        and a.practice_id <> r.practice_id
        and halves_of(a.from_on, a.from_shift, a.to_on, a.to_shift) && halves_of(r.day, r.shift, r.day, r.shift))),
    -- Promised for a day on which the one that it becomes takes nothing in.
    'daysToLookAt', (select count(*) from orders o, practices s
      where s.brand_id = brand and s.id = staying and o.brand_id = brand and o.practice_id in (going, staying)
        and o.delivery_on > today and o.status not in ('delivered', 'invoiced', 'cancelled')
        and (o.practice_id = going and extract(isodow from o.delivery_on)::smallint <> all (s.delivery_days::smallint[])
          or exists (select from absences a where a.brand_id = brand and a.practice_id in (going, staying)
            and a.practice_id <> o.practice_id and not a.is_delivery_possible
            and o.delivery_on between a.from_on and a.to_on))));
  perform set_config('tenant.context', coalesce(context, ''), true);
  return seen;
end $$;
