-- Where a case is worked on and for how long, by scanning the label of its bag at a place: no more is typed, and nobody is named.
-- A place is there from its first scan.
create table stations (
  brand_id uuid not null references brands (id),
  id uuid not null default gen_random_uuid(),
  name text collate natural_order not null check (name <> '' and length(name) <= 40),
  primary key (brand_id, id)
);
create unique index stations__name on stations (brand_id, lower(name));

-- One case at a place at a time, and a case at one place.
create table station_visits (
  brand_id uuid not null references brands (id),
  id uuid not null default gen_random_uuid(),
  station_id uuid not null,
  order_id uuid not null,
  began_at timestamptz not null,
  ended_at timestamptz,
  primary key (brand_id, id),
  constraint station_visits__in_order check (ended_at >= began_at),
  foreign key (brand_id, station_id) references stations (brand_id, id),
  -- An import of cases that is undone takes them away.
  foreign key (brand_id, order_id) references orders (brand_id, id) on delete cascade
);
create unique index station_visits__one_place on station_visits (brand_id, order_id) where ended_at is null;
create unique index station_visits__one_case on station_visits (brand_id, station_id) where ended_at is null;
create index station_visits__of_case on station_visits (brand_id, order_id, began_at);
create index station_visits__by_time on station_visits (brand_id, began_at);

do $$
declare target text;
begin
  foreach target in array array['stations', 'station_visits'] loop
    execute format('alter table %s enable row level security', target);
    execute format('alter table %s force row level security', target);
    execute format($policy$create policy of_laboratory on %s using (brand_id = (select tenant.brand_id())
      and (select tenant.audience()) in ('staff', 'laboratory'))$policy$, target);
    execute format('grant select, insert on %s to arcade_app', target);
  end loop;
end $$;
grant update (ended_at) on station_visits to arcade_app;
