-- A dentist alone in a practice is its manager, and prescribes all the same: whoever is titled so does, whatever else they may.
create or replace function order_prescribed() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  select id, concat_ws(' ', nullif(title, ''), nullif(first_name, ''), nullif(last_name, ''))
    into new.prescriber_id, new.prescriber
    from users
    where brand_id = new.brand_id and practice_id = new.practice_id and id = coalesce(new.prescriber_id, new.ordered_by)
      and (account_type = 'doctor' or title in ('Dr', 'Drs')) and not is_dlcpm;
  if new.prescriber is null and new.remake_of is null then
    raise exception 'an order without a prescriber'
      using errcode = 'check_violation', constraint = 'orders__prescribed', table = 'orders';
  end if;
  return new;
end $$;
