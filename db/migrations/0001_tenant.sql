-- Who is asking, signed so that SQL cannot forge it (security.md S06–S11).
--
-- The API signs an opening ("session X at host H, until T"); the functions tenant.open_* check it, read in one statement
-- what they open, and set a context that is bound to this backend and this transaction and signed with a key which the
-- runtime role cannot read. Row-level security believes nothing else.

create schema tenant;
revoke all on schema tenant from public;
grant usage on schema tenant to arcade_app;
revoke create on schema public from public;
grant usage on schema public to arcade_app;

-- A temporary table stands before every other in an unqualified name: the runtime role makes none, and what runs as its
-- definer looks among them last.
do $$
begin
  execute format('revoke create, temporary on database %I from public, arcade_app', current_database());
end $$;

-- The two padded keys of HMAC-SHA256, written from APP_SECRET (db/signing-key.ts); never granted to anyone. Several may
-- live side by side: while one APP_SECRET takes the place of another, processes with either are served.
create table tenant.signing_key (
  inner_pad bytea primary key check (octet_length(inner_pad) = 64),
  outer_pad bytea not null check (octet_length(outer_pad) = 64),
  added_at timestamptz not null default now(),
  -- From then on it opens nothing; of the one in force, never. A transaction lives in the moment in which it began
  -- (now()): a key that ends does not take the laboratory from under it.
  ends_at timestamptz not null default 'infinity'
);

-- Which database this is, wherever it is moved or restored. The folder or bucket of its files bears the same id, so that
-- no process keeps or looks for files in another one. Read and written by the owner alone.
create table tenant.installation (
  only_row boolean primary key default true check (only_row),
  id uuid not null default gen_random_uuid(),
  -- From then on a place for files that does not bear the id is not the right one.
  files_marked_at timestamptz
);
insert into tenant.installation default values;

-- For whom it was opened (`audience`): a practice, the laboratory's staff, or the laboratory itself.
create type tenant.claims as (brand_id uuid, practice_id uuid, user_id uuid, audience text);

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
    nullif(split_part(claims, '/', 3), '')::uuid,
    nullif(split_part(claims, '/', 4), ''))::tenant.claims;
end $$;
revoke all on function tenant.claims() from public;
grant execute on function tenant.claims() to arcade_app;

-- These run as their caller and without settings of their own, so that PostgreSQL writes them out where they are called.
create function tenant.brand_id() returns uuid language sql stable security invoker parallel restricted
return (tenant.claims()).brand_id;
create function tenant.practice_id() returns uuid language sql stable security invoker parallel restricted
return (tenant.claims()).practice_id;
create function tenant.user_id() returns uuid language sql stable security invoker parallel restricted
return (tenant.claims()).user_id;
create function tenant.audience() returns text language sql stable security invoker parallel restricted
return (tenant.claims()).audience;
revoke all on function tenant.brand_id(), tenant.practice_id(), tenant.user_id(), tenant.audience() from public;
grant execute on function tenant.brand_id(), tenant.practice_id(), tenant.user_id(), tenant.audience() to arcade_app;

-- What follows returns something, because an assignment costs PL/pgSQL less than PERFORM, a statement of SQL.

-- A context copied out of one transaction is worth nothing in another.
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
create function tenant.set_context(brand uuid, practice uuid, account uuid) returns text
language sql security definer set search_path = pg_catalog, pg_temp
return tenant.set_context(brand, practice, account, case
  when practice is not null then 'practice'
  when account is null then 'laboratory'
end);
revoke all on function tenant.set_context(uuid, uuid, uuid) from public;

-- Compared with NULL a signature is neither right nor wrong: let through is only what is known to be right, and the
-- functions that call this are strict, so that no opening is even begun for NULL.
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

-- Policies of three depths: of the laboratory, and within it of the practice or the user, unless the context is one that acts
-- for all. Nothing that is missing from a context opens anything.

create procedure tenant.protect_by_brand(target regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy of_laboratory on %s using (brand_id = (select tenant.brand_id()))', target);
end $$;

-- Laboratory and practice are compared together, with a context that is checked once for each table of a statement, and only
-- if there is a row to compare it with. Whoever acts for the whole laboratory comes second; OFFSET 0 keeps PostgreSQL from
-- calling the function for each of its parts.

-- `owner_column` names whose a row is, `claim` the part of the context that must say the same, except for who acts for all.
create function tenant.policy_of(owner_column text, claim text) returns text
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
revoke all on function tenant.policy_of(text, text) from public;

create procedure tenant.protect_by_practice(target regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy of_practice on %s using (%s)', target, tenant.policy_of('practice_id', 'practice_id'));
end $$;

create procedure tenant.protect_by_user(target regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy of_user on %s using (%s)', target, tenant.policy_of('user_id', 'user_id'));
end $$;
revoke all on procedure tenant.protect_by_brand(regclass), tenant.protect_by_practice(regclass),
  tenant.protect_by_user(regclass) from public;
