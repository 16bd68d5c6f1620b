-- The laboratories: what they are called, look like and allow, at which hosts they answer, when they work.

create domain hex_color as text check (value ~ '^#[0-9a-f]{6}$');
create domain language as text check (value in ('fr', 'en'));
create domain iso_weekday as smallint check (value between 1 and 7);
-- What stands in a header or an envelope: plain letters, one address, nothing that could begin another header.
create domain mail_address as text
  check (length(value) <= 254 and value ~ '^[A-Za-z0-9.!#$%&''*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$');
create type image_purpose as enum ('logo', 'favicon');

create table brands (
  id uuid primary key default gen_random_uuid(),
  company_name text not null check (company_name <> ''),
  -- The manufacturer of the traceability sheet (EU MDR 2017/745, Annex XIII).
  address text not null default '',
  postal_code text not null default '',
  city text not null default '',
  country_code char(2) not null default 'FR',
  client_service_phone text not null,
  -- Which address its mails come from; the installation's own where it has none.
  mail_from mail_address,
  time_zone text not null default 'Europe/Paris',
  default_language language not null default 'fr',
  primary_color hex_color not null,
  primary_foreground_color hex_color not null,
  secondary_color hex_color not null,
  secondary_foreground_color hex_color not null,
  card_foreground_color hex_color not null,
  ring_color hex_color not null,
  border_color hex_color not null,
  -- A JSON string or an object: kept as given, judged by the portal (specification, "Brand response").
  delivery_time_information jsonb not null,
  -- A widget of ours stands at a path of the laboratory's own host.
  feedback_widget_url text constraint brands__feedback_widget_url
    check (feedback_widget_url ~ '^(https?://|/(?!/))[^\s"''<>;,\\]+$'),
  -- Origins of front ends served apart from the API; CORS answers these and no others.
  allowed_origins text[] not null default '{}',

  order_code_prefix text not null default 'T' check (order_code_prefix ~ '^[A-Z0-9]{1,6}$'),
  working_days iso_weekday[] not null default '{1,2,3,4,5}' check (cardinality(working_days) > 0),
  -- A physical impression has to travel before work can begin: working days of the laboratory.
  physical_transport_days smallint not null default 1 check (physical_transport_days between 0 and 10),
  -- How long before the patient the work should be at the practice: calendar days.
  appointment_buffer_days smallint not null default 1 check (appointment_buffer_days between 0 and 10),
  -- Until when a pickup can be asked for: so many days before it, at this time of the laboratory's clock.
  pickup_am_cutoff_days smallint not null default 0 check (pickup_am_cutoff_days between 0 and 14),
  pickup_am_cutoff time not null default '08:00',
  pickup_pm_cutoff_days smallint not null default 0 check (pickup_pm_cutoff_days between 0 and 14),
  pickup_pm_cutoff time not null default '13:00',
  -- A laboratory may allow less than 5 MB and 20 files a case, never more.
  attachment_maximum_bytes integer not null default 5242880
    check (attachment_maximum_bytes between 102400 and 5242880),
  attachment_maximum_count smallint not null default 20 check (attachment_maximum_count between 0 and 20),
  -- Of all files of a practice.
  attachment_quota_bytes bigint not null default 2147483648 check (attachment_quota_bytes >= 0),

  disabled_at timestamptz,
  created_at timestamptz not null default now()
);
alter table brands enable row level security;
alter table brands force row level security;
create policy of_laboratory on brands using (id = (select tenant.brand_id()));
-- A backup must not miss a laboratory that has no host at the moment: outside of every context the owner lists them all.
-- What belongs to one still shows only within its context.
create policy listed_by_owner on brands for select to arcade_owner using ((select tenant.brand_id()) is null);
-- Who opens a session reads brands, users and sessions before there is a context: as the owner, of the laboratory that it
-- names and whose signature it has seen. The runtime role may set the same words and gains nothing: for it there is no such
-- policy, and what else runs as the owner names its laboratory itself (the reviewed list of db/catalogue.test.ts).
create policy read_by_opening on brands for select to arcade_owner
  using (id = nullif(current_setting('tenant.opening', true), '')::uuid);
grant select on brands to arcade_app;

-- Host names are unique over all laboratories, so this is the one key that cannot begin with brand_id.
create table brand_hosts (
  brand_id uuid not null references brands (id),
  -- The owner's policy goes round the laboratory: no host is the one that nobody has named.
  host text not null check (host = lower(host)) constraint brand_hosts__named check (host <> ''),
  primary key (brand_id, host),
  constraint brand_hosts__host unique (host)
);
call tenant.protect_by_brand('brand_hosts');
-- tenant.open_* resolve the host before any laboratory is known.
create policy resolved_before_context on brand_hosts for select to arcade_owner using (true);
grant select on brand_hosts to arcade_app;

create table brand_images (
  brand_id uuid not null references brands (id),
  purpose image_purpose not null,
  -- Hash of the content and extension: the last part of its address, cacheable for ever.
  name text not null check (name ~ '^[0-9a-f]{32}\.(png|jpg|webp)$'),
  content bytea not null check (octet_length(content) between 1 and 524288),
  primary key (brand_id, purpose)
);
call tenant.protect_by_brand('brand_images');
grant select on brand_images to arcade_app;

create table holidays (
  brand_id uuid not null references brands (id),
  day date not null,
  name_fr text not null check (name_fr <> ''),
  name_en text not null check (name_en <> ''),
  primary key (brand_id, day)
);
call tenant.protect_by_brand('holidays');
grant select on holidays to arcade_app;

-- For what happens before anyone is known (sign-in, refresh, the brand itself): the laboratory of a host, all practices.
create function tenant.open_laboratory(host text, valid_until bigint, signed bytea)
returns table (brand_id uuid, time_zone text, allowed_origins text[])
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  brand uuid;
begin
  perform tenant.refuse_unless_signed('laboratory/' || open_laboratory.host || '/' || valid_until, valid_until, signed);
  select h.brand_id into brand from brand_hosts h where h.host = open_laboratory.host;
  if brand is null then
    return;
  end if;
  perform tenant.set_context(brand, null, null);
  return query select b.id, b.time_zone, b.allowed_origins from brands b where b.id = brand and b.disabled_at is null;
  if not found then
    perform set_config('tenant.context', '', true);
  end if;
end $$;
revoke all on function tenant.open_laboratory(text, bigint, bytea) from public;
grant execute on function tenant.open_laboratory(text, bigint, bytea) to arcade_app;

-- Upkeep that concerns every laboratory opens each by its id, as jobs do: a host is for whoever comes by it.
create function tenant.laboratories(valid_until bigint, signed bytea) returns setof uuid
language plpgsql stable strict security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform tenant.refuse_unless_signed('laboratories/' || valid_until, valid_until, signed);
  return query select distinct h.brand_id from brand_hosts h;
end $$;
revoke all on function tenant.laboratories(bigint, bytea) from public;
grant execute on function tenant.laboratories(bigint, bytea) to arcade_app;
