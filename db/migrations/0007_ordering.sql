-- Ordering a case: drafts, templates, codes, and the way a case may go (design.md, "Case statuses").

alter table orders
  -- The status to which a hold returns.
  add column held_from order_status,
  add column hold_answer text check (hold_answer <> ''),
  add column hold_answered_at timestamptz,
  add column hold_answered_by uuid,
  add column remake_of uuid,
  add foreign key (brand_id, hold_answered_by) references users (brand_id, id),
  add foreign key (brand_id, practice_id, remake_of) references orders (brand_id, practice_id, id),
  -- A case is made again once; a remake that fails is made again in its turn.
  add constraint orders__remake_of unique (brand_id, remake_of),
  add constraint orders__no_remake_of_itself check (remake_of <> id);

-- Row-level security holds for the owner too; this is about all laboratories.
alter table orders no force row level security;
update orders set held_from = 'in_preparation' where status = 'on_hold';
alter table orders force row level security;
alter table orders
  add constraint orders__hold_comes_from check ((status = 'on_hold') = (held_from is not null)),
  add constraint orders__answer_while_on_hold check (hold_answered_at is null or status = 'on_hold'),
  add constraint orders__answer_is_whole check ((hold_answer is null) = (hold_answered_at is null)
    and (hold_answered_by is null or hold_answered_at is not null));

-- What the practice can see must have a way that leads there. Imports begin anywhere and leave `unknown` for anywhere.
create function order_status_moves() returns trigger language plpgsql set search_path = pg_catalog, public as $$
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

alter table order_products
  add column product_version integer,
  add column pontics tooth[] not null default '{}' check (pontics <@ teeth),
  add column implant_brand text check (implant_brand <> ''),
  add column implant_platform text check (implant_platform <> ''),
  add column note text check (note <> ''),
  -- Imports name products that are in no catalogue: those have no version.
  add constraint order_products__version foreign key (brand_id, reference, product_version)
    references products (brand_id, reference, version);

grant insert on orders, order_products, order_events to arcade_app;
grant update (status, held_from, hold_reason, hold_question, hold_answer, hold_answered_at, hold_answered_by,
  delivery_on, first_delivery_on, is_delivery_confirmed) on orders to arcade_app;

-- Codes run over all practices of a laboratory and begin again each year: "T-26-0413".
create table order_code_counters (
  brand_id uuid not null references brands (id),
  year smallint not null,
  last_number integer not null check (last_number > 0),
  primary key (brand_id, year)
);
call tenant.protect_by_brand('order_code_counters');
grant select, insert on order_code_counters to arcade_app;
grant update (last_number) on order_code_counters to arcade_app;

-- The one prescription a user has begun and not sent. Patient data on its way rests here and nowhere else.
create table order_drafts (
  brand_id uuid not null,
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  content jsonb not null check (pg_column_size(content) < 65536),
  -- Two tabs may write: whoever has not seen the last version is told.
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  primary key (brand_id, id),
  constraint order_drafts__user unique (brand_id, user_id),
  foreign key (brand_id, user_id) references users (brand_id, id)
);
call tenant.protect_by_user('order_drafts');
grant select, insert, delete on order_drafts to arcade_app;
grant update (content, version, updated_at) on order_drafts to arcade_app;

-- Prescriptions that a practice writes often, without a patient.
create table order_templates (
  brand_id uuid not null,
  practice_id uuid not null,
  id uuid not null default gen_random_uuid(),
  name text collate natural_order not null check (name <> ''),
  content jsonb not null check (pg_column_size(content) < 65536),
  created_by uuid not null,
  created_at timestamptz not null default now(),
  primary key (brand_id, id),
  constraint order_templates__name unique (brand_id, practice_id, name),
  foreign key (brand_id, practice_id) references practices (brand_id, id),
  foreign key (brand_id, created_by) references users (brand_id, id)
);
call tenant.protect_by_practice('order_templates');
grant select, insert, delete on order_templates to arcade_app;
