-- What the bench used, and the statement that the laboratory signs (EU MDR 2017/745, Annex XIII).

create table order_product_materials (
  brand_id uuid not null,
  practice_id uuid not null,
  order_id uuid not null,
  case_sequence smallint not null,
  position smallint not null check (position > 0),
  name text not null check (name <> ''),
  maker text not null check (maker <> ''),
  lot text not null check (lot <> ''),
  expires_on date,
  -- "EN ISO 6872:2024"
  standard text check (standard <> ''),
  primary key (brand_id, order_id, case_sequence, position),
  foreign key (brand_id, practice_id, order_id) references orders (brand_id, practice_id, id),
  foreign key (brand_id, order_id, case_sequence) references order_products (brand_id, order_id, case_sequence)
);
call tenant.protect_by_practice('order_product_materials');
grant select, insert, delete on order_product_materials to arcade_app;

-- Append-only: signing again makes a version, and no version is ever taken back (kept 10 years, 15 if implantable).
create table traceability_statements (
  brand_id uuid not null,
  practice_id uuid not null,
  order_id uuid not null,
  version smallint not null check (version > 0),
  -- The same for all versions: "FT-26-0042".
  number text not null check (number <> ''),
  -- All that was signed, in both languages; nothing in it changes when an address or a name does.
  content jsonb not null,
  -- In which shape it is: each release reads all that were ever written.
  content_version smallint not null default 1,
  signed_by uuid not null,
  signed_by_name text not null check (signed_by_name <> ''),
  signed_at timestamptz not null default now(),
  kept_until date not null,
  primary key (brand_id, order_id, version),
  constraint traceability_statements__number unique (brand_id, number, version),
  foreign key (brand_id, practice_id, order_id) references orders (brand_id, practice_id, id),
  foreign key (brand_id, signed_by) references users (brand_id, id)
);
call tenant.protect_by_practice('traceability_statements');
grant select, insert on traceability_statements to arcade_app;

create table statement_number_counters (
  brand_id uuid not null references brands (id),
  year smallint not null,
  last_number integer not null check (last_number > 0),
  primary key (brand_id, year)
);
call tenant.protect_by_brand('statement_number_counters');
grant select, insert on statement_number_counters to arcade_app;
grant update (last_number) on statement_number_counters to arcade_app;
