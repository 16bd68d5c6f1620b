create domain hex_color as text check (value ~ '^#[0-9a-f]{6}$');
create domain language as text check (value in ('fr', 'en'));
create type image_purpose as enum ('logo', 'favicon');
create type account_type as enum ('manager', 'doctor');

create table brands (
  id uuid primary key default gen_random_uuid(),
  company_name text not null check (company_name <> ''),
  client_service_phone text not null,
  -- A JSON string or an object: kept as given, judged by the portal (specification, "Brand response").
  delivery_time_information jsonb not null,
  time_zone text not null default 'Europe/Paris',
  default_language language not null default 'fr',
  primary_color hex_color not null,
  primary_foreground_color hex_color not null,
  secondary_color hex_color not null,
  secondary_foreground_color hex_color not null,
  card_foreground_color hex_color not null,
  ring_color hex_color not null,
  border_color hex_color not null,
  feedback_widget_url text check (feedback_widget_url ~ '^https?://[^\s"''<>;,]+$'),
  -- Origins of front ends served apart from the API; CORS answers these and no others.
  allowed_origins text[] not null default '{}',
  disabled_at timestamptz,
  created_at timestamptz not null default now()
);
alter table brands enable row level security;
alter table brands force row level security;
create policy of_laboratory on brands using (id = (select tenant.brand_id()));
grant select on brands to arcade_app;

-- Host names are unique over all laboratories, so this is the one key that cannot begin with brand_id.
create table brand_hosts (
  brand_id uuid not null references brands (id),
  host text not null check (host = lower(host)),
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

create table practices (
  brand_id uuid not null references brands (id),
  id uuid not null default gen_random_uuid(),
  name text not null check (name <> ''),
  address text not null default '',
  postal_code text not null default '',
  city text not null default '',
  country_code char(2) not null default 'FR',
  phone text not null default '',
  created_at timestamptz not null default now(),
  primary key (brand_id, id)
);
alter table practices enable row level security;
alter table practices force row level security;
create policy of_practice on practices using (brand_id = (select tenant.brand_id())
  and ((select tenant.practice_id()) is null or id = (select tenant.practice_id())));
grant select on practices to arcade_app;

create table users (
  brand_id uuid not null references brands (id),
  id uuid not null default gen_random_uuid(),
  -- Null for the laboratory's own staff.
  practice_id uuid,
  login text not null check (login = lower(login) and login <> ''),
  email text not null,
  phone text,
  title text not null default '',
  first_name text not null,
  last_name text not null,
  country_code char(2) not null default 'FR',
  language language not null default 'fr',
  account_type account_type not null default 'doctor',
  is_dlcpm boolean not null default false,
  is_practice_doctor boolean not null default false,
  -- argon2id in PHC form; null until the user has chosen a password.
  password_hash text check (password_hash like '$argon2id$%'),
  disabled_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (brand_id, id),
  constraint users__login unique (brand_id, login),
  foreign key (brand_id, practice_id) references practices (brand_id, id)
);
create index users__practice on users (brand_id, practice_id);
call tenant.protect_by_practice('users');
grant select on users to arcade_app;
grant update (language, password_hash) on users to arcade_app;
