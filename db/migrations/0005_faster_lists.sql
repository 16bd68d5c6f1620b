-- What a list costs at a million cases (reliability.md): each claim was checked three times a table, at 20 µs each.

-- The same signature as before, over bytes instead of formatted text: who is asked for, which backend, which transaction.
create function tenant.context_signature(claims text) returns text
language plpgsql stable security definer parallel restricted set search_path = pg_catalog as $$
declare
  key tenant.signing_key;
begin
  select * into key from tenant.signing_key;
  return encode(sha256(key.outer_pad || sha256(key.inner_pad || convert_to('context/' || claims, 'UTF8')
    || int4send(pg_backend_pid()) || timestamptz_send(transaction_timestamp()))), 'hex');
end $$;
revoke all on function tenant.context_signature(text) from public;

create or replace function tenant.set_context(brand uuid, practice uuid, account uuid) returns void
language plpgsql security definer set search_path = pg_catalog as $$
declare
  claims text := brand::text || '/' || coalesce(practice::text, '') || '/' || coalesce(account::text, '');
begin
  perform set_config('tenant.context', claims || '/' || tenant.context_signature(claims), true);
end $$;

create or replace function tenant.claim(place integer) returns uuid
language plpgsql stable security definer parallel restricted set search_path = pg_catalog as $$
declare
  context text := current_setting('tenant.context', true);
  -- The signature is 64 letters and stands after the last slash.
  claims text := left(context, -65);
begin
  if context is null or context = ''
     or context is distinct from claims || '/' || tenant.context_signature(claims) then
    return null;
  end if;
  return nullif(split_part(claims, '/', place), '')::uuid;
end $$;

drop function tenant.transaction_mark();

-- In PL/pgSQL because a function in SQL that cannot be inlined is set up anew at each call.
create or replace function tenant.brand_id() returns uuid language plpgsql stable security definer parallel restricted
set search_path = pg_catalog as $$ begin return tenant.claim(1); end $$;
create or replace function tenant.practice_id() returns uuid language plpgsql stable security definer parallel restricted
set search_path = pg_catalog as $$ begin return tenant.claim(2); end $$;
create or replace function tenant.user_id() returns uuid language plpgsql stable security definer parallel restricted
set search_path = pg_catalog as $$ begin return tenant.claim(3); end $$;

-- Each claim named once: a claim that is absent allows every row, staff without a practice included.
create or replace procedure tenant.protect_by_practice(target regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy of_practice on %s using (brand_id = (select tenant.brand_id())
       and practice_id is not distinct from coalesce((select tenant.practice_id()), practice_id))', target);
end $$;
create or replace procedure tenant.protect_by_user(target regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy of_user on %s using (brand_id = (select tenant.brand_id())
       and user_id is not distinct from coalesce((select tenant.user_id()), user_id))', target);
end $$;
revoke all on procedure tenant.protect_by_practice(regclass), tenant.protect_by_user(regclass) from public;

alter policy of_practice on practices using (brand_id = (select tenant.brand_id())
  and id = coalesce((select tenant.practice_id()), id));
do $$
declare
  target regclass;
begin
  foreach target in array array['users', 'orders', 'order_products', 'order_events']::regclass[] loop
    execute format('drop policy of_practice on %s', target);
    call tenant.protect_by_practice(target);
  end loop;
  drop policy of_user on sessions;
  call tenant.protect_by_user('sessions');
end $$;

-- One index for the default order of each tab, so that a page reads its 25 cases and no others.
drop index orders__delivery;
create index orders__in_progress on orders (brand_id, practice_id, delivery_on, code)
  where status not in ('delivered', 'invoiced', 'cancelled');
create index orders__history on orders (brand_id, practice_id, delivery_on desc nulls last, code desc)
  where status in ('delivered', 'invoiced', 'cancelled');
create index orders__all on orders (brand_id, practice_id, code);
