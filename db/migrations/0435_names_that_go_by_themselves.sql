-- As before; and on record, so that whoever has the name from here hears that it goes.
create or replace function tenant.remove_old_patient_names(most integer) returns integer
language plpgsql strict security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  brand uuid := tenant.brand_id();
  before timestamptz;
  found_case uuid;
  removed integer := 0;
begin
  perform tenant.refuse_unless_laboratory();
  select now() - make_interval(months => b.patient_names_kept_months) into before from brands b where b.id = brand;
  for found_case in
    select o.id from orders o
      where o.brand_id = brand and o.patient is not null and o.status in ('delivered', 'invoiced', 'cancelled')
        and o.created_at < before
      limit most for update skip locked
  loop
    perform tenant.erase_patient_name(brand, found_case);
    insert into audit_events (brand_id, kind, request_id, order_id) values (brand, 'patient_name_erased', 'chore', found_case);
    removed := removed + 1;
  end loop;
  for found_case in
    select o.id from orders o
      where o.brand_id = brand and o.patient is null and o.status in ('delivered', 'invoiced', 'cancelled')
        and o.created_at < before
        and o.id in (select f.order_id from former_patient_names f where f.brand_id = brand)
      limit greatest(most - removed, 0) for update skip locked
  loop
    perform tenant.erase_patient_name(brand, found_case);
    insert into audit_events (brand_id, kind, request_id, order_id) values (brand, 'patient_name_erased', 'chore', found_case);
    removed := removed + 1;
  end loop;
  return removed;
end $$;

create or replace function order_was_withdrawn() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  names text[] := array(
    select old.patient where old.patient is not null
    union select f.name from former_patient_names f where f.brand_id = new.brand_id and f.order_id = new.id);
begin
  update order_products p set note = null where p.brand_id = new.brand_id and p.order_id = new.id and p.note is not null;
  perform strike_names_around(new.brand_id, new.id, names);
  if names <> '{}' then
    insert into audit_events (brand_id, kind, request_id, order_id) values (new.brand_id, 'patient_name_erased', 'refused', new.id);
  end if;
  update attachments a set state = 'removed'
    where a.brand_id = new.brand_id and a.order_id = new.id and a.of_laboratory and a.hand_over_id is null
      and a.state <> 'removed';
  return null;
end $$;
