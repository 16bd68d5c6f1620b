-- NULL opens nothing: compared with NULL a signature is neither right nor wrong, and what is not wrong was let through.
-- No opening is even begun for NULL (strict), and what refuses lets through only what it knows to be right.

create function tenant.refuse_unless_signed(message text, valid_until bigint, signed bytea) returns void
language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  if (signed = tenant.signature(message) and valid_until >= extract(epoch from clock_timestamp())) is not true then
    raise exception 'opening refused' using errcode = 'insufficient_privilege';
  end if;
end $$;
revoke all on function tenant.refuse_unless_signed(text, bigint, bytea) from public;

create or replace function tenant.open_session(host text, brand uuid, session uuid, valid_until bigint, signed bytea)
returns table (
  state text, user_id uuid, practice_id uuid, account_type account_type, is_dlcpm boolean, is_practice_doctor boolean,
  language language, time_zone text
)
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  asking record;
begin
  perform tenant.refuse_unless_signed(
    'session/' || open_session.host || '/' || open_session.brand || '/' || open_session.session || '/' || valid_until,
    valid_until, signed);

  perform 1 from brand_hosts h where h.host = open_session.host and h.brand_id = open_session.brand;
  if not found then
    return query select 'session_ended', null::uuid, null::uuid, null::account_type, null::boolean, null::boolean,
      null::language, null::text;
    return;
  end if;

  perform tenant.set_context(open_session.brand, null, null);
  select s.ended_at, s.used_at, s.created_at, u.id as user_id, u.practice_id, u.account_type, u.is_dlcpm,
      u.is_practice_doctor, u.language, u.disabled_at as user_disabled_at, b.time_zone, b.disabled_at as brand_disabled_at
    into asking
    from sessions s
    join users u on u.brand_id = s.brand_id and u.id = s.user_id
    join brands b on b.id = s.brand_id
    where s.brand_id = open_session.brand and s.id = open_session.session;

  if asking.user_id is null or asking.ended_at is not null or asking.user_disabled_at is not null
     or asking.brand_disabled_at is not null then
    perform set_config('tenant.context', '', true);
    return query select case when asking.brand_disabled_at is not null then 'brand_unknown' else 'session_ended' end,
      null::uuid, null::uuid, null::account_type, null::boolean, null::boolean, null::language, null::text;
    return;
  end if;

  perform tenant.set_context(open_session.brand, asking.practice_id, asking.user_id);
  return query select 'open', asking.user_id, asking.practice_id, asking.account_type, asking.is_dlcpm,
    asking.is_practice_doctor, asking.language, asking.time_zone;
end $$;

create or replace function tenant.open_laboratory(host text, valid_until bigint, signed bytea)
returns table (brand_id uuid, time_zone text, allowed_origins text[])
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  brand uuid;
begin
  perform tenant.refuse_unless_signed('laboratory/' || open_laboratory.host || '/' || valid_until, valid_until, signed);
  select h.brand_id into brand from brand_hosts h where h.host = open_laboratory.host;
  if brand is null then
    return;
  end if;
  perform tenant.set_context(brand, null, null);
  return query select b.id, b.time_zone, b.allowed_origins from brands b where b.id = brand and b.disabled_at is null;
  if not found then
    perform set_config('tenant.context', '', true);
  end if;
end $$;

create or replace function tenant.open_feed(host text, secret_hash bytea, valid_until bigint, signed bytea)
returns table (
  state text, brand_id uuid, user_id uuid, practice_id uuid, is_practice_doctor boolean, language language, time_zone text
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

create or replace function tenant.hosts_for_upkeep(valid_until bigint, signed bytea) returns setof text
language plpgsql stable strict security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform tenant.refuse_unless_signed('upkeep/' || valid_until, valid_until, signed);
  return query
    select min(h.host) from brand_hosts h
    where h.brand_id in (select a.brand_id from attachments a where a.state <> 'ready')
    group by h.brand_id;
end $$;

-- The owner's policy on hosts goes round the laboratory: no host is the one that nobody has named.
alter table brand_hosts add constraint brand_hosts__named check (host <> '');
