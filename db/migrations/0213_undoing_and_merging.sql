-- A practice that somebody has placed on a list is not taken back with its import; one that began on a list by itself is.
alter table practice_price_lists add column is_beginning boolean not null default false;
grant update (is_beginning) on practice_price_lists to arcade_app;

create or replace function new_practice_pays() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  context text := current_setting('tenant.context', true);
begin
  perform tenant.set_context(new.brand_id, null, null);
  insert into practice_price_lists (brand_id, practice_id, from_on, list_id, is_beginning)
    select new.brand_id, new.id, today_of(new.brand_id), l.id, true from price_lists l
    where l.brand_id = new.brand_id and l.is_default
    for key share of l;
  perform set_config('tenant.context', coalesce(context, ''), true);
  return null;
end $$;

-- As before, but for what somebody has agreed.
create or replace function tenant.take_back_practice(import uuid, practice uuid) returns void
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  context text := current_setting('tenant.context', true);
  brand uuid := tenant.brand_id();
  person uuid;
begin
  perform tenant.refuse_unless_settings();
  if not exists (
    select from imports i where i.brand_id = brand and i.id = import and i.state = 'applied'
      and i.applied_at > now() - interval '24 hours') then
    return;
  end if;
  perform tenant.set_context(brand, null, null);
  -- Whoever chooses a password in this moment has done so before it is looked at.
  for person in
    select u.id from users u
    where u.brand_id = brand and u.practice_id = practice and u.import_id = import and u.password_hash is null
    order by u.id for update
  loop
    begin
      delete from password_links where brand_id = brand and user_id = person;
      delete from notices where brand_id = brand and user_id = person;
      delete from notice_choices where brand_id = brand and user_id = person;
      delete from notice_digests where brand_id = brand and user_id = person;
      delete from users where brand_id = brand and id = person;
    exception when foreign_key_violation then
      null;
    end;
  end loop;
  begin
    delete from practice_price_lists l where l.brand_id = brand and l.practice_id = practice and l.is_beginning
      and exists (select from practices p where p.brand_id = brand and p.id = practice and p.import_id = import);
    delete from practices p where p.brand_id = brand and p.id = practice and p.import_id = import;
  exception when foreign_key_violation then
    null;
  end;
  perform set_config('tenant.context', coalesce(context, ''), true);
end $$;

-- As before: a merge that has begun ends where it said, and too many cases are told before they are held.
create or replace function tenant.begin_merging(going uuid, staying uuid) returns text[]
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  context text := current_setting('tenant.context', true);
  brand uuid := tenant.brand_id();
  administrator uuid := tenant.user_id();
  obstacles text[];
begin
  perform tenant.refuse_unless_settings();
  perform tenant.set_context(brand, null, null);
  if going = staying then
    raise exception 'a practice does not become itself' using errcode = 'check_violation',
      constraint = 'merged_practices__not_into_itself', table = 'merged_practices';
  end if;
  if exists (select from merged_practices m where m.brand_id = brand and m.id = going and m.into_id <> staying) then
    raise exception 'this practice goes elsewhere' using errcode = 'check_violation',
      constraint = 'merged_practices__begun', table = 'merged_practices';
  end if;
  -- More of them than move are not held to say so.
  if (select count(*) from (
      select from orders o where o.brand_id = brand and o.practice_id = going limit 5001) counted) > 5000 then
    perform set_config('tenant.context', coalesce(context, ''), true);
    return '{too_many_cases}';
  end if;
  -- In one order, whichever of the two goes: who promises a day holds the first of these locks, who moves cases those on them,
  -- who writes anything new of a practice a key of its row.
  perform pg_advisory_xact_lock(hashtextextended('absences/' || brand || '/' || one, 0))
    from unnest(array[least(going, staying), greatest(going, staying)]) one;
  perform from orders o where o.brand_id = brand and o.practice_id = going order by o.id for no key update;
  perform from practices p where p.brand_id = brand and p.id in (going, staying) order by p.id for update;
  if (select count(*) from practices p where p.brand_id = brand and p.id in (going, staying)) < 2 then
    perform set_config('tenant.context', coalesce(context, ''), true);
    return null;
  end if;
  obstacles := tenant.obstacles_to_merging(brand, going, staying);
  if obstacles = '{}' then
    insert into merged_practices (brand_id, id, into_id, name, rpps_siret_siren, address, postal_code, city, phone,
        delivery_instruction, merged_by)
      select brand, p.id, staying, p.name, p.rpps_siret_siren, p.address, p.postal_code, p.city, p.phone,
        p.delivery_instruction, administrator
      from practices p where p.brand_id = brand and p.id = going
      on conflict do nothing;
  end if;
  perform set_config('tenant.context', coalesce(context, ''), true);
  return obstacles;
end $$;
