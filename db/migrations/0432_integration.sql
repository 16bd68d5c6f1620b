-- The laboratory's management software: its keys, what it knows cases and practices by, and what has happened since it last asked
-- (docs/decisions/0217).

alter table users add constraint users__of_program check (kind <> 'program' or (
  role is null and practice_id is null and account_type is null and password_hash is null
  and not is_dlcpm and not is_practice_doctor)) not valid;
create trigger program_let_in before insert on users for each row
  when (new.kind = 'program') execute function refuse_unless_set_by_administrator();
create trigger program_kept before update of kind, login, password_hash, disabled_at on users for each row
  when (old.kind = 'program' or new.kind = 'program') execute function refuse_unless_set_by_administrator();

-- Only the hash of a key is kept: 256 bits of chance, which nobody tries out.
create table program_keys (
  brand_id uuid not null,
  id uuid not null default gen_random_uuid(),
  program_id uuid not null,
  secret_hash bytea not null check (octet_length(secret_hash) = 32),
  -- Its last letters, by which people tell keys apart.
  hint text not null check (length(hint) = 4),
  created_by uuid not null,
  created_at timestamptz not null default now(),
  -- The one before goes on for a day, so that nothing stands still while it is replaced.
  ends_at timestamptz not null default 'infinity',
  primary key (brand_id, id),
  constraint program_keys__secret_hash unique (brand_id, secret_hash),
  foreign key (brand_id, program_id) references users (brand_id, id),
  foreign key (brand_id, created_by) references users (brand_id, id)
);
create index program_keys__program on program_keys (brand_id, program_id);
call tenant.protect_by_brand('program_keys');
create policy settings_select on program_keys as restrictive for select
  using ((select tenant.audience()) in ('staff', 'laboratory'));
create policy settings_insert on program_keys as restrictive for insert
  with check ((select tenant.refuse_unless_settings()));
create policy settings_update on program_keys as restrictive for update to arcade_app
  using ((select tenant.refuse_unless_settings()));
grant select, insert, update (ends_at) on program_keys to arcade_app;

-- Whoever is a program of the laboratory that is open, and still let in.
create function tenant.is_program() returns boolean
language sql stable set search_path = pg_catalog, public, pg_temp
return (tenant.audience() = 'staff' and exists (
  select from users u
  where u.brand_id = tenant.brand_id() and u.id = tenant.user_id() and u.kind = 'program' and u.disabled_at is null)) is true;
revoke all on function tenant.is_program() from public;
grant execute on function tenant.is_program() to arcade_app;

-- What a call of a program begins with. It sees what the laboratory's people see, of all practices; what it may do is said by the
-- calls that are written for it, and where a role is asked for it has none.
create function tenant.open_program(host text, secret_hash bytea, valid_until bigint, signed bytea)
returns table (state text, brand_id uuid, user_id uuid, key_id uuid, language language, time_zone text)
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  brand uuid;
  found record;
begin
  perform tenant.refuse_unless_signed(
    'program/' || open_program.host || '/' || encode(open_program.secret_hash, 'hex') || '/' || valid_until,
    valid_until, signed);
  select h.brand_id into brand from brand_hosts h where h.host = open_program.host;
  if brand is null then
    return;
  end if;

  perform tenant.set_context(brand, null, null);
  select b.disabled_at as brand_disabled_at, b.time_zone, b.default_language, u.id, k.id as key_id
    into found
    from brands b
    left join program_keys k on k.brand_id = b.id and k.secret_hash = open_program.secret_hash and k.ends_at > now()
    left join users u on u.brand_id = k.brand_id and u.id = k.program_id and u.kind = 'program' and u.disabled_at is null
    where b.id = brand;
  if (found.brand_disabled_at is null and found.id is not null) is not true then
    perform set_config('tenant.context', '', true);
    return query select case when found.brand_disabled_at is not null then 'brand_unknown' else 'session_ended' end,
      null::uuid, null::uuid, null::uuid, null::language, null::text;
    return;
  end if;

  perform tenant.set_context(brand, null, found.id, 'staff');
  return query select 'open', brand, found.id, found.key_id, found.default_language, found.time_zone;
end $$;
revoke all on function tenant.open_program(text, bytea, bigint, bytea) from public;
grant execute on function tenant.open_program(text, bytea, bigint, bytea) to arcade_app;

-- By what a program knows a case; of each case once.
create table program_orders (
  brand_id uuid not null,
  program_id uuid not null,
  external_id text not null check (length(external_id) between 1 and 100),
  order_id uuid not null,
  -- SHA-256 of the work that made it: other work under the same name is told so. Null where it was only linked.
  prescription bytea check (octet_length(prescription) = 32),
  -- What the program has said last of where it is, each by a mark of the server's: said again it says nothing, whatever people have done
  -- since.
  said jsonb not null default '{}',
  created_at timestamptz not null default now(),
  primary key (brand_id, program_id, external_id),
  constraint program_orders__once unique (brand_id, program_id, order_id),
  foreign key (brand_id, program_id) references users (brand_id, id),
  foreign key (brand_id, order_id) references orders (brand_id, id)
);
create index program_orders__order on program_orders (brand_id, order_id);

-- By what a program knows a practice; of two that became one it knows both.
create table program_practices (
  brand_id uuid not null,
  program_id uuid not null,
  external_id text not null check (length(external_id) between 1 and 100),
  practice_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (brand_id, program_id, external_id),
  foreign key (brand_id, program_id) references users (brand_id, id),
  foreign key (brand_id, practice_id) references practices (brand_id, id)
);
create index program_practices__practice on program_practices (brand_id, practice_id);

-- Of a practice that becomes part of another one the name leads there.
create function program_follows_practice() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update program_practices p set practice_id = new.into_id where p.brand_id = new.brand_id and p.practice_id = new.id;
  return null;
end $$;
revoke all on function program_follows_practice() from public;
create trigger program_follows after insert on merged_practices for each row execute function program_follows_practice();

do $$
declare
  named text;
begin
  foreach named in array array['program_orders', 'program_practices'] loop
    execute format('alter table %I enable row level security', named);
    execute format('alter table %I force row level security', named);
    execute format($p$create policy of_laboratory on %I using (brand_id = (select tenant.brand_id())
      and (select tenant.audience()) in ('staff', 'laboratory'))$p$, named);
  end loop;
end $$;
grant select, insert, delete, update (said) on program_orders to arcade_app;
grant select, insert, delete on program_practices to arcade_app;

-- A program says what the laboratory's administrators say of a practice, save whether its people come in.
create function refuse_unless_set_by_laboratory() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if not tenant.is_program() then
    perform tenant.refuse_unless_settings();
  end if;
  return new;
end $$;
revoke all on function refuse_unless_set_by_laboratory() from public;
create or replace function refuse_unless_set_by_the_books() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if not tenant.is_program() then
    perform tenant.refuse_unless_billing();
  end if;
  return new;
end $$;
drop trigger set_by_administrator on practices;
create trigger set_by_administrator before update of disabled_at on practices
  for each row execute function refuse_unless_set_by_administrator();
create trigger set_by_laboratory before update of name, address, postal_code, city on practices
  for each row execute function refuse_unless_set_by_laboratory();
drop trigger billed_by_administrator on practices;
create trigger billed_by_laboratory
  before update of vat_number, delivery_address, delivery_postal_code, delivery_city on practices
  for each row execute function refuse_unless_set_by_laboratory();

-- What has happened to cases and practices, in an order that never changes: the chain of the audit has it. Of what stands behind
-- `after`, `most` lines are looked through; of these come those that somebody else has done, and how far that was.
create function tenant.changes_since(after bigint, most integer, kinds audit_kind[])
returns table (place bigint, at timestamptz, kind audit_kind, order_id uuid, practice_id uuid, by user_kind)
language plpgsql stable strict security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
begin
  if not tenant.is_program() then
    raise exception 'a program of the laboratory asks this' using errcode = 'insufficient_privilege';
  end if;
  return query
    select e.position, e.at, e.kind, e.order_id, coalesce(o.practice_id, p.id, m.id, u.practice_id), u.kind
    from (
      select * from audit_events seen
      where seen.brand_id = brand and seen.position > after order by seen.position limit most) e
    left join orders o on o.brand_id = brand and o.id = e.order_id
    left join practices p on p.brand_id = brand and p.id = e.subject_id
    left join merged_practices m on m.brand_id = brand and m.id = e.subject_id
    left join users u on u.brand_id = brand and u.id = e.user_id
    where e.kind = any (kinds) and e.user_id is distinct from tenant.user_id()
    order by e.position;
end $$;
revoke all on function tenant.changes_since(bigint, integer, audit_kind[]) from public;
grant execute on function tenant.changes_since(bigint, integer, audit_kind[]) to arcade_app;

-- How far these lines go, and what the last of them is called by: a place alone would be another line's after a restore. Nothing: whoever asks
-- has read what is not here any more, or its beginning is kept no longer.
create function tenant.changes_until(after bigint, mark text, most integer) returns table (place bigint, mark_there text)
language plpgsql stable strict security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
begin
  if not tenant.is_program() then
    raise exception 'a program of the laboratory asks this' using errcode = 'insufficient_privilege';
  end if;
  if after > 0 and not exists (
      select from audit_events e where e.brand_id = brand and e.position = after and left(encode(e.hash, 'hex'), 8) = mark
      union all
      select from audit_heads h where h.brand_id = brand and h.begins_after = after and left(encode(h.begins_hash, 'hex'), 8) = mark) then
    return;
  end if;
  return query
    select last.position, left(encode(last.hash, 'hex'), 8) from (
      select e.position, e.hash from audit_events e
      where e.brand_id = brand and e.position > after order by e.position limit most) last
    order by last.position desc limit 1;
  if not found then
    return query select after, mark;
  end if;
end $$;
revoke all on function tenant.changes_until(bigint, text, integer) from public;
grant execute on function tenant.changes_until(bigint, text, integer) to arcade_app;

-- A program says where a case is by now, whichever way it came there; what has come to its end stays there, since its hand-over, its
-- billing and its files hang on that.
create or replace function order_status_moves() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.status = old.status
     or new.status = 'on_hold' and old.status in ('registered', 'in_preparation', 'in_production') and new.held_from = old.status
     or new.status = 'cancelled' and old.status in ('registered', 'in_preparation', 'in_production', 'on_hold')
     or old.status = 'on_hold' and new.status = old.held_from
     or (old.status, new.status) in (('registered', 'in_preparation'), ('in_preparation', 'in_production'),
       ('in_production', 'shipped'), ('shipped', 'delivered'))
     or old.status = 'unknown'
       and new.status in ('registered', 'in_preparation', 'in_production', 'shipped', 'delivered', 'cancelled')
     or (old.status = 'unknown' or old.status = 'delivered' and new.status = 'invoiced')
       and tenant.audience() = 'laboratory'
     or old.status = 'delivered' and new.status = 'invoiced' and exists (
       select from invoice_orders b where b.brand_id = new.brand_id and b.order_id = new.id and b.is_current
         and b.type = 'invoice')
     -- The last word of its way takes the delivery back.
     or old.status = 'delivered' and new.status = (
       select case when e.takes_back is not null then e.status end from order_events e
       where e.brand_id = new.brand_id and e.order_id = new.id order by e.sequence desc limit 1)
     or tenant.is_program() and (new.status <> 'invoiced' or not is_billed(new.brand_id, new.id)) and (
       old.status = 'delivered' and new.status = 'invoiced'
       or old.status not in ('delivered', 'invoiced', 'cancelled') and new.status <> 'unknown'
         and (new.status <> 'on_hold' or old.status in ('registered', 'in_preparation', 'in_production') and new.held_from = old.status)) then
    return new;
  end if;
  raise exception 'a case does not go from % to %', old.status, new.status
    using errcode = 'check_violation', constraint = 'orders__status_moves', table = 'orders';
end $$;

-- Two programs that disagree, or one and a person, would write to the practice for ever.
create function refuse_endless_program() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if tenant.is_program() and (
      select count(*) from order_events e
      where e.brand_id = new.brand_id and e.order_id = new.order_id and e.author_id = tenant.user_id()
        and e.at > now() - interval '1 day') >= 50 then
    raise exception 'a program has said more of a case than happens to it in a day'
      using errcode = 'check_violation', constraint = 'order_events__pace', table = 'order_events';
  end if;
  return new;
end $$;
revoke all on function refuse_endless_program() from public;
create trigger no_endless_program before insert on order_events for each row execute function refuse_endless_program();
