-- Out of the door: what drivers bring and fetch, in which order, and who has done it.

alter type ride_status add value if not exists 'nobody_there';
alter type audit_kind add value if not exists 'hand_over_noted';
alter type audit_kind add value if not exists 'round_arranged';

-- Who has moved a pickup or a request last, and when. Nobody says so: it is seen.
alter table rides add column status_by uuid, add column status_at timestamptz;
alter table rides add constraint rides__status_by
  foreign key (brand_id, status_by) references users (brand_id, id) not valid;
alter table supply_orders add column status_by uuid, add column status_at timestamptz;
alter table supply_orders add constraint supply_orders__status_by
  foreign key (brand_id, status_by) references users (brand_id, id) not valid;

create function status_moved() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  new.status_by := tenant.user_id();
  new.status_at := now();
  return new;
end $$;
revoke all on function status_moved() from public;
create trigger status_moved before update on rides for each row
  when (old.status is distinct from new.status) execute function status_moved();
create trigger status_moved before update on supply_orders for each row
  when (old.status is distinct from new.status) execute function status_moved();

-- A parcel has a number beside the address where it is followed.
alter table orders add column tracking_number text;
alter table orders add constraint orders__tracking_number check (tracking_number <> '' and length(tracking_number) <= 60)
  not valid;
alter table orders add constraint orders__number_has_carrier check (tracking_number is null or carrier is not null)
  not valid;
grant update (carrier, tracking_url, tracking_number) on orders to arcade_app;

-- Where a practice stands in the round that serves it; a practice that no driver has placed yet comes last. A round is
-- there as long as a practice is in it; the one without a name serves a laboratory that has one.
create table round_stops (
  brand_id uuid not null,
  practice_id uuid not null,
  round text collate natural_order not null default '' check (length(round) <= 40),
  position integer not null check (position > 0),
  primary key (brand_id, practice_id),
  foreign key (brand_id, practice_id) references practices (brand_id, id)
);
call tenant.protect_by_practice('round_stops');
grant select, insert on round_stops to arcade_app;
grant update (round, position) on round_stops to arcade_app;

create type hand_over_outcome as enum ('handed_over', 'nobody_there');

create table hand_overs (
  brand_id uuid not null,
  practice_id uuid not null,
  -- Chosen by the phone, which may send it again after days: the second time it is there.
  id uuid not null,
  day date not null,
  outcome hand_over_outcome not null,
  received_by text check (received_by <> '' and length(received_by) <= 80),
  -- As it was drawn, in a field of 320 × 120: no picture that anything could be hidden in.
  signature text check (length(signature) <= 6000 and signature ~ '^(M[0-9]{1,3} [0-9]{1,3}(L[0-9]{1,3} [0-9]{1,3})*)+$'),
  done_by uuid not null,
  -- By the phone's clock, where there was no network; never later than it was told.
  done_at timestamptz not null,
  told_at timestamptz not null default now(),
  primary key (brand_id, id),
  constraint hand_overs__practice_id unique (brand_id, practice_id, id),
  foreign key (brand_id, practice_id) references practices (brand_id, id),
  foreign key (brand_id, done_by) references users (brand_id, id),
  constraint hand_overs__to_somebody check (outcome = 'handed_over' or received_by is null and signature is null),
  constraint hand_overs__before_told check (done_at <= told_at),
  -- Two drivers who find the same door closed say it once a day.
  constraint hand_overs__nobody_once exclude using btree (brand_id with =, practice_id with =, day with =)
    where (outcome = 'nobody_there')
);
create index hand_overs__day on hand_overs (brand_id, day);
create index hand_overs__of_practice on hand_overs (brand_id, practice_id, done_at desc);
call tenant.protect_by_practice('hand_overs');
grant select, insert on hand_overs to arcade_app;
-- Also where nothing of a case changes: the practice is told that the driver found nobody.
create trigger tell_change after insert on hand_overs for each row execute function tell_change('orders');

-- A case is handed over once, whoever says so and however often.
create table handed_cases (
  brand_id uuid not null,
  practice_id uuid not null,
  order_id uuid not null,
  hand_over_id uuid not null,
  primary key (brand_id, order_id),
  foreign key (brand_id, practice_id, order_id) references orders (brand_id, practice_id, id),
  foreign key (brand_id, practice_id, hand_over_id) references hand_overs (brand_id, practice_id, id)
);
create index handed_cases__hand_over_id on handed_cases (brand_id, hand_over_id);
call tenant.protect_by_practice('handed_cases');
grant select, insert on handed_cases to arcade_app;
