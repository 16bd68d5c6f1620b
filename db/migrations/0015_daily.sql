-- What leaves and what comes besides cases: pickups, supplies; and who is told when something changes.

grant insert, delete on absences to arcade_app;
alter table absences
  add constraint absences__length check (to_on - from_on < 366);

create type ride_shift as enum ('AM', 'PM');
create type ride_status as enum ('requested', 'confirmed', 'picked_up', 'cancelled');

alter table brands
  -- Until when a pickup can be asked for: so many days before it, at this time of the laboratory's clock.
  add column pickup_am_cutoff_days smallint not null default 0 check (pickup_am_cutoff_days between 0 and 14),
  add column pickup_am_cutoff time not null default '08:00',
  add column pickup_pm_cutoff_days smallint not null default 0 check (pickup_pm_cutoff_days between 0 and 14),
  add column pickup_pm_cutoff time not null default '13:00';

create table rides (
  brand_id uuid not null,
  practice_id uuid not null,
  id uuid not null default gen_random_uuid(),
  day date not null,
  shift ride_shift not null,
  complementary_information text check (complementary_information <> '' and length(complementary_information) <= 500),
  status ride_status not null default 'requested',
  created_by uuid not null,
  created_at timestamptz not null default now(),
  primary key (brand_id, id),
  foreign key (brand_id, practice_id) references practices (brand_id, id),
  foreign key (brand_id, created_by) references users (brand_id, id),
  -- Two colleagues may ask for the same pickup at once: one is enough. A cancelled one can be asked for again.
  constraint rides__once exclude using btree (brand_id with =, practice_id with =, day with =, shift with =)
    where (status <> 'cancelled')
);
create index rides__day on rides (brand_id, practice_id, day);
call tenant.protect_by_practice('rides');
grant select, insert on rides to arcade_app;
grant update (status) on rides to arcade_app;

create table supplies (
  brand_id uuid not null references brands (id),
  -- What an order names; never changes.
  name text not null check (name ~ '^[a-z0-9][a-z0-9_-]{0,60}$'),
  position smallint not null,
  label_fr text not null check (label_fr <> ''),
  label_en text not null check (label_en <> ''),
  -- Quantities to choose from; none means that one is sent.
  options integer[] not null default '{}' check (1 <= all (options)),
  is_retired boolean not null default false,
  primary key (brand_id, name)
);
call tenant.protect_by_brand('supplies');
grant select on supplies to arcade_app;

create type supply_order_status as enum ('requested', 'prepared', 'sent', 'cancelled');
create table supply_orders (
  brand_id uuid not null,
  practice_id uuid not null,
  id uuid not null default gen_random_uuid(),
  status supply_order_status not null default 'requested',
  created_by uuid not null,
  created_at timestamptz not null default now(),
  primary key (brand_id, id),
  constraint supply_orders__practice_id unique (brand_id, practice_id, id),
  foreign key (brand_id, practice_id) references practices (brand_id, id),
  foreign key (brand_id, created_by) references users (brand_id, id)
);
create index supply_orders__recent on supply_orders (brand_id, practice_id, created_at desc);
call tenant.protect_by_practice('supply_orders');
grant select, insert on supply_orders to arcade_app;
grant update (status) on supply_orders to arcade_app;

create table supply_order_lines (
  brand_id uuid not null,
  practice_id uuid not null,
  supply_order_id uuid not null,
  name text not null,
  quantity integer not null check (quantity between 1 and 10000),
  primary key (brand_id, supply_order_id, name),
  foreign key (brand_id, practice_id, supply_order_id) references supply_orders (brand_id, practice_id, id),
  foreign key (brand_id, name) references supplies (brand_id, name)
);
call tenant.protect_by_practice('supply_order_lines');
grant select, insert on supply_order_lines to arcade_app;

-- A secret address per user for calendar programs; only its hash is kept.
create table calendar_feeds (
  brand_id uuid not null,
  user_id uuid not null,
  secret_hash bytea not null check (octet_length(secret_hash) = 32),
  created_at timestamptz not null default now(),
  primary key (brand_id, user_id),
  constraint calendar_feeds__secret_hash unique (brand_id, secret_hash),
  foreign key (brand_id, user_id) references users (brand_id, id)
);
call tenant.protect_by_user('calendar_feeds');
grant select, insert, delete on calendar_feeds to arcade_app;
grant update (secret_hash, created_at) on calendar_feeds to arcade_app;

-- Says which screens are out of date: ids of laboratory and practice and a word, never what has changed. Sent at commit,
-- and by PostgreSQL only once for what a transaction says twice.
create function tell_change() returns trigger language plpgsql set search_path = pg_catalog, public as $$
begin
  perform pg_notify('changes', coalesce(new.brand_id, old.brand_id) || '/' || coalesce(new.practice_id, old.practice_id)
    || '/' || tg_argv[0]);
  return null;
end $$;
revoke all on function tell_change() from public;
create trigger tell_change after insert or update on orders for each row execute function tell_change('orders');
create trigger tell_change after insert on order_messages for each row execute function tell_change('orders');
create trigger tell_change after insert on order_problems for each row execute function tell_change('orders');
create trigger tell_change after update on attachments for each row
  when (new.state is distinct from old.state) execute function tell_change('attachments');
create trigger tell_change after insert or delete on absences for each row execute function tell_change('absences');
create trigger tell_change after insert or update on rides for each row execute function tell_change('rides');
create trigger tell_change after insert or update on supply_orders for each row execute function tell_change('supplies');

alter table audit_events drop constraint audit_events__kind;
alter table audit_events add constraint audit_events__kind check (kind in
  ('signed_in', 'sign_in_refused', 'signed_out', 'session_ended', 'refresh_token_reused', 'language_changed',
   'order_created', 'order_cancelled', 'order_status_changed', 'hold_answered', 'problem_reported', 'message_sent',
   'template_saved', 'template_deleted', 'attachment_added', 'attachment_removed', 'attachment_downloaded',
   'materials_recorded', 'statement_signed', 'absence_declared', 'absence_deleted', 'ride_requested', 'ride_cancelled',
   'supplies_ordered', 'calendar_feed_made', 'calendar_feed_revoked'));
