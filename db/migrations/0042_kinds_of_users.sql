-- Two audiences: the people of a practice, and the laboratory's own, who have a role there. Of neither is anything left out.
create type user_kind as enum ('practice', 'staff');
create type staff_role as enum ('administrator', 'production', 'accounting', 'driver');
alter table users
  add column kind user_kind,
  add column role staff_role,
  alter column account_type drop not null,
  alter column account_type drop default;

do $$
declare
  laboratory uuid;
begin
  -- Nobody is, or may, anything else than before.
  perform set_config('changes.quiet', 'on', true);
  for laboratory in select distinct brand_id from brand_hosts loop
    perform tenant.set_context(laboratory, null, null);
    update users set kind = 'practice' where brand_id = laboratory and practice_id is not null;
    update users
      set kind = 'staff', role = 'administrator', account_type = null, is_dlcpm = false, is_practice_doctor = false
      where brand_id = laboratory and practice_id is null;
  end loop;
  perform set_config('tenant.context', '', true);
end $$;

alter table users
  alter column kind set not null,
  add constraint users__of_practice
    check (kind <> 'practice' or (practice_id is not null and account_type is not null and role is null)),
  add constraint users__of_staff
    check (kind <> 'staff' or (
      role is not null and practice_id is null and account_type is null and not is_dlcpm and not is_practice_doctor));

-- The openings tell what rights are made of; what they let nobody into is as before.
drop function tenant.open_feed(text, bytea, bigint, bytea);
create function tenant.open_feed(host text, secret_hash bytea, valid_until bigint, signed bytea)
returns table (
  state text, brand_id uuid, user_id uuid, practice_id uuid, account_type account_type, is_dlcpm boolean,
  is_practice_doctor boolean, language language, time_zone text
)
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  brand uuid;
  reader record;
begin
  perform tenant.refuse_unless_signed(
    'feed/' || open_feed.host || '/' || encode(open_feed.secret_hash, 'hex') || '/' || valid_until,
    valid_until, signed);
  select h.brand_id into brand from brand_hosts h where h.host = open_feed.host;
  if brand is null then
    return;
  end if;

  perform tenant.set_context(brand, null, null);
  select b.disabled_at as brand_disabled_at, b.time_zone, u.kind, u.id, u.practice_id, u.account_type, u.is_dlcpm,
      u.is_practice_doctor, u.language
    into reader
    from brands b
    left join calendar_feeds f on f.brand_id = b.id and f.secret_hash = open_feed.secret_hash
    left join users u on u.brand_id = f.brand_id and u.id = f.user_id and u.disabled_at is null
    where b.id = brand;

  -- Only practices have feeds: of whoever has gone over to the laboratory's staff nothing is shown.
  if (reader.brand_disabled_at is null and reader.kind = 'practice') is not true then
    perform set_config('tenant.context', '', true);
    return query select case when reader.brand_disabled_at is not null then 'brand_unknown' else 'not_found' end,
      null::uuid, null::uuid, null::uuid, null::account_type, null::boolean, null::boolean, null::language, null::text;
    return;
  end if;

  perform tenant.set_context(brand, reader.practice_id, reader.id);
  return query select 'open', brand, reader.id, reader.practice_id, reader.account_type, reader.is_dlcpm,
    reader.is_practice_doctor, reader.language, reader.time_zone;
end $$;
revoke all on function tenant.open_feed(text, bytea, bigint, bytea) from public;
grant execute on function tenant.open_feed(text, bytea, bigint, bytea) to arcade_app;
