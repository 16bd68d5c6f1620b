-- What a request costs: the three parts of a context were each checked by two functions, one within the other, and an
-- opening was a dozen statements of SQL. What is signed, with which keys and for which transaction is as before.

create type tenant.claims as (brand_id uuid, practice_id uuid, user_id uuid);

-- Null when there is no context, when it is forged, and when it is another transaction's.
create function tenant.claims() returns tenant.claims
language plpgsql stable security definer parallel restricted set search_path = pg_catalog, pg_temp as $$
declare
  context text := current_setting('tenant.context', true);
  claims text;
  message bytea;
  inner_key bytea;
  outer_key bytea;
begin
  if coalesce(context, '') = '' then
    return null;
  end if;
  -- The signature is 64 letters and stands after the last slash.
  claims := left(context, -65);
  message := convert_to('context/' || claims, 'UTF8') || int4send(pg_backend_pid()) || timestamptz_send(now());
  select inner_pad, outer_pad into inner_key, outer_key from tenant.signing_key where ends_at = 'infinity';
  if (encode(sha256(outer_key || sha256(inner_key || message)), 'hex') = right(context, 64)) is not true then
    -- Unless another key has come into force since this transaction was opened.
    perform from tenant.signing_key key
      where key.ends_at > now()
        and encode(sha256(key.outer_pad || sha256(key.inner_pad || message)), 'hex') = right(context, 64);
    if not found then
      return null;
    end if;
  end if;
  return row(
    nullif(split_part(claims, '/', 1), '')::uuid,
    nullif(split_part(claims, '/', 2), '')::uuid,
    nullif(split_part(claims, '/', 3), '')::uuid)::tenant.claims;
end $$;
revoke all on function tenant.claims() from public;
grant execute on function tenant.claims() to arcade_app;

-- These run as their caller and without settings of their own, so that PostgreSQL writes them out where they are called.
create or replace function tenant.brand_id() returns uuid language sql stable security invoker parallel restricted
return (tenant.claims()).brand_id;
create or replace function tenant.practice_id() returns uuid language sql stable security invoker parallel restricted
return (tenant.claims()).practice_id;
create or replace function tenant.user_id() returns uuid language sql stable security invoker parallel restricted
return (tenant.claims()).user_id;
alter function tenant.brand_id() reset search_path;
alter function tenant.practice_id() reset search_path;
alter function tenant.user_id() reset search_path;
drop function tenant.claim(integer);

-- The two that follow return something, because an assignment costs PL/pgSQL less than PERFORM, a statement of SQL.
drop function tenant.set_context(uuid, uuid, uuid);
create function tenant.set_context(brand uuid, practice uuid, account uuid) returns text
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  claims text := concat_ws('/', brand, coalesce(practice::text, ''), coalesce(account::text, ''));
  message bytea := convert_to('context/' || claims, 'UTF8') || int4send(pg_backend_pid()) || timestamptz_send(now());
  inner_key bytea;
  outer_key bytea;
begin
  select inner_pad, outer_pad into inner_key, outer_key from tenant.signing_key where ends_at = 'infinity';
  return set_config(
    'tenant.context', claims || '/' || encode(sha256(outer_key || sha256(inner_key || message)), 'hex'), true);
end $$;
revoke all on function tenant.set_context(uuid, uuid, uuid) from public;
drop function tenant.context_signature(text);
drop function tenant.context_message(text);

drop function tenant.refuse_unless_signed(text, bigint, bytea);
create function tenant.refuse_unless_signed(message text, valid_until bigint, signed bytea) returns boolean
language plpgsql stable set search_path = pg_catalog, pg_temp as $$
declare
  is_signed boolean;
begin
  select true into is_signed from tenant.signing_key key
    where key.ends_at > now()
      and sha256(key.outer_pad || sha256(key.inner_pad || convert_to(message, 'UTF8'))) = signed;
  if (is_signed and valid_until >= extract(epoch from clock_timestamp())) is not true then
    raise exception 'opening refused' using errcode = 'insufficient_privilege';
  end if;
  return true;
end $$;
revoke all on function tenant.refuse_unless_signed(text, bigint, bytea) from public;

-- Who opens a session reads three tables before there is a context: as the owner, of the laboratory that it names and whose
-- signature it has seen. The runtime role may set the same words and gains nothing: for it there is no such policy, and
-- what else runs as the owner names its laboratory itself (the reviewed list of db/catalogue.test.ts).
create policy read_by_opening on brands for select to arcade_owner
  using (id = nullif(current_setting('tenant.opening', true), '')::uuid);
create policy read_by_opening on sessions for select to arcade_owner
  using (brand_id = nullif(current_setting('tenant.opening', true), '')::uuid);
create policy read_by_opening on users for select to arcade_owner
  using (brand_id = nullif(current_setting('tenant.opening', true), '')::uuid);

create or replace function tenant.open_session(host text, brand uuid, session uuid, valid_until bigint, signed bytea)
returns table (
  state text, user_id uuid, practice_id uuid, account_type account_type, is_dlcpm boolean, is_practice_doctor boolean,
  language language, time_zone text
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
  select u.id, u.practice_id, u.account_type, u.is_dlcpm, u.is_practice_doctor, u.language, b.time_zone,
      s.ended_at is not null or u.disabled_at is not null, b.disabled_at is not null
    into user_id, practice_id, account_type, is_dlcpm, is_practice_doctor, language, time_zone, is_over, is_brand_disabled
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
      null::uuid, null::uuid, null::account_type, null::boolean, null::boolean, null::language, null::text;
    return;
  end if;
  setting := tenant.set_context(open_session.brand, practice_id, user_id);
  state := 'open';
  return next;
end $$;
