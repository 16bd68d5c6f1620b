-- Several keys may live side by side: while one APP_SECRET takes the place of another, processes with either are served.
-- db/signing-key.ts lets them in and ends them.
alter table tenant.signing_key
  drop column only_row,
  add primary key (inner_pad),
  add column added_at timestamptz not null default now(),
  -- From then on it opens nothing; of the one in force, never. A transaction lives in the moment in which it began
  -- (now()): a key that ends does not take the laboratory from under it.
  add column ends_at timestamptz not null default 'infinity';

create or replace function tenant.refuse_unless_signed(message text, valid_until bigint, signed bytea) returns void
language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  if (valid_until >= extract(epoch from clock_timestamp())
      and exists (
        select from tenant.signing_key key
        where key.ends_at > now()
          and sha256(key.outer_pad || sha256(key.inner_pad || convert_to(message, 'UTF8'))) = signed)) is not true then
    raise exception 'opening refused' using errcode = 'insufficient_privilege';
  end if;
end $$;
drop function tenant.signature(text);

-- Which laboratory, practice and user, of which backend, in which transaction.
create function tenant.context_message(claims text) returns bytea language sql stable parallel restricted
return convert_to('context/' || claims, 'UTF8') || int4send(pg_backend_pid()) || timestamptz_send(transaction_timestamp());
revoke all on function tenant.context_message(text) from public;

create or replace function tenant.context_signature(claims text) returns text
language plpgsql stable security definer parallel restricted set search_path = pg_catalog, pg_temp as $$
declare
  key tenant.signing_key;
begin
  select * into key from tenant.signing_key where ends_at > now() order by added_at desc limit 1;
  return encode(sha256(key.outer_pad || sha256(key.inner_pad || tenant.context_message(claims))), 'hex');
end $$;

create or replace function tenant.claim(place integer) returns uuid
language plpgsql stable security definer parallel restricted set search_path = pg_catalog, pg_temp as $$
declare
  context text := current_setting('tenant.context', true);
  -- The signature is 64 letters and stands after the last slash.
  claims text := left(context, -65);
  message bytea := tenant.context_message(claims);
begin
  if exists (
      select from tenant.signing_key key
      where key.ends_at > now()
        and encode(sha256(key.outer_pad || sha256(key.inner_pad || message)), 'hex') = right(context, 64)) then
    return nullif(split_part(claims, '/', place), '')::uuid;
  end if;
  return null;
end $$;
