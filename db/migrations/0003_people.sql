-- The practices, who works there and at the laboratory, and where they are signed in.

create type account_type as enum ('manager', 'doctor');
create type user_kind as enum ('practice', 'staff');
create type staff_role as enum ('administrator', 'production', 'accounting', 'driver');

create table practices (
  brand_id uuid not null references brands (id),
  id uuid not null default gen_random_uuid(),
  name text not null check (name <> ''),
  address text not null default '',
  postal_code text not null default '',
  city text not null default '',
  country_code char(2) not null default 'FR',
  phone text not null default '',
  delivery_days iso_weekday[] not null default '{1,2,3,4,5}' check (cardinality(delivery_days) > 0),
  -- On which days the practice sees patients.
  opening_days iso_weekday[] not null default '{1,2,3,4,5}' constraint practices__opening_days
    check (cardinality(opening_days) > 0 and array_position(opening_days, null) is null),
  created_at timestamptz not null default now(),
  primary key (brand_id, id)
);
alter table practices enable row level security;
alter table practices force row level security;
do $$
begin
  execute format('create policy of_practice on practices using (%s)', tenant.policy_of('id', 'practice_id'));
end $$;
grant select on practices to arcade_app;

-- Two audiences: the people of a practice, and the laboratory's own, who have a role there. Of neither is anything left out.
create table users (
  brand_id uuid not null references brands (id),
  id uuid not null default gen_random_uuid(),
  kind user_kind not null,
  practice_id uuid,
  login text not null check (login = lower(login) and login <> ''),
  email text not null,
  phone text,
  title text not null default '',
  first_name text not null,
  last_name text not null,
  country_code char(2) not null default 'FR',
  language language not null default 'fr',
  account_type account_type,
  is_dlcpm boolean not null default false,
  is_practice_doctor boolean not null default false,
  role staff_role,
  -- argon2id in PHC form; null until the user has chosen a password.
  password_hash text check (password_hash like '$argon2id$%'),
  disabled_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (brand_id, id),
  constraint users__login unique (brand_id, login),
  constraint users__practice_id unique (brand_id, practice_id, id),
  foreign key (brand_id, practice_id) references practices (brand_id, id),
  constraint users__of_practice
    check (kind <> 'practice' or (practice_id is not null and account_type is not null and role is null)),
  constraint users__of_staff
    check (kind <> 'staff' or (
      role is not null and practice_id is null and account_type is null and not is_dlcpm and not is_practice_doctor))
);
create index users__practice on users (brand_id, practice_id);
call tenant.protect_by_practice('users');
create policy read_by_opening on users for select to arcade_owner
  using (brand_id = nullif(current_setting('tenant.opening', true), '')::uuid);
grant select on users to arcade_app;
grant update (language, password_hash) on users to arcade_app;

create type session_end as enum ('logout', 'reuse', 'idle', 'expired', 'ended_by_user', 'password_changed', 'superseded');

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
  ended_because session_end,
  primary key (brand_id, id),
  foreign key (brand_id, user_id) references users (brand_id, id),
  constraint sessions__ended check ((ended_at is null) = (ended_because is null))
);
create index sessions__user on sessions (brand_id, user_id) where ended_at is null;
call tenant.protect_by_user('sessions');
create policy read_by_opening on sessions for select to arcade_owner
  using (brand_id = nullif(current_setting('tenant.opening', true), '')::uuid);
grant select, insert on sessions to arcade_app;
grant update (used_at, refresh_generation, rotated_at, ended_at, ended_because) on sessions to arcade_app;

-- Long after a session has ended nobody asks any more where someone was signed in. The runtime role deletes no other.
create function tenant.delete_old_sessions() returns void
language sql security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  delete from sessions
  where brand_id = tenant.brand_id() and coalesce(ended_at, used_at) < now() - interval '90 days';
end;
revoke all on function tenant.delete_old_sessions() from public;
grant execute on function tenant.delete_old_sessions() to arcade_app;

-- What every request of someone signed in begins with. `signed` covers host, laboratory, session and the moment after
-- which the opening is no longer accepted, so that SQL alone cannot open anything.
create function tenant.open_session(host text, brand uuid, session uuid, valid_until bigint, signed bytea)
returns table (
  state text, kind user_kind, user_id uuid, practice_id uuid, account_type account_type, is_dlcpm boolean,
  is_practice_doctor boolean, role staff_role, language language, time_zone text
)
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  is_signed boolean := tenant.refuse_unless_signed(
    concat_ws('/', 'session', open_session.host, open_session.brand, open_session.session, valid_until),
    valid_until, signed);
  setting text := set_config('tenant.opening', open_session.brand::text, true);
  is_over boolean;
  is_brand_disabled boolean;
begin
  select u.kind, u.id, u.practice_id, u.account_type, u.is_dlcpm, u.is_practice_doctor, u.role, u.language, b.time_zone,
      s.ended_at is not null or u.disabled_at is not null, b.disabled_at is not null
    into kind, user_id, practice_id, account_type, is_dlcpm, is_practice_doctor, role, language, time_zone,
      is_over, is_brand_disabled
    from brand_hosts h
    join sessions s on s.brand_id = h.brand_id and s.id = open_session.session
    join users u on u.brand_id = s.brand_id and u.id = s.user_id
    join brands b on b.id = s.brand_id
    where h.brand_id = open_session.brand and h.host = open_session.host;
  setting := set_config('tenant.opening', '', true);

  if (is_over or is_brand_disabled) is not false then
    -- Nothing is opened, nor does what was opened before stay so.
    setting := set_config('tenant.context', '', true);
    return query select case when is_brand_disabled then 'brand_unknown' else 'session_ended' end,
      null::user_kind, null::uuid, null::uuid, null::account_type, null::boolean, null::boolean, null::staff_role,
      null::language, null::text;
    return;
  end if;
  setting := tenant.set_context(open_session.brand, practice_id, user_id, kind::text);
  state := 'open';
  return next;
end $$;
revoke all on function tenant.open_session(text, uuid, uuid, bigint, bytea) from public;
grant execute on function tenant.open_session(text, uuid, uuid, bigint, bytea) to arcade_app;

create type sign_in_limit_kind as enum ('account_at_address', 'address', 'network', 'account', 'device');

-- Wrong passwords, counted per laboratory whatever host name it was called by.
create table sign_in_limits (
  brand_id uuid not null references brands (id),
  kind sign_in_limit_kind not null,
  -- A hash: the table shows neither who signs in nor from where.
  key bytea not null check (octet_length(key) = 32),
  failures integer not null default 0 check (failures >= 0),
  forgotten_at timestamptz not null,
  -- Passwords that are being looked at, right or wrong; those of a process that was killed are let go after a while.
  in_flight integer not null default 0 check (in_flight >= 0),
  in_flight_until timestamptz not null default now(),
  primary key (brand_id, kind, key)
);
create index sign_in_limits__forgotten on sign_in_limits (brand_id, forgotten_at);
call tenant.protect_by_brand('sign_in_limits');
grant select, insert, update, delete on sign_in_limits to arcade_app;

-- Answers of creating calls by the key that the caller gave them (security.md S54): an answer that was lost on the way
-- is found again, and nothing is made twice.
create table idempotency_keys (
  brand_id uuid not null,
  -- Whoever makes things has keys: users, and programs of the laboratory's, which are no users.
  user_id uuid,
  integration_id uuid,
  maker_id uuid not null generated always as (coalesce(user_id, integration_id)) stored,
  route text not null,
  key text not null check (length(key) between 1 and 255),
  -- SHA-256 of what was sent.
  fingerprint bytea not null check (octet_length(fingerprint) = 32),
  status smallint not null,
  body text not null,
  created_at timestamptz not null default now(),
  primary key (brand_id, maker_id, route, key),
  foreign key (brand_id, user_id) references users (brand_id, id),
  constraint idempotency_keys__maker check (num_nonnulls(user_id, integration_id) = 1)
);
create index idempotency_keys__age on idempotency_keys (created_at);
call tenant.protect_by_user('idempotency_keys');
grant select, insert, delete on idempotency_keys to arcade_app;
