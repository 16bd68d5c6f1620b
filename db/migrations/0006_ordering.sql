-- Ordering a case: codes, drafts, templates.

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

-- What is stored as JSON says in which shape (`content_version`): each release reads all shapes that were ever written.

-- The one prescription a user has begun and not sent. Patient data on its way rests here and nowhere else.
create table order_drafts (
  brand_id uuid not null,
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  content jsonb not null check (pg_column_size(content) < 65536),
  content_version smallint not null default 1,
  -- Two tabs may write: whoever has not seen the last version is told.
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  primary key (brand_id, id),
  constraint order_drafts__user unique (brand_id, user_id),
  foreign key (brand_id, user_id) references users (brand_id, id)
);
call tenant.protect_by_user('order_drafts');
grant select, insert, delete on order_drafts to arcade_app;
grant update (content, content_version, version, updated_at) on order_drafts to arcade_app;

-- Prescriptions that a practice writes often, without a patient.
create table order_templates (
  brand_id uuid not null,
  practice_id uuid not null,
  id uuid not null default gen_random_uuid(),
  name text collate natural_order not null check (name <> ''),
  content jsonb not null check (pg_column_size(content) < 65536),
  content_version smallint not null default 1,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  primary key (brand_id, id),
  constraint order_templates__name unique (brand_id, practice_id, name),
  foreign key (brand_id, practice_id) references practices (brand_id, id),
  foreign key (brand_id, created_by) references users (brand_id, id)
);
call tenant.protect_by_practice('order_templates');
grant select, insert, delete on order_templates to arcade_app;
-- A practice may call a template something else; what it holds is kept anew instead.
grant update (name) on order_templates to arcade_app;
