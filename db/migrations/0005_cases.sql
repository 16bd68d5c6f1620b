-- The cases (orders, on the wire and here), what is made for each, and the way each has gone.

create type order_status as enum ('registered', 'in_preparation', 'in_production', 'on_hold', 'shipped', 'delivered',
  'invoiced', 'cancelled', 'unknown');
create type print_type as enum ('optical', 'physical');
create type hold_reason as enum ('implant_parts', 'technical_response', 'other');
-- Answers that a screen offers in one tap; what needs words is written into the thread of the case.
create type hold_answer as enum ('parts_sent', 'parts_with_pickup', 'go_ahead', 'call_me', 'in_writing');
create type sector as enum ('upper', 'lower', 'both', 'archs');

-- FDI, ISO 3950: 32 permanent and 20 deciduous teeth.
create domain tooth as smallint check (
  value / 10 between 1 and 4 and value % 10 between 1 and 8 or value / 10 between 5 and 8 and value % 10 between 1 and 5
);

-- What a search compares: small letters without accents, so that "Éloïse" is found by "eloise".
create function searchable(words text) returns text
language sql immutable parallel safe set search_path = pg_catalog, pg_temp
return regexp_replace(
  normalize(replace(replace(lower(words), 'œ', 'oe'), 'æ', 'ae'), nfd), '[\u0300-\u036f]', '', 'g');

-- Every word of a search as a LIKE pattern, in any order, with % and _ meaning themselves.
create function search_patterns(words text) returns text[]
language sql immutable parallel safe set search_path = pg_catalog, public, pg_temp
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
  -- Who prescribed is not always who typed (a manager orders for a doctor): `ordered_by` is who entered the case,
  -- `prescriber` who answers for it, by name and title as on that day. The name stands alone where the prescriber has no
  -- account.
  ordered_by uuid,
  prescriber text,
  prescriber_id uuid,
  remake_of uuid,

  -- The day the practice asks for.
  wished_on date,
  -- The day the laboratory promises; the first promise is kept, so that a delay can be seen.
  delivery_on date,
  first_delivery_on date,
  -- False while the date is only computed: shown as "estimated" until the laboratory confirms.
  is_delivery_confirmed boolean not null default false,
  -- The day from which absences of the practice have moved the delivery, as long as the laboratory has not set another: an
  -- absence that is taken back gives it back.
  moved_from_on date,
  -- The day to which absences had moved the delivery when the laboratory set another: up to it nothing is late, since what
  -- the practice has moved is no delay of the laboratory.
  excused_on date,
  appointment_at timestamptz,

  -- The status to which a hold returns.
  held_from order_status,
  hold_reason hold_reason,
  hold_question text check (hold_question <> ''),
  hold_answer hold_answer,
  hold_answered_at timestamptz,
  hold_answered_by uuid,

  carrier text check (carrier <> ''),
  tracking_url text check (tracking_url ~ '^https://[^\s"''<>]+$'),
  comment text check (comment <> ''),
  total_cents integer check (total_cents >= 0),
  created_at timestamptz not null default now(),
  -- One line per language ("Bridge 13–23 · A3,5"), written with the products by the same code that writes them.
  summary_fr text not null,
  summary_en text not null,
  search_text text not null generated always as
    (searchable(code || ' ' || coalesce(patient, '') || ' ' || patient_code)) stored,

  primary key (brand_id, id),
  constraint orders__code unique (brand_id, code),
  constraint orders__practice_id unique (brand_id, practice_id, id),
  -- A case is made again once; a remake that fails is made again in its turn.
  constraint orders__remake_of unique (brand_id, remake_of),
  foreign key (brand_id, practice_id) references practices (brand_id, id),
  foreign key (brand_id, ordered_by) references users (brand_id, id),
  foreign key (brand_id, hold_answered_by) references users (brand_id, id),
  foreign key (brand_id, practice_id, remake_of) references orders (brand_id, practice_id, id),
  constraint orders__prescriber_id foreign key (brand_id, practice_id, prescriber_id)
    references users (brand_id, practice_id, id),
  constraint orders__prescriber check (coalesce(prescriber <> '', prescriber_id is null)),
  constraint orders__no_remake_of_itself check (remake_of <> id),
  constraint orders__hold_has_reason check ((status = 'on_hold') = (hold_reason is not null)),
  constraint orders__hold_comes_from check ((status = 'on_hold') = (held_from is not null)),
  constraint orders__question_while_on_hold check (hold_question is null or status = 'on_hold'),
  constraint orders__answer_while_on_hold check (hold_answered_at is null or status = 'on_hold'),
  constraint orders__answer_is_whole check ((hold_answer is null) = (hold_answered_at is null)
    and (hold_answered_by is null or hold_answered_at is not null)),
  constraint orders__tracking_has_carrier check (tracking_url is null or carrier is not null),
  constraint orders__first_promise_kept check ((delivery_on is null) = (first_delivery_on is null)),
  constraint orders__only_a_date_is_confirmed check (delivery_on is not null or not is_delivery_confirmed),
  constraint orders__moved_later check (moved_from_on < delivery_on),
  constraint orders__excused_later check (excused_on > first_delivery_on)
);

-- One index for the default order of each tab, so that a page reads its 25 cases and no others.
create index orders__in_progress on orders (brand_id, practice_id, delivery_on, code)
  where status not in ('delivered', 'invoiced', 'cancelled');
create index orders__history on orders (brand_id, practice_id, delivery_on desc nulls last, code desc)
  where status in ('delivered', 'invoiced', 'cancelled');
-- The cases of a practice lie far apart in the table: what filters and sorts them stands in the index itself, 17 pages
-- instead of 470 for a practice of 500 cases (147 MB at a million cases).
create index orders__all on orders (brand_id, practice_id, code)
  include (id, status, patient_code, wished_on, delivery_on, appointment_at, search_text);
-- The index alone is enough where VACUUM has passed; by default it would wait for a fifth of the table to change.
alter table orders set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
-- The counts on the tabs are read from this index alone.
create index orders__status on orders (brand_id, practice_id, status);

call tenant.protect_by_practice('orders');
grant select, insert on orders to arcade_app;
grant update (status, held_from, hold_reason, hold_question, hold_answer, hold_answered_at, hold_answered_by,
  delivery_on, first_delivery_on, is_delivery_confirmed, moved_from_on, excused_on) on orders to arcade_app;

-- What the practice can see must have a way that leads there (design.md, "Case statuses"). Imports begin anywhere and leave
-- `unknown` for anywhere.
create function order_status_moves() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.status = old.status or old.status = 'unknown'
     or new.status = 'on_hold' and old.status in ('registered', 'in_preparation', 'in_production') and new.held_from = old.status
     or new.status = 'cancelled' and old.status in ('registered', 'in_preparation', 'in_production', 'on_hold')
     or old.status = 'on_hold' and new.status = old.held_from
     or (old.status, new.status) in (('registered', 'in_preparation'), ('in_preparation', 'in_production'),
       ('in_production', 'shipped'), ('shipped', 'delivered'), ('delivered', 'invoiced')) then
    return new;
  end if;
  raise exception 'a case does not go from % to %', old.status, new.status
    using errcode = 'check_violation', constraint = 'orders__status_moves', table = 'orders';
end $$;
revoke all on function order_status_moves() from public;
create trigger status_moves before update of status on orders for each row execute function order_status_moves();

-- What is ordered in the portal has a prescriber: a doctor of the practice and, where nobody is named, oneself. Imports,
-- which nobody here has entered, may know none; a remake has that of the case it repeats.
create function order_prescribed() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  select id, concat_ws(' ', nullif(title, ''), nullif(first_name, ''), nullif(last_name, ''))
    into new.prescriber_id, new.prescriber
    from users
    where brand_id = new.brand_id and practice_id = new.practice_id and id = coalesce(new.prescriber_id, new.ordered_by)
      and account_type = 'doctor' and not is_dlcpm;
  if new.prescriber is null and new.remake_of is null then
    raise exception 'an order without a prescriber'
      using errcode = 'check_violation', constraint = 'orders__prescribed', table = 'orders';
  end if;
  return new;
end $$;
revoke all on function order_prescribed() from public;
create trigger prescribed before insert on orders for each row
  when (new.prescriber is null and (new.ordered_by is not null or new.prescriber_id is not null))
  execute function order_prescribed();

create table order_products (
  brand_id uuid not null,
  practice_id uuid not null,
  order_id uuid not null,
  id uuid not null default gen_random_uuid(),
  case_sequence smallint not null check (case_sequence > 0),
  reference text not null,
  -- Imports name products that are in no catalogue: those have no version.
  product_version integer,
  label_fr text not null,
  label_en text not null,
  quantity smallint not null check (quantity > 0),
  traceability text check (traceability <> ''),
  shade text check (shade <> ''),
  complementary_shade text check (complementary_shade <> ''),
  teeth tooth[] not null default '{}',
  pontics tooth[] not null default '{}',
  sector sector,
  implant_brand text check (implant_brand <> ''),
  implant_platform text check (implant_platform <> ''),
  note text check (note <> ''),
  primary key (brand_id, order_id, case_sequence),
  constraint order_products__id unique (brand_id, id),
  foreign key (brand_id, practice_id, order_id) references orders (brand_id, practice_id, id),
  constraint order_products__version foreign key (brand_id, reference, product_version)
    references products (brand_id, reference, version),
  constraint order_products__pontics check (pontics <@ teeth)
);
call tenant.protect_by_practice('order_products');
grant select, insert on order_products to arcade_app;
grant update (traceability) on order_products to arcade_app;

create table order_events (
  brand_id uuid not null,
  practice_id uuid not null,
  order_id uuid not null,
  -- Order of the timeline; clocks of imports are not to be trusted for that.
  sequence smallint not null check (sequence > 0),
  status order_status not null,
  at timestamptz not null default now(),
  -- For everybody; what it says with the days of an absence is for those who may see absences.
  note text check (note <> ''),
  absence_note text,
  primary key (brand_id, order_id, sequence),
  foreign key (brand_id, practice_id, order_id) references orders (brand_id, practice_id, id),
  constraint order_events__absence_note check (absence_note is null or absence_note <> '' and note is not null)
);
call tenant.protect_by_practice('order_events');
grant select, insert on order_events to arcade_app;
