create type order_status as enum ('registered', 'in_preparation', 'in_production', 'on_hold', 'shipped', 'delivered',
  'invoiced', 'cancelled', 'unknown');
create type print_type as enum ('optical', 'physical');
create type hold_reason as enum ('implant_parts', 'technical_response', 'other');
create type sector as enum ('upper', 'lower', 'both', 'archs');

-- FDI, ISO 3950: 32 permanent and 20 deciduous teeth.
create domain tooth as smallint check (
  value / 10 between 1 and 4 and value % 10 between 1 and 8 or value / 10 between 5 and 8 and value % 10 between 1 and 5
);

-- What a search compares: small letters without accents, so that "Éloïse" is found by "eloise".
create function searchable(words text) returns text
language sql immutable parallel safe set search_path = pg_catalog
return regexp_replace(
  normalize(replace(replace(lower(words), 'œ', 'oe'), 'æ', 'ae'), nfd), '[\u0300-\u036f]', '', 'g');

-- Every word of a search as a LIKE pattern, in any order, with % and _ meaning themselves.
create function search_patterns(words text) returns text[]
language sql immutable parallel safe set search_path = pg_catalog, public
return array(
  select '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%'
  from regexp_split_to_table(searchable(words), '\s+') word
  where word <> ''
);

-- P-9 before P-10, É beside E, on any database whatever its own collation.
create collation natural_order (provider = icu, locale = 'fr-u-kn-true');

create table orders (
  brand_id uuid not null,
  id uuid not null default gen_random_uuid(),
  practice_id uuid not null,
  code text collate natural_order not null check (code <> ''),
  patient text check (patient <> ''),
  patient_code text collate natural_order not null check (patient_code <> ''),
  status order_status not null default 'registered',
  print_type print_type not null,
  -- The day the practice asks for.
  wished_on date,
  -- The day the laboratory promises; the first promise is kept, so that a delay can be seen.
  delivery_on date,
  first_delivery_on date,
  -- False while the date is only computed: shown as "estimated" until the laboratory confirms.
  is_delivery_confirmed boolean not null default false,
  appointment_at timestamptz,
  hold_reason hold_reason,
  hold_question text check (hold_question <> ''),
  carrier text check (carrier <> ''),
  tracking_url text check (tracking_url ~ '^https://[^\s"''<>]+$'),
  comment text check (comment <> ''),
  total_cents integer check (total_cents >= 0),
  -- Who prescribed: the contact the laboratory would call.
  ordered_by uuid,
  created_at timestamptz not null default now(),
  -- One line per language ("Bridge 13–23 · A3,5"), written with the products by the same code that writes them.
  summary_fr text not null,
  summary_en text not null,
  search_text text not null generated always as
    (searchable(code || ' ' || coalesce(patient, '') || ' ' || patient_code)) stored,
  primary key (brand_id, id),
  constraint orders__code unique (brand_id, code),
  constraint orders__practice_id unique (brand_id, practice_id, id),
  foreign key (brand_id, practice_id) references practices (brand_id, id),
  foreign key (brand_id, ordered_by) references users (brand_id, id),
  constraint orders__hold_has_reason check ((status = 'on_hold') = (hold_reason is not null)),
  constraint orders__question_while_on_hold check (hold_question is null or status = 'on_hold'),
  constraint orders__tracking_has_carrier check (tracking_url is null or carrier is not null),
  constraint orders__first_promise_kept check ((delivery_on is null) = (first_delivery_on is null)),
  constraint orders__only_a_date_is_confirmed check (delivery_on is not null or not is_delivery_confirmed)
);
create index orders__delivery on orders (brand_id, practice_id, delivery_on, code);
-- The counts on the tabs are read from this index alone.
create index orders__status on orders (brand_id, practice_id, status);
call tenant.protect_by_practice('orders');
grant select on orders to arcade_app;

create table order_products (
  brand_id uuid not null,
  practice_id uuid not null,
  order_id uuid not null,
  id uuid not null default gen_random_uuid(),
  case_sequence smallint not null check (case_sequence > 0),
  reference text not null,
  label_fr text not null,
  label_en text not null,
  quantity smallint not null check (quantity > 0),
  traceability text check (traceability <> ''),
  shade text check (shade <> ''),
  complementary_shade text check (complementary_shade <> ''),
  teeth tooth[] not null default '{}',
  sector sector,
  primary key (brand_id, order_id, case_sequence),
  constraint order_products__id unique (brand_id, id),
  foreign key (brand_id, practice_id, order_id) references orders (brand_id, practice_id, id)
);
call tenant.protect_by_practice('order_products');
grant select on order_products to arcade_app;

create table order_events (
  brand_id uuid not null,
  practice_id uuid not null,
  order_id uuid not null,
  -- Order of the timeline; clocks of imports are not to be trusted for that.
  sequence smallint not null check (sequence > 0),
  status order_status not null,
  at timestamptz not null default now(),
  note text check (note <> ''),
  primary key (brand_id, order_id, sequence),
  foreign key (brand_id, practice_id, order_id) references orders (brand_id, practice_id, id)
);
call tenant.protect_by_practice('order_events');
grant select on order_events to arcade_app;
