-- What a laboratory brings from its software before: a file, how its columns are read, and what it has become.

alter type audit_kind add value if not exists 'import_applied';
alter type audit_kind add value if not exists 'import_undone';

create type import_kind as enum ('products');
create type import_state as enum ('opened', 'applied', 'undone');

create table imports (
  brand_id uuid not null references brands (id),
  id uuid not null default gen_random_uuid(),
  kind import_kind not null,
  state import_state not null default 'opened',
  file_name text not null check (file_name <> '' and length(file_name) <= 200),
  delimiter text not null check (length(delimiter) = 1),
  -- As they stand in its first line.
  headings text[] not null check (cardinality(headings) between 1 and 200),
  -- Field → place of its column, as it was checked last; null before.
  columns jsonb,
  new_count integer not null default 0 check (new_count >= 0),
  changed_count integer not null default 0 check (changed_count >= 0),
  unchanged_count integer not null default 0 check (unchanged_count >= 0),
  created_by uuid not null,
  created_at timestamptz not null default now(),
  applied_at timestamptz,
  undone_at timestamptz,
  primary key (brand_id, id),
  foreign key (brand_id, created_by) references users (brand_id, id),
  constraint imports__state_is_dated check (
    (applied_at is null) = (state = 'opened') and (undone_at is null) = (state <> 'undone'))
);
create index imports__latest on imports (brand_id, created_at desc);

-- The file as it came, in UTF-8 and in pieces, so that nobody ever holds the whole of it; it goes when it has been imported.
create table import_parts (
  brand_id uuid not null,
  import_id uuid not null,
  place integer not null check (place >= 0),
  bytes bytea not null check (octet_length(bytes) between 1 and 262144),
  primary key (brand_id, import_id, place),
  foreign key (brand_id, import_id) references imports (brand_id, id) on delete cascade
);

-- Of the laboratory's administrators alone: it may name people and patients.
do $$
declare
  target text;
begin
  foreach target in array array['imports', 'import_parts'] loop
    execute format('alter table %I enable row level security', target);
    execute format('alter table %I force row level security', target);
    execute format('create policy of_laboratory on %I using (brand_id = (select tenant.brand_id())
      and (select tenant.audience()) in (''staff'', ''laboratory''))', target);
    execute format('create policy settings_insert on %I as restrictive for insert with check ((select tenant.refuse_unless_settings()))', target);
    execute format('create policy settings_update on %I as restrictive for update using ((select tenant.refuse_unless_settings()))', target);
    execute format('create policy settings_delete on %I as restrictive for delete using ((select tenant.refuse_unless_settings()))', target);
  end loop;
end $$;
create policy never_applied on imports as restrictive for delete using (state = 'opened');
grant select, insert, delete on imports to arcade_app;
grant update (state, columns, new_count, changed_count, unchanged_count, applied_at, undone_at) on imports to arcade_app;
grant select, insert, delete on import_parts to arcade_app;

-- An import goes forward: once imported it is never imported again, and is undone within a day or not at all.
create function import_goes_forward() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if not (old.state = 'opened' and new.state in ('opened', 'applied')
      or old.state = 'applied' and new.state = 'undone' and old.applied_at > now() - interval '24 hours') then
    raise exception 'an import does not go from % to %', old.state, new.state
      using errcode = 'check_violation', constraint = 'imports__goes_forward', table = 'imports';
  end if;
  return new;
end $$;
revoke all on function import_goes_forward() from public;
create trigger goes_forward before update on imports for each row execute function import_goes_forward();

-- By which import they came. Only so they can go again, within a day, and while no case names them: the foreign key of
-- order_products holds those.
alter table product_families
  add column import_id uuid,
  add constraint product_families__import foreign key (brand_id, import_id) references imports (brand_id, id) not valid;
alter table products
  add column import_id uuid,
  add constraint products__import foreign key (brand_id, import_id) references imports (brand_id, id) not valid;

do $$
declare
  target text;
begin
  foreach target in array array['products', 'product_families'] loop
    execute format('create policy imported_delete on %I as restrictive for delete using (
      (select tenant.refuse_unless_settings()) and import_id in (select i.id from imports i
        where i.brand_id = (select tenant.brand_id()) and i.state = ''applied'' and i.applied_at > now() - interval ''24 hours''))', target);
  end loop;
end $$;
grant delete on products, product_families to arcade_app;
create trigger tell_removed after delete on products for each row execute function tell_laboratory('catalogue');
create trigger tell_removed after delete on product_families for each row execute function tell_laboratory('catalogue');
