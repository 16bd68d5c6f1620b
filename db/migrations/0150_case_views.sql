-- Lists of cases that a user keeps under a name, as the address says them; never what was searched for, which names patients.
create table case_views (
  brand_id uuid not null,
  user_id uuid not null,
  id uuid not null default gen_random_uuid(),
  name text collate natural_order not null check (name ~ '\S' and length(name) <= 60),
  content jsonb not null check (pg_column_size(content) < 8192),
  -- In which shape: each release reads all that were ever written.
  content_version smallint not null default 1,
  created_at timestamptz not null default now(),
  primary key (brand_id, id),
  constraint case_views__name unique (brand_id, user_id, name),
  foreign key (brand_id, user_id) references users (brand_id, id)
);
call tenant.protect_by_user('case_views');
grant select, insert, delete on case_views to arcade_app;
grant update (name) on case_views to arcade_app;

create trigger tell_views after insert or update or delete on case_views for each row
  execute function tell_unread('views');
