-- What leaves and what comes besides cases: absences, pickups, supplies; and the practice's calendar and opinion.

-- For the exclusion of overlapping days.
create extension if not exists btree_gist;

create table absences (
  brand_id uuid not null,
  practice_id uuid not null,
  id uuid not null default gen_random_uuid(),
  from_on date not null,
  -- The last day, included.
  to_on date not null,
  is_delivery_possible boolean not null default false,
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (brand_id, id),
  foreign key (brand_id, practice_id) references practices (brand_id, id),
  foreign key (brand_id, created_by) references users (brand_id, id),
  constraint absences__in_order check (from_on <= to_on),
  constraint absences__length check (to_on - from_on < 366),
  -- Two people may declare the same days at once: the second is refused here.
  constraint absences__overlap exclude using gist
    (brand_id with =, practice_id with =, daterange(from_on, to_on, '[]') with &&)
);
call tenant.protect_by_practice('absences');
grant select, insert, delete on absences to arcade_app;

create type ride_shift as enum ('AM', 'PM');
create type ride_status as enum ('requested', 'confirmed', 'picked_up', 'cancelled');

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

-- What a call of a calendar program begins with: whoever knows the address sees what its user may see, for as long as
-- there is that address and that user. `signed` covers host, hash and the moment after which the opening is refused.
create function tenant.open_feed(host text, secret_hash bytea, valid_until bigint, signed bytea)
returns table (
  state text, brand_id uuid, user_id uuid, practice_id uuid, account_type account_type, is_dlcpm boolean,
  is_practice_doctor boolean, language language, time_zone text
)
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  brand uuid;
  reader record;
begin
  perform tenant.refuse_unless_signed(
    'feed/' || open_feed.host || '/' || encode(open_feed.secret_hash, 'hex') || '/' || valid_until,
    valid_until, signed);
  select h.brand_id into brand from brand_hosts h where h.host = open_feed.host;
  if brand is null then
    return;
  end if;

  perform tenant.set_context(brand, null, null);
  select b.disabled_at as brand_disabled_at, b.time_zone, u.kind, u.id, u.practice_id, u.account_type, u.is_dlcpm,
      u.is_practice_doctor, u.language
    into reader
    from brands b
    left join calendar_feeds f on f.brand_id = b.id and f.secret_hash = open_feed.secret_hash
    left join users u on u.brand_id = f.brand_id and u.id = f.user_id and u.disabled_at is null
    where b.id = brand;

  -- Only practices have feeds: of whoever has gone over to the laboratory's staff nothing is shown.
  if (reader.brand_disabled_at is null and reader.kind = 'practice') is not true then
    perform set_config('tenant.context', '', true);
    return query select case when reader.brand_disabled_at is not null then 'brand_unknown' else 'not_found' end,
      null::uuid, null::uuid, null::uuid, null::account_type, null::boolean, null::boolean, null::language, null::text;
    return;
  end if;

  perform tenant.set_context(brand, reader.practice_id, reader.id);
  return query select 'open', brand, reader.id, reader.practice_id, reader.account_type, reader.is_dlcpm,
    reader.is_practice_doctor, reader.language, reader.time_zone;
end $$;
revoke all on function tenant.open_feed(text, bytea, bigint, bytea) from public;
grant execute on function tenant.open_feed(text, bytea, bigint, bytea) to arcade_app;

-- What people of a practice say through the laboratory's own feedback widget.
create table feedback (
  brand_id uuid not null,
  practice_id uuid not null,
  id uuid not null default gen_random_uuid(),
  author_id uuid not null,
  body text not null check (body <> '' and length(body) <= 2000),
  created_at timestamptz not null default now(),
  primary key (brand_id, id),
  foreign key (brand_id, practice_id) references practices (brand_id, id),
  foreign key (brand_id, author_id) references users (brand_id, id)
);
create index feedback__recent on feedback (brand_id, created_at desc);
create index feedback__of_author on feedback (brand_id, author_id, created_at);
call tenant.protect_by_practice('feedback');
grant select, insert on feedback to arcade_app;
