-- What a call of a calendar program begins with: whoever knows the address sees what its user may see, for as long as
-- there is that address and that user. `signed` covers host, hash and the moment after which the opening is refused.
create function tenant.open_feed(host text, secret_hash bytea, valid_until bigint, signed bytea)
returns table (
  state text, brand_id uuid, user_id uuid, practice_id uuid, is_practice_doctor boolean, language language, time_zone text
)
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
#variable_conflict use_column
declare
  brand uuid;
  reader record;
begin
  if signed is distinct from tenant.signature('feed/' || open_feed.host || '/' || encode(open_feed.secret_hash, 'hex')
       || '/' || valid_until)
     or valid_until < extract(epoch from clock_timestamp()) then
    raise exception 'opening refused' using errcode = 'insufficient_privilege';
  end if;
  select h.brand_id into brand from brand_hosts h where h.host = open_feed.host;
  if brand is null then
    return;
  end if;

  perform tenant.set_context(brand, null, null);
  select b.disabled_at as brand_disabled_at, b.time_zone, u.id, u.practice_id, u.is_practice_doctor, u.language
    into reader
    from brands b
    left join calendar_feeds f on f.brand_id = b.id and f.secret_hash = open_feed.secret_hash
    left join users u on u.brand_id = f.brand_id and u.id = f.user_id and u.disabled_at is null
    where b.id = brand;

  -- Only practices have feeds: of whoever has gone over to the laboratory's staff nothing is shown.
  if reader.brand_disabled_at is not null or reader.practice_id is null then
    perform set_config('tenant.context', '', true);
    return query select case when reader.brand_disabled_at is not null then 'brand_unknown' else 'not_found' end,
      null::uuid, null::uuid, null::uuid, null::boolean, null::language, null::text;
    return;
  end if;

  perform tenant.set_context(brand, reader.practice_id, reader.id);
  return query select 'open', brand, reader.id, reader.practice_id, reader.is_practice_doctor, reader.language,
    reader.time_zone;
end $$;
revoke all on function tenant.open_feed(text, bytea, bigint, bytea) from public;
grant execute on function tenant.open_feed(text, bytea, bigint, bytea) to arcade_app;
