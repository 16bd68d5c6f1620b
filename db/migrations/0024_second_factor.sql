-- What somebody shows besides the password: a code of their authenticator (TOTP, RFC 6238) or, on the day it is lost, a
-- recovery code. A laboratory may demand a second factor of its own people.

alter type audit_kind add value if not exists 'second_factor_added';
alter type audit_kind add value if not exists 'second_factor_removed';
alter type audit_kind add value if not exists 'second_factor_refused';
alter type audit_kind add value if not exists 'second_factor_demanded';
alter type audit_kind add value if not exists 'second_factor_left_free';
alter type audit_kind add value if not exists 'recovery_codes_made';
alter type audit_kind add value if not exists 'recovery_code_used';

alter type session_end add value if not exists 'second_factor_changed';

-- Wrong codes after a right password: of a user wherever they are typed, and of a device that the user is known to have.
alter type sign_in_limit_kind add value if not exists 'code_account';
alter type sign_in_limit_kind add value if not exists 'code_device';

create type second_factor as enum ('totp', 'recovery_code', 'passkey');

-- What was shown in this session besides the password; a passkey that has verified its user is both by itself.
alter table sessions add column second_factor second_factor;
grant update (second_factor) on sessions to arcade_app;

alter table brands add column staff_need_second_factor boolean not null default false;
grant update (staff_need_second_factor) on brands to arcade_app;

create function refuse_unless_demanded_by_administrator() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if (tenant.audience() = 'laboratory' or tenant.audience() = 'staff' and exists (
    select from users administrator
    where administrator.brand_id = new.id and administrator.id = tenant.user_id()
      and administrator.role = 'administrator' and administrator.disabled_at is null)) is not true then
    raise exception 'an administrator of the laboratory changes this' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
revoke all on function refuse_unless_demanded_by_administrator() from public;
create trigger demanded_by_administrator before update of staff_need_second_factor on brands
  for each row execute function refuse_unless_demanded_by_administrator();

create table authenticators (
  brand_id uuid not null,
  user_id uuid not null,
  secret bytea not null check (octet_length(secret) = 20),
  created_at timestamptz not null default now(),
  -- Null until a first code has shown that it was set up; nothing is asked of its user before.
  confirmed_at timestamptz,
  -- The last moment, in steps of thirty seconds, whose code was taken: that one and earlier ones are not taken again.
  last_step bigint not null default 0,
  primary key (brand_id, user_id),
  foreign key (brand_id, user_id) references users (brand_id, id)
);
call tenant.protect_by_user('authenticators');
-- Not the secret: it is read below, by whoever is signed in as its user or shows a challenge, and both are signed.
grant select (brand_id, user_id, created_at, confirmed_at, last_step), delete on authenticators to arcade_app;
grant insert (brand_id, user_id, secret) on authenticators to arcade_app;
grant update (confirmed_at, last_step) on authenticators to arcade_app;

-- Gone once used.
create table recovery_codes (
  brand_id uuid not null,
  user_id uuid not null,
  code_hash bytea not null check (octet_length(code_hash) = 32),
  created_at timestamptz not null default now(),
  primary key (brand_id, user_id, code_hash),
  foreign key (brand_id, user_id) references authenticators (brand_id, user_id) on delete cascade
);
call tenant.protect_by_user('recovery_codes');
grant select, delete on recovery_codes to arcade_app;
grant insert (brand_id, user_id, code_hash) on recovery_codes to arcade_app;

-- Whoever has shown the right password, and nothing else yet. Known by a hash, and gone once it was used.
create table sign_in_challenges (
  brand_id uuid not null,
  token_hash bytea not null check (octet_length(token_hash) = 32),
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  -- Hash of what the password is kept as: another password, and it is over.
  password_mark bytea not null check (octet_length(password_mark) = 32),
  failures smallint not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (brand_id, token_hash),
  constraint sign_in_challenges__id unique (brand_id, id),
  foreign key (brand_id, user_id) references users (brand_id, id),
  constraint sign_in_challenges__life check (expires_at <= created_at + interval '10 minutes'),
  constraint sign_in_challenges__failures check (failures between 0 and 5)
);
create index sign_in_challenges__user on sign_in_challenges (brand_id, user_id);
create index sign_in_challenges__over on sign_in_challenges (brand_id, expires_at);
call tenant.protect_by_user('sign_in_challenges');
grant select (brand_id, id, user_id, failures, created_at, expires_at), delete on sign_in_challenges to arcade_app;
grant insert (brand_id, token_hash, user_id, password_mark, expires_at) on sign_in_challenges to arcade_app;
grant update (failures) on sign_in_challenges to arcade_app;

-- No way in leaves it out, whichever statement begins the session.
create function refuse_session_without_second_factor() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.second_factor is null and new.ended_at is null and exists (
    select from authenticators a
    where a.brand_id = new.brand_id and a.user_id = new.user_id and a.confirmed_at is not null) then
    raise exception 'a second factor is asked of this user'
      using errcode = 'check_violation', constraint = 'sessions__second_factor', table = 'sessions';
  end if;
  return new;
end $$;
revoke all on function refuse_session_without_second_factor() from public;
create trigger with_second_factor before insert on sessions
  for each row execute function refuse_session_without_second_factor();

-- Of whoever is signed in.
create function tenant.own_authenticator_secret() returns bytea
language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select a.secret from authenticators a
  where a.brand_id = tenant.brand_id() and a.user_id = tenant.user_id() and tenant.audience() in ('practice', 'staff');
end;
revoke all on function tenant.own_authenticator_secret() from public;
grant execute on function tenant.own_authenticator_secret() to arcade_app;

-- Whose challenge it is and what their authenticator counts with, in the laboratory's own context, as for all that happens
-- before anyone is signed in.
create function tenant.open_challenge(host text, token_hash bytea, valid_until bigint, signed bytea)
returns table (
  state text, brand_id uuid, time_zone text, allowed_origins text[], challenge_id uuid, user_id uuid, secret bytea
)
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  brand uuid;
  found_challenge record;
begin
  perform tenant.refuse_unless_signed(
    'challenge/' || open_challenge.host || '/' || encode(open_challenge.token_hash, 'hex') || '/' || valid_until,
    valid_until, signed);
  select h.brand_id into brand from brand_hosts h where h.host = open_challenge.host;
  if brand is null then
    return;
  end if;

  perform tenant.set_context(brand, null, null);
  select b.disabled_at as brand_disabled_at, b.time_zone, b.allowed_origins, c.id, c.user_id, a.secret
    into found_challenge
    from brands b
    left join sign_in_challenges c on c.brand_id = b.id and c.token_hash = open_challenge.token_hash
      and c.expires_at > clock_timestamp() and c.failures < 5
      and exists (select from users u where u.brand_id = c.brand_id and u.id = c.user_id and u.disabled_at is null
        and sha256(convert_to(u.password_hash, 'UTF8')) = c.password_mark)
    left join authenticators a on a.brand_id = c.brand_id and a.user_id = c.user_id and a.confirmed_at is not null
    where b.id = brand;

  if (found_challenge.brand_disabled_at is null and found_challenge.secret is not null) is not true then
    perform set_config('tenant.context', '', true);
    return query select case when found_challenge.brand_disabled_at is not null then 'brand_unknown' else 'not_found' end,
      null::uuid, null::text, null::text[], null::uuid, null::uuid, null::bytea;
    return;
  end if;
  return query select 'open', brand, found_challenge.time_zone, found_challenge.allowed_origins, found_challenge.id,
    found_challenge.user_id, found_challenge.secret;
end $$;
revoke all on function tenant.open_challenge(text, bytea, bigint, bytea) from public;
grant execute on function tenant.open_challenge(text, bytea, bigint, bytea) to arcade_app;

-- Who of the staff has one, for their administrators: nobody else sees another's.
create function tenant.staff_second_factors() returns table (user_id uuid)
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  context text := current_setting('tenant.context', true);
  brand uuid := tenant.brand_id();
begin
  if tenant.audience() is distinct from 'staff' then
    raise exception 'not of the staff' using errcode = 'insufficient_privilege';
  end if;
  perform tenant.set_context(brand, null, null);
  return query
    select a.user_id from authenticators a
      join users u on u.brand_id = a.brand_id and u.id = a.user_id and u.kind = 'staff'
      where a.brand_id = brand and a.confirmed_at is not null;
  perform set_config('tenant.context', coalesce(context, ''), true);
end $$;
revoke all on function tenant.staff_second_factors() from public;
grant execute on function tenant.staff_second_factors() to arcade_app;

-- What somebody else has lost: an administrator who still is one takes it away, or the laboratory itself; nobody their own
-- in this way. Ends that user's sessions and answers them; NULL where there was nothing to take.
create function tenant.take_second_factor_away(account uuid) returns uuid[]
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  context text := current_setting('tenant.context', true);
  brand uuid := tenant.brand_id();
  ended uuid[];
begin
  if (tenant.audience() = 'laboratory' or tenant.audience() = 'staff' and account <> tenant.user_id() and exists (
    select from users administrator
    where administrator.brand_id = brand and administrator.id = tenant.user_id()
      and administrator.role = 'administrator' and administrator.disabled_at is null)) is not true then
    raise exception 'another administrator of the laboratory does this' using errcode = 'insufficient_privilege';
  end if;
  perform tenant.set_context(brand, null, null);
  delete from authenticators a where a.brand_id = brand and a.user_id = account;
  if found then
    with over as (
      update sessions s set ended_at = now(), ended_because = 'second_factor_changed'
        where s.brand_id = brand and s.user_id = account and s.ended_at is null
        returning s.id)
    select coalesce(array_agg(over.id), '{}') into ended from over;
  end if;
  perform set_config('tenant.context', coalesce(context, ''), true);
  return ended;
end $$;
revoke all on function tenant.take_second_factor_away(uuid) from public;
grant execute on function tenant.take_second_factor_away(uuid) to arcade_app;

-- As before, and says of the staff who still owe a second factor: let in as far as to set one up (tenancy/server/guards.ts).
create or replace function tenant.open_session(host text, brand uuid, session uuid, valid_until bigint, signed bytea)
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
  owes_second_factor boolean;
begin
  select u.kind, u.id, u.practice_id, u.account_type, u.is_dlcpm, u.is_practice_doctor, u.role, u.language, b.time_zone,
      s.ended_at is not null or u.disabled_at is not null, b.disabled_at is not null,
      u.kind = 'staff' and b.staff_need_second_factor and s.second_factor is null
    into kind, user_id, practice_id, account_type, is_dlcpm, is_practice_doctor, role, language, time_zone,
      is_over, is_brand_disabled, owes_second_factor
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
  state := case when owes_second_factor then 'second_factor_owed' else 'open' end;
  return next;
end $$;
