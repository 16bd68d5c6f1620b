-- The context says for whom it was opened: a practice, the laboratory's staff, or the laboratory itself. Until now whoever
-- named no practice acted for all of them; now nothing that is missing opens anything.
alter type tenant.claims add attribute audience text;

create or replace function tenant.claims() returns tenant.claims
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
    nullif(split_part(claims, '/', 3), '')::uuid,
    nullif(split_part(claims, '/', 4), ''))::tenant.claims;
end $$;

create function tenant.set_context(brand uuid, practice uuid, account uuid, audience text) returns text
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  claims text := concat_ws('/', brand, coalesce(practice::text, ''), coalesce(account::text, ''), coalesce(audience, ''));
  message bytea := convert_to('context/' || claims, 'UTF8') || int4send(pg_backend_pid()) || timestamptz_send(now());
  inner_key bytea;
  outer_key bytea;
begin
  select inner_pad, outer_pad into inner_key, outer_key from tenant.signing_key where ends_at = 'infinity';
  return set_config(
    'tenant.context', claims || '/' || encode(sha256(outer_key || sha256(inner_key || message)), 'hex'), true);
end $$;
revoke all on function tenant.set_context(uuid, uuid, uuid, text) from public;

-- Of a practice, or of the laboratory, which is nobody in particular: of somebody without a practice nothing is known.
create or replace function tenant.set_context(brand uuid, practice uuid, account uuid) returns text
language sql security definer set search_path = pg_catalog, pg_temp
return tenant.set_context(brand, practice, account, case
  when practice is not null then 'practice'
  when account is null then 'laboratory'
end);

-- `owner_column` names whose a row is, `claim` the part of the context that must say the same, except for who acts for all.
create or replace function tenant.policy_of(owner_column text, claim text) returns text
language sql immutable set search_path = pg_catalog, pg_temp
return format(
  'case
     when (brand_id, %1$I) = (
       select (claims).brand_id, (claims).%2$I from (select tenant.claims() offset 0) as opened (claims)) then true
     else brand_id = (
       select (claims).brand_id from (select tenant.claims() offset 0) as opened (claims)
       where (claims).audience = any (%3$L))
   end',
  owner_column, claim,
  case claim when 'practice_id' then '{staff,laboratory}'::text[] when 'user_id' then '{laboratory}' end);

do $$
declare
  found record;
begin
  for found in
    select polrelid::regclass as target, polname as policy, case
        when polname = 'of_user' then tenant.policy_of('user_id', 'user_id')
        when polrelid = 'practices'::regclass then tenant.policy_of('id', 'practice_id')
        else tenant.policy_of('practice_id', 'practice_id')
      end as rule
    from pg_policy where polname in ('of_practice', 'of_user')
  loop
    execute format('alter policy %I on %s using (%s)', found.policy, found.target, found.rule);
  end loop;
end $$;

create function tenant.audience() returns text language sql stable security invoker parallel restricted
return (tenant.claims()).audience;
revoke all on function tenant.audience() from public;
grant execute on function tenant.audience() to arcade_app;
alter policy of_laboratory on mails
  using (brand_id = (select tenant.brand_id()) and (select tenant.audience()) in ('staff', 'laboratory'));

drop function tenant.open_session(text, uuid, uuid, bigint, bytea);
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

-- Upkeep opens laboratories by their ids, as jobs do: a host is for whoever comes by it.
drop function tenant.hosts_for_upkeep(bigint, bytea);
drop function tenant.hosts_of_laboratories(bigint, bytea);
create function tenant.laboratories_for_upkeep(valid_until bigint, signed bytea) returns setof uuid
language plpgsql stable strict security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform tenant.refuse_unless_signed('upkeep/' || valid_until, valid_until, signed);
  return query select distinct a.brand_id from attachments a where a.state <> 'ready';
end $$;
create function tenant.laboratories(valid_until bigint, signed bytea) returns setof uuid
language plpgsql stable strict security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform tenant.refuse_unless_signed('laboratories/' || valid_until, valid_until, signed);
  return query select distinct h.brand_id from brand_hosts h;
end $$;
revoke all on function tenant.laboratories_for_upkeep(bigint, bytea), tenant.laboratories(bigint, bytea) from public;
grant execute on function tenant.laboratories_for_upkeep(bigint, bytea), tenant.laboratories(bigint, bytea) to arcade_app;
