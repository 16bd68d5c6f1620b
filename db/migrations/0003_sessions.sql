-- One row per sign-in: the family of all refresh tokens that descend from it.
create table sessions (
  brand_id uuid not null,
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  created_at timestamptz not null default now(),
  -- Moves with each rotation, so at most every ten minutes of use.
  used_at timestamptz not null default now(),
  device text not null default '',
  -- A refresh token is HMAC(server key, id, generation, seed): neither this table nor the key alone makes one, nothing
  -- to steal is stored, and a client whose answer was lost can be given the current one again.
  refresh_seed bytea not null check (octet_length(refresh_seed) = 32),
  refresh_generation integer not null default 1,
  rotated_at timestamptz,
  ended_at timestamptz,
  ended_because text check (ended_because in ('logout', 'reuse', 'idle', 'expired', 'ended_by_user', 'password_changed')),
  primary key (brand_id, id),
  foreign key (brand_id, user_id) references users (brand_id, id),
  check ((ended_at is null) = (ended_because is null))
);
create index sessions__user on sessions (brand_id, user_id) where ended_at is null;
call tenant.protect_by_user('sessions');
grant select, insert on sessions to arcade_app;
grant update (used_at, refresh_generation, rotated_at, ended_at, ended_because) on sessions to arcade_app;

-- Append-only: the runtime role may add a line and read none back.
create table audit_events (
  brand_id uuid not null references brands (id),
  id bigint generated always as identity,
  at timestamptz not null default now(),
  user_id uuid,
  session_id uuid,
  kind text not null check (kind in
    ('signed_in', 'sign_in_refused', 'signed_out', 'session_ended', 'refresh_token_reused', 'language_changed')),
  request_id text not null,
  primary key (brand_id, id)
);
call tenant.protect_by_brand('audit_events');
grant insert on audit_events to arcade_app;

-- Counters of failed sign-ins, kept by rate-limiter-flexible. Keys are hashes; no laboratory's data, hence no brand_id.
create table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limits__expire on rate_limits (expire);
grant select, insert, update, delete on rate_limits to arcade_app;

-- What every request begins with. `signed` covers host, laboratory, session and the moment after which the opening is
-- no longer accepted, so that SQL alone cannot open anything.
create function tenant.open_session(host text, brand uuid, session uuid, valid_until bigint, signed bytea)
returns table (
  state text, user_id uuid, practice_id uuid, account_type account_type, is_dlcpm boolean, is_practice_doctor boolean,
  language language, time_zone text
)
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
#variable_conflict use_column
declare
  asking record;
begin
  if signed is distinct from tenant.signature('session/' || open_session.host || '/' || open_session.brand || '/'
       || open_session.session || '/' || valid_until)
     or valid_until < extract(epoch from clock_timestamp()) then
    raise exception 'opening refused' using errcode = 'insufficient_privilege';
  end if;

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

-- For what happens before anyone is known (sign-in, refresh, the brand itself): the laboratory of a host, all practices.
create function tenant.open_laboratory(host text, valid_until bigint, signed bytea)
returns table (brand_id uuid, time_zone text, allowed_origins text[])
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
#variable_conflict use_column
declare
  brand uuid;
begin
  if signed is distinct from tenant.signature('laboratory/' || open_laboratory.host || '/' || valid_until)
     or valid_until < extract(epoch from clock_timestamp()) then
    raise exception 'opening refused' using errcode = 'insufficient_privilege';
  end if;
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

revoke all on function tenant.open_session(text, uuid, uuid, bigint, bytea),
  tenant.open_laboratory(text, bigint, bytea) from public;
grant execute on function tenant.open_session(text, uuid, uuid, bigint, bytea),
  tenant.open_laboratory(text, bigint, bytea) to arcade_app;
