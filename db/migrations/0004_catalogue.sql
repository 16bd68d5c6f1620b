-- What can be ordered.

create type need as enum ('none', 'optional', 'required');
-- `run`: an unbroken run along one arch, as bridges are.
create type tooth_need as enum ('none', 'optional', 'required', 'run');
create type vat_category as enum ('exempt', 'standard');

create table product_families (
  brand_id uuid not null references brands (id),
  id text not null check (id ~ '^[a-z][a-z0-9_]{0,30}$'),
  position smallint not null,
  name_fr text not null check (name_fr <> ''),
  name_en text not null check (name_en <> ''),
  primary key (brand_id, id)
);
call tenant.protect_by_brand('product_families');
grant select on product_families to arcade_app;

-- Append-only: a change is a new version, so that a case keeps what was ordered. The highest version counts.
create table products (
  brand_id uuid not null,
  reference text not null check (reference <> ''),
  version integer not null check (version > 0),
  family text not null,
  position smallint not null,
  label_fr text not null check (label_fr <> ''),
  label_en text not null check (label_en <> ''),
  -- As in the one-line summary of a case: "Couronne zircone", "Couronnes zircone".
  name_one_fr text not null check (name_one_fr <> ''),
  name_many_fr text not null check (name_many_fr <> ''),
  name_one_en text not null check (name_one_en <> ''),
  name_many_en text not null check (name_many_en <> ''),
  -- Working days in the laboratory.
  lead_days smallint not null check (lead_days between 0 and 120),
  tooth_need tooth_need not null,
  -- Of a run: 3 for a bridge.
  minimum_teeth smallint not null default 1 check (minimum_teeth between 1 and 16),
  has_pontics boolean not null default false,
  sector_need need not null,
  shade_need need not null,
  -- Brand and platform of the implant.
  implant_need need not null,
  vat vat_category not null,
  price_cents integer check (price_cents >= 0),
  -- Kept 15 years instead of 10 (EU MDR 2017/745, Annex XIII, 4).
  is_implantable boolean not null default false,
  -- Materials by which the laboratory usually makes it, for the traceability sheet.
  material text check (material <> ''),
  is_retired boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (brand_id, reference, version),
  foreign key (brand_id, family) references product_families (brand_id, id),
  constraint products__pontics_in_a_run check (not has_pontics or tooth_need = 'run'),
  constraint products__minimum_of_a_run check (minimum_teeth = 1 or tooth_need = 'run')
);
call tenant.protect_by_brand('products');
grant select on products to arcade_app;
