-- Who is asking, signed so that SQL cannot forge it (security.md S06–S11).
--
-- The API signs an opening ("session X at host H, until T"); the functions below check it, read session, user and
-- laboratory in one statement, and set a context that is bound to this backend and this transaction and signed with a
-- key which the runtime role cannot read. Row-level security believes nothing else.

create schema tenant;
revoke all on schema tenant from public;
grant usage on schema tenant to arcade_app;
revoke create on schema public from public;
grant usage on schema public to arcade_app;

-- The two padded keys of HMAC-SHA256, written by migrate.ts from APP_SECRET; never granted to anyone.
create table tenant.signing_key (
  only_row boolean primary key default true check (only_row),
  inner_pad bytea not null check (octet_length(inner_pad) = 64),
  outer_pad bytea not null check (octet_length(outer_pad) = 64)
);

create function tenant.signature(message text) returns bytea
language sql stable security definer set search_path = pg_catalog
return (
  select sha256(outer_pad || sha256(inner_pad || convert_to(message, 'UTF8'))) from tenant.signing_key
);
revoke all on function tenant.signature(text) from public;

-- A context copied out of one transaction is worth nothing in another.
create function tenant.transaction_mark() returns text
language sql stable set search_path = pg_catalog
return pg_backend_pid()::text || '@' || extract(epoch from transaction_timestamp())::text;
revoke all on function tenant.transaction_mark() from public;

create function tenant.set_context(brand uuid, practice uuid, account uuid) returns void
language plpgsql security definer set search_path = pg_catalog as $$
declare
  claims text := brand::text || '/' || coalesce(practice::text, '') || '/' || coalesce(account::text, '');
begin
  perform set_config(
    'tenant.context',
    claims || '/' || encode(tenant.signature('context/' || claims || '/' || tenant.transaction_mark()), 'hex'),
    true
  );
end $$;
revoke all on function tenant.set_context(uuid, uuid, uuid) from public;

-- Position 1 laboratory, 2 practice, 3 user; null when there is no context, when it is forged or from elsewhere.
create function tenant.claim(place integer) returns uuid
language plpgsql stable security definer parallel restricted set search_path = pg_catalog as $$
declare
  context text := current_setting('tenant.context', true);
  parts text[];
begin
  if context is null or context = '' then
    return null;
  end if;
  parts := string_to_array(context, '/');
  if array_length(parts, 1) is distinct from 4
     or parts[4] is distinct from encode(tenant.signature(
       'context/' || parts[1] || '/' || parts[2] || '/' || parts[3] || '/' || tenant.transaction_mark()), 'hex') then
    return null;
  end if;
  return nullif(parts[place], '')::uuid;
end $$;
revoke all on function tenant.claim(integer) from public;

create function tenant.brand_id() returns uuid language sql stable security definer parallel restricted
set search_path = pg_catalog return tenant.claim(1);
create function tenant.practice_id() returns uuid language sql stable security definer parallel restricted
set search_path = pg_catalog return tenant.claim(2);
create function tenant.user_id() returns uuid language sql stable security definer parallel restricted
set search_path = pg_catalog return tenant.claim(3);
revoke all on function tenant.brand_id(), tenant.practice_id(), tenant.user_id() from public;
grant execute on function tenant.brand_id(), tenant.practice_id(), tenant.user_id() to arcade_app;

-- Policies of three depths. The sub-selects are evaluated once a statement, not once a row.
create procedure tenant.protect_by_brand(target regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy of_laboratory on %s using (brand_id = (select tenant.brand_id()))', target);
end $$;

-- Laboratory staff and the laboratory itself act for all practices: their context names none.
create procedure tenant.protect_by_practice(target regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy of_practice on %s using (brand_id = (select tenant.brand_id())
       and ((select tenant.practice_id()) is null or practice_id = (select tenant.practice_id())))', target);
end $$;

create procedure tenant.protect_by_user(target regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy of_user on %s using (brand_id = (select tenant.brand_id())
       and ((select tenant.user_id()) is null or user_id = (select tenant.user_id())))', target);
end $$;
revoke all on procedure tenant.protect_by_brand(regclass), tenant.protect_by_practice(regclass),
  tenant.protect_by_user(regclass) from public;
