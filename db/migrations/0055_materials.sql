-- What the bench works with, each lot of it from its arrival on, and who works for the laboratory elsewhere.

alter type audit_kind add value if not exists 'register_changed';
alter type audit_kind add value if not exists 'lot_checked';
alter type audit_kind add value if not exists 'lot_state_changed';

create type material_kind as enum ('ceramic', 'metal', 'resin', 'composite', 'wax', 'component', 'other');
create type lot_state as enum ('usable', 'used_up', 'blocked');

create table materials (
  brand_id uuid not null references brands (id),
  id uuid not null default gen_random_uuid(),
  name text not null check (name <> '' and length(name) <= 120),
  maker text not null check (maker <> '' and length(maker) <= 120),
  kind material_kind not null,
  -- "EN ISO 6872:2024"
  standard text check (standard <> '' and length(standard) <= 80),
  -- As the barcode on its packages names it (GTIN-14), so that a scan finds it.
  label_code text check (label_code ~ '^\d{14}$'),
  -- The maker's CE certificate or declaration, and the last day on which it holds.
  certificate text check (certificate <> '' and length(certificate) <= 120),
  certificate_ends_on date,
  is_implantable boolean not null default false,
  is_retired boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (brand_id, id),
  constraint materials__name unique (brand_id, maker, name),
  constraint materials__label_code unique (brand_id, label_code),
  constraint materials__certificate_has_end check ((certificate is null) = (certificate_ends_on is null))
);

create table material_lots (
  brand_id uuid not null,
  id uuid not null default gen_random_uuid(),
  material_id uuid not null,
  number text not null check (number <> '' and length(number) <= 60),
  arrived_on date not null,
  -- The last day on which it may be used.
  expires_on date,
  -- Who has looked at label, package and papers when it came; nobody has where these are null.
  checked_by uuid,
  checked_by_name text check (checked_by_name <> ''),
  checked_at timestamptz,
  state lot_state not null default 'usable',
  -- Why it is blocked, and who says so.
  blocked_because text check (blocked_because <> '' and length(blocked_because) <= 500),
  blocked_by uuid,
  blocked_by_name text check (blocked_by_name <> ''),
  blocked_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (brand_id, id),
  constraint material_lots__number unique (brand_id, material_id, number),
  foreign key (brand_id, material_id) references materials (brand_id, id),
  foreign key (brand_id, checked_by) references users (brand_id, id),
  foreign key (brand_id, blocked_by) references users (brand_id, id),
  constraint material_lots__check_is_whole check (num_nulls(checked_by, checked_by_name, checked_at) in (0, 3)),
  constraint material_lots__block_is_whole check (
    num_nulls(blocked_because, blocked_by, blocked_by_name, blocked_at) = case state when 'blocked' then 0 else 4 end)
);
-- What a barcode reader says is looked for over all materials.
create index material_lots__by_number on material_lots (brand_id, number);

create table subcontractors (
  brand_id uuid not null references brands (id),
  id uuid not null default gen_random_uuid(),
  name text not null check (name <> '' and length(name) <= 120),
  address text not null check (address <> '' and length(address) <= 200),
  postal_code text not null check (postal_code <> '' and length(postal_code) <= 20),
  city text not null check (city <> '' and length(city) <= 100),
  -- "Frittage, coulée"
  work text not null check (work <> '' and length(work) <= 200),
  is_retired boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (brand_id, id),
  constraint subcontractors__name unique (brand_id, name)
);

-- No practice's business.
do $$
declare
  target text;
begin
  foreach target in array array['materials', 'material_lots', 'subcontractors'] loop
    execute format('alter table %I enable row level security', target);
    execute format('alter table %I force row level security', target);
    execute format('create policy of_laboratory on %I using (brand_id = (select tenant.brand_id())
      and (select tenant.audience()) in (''staff'', ''laboratory''))', target);
  end loop;
end $$;
grant select, insert on materials, material_lots, subcontractors to arcade_app;
grant update (name, maker, kind, standard, label_code, certificate, certificate_ends_on, is_implantable, is_retired)
  on materials to arcade_app;
grant update (expires_on, checked_by, checked_by_name, checked_at, state, blocked_because, blocked_by, blocked_by_name, blocked_at)
  on material_lots to arcade_app;
grant update (name, address, postal_code, city, work, is_retired) on subcontractors to arcade_app;

-- A check has been made or has not: it is neither taken back nor made anew in another's name.
create function lot_checked_once() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  raise exception 'this lot has been checked'
    using errcode = 'check_violation', constraint = 'material_lots__checked_once', table = 'material_lots';
end $$;
revoke all on function lot_checked_once() from public;
create trigger checked_once before update of checked_by, checked_by_name, checked_at on material_lots for each row
  when (old.checked_at is not null) execute function lot_checked_once();

-- Of what stands in the register, words and dates as they were on the day of use. Without a lot: what was noted before there
-- was a register, or by the release before.
alter table order_product_materials
  add column lot_id uuid,
  add column certificate text,
  add column certificate_ends_on date,
  add column is_implantable boolean,
  add column used_at timestamptz,
  add constraint order_product_materials__lot foreign key (brand_id, lot_id) references material_lots (brand_id, id)
    not valid;

-- The day of the laboratory decides, here and where its people look.
grant execute on function today_of(uuid) to arcade_app;

-- Both rows are held until the end: who blocks the lot or ends its certificate comes before, and it is refused here, or after,
-- and finds this case among those that have it.
create function material_is_usable() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  lot material_lots;
  material materials;
  today date := today_of(new.brand_id);
  fault text;
begin
  select * into strict lot from material_lots l where l.brand_id = new.brand_id and l.id = new.lot_id for share;
  select * into strict material from materials m where m.brand_id = lot.brand_id and m.id = lot.material_id for share;
  fault := case
    when lot.state = 'blocked' then 'lot_blocked'
    when lot.state = 'used_up' then 'lot_used_up'
    when lot.checked_at is null then 'lot_unchecked'
    when lot.expires_on < today then 'lot_expired'
    when material.certificate_ends_on < today then 'certificate_ended'
  end;
  if fault is not null then
    raise exception 'this lot cannot be used: %', fault using errcode = 'check_violation',
      constraint = 'order_product_materials__' || fault, table = 'order_product_materials';
  end if;
  new.name := material.name;
  new.maker := material.maker;
  new.lot := lot.number;
  new.expires_on := lot.expires_on;
  new.standard := material.standard;
  new.certificate := material.certificate;
  new.certificate_ends_on := material.certificate_ends_on;
  new.is_implantable := material.is_implantable;
  new.used_at := now();
  return new;
end $$;
revoke all on function material_is_usable() from public;
create trigger usable before insert on order_product_materials for each row
  when (new.lot_id is not null) execute function material_is_usable();

-- Told to the laboratory's own people alone.
create function tell_laboratory() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_notify('changes', new.brand_id || '/' || new.brand_id || '/' || tg_argv[0]);
  return null;
end $$;
revoke all on function tell_laboratory() from public;
create trigger tell_change after insert or update on materials for each row execute function tell_laboratory('sheets');
create trigger tell_change after insert or update on material_lots for each row execute function tell_laboratory('sheets');
create trigger tell_change after insert or update on subcontractors for each row execute function tell_laboratory('sheets');
create trigger tell_change after insert or delete on order_product_materials for each row
  when (current_setting('changes.quiet', true) is distinct from 'on') execute function tell_change('sheets');
